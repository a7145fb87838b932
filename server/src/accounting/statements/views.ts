import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { creditedOf, paidOf, refundedOf } from '../payments/views.ts'
import type { PayableInvoice } from './match.rules.ts'

/** Maximum invoices compared with a statement. */
const mostCompared = 20_000

const open = `(i.total_incl_tax - ${paidOf('i')} - ${creditedOf('i')} + ${refundedOf('i')})`

const selectInvoices = statement(
  'accounting.payable_invoices',
  `select i.invoice_id, i.name as document, k.name as company_name, i.content -> 'payment' ->> 'reference' as reference,
          greatest(0, ${open})::text as open, i.currency,
          coalesce((select json_agg(json_build_object('amount', p.amount::text, 'paid_on', p.paid_on::text)
                                    order by p.created_at)
             from payment p where p.tenant_id = $1 and p.invoice_id = i.invoice_id and p.reversed_at is null), '[]') as payments
     from invoice i
     join company k on k.tenant_id = $1 and k.company_id = i.company_id
    where i.tenant_id = $1 and i.kind = 'SALES_INVOICE' and i.status in ('INVOICED', 'INVOICE_POSTED')
      and (i.payment = 'UNPAID'
           or exists (select from payment p where p.tenant_id = $1 and p.invoice_id = i.invoice_id
                       and p.reversed_at is null and p.paid_on between $2::date and $3::date))
    order by i.due_date, i.name limit ${mostCompared}`,
)

/** Sales invoices that are open, or were paid in a period, earliest due first. */
export async function payableInvoices(tx: Tx, from: string, to: string): Promise<PayableInvoice[]> {
  return await tx.query<PayableInvoice>(selectInvoices, from, to)
}
