import type { OrderCredit, Receivable } from '@cartage/contract/accounting/app/receivables'
import { rolesWith } from '../../auth/permissions.rules.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { creditedOf, paidOf, refundedOf } from '../payments/views.ts'
import { creditFigure, creditOfOrder } from './rules.ts'

/**
 * SQL: open amounts of finalised sales documents by due date. A credit note reduces the open amount of its invoice;
 * without an invoice it is itself open, in favour of the customer.
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

/** PAY-5: receivables by company, grouped by days overdue. */
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

// The payer of an order is the company it is invoiced to. `$4`: only orders created no later than this one, so that of
// two concurrent orders the later one exceeds the limit.
const selectCredit = statement(
  'accounting.find_credit',
  `select c.currency, (c.doc -> 'credit_policy' ->> 'limit') as limit,
          (select s.credit_check from tenant_setting s where s.tenant_id = $1) as "check",
          coalesce((select sum(o.open) from (${openDocuments}) o where o.currency = c.currency), 0)::text as open,
          coalesce((select sum(u.amount) from unbilled_order u
                     where u.tenant_id = $1 and u.company_id = c.company_id
                       and coalesce(u.currency, c.currency) = c.currency), 0)::text as unbilled,
          coalesce((
            select sum(x.amount)
              from transport_order o
              join charge x on x.tenant_id = $1 and x.order_id = o.order_id and x.side = 'SALES' and x.status = 'CREATED'
                           and x.currency = c.currency
             where o.tenant_id = $1 and o.status in ('TO_PLAN', 'PLANNED', 'IN_PROGRESS') and not o.is_blocked
               and o.created_at > '-infinity'
               and o.company_id = any (array(
                     select k.company_id from company k
                      where k.tenant_id = $1 and (k.company_id = $2 and k.default_invoice_customer_id is null
                                                  or k.default_invoice_customer_id = $2)))
               and ($4::uuid is null or (o.created_at, o.order_number) <= (
                     select n.created_at, n.order_number from transport_order n where n.tenant_id = $1 and n.order_id = $4))
          ), 0)::text as ordered
     from company c where c.tenant_id = $1 and c.company_id = $2`,
)

/** Credit used by a company, in parts that `creditFigure` adds up. */
export type CreditParts = Parameters<typeof creditFigure>[0]

/**
 * Credit used by a company: open documents, unbilled work and accepted orders; undefined if the company is unknown.
 * @param orderId counts only this order and older ones
 */
export async function findCredit(
  tx: Tx,
  companyId: string,
  orderId: string | null = null,
): Promise<CreditParts | undefined> {
  return (await tx.query<CreditParts>(selectCredit, companyId, null, orderId))[0]
}

const selectPayer = statement(
  'accounting.find_payer',
  `select coalesce(c.default_invoice_customer_id, c.company_id) as payer_id, o.status, o.is_blocked, o.hold_reason_code,
          coalesce((select p.name from company p where p.tenant_id = $1 and p.company_id = c.default_invoice_customer_id),
                   c.name) as payer_name,
          exists (select from rating_due d
                   where d.tenant_id = $1 and d.subject_type = 'ORDER' and d.subject_id = o.order_id) as is_due
     from transport_order o join company c on c.tenant_id = $1 and c.company_id = o.company_id
    where o.tenant_id = $1 and o.order_id = $2`,
)

/** An order with the data for the credit check of its payer. */
export interface PaidOrder {
  payer_id: string
  payer_name: string
  status: string
  is_blocked: boolean
  hold_reason_code: string | null
  /** Whether a rating is due. */
  is_due: boolean
}

/** Payer of an order; undefined if the order is unknown. */
export async function findPayer(tx: Tx, orderId: string): Promise<PaidOrder | undefined> {
  return (await tx.query<PaidOrder>(selectPayer, orderId))[0]
}

/**
 * CREDIT-3: current state of the payer's credit for an order.
 * @returns null if no limit is exceeded; undefined if the order is unknown
 */
export async function readOrderCredit(tx: Tx, orderId: string): Promise<OrderCredit | null | undefined> {
  const order = await findPayer(tx, orderId)
  const credit = order && (await findCredit(tx, order.payer_id, orderId))
  return credit && creditOfOrder(order, creditFigure(credit), rolesWith('credit.release'))
}
