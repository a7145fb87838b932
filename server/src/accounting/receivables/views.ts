import type { Receivable } from '@cartage/contract/accounting/app/receivables'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { creditedOf, paidOf, refundedOf } from '../payments/views.ts'

/**
 * SQL: open amounts of finalised sales documents by day they are due. A credit note of an invoice is part of its open
 * amount; one of no invoice is open itself, in favour of the customer.
 */
const openDocuments = `
  select i.company_id, i.currency, i.due_date,
         i.total_incl_tax - ${paidOf('i')} - ${creditedOf('i')} + ${refundedOf('i')} as open
    from invoice i
   where i.tenant_id = $1 and i.kind = 'SALES_INVOICE' and i.status in ('INVOICED', 'INVOICE_POSTED')
     and ($2::uuid is null or i.company_id = $2) and ($3::uuid is null or i.billing_entity_id = $3)
  union all
  select i.company_id, i.currency, i.date, ${paidOf('i')} - i.total_incl_tax
    from invoice i
   where i.tenant_id = $1 and i.kind = 'SALES_CREDIT_NOTE' and i.credited_invoice_id is null
     and i.status in ('INVOICED', 'INVOICE_POSTED')
     and ($2::uuid is null or i.company_id = $2) and ($3::uuid is null or i.billing_entity_id = $3)`

const overdue = (from: number | null, to: number | null) => {
  const days = '($4::date - o.due_date)'
  const conditions = [from === null ? [] : `${days} >= ${from}`, to === null ? [] : `${days} <= ${to}`].flat()
  return `coalesce(sum(o.open) filter (where ${conditions.join(' and ')}), 0)`
}

const selectAges = statement(
  'accounting.list_receivables',
  `select o.company_id, c.name as company_name, o.currency, ${overdue(null, 0)}::text as not_due,
          ${overdue(1, 30)}::text as days_1_30, ${overdue(31, 60)}::text as days_31_60,
          ${overdue(61, 90)}::text as days_61_90, ${overdue(91, null)}::text as over_90, sum(o.open)::text as open,
          count(*)::integer as documents
     from (${openDocuments}) o
     join company c on c.tenant_id = $1 and c.company_id = o.company_id
    where o.open <> 0
    group by o.company_id, c.name, o.currency
    order by sum(o.open) filter (where o.due_date < $4::date) desc nulls last, sum(o.open) desc, c.name`,
)

/** PAY-5: what companies owe, by how long it is overdue on a day. */
export async function listAges(
  tx: Tx,
  {
    companyId = null,
    billingEntityId = null,
    on,
  }: { companyId?: string | null; billingEntityId?: string | null; on: string },
): Promise<Receivable[]> {
  return await tx.query<Receivable>(selectAges, companyId, billingEntityId, on)
}

const selectCredit = statement(
  'accounting.find_credit',
  `select c.currency, (c.doc -> 'credit_policy' ->> 'limit') as limit,
          coalesce((select sum(o.open) from (${openDocuments}) o where o.currency = c.currency), 0)::text as open,
          coalesce((select sum(u.amount) from unbilled_order u
                     where u.tenant_id = $1 and u.company_id = c.company_id
                       and coalesce(u.currency, c.currency) = c.currency), 0)::text as unbilled
     from company c where c.tenant_id = $1 and c.company_id = $2`,
)

/** What a company uses of its credit: open documents and work that is not billed; undefined for an unknown company. */
export async function findCredit(
  tx: Tx,
  companyId: string,
): Promise<{ currency: string; limit: string | null; open: string; unbilled: string } | undefined> {
  const [row] = await tx.query<{ currency: string; limit: string | null; open: string; unbilled: string }>(
    selectCredit,
    companyId,
    null,
  )
  return row
}
