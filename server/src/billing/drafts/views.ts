import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const selectOpenCharges = statement(
  'billing.open_charges',
  `select c.charge_id from charge c
    where c.tenant_id = $1 and c.order_id = any($2::uuid[]) and c.side = 'SALES' and c.status = 'CREATED'
      and not exists (select from invoice_line_charge l
                       where l.tenant_id = $1 and l.charge_id = c.charge_id and l.is_live)
    order by c.charge_id`,
)

/** Charges of orders that are open and on no document. */
export async function openCharges(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ charge_id: string }>(selectOpenCharges, orderIds)
  return rows.map(({ charge_id }) => charge_id)
}

const selectCodes = statement(
  'billing.accounting_codes',
  `select company_id, billing_entity_id, accounting_code from company_billing_code
    where tenant_id = $1 and side = 'SALES' and company_id = any($2::uuid[]) and accounting_code is not null`,
)

/** The codes of companies in the books of billing entities, by company and entity. */
export async function accountingCodes(tx: Tx, companyIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ company_id: string; billing_entity_id: string; accounting_code: string }>(
    selectCodes,
    companyIds,
  )
  return new Map(rows.map((row) => [`${row.company_id} ${row.billing_entity_id}`, row.accounting_code]))
}
