import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const selectByCode = statement(
  'billing.companies_by_accounting_code',
  `select c.company_id from company c
    where c.tenant_id = $1 and c.accounting_code = $2 and not c.is_archived
   union
   select b.company_id from company_billing_code b
     join company c on c.tenant_id = $1 and c.company_id = b.company_id
    where b.tenant_id = $1 and b.side = 'SALES' and b.billing_entity_id = $3 and b.accounting_code = $2
      and not c.is_archived
    limit 2`,
)

/** Companies in use with an accounting code, global or in the books of a billing entity. At most two. */
export async function companiesByCode(tx: Tx, code: string, entityId: string): Promise<string[]> {
  const rows = await tx.query<{ company_id: string }>(selectByCode, code, entityId)
  return rows.map(({ company_id }) => company_id)
}

const selectMatches = statement(
  'billing.invoices_by_references',
  `select i.invoice_id from invoice i
    where i.tenant_id = $1 and i.company_id = $2 and i.kind = 'SALES_INVOICE' and i.content is not null
      and i.billing_entity_id = $3 and i.currency = $4
      and i.customer_reference_numbers @> $5::text[] and i.customer_reference_numbers <@ $5::text[]
    limit 2`,
)

/** Finalised invoices of a company with exactly these references. At most two. */
export async function invoicesByReferences(
  tx: Tx,
  { company_id, billing_entity_id, currency }: { company_id: string; billing_entity_id: string; currency: string },
  references: readonly string[],
): Promise<string[]> {
  if (references.length === 0) return []
  const rows = await tx.query<{ invoice_id: string }>(
    selectMatches,
    company_id,
    billing_entity_id,
    currency,
    references,
  )
  return rows.map(({ invoice_id }) => invoice_id)
}
