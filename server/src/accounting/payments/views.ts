import type { PaymentRecord } from '@cartage/contract/accounting/app/payments'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { PayableDocument } from './rules.ts'

/** SQL: paid or refunded amount of the document `i`. */
export const paidOf = (of: string) =>
  `(select coalesce(sum(p.amount), 0) from payment p
     where p.tenant_id = $1 and p.invoice_id = ${of}.invoice_id and p.reversed_at is null)`
/** SQL: finalised credit notes of the document `i`. */
export const creditedOf = (of: string) =>
  `(select coalesce(sum(c.total_incl_tax), 0) from invoice c
     where c.tenant_id = $1 and c.credited_invoice_id = ${of}.invoice_id and c.content_hash is not null)`
/** SQL: refunded amount of these credit notes. */
export const refundedOf = (of: string) =>
  `(select coalesce(sum(r.amount), 0) from invoice n
      join payment r on r.tenant_id = $1 and r.invoice_id = n.invoice_id and r.reversed_at is null
     where n.tenant_id = $1 and n.credited_invoice_id = ${of}.invoice_id and n.content_hash is not null)`

const selectPayable = statement(
  'accounting.find_payable',
  `select i.invoice_id, i.kind, i.status, i.payment, i.payment_hold, i.currency, i.total_incl_tax::text as total,
          ${paidOf('i')}::text as paid, ${creditedOf('i')}::text as credited, ${refundedOf('i')}::text as refunded,
          case when o.invoice_id is not null
               then greatest(0, ${paidOf('o')} + ${creditedOf('o')} - ${refundedOf('o')} - o.total_incl_tax)::text
          end as overpaid
     from invoice i
     left join invoice o on o.tenant_id = $1 and o.invoice_id = i.credited_invoice_id
    where i.tenant_id = $1 and i.invoice_id = $2`,
)

/** Document data for decisions on payments; undefined if there is no such document. */
export async function findPayable(tx: Tx, invoiceId: string): Promise<PayableDocument | undefined> {
  return (await tx.query<PayableDocument>(selectPayable, invoiceId))[0]
}

const selectPayments = statement(
  'accounting.list_payments',
  `select p.payment_id, p.amount::text as amount, p.currency, p.paid_on::text as paid_on, p.origin,
          ${instant('p.reversed_at')} as reversed_at, ${instant('p.created_at')} as created_at,
          coalesce((select u.name from app_user u where u.tenant_id = $1 and u.user_id::text = p.created_by),
                   (select c.name from api_client c where c.tenant_id = $1 and c.client_id = p.created_by)) as created_by
     from payment p where p.tenant_id = $1 and p.invoice_id = $2 order by p.created_at, p.payment_id`,
)

/** Payments of a document including reversed ones, in order of recording. */
export async function listPayments(tx: Tx, invoiceId: string): Promise<PaymentRecord[]> {
  return await tx.query<PaymentRecord>(selectPayments, invoiceId)
}
