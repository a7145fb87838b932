import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** SQL: the document `i` is finalised and ours, so its customer must get it (BILL-36). */
const isOurs = `(i.status in ('INVOICED', 'INVOICE_POSTED') and i.origin <> 'INTAKE'
    and (i.kind in ('SALES_INVOICE', 'SALES_CREDIT_NOTE') or i.is_self_billed))`

const hasSending = (condition: string) => `exists (select from invoice_sending s
        where s.tenant_id = i.tenant_id and s.invoice_id = i.invoice_id and s.purpose = 'DOCUMENT' and ${condition})`

/** SQL: whether the document `i` reached its customer; null if it is not to be sent (BILL-36). */
export const dispatchSql = `case when not ${isOurs} then null
       when ${hasSending("s.status = 'SENT'")} then 'SENT'
       when ${hasSending("s.status in ('PENDING', 'STARTED')")} then 'SENDING'
       when ${hasSending('true')} then 'NOT_DELIVERED' else 'NOT_SENT' end`

/** SQL: the document `i` did not reach its customer and is not on its way (BILL-36). */
export const unsentSql = `(${isOurs} and not ${hasSending("s.status in ('SENT', 'PENDING', 'STARTED')")})`

const count = statement(
  'billing.count_unsent',
  `select count(*)::int as count from invoice i where i.tenant_id = $1 and ${unsentSql}`,
)

/** Number of finalised documents that did not reach their customer and are not on their way. */
export async function countUnsent(tx: Tx): Promise<number> {
  return (await tx.query<{ count: number }>(count))[0]!.count
}
