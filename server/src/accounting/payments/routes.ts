import * as app from '@cartage/contract/accounting/app/payments'
import * as contract from '@cartage/contract/billing/documents'
import type { Endpoint } from '@cartage/contract/endpoint'
import { byCaller } from '../../audit/rules.ts'
import type { DocumentKind } from '../../billing/documents/content.rules.ts'
import type { InvoicePayment } from '../../billing/records/store.ts'
import { amountText, decimal } from '../../books/money.rules.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { type Call, type Server, serve } from '../../http/serve.ts'
import { recordPayment, reversePayment, setPaymentStatus } from './commands.ts'
import { openAmount } from './rules.ts'
import { findPayable, listPayments } from './views.ts'

/** Binds the endpoints of payments and refunds. */
export function servePayments(server: Server): void {
  const { ctx } = server
  const set = async <Status extends InvoicePayment>(call: Setting<Status>, kind: DocumentKind) => {
    await setPaymentStatus(ctx, { ...of(call), invoiceId: call.params.id }, kind, call.body.status)
    return { status: call.body.status }
  }
  serve(server, contract.setSalesInvoicePayment, (call) => set(call, 'SALES_INVOICE'))
  serve(server, contract.setPurchaseInvoicePayment, (call) => set(call, 'PURCHASE_INVOICE'))
  serve(server, contract.setSalesCreditNoteRefund, (call) => set(call, 'SALES_CREDIT_NOTE'))
  serve(server, contract.setPurchaseCreditNoteRefund, (call) => set(call, 'PURCHASE_CREDIT_NOTE'))

  serve(server, app.listPayments, ({ params, inTenant }) => inTenant((tx) => paymentsOf(tx, params.invoice_id)))
  serve(server, app.createPayment, async (call) => {
    const { params, body, inTenant } = call
    await recordPayment(ctx, { ...of(call), invoiceId: params.invoice_id }, body)
    return await inTenant((tx) => paymentsOf(tx, params.invoice_id))
  })
  serve(server, app.reversePayment, async (call) => {
    const { params, inTenant } = call
    await reversePayment(ctx, { ...of(call), invoiceId: params.invoice_id }, params.payment_id)
    return await inTenant((tx) => paymentsOf(tx, params.invoice_id))
  })
}

type CallContext = Pick<Call<Endpoint>, 'caller' | 'requestId'>

interface Setting<Status> extends CallContext {
  params: { id: string }
  body: { status: Status }
}

function of({ caller, requestId }: CallContext) {
  return { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
}

async function paymentsOf(tx: Tx, invoiceId: string): Promise<app.PaymentList> {
  const document = await findPayable(tx, invoiceId)
  if (!document) throw new Problem('not_found')
  const { payment: status, currency } = document
  const items = await listPayments(tx, invoiceId)
  const text = (amount: Parameters<typeof amountText>[0]) => amountText(amount, currency)
  return {
    ...{ status, currency, total: text(decimal(document.total)), open: text(openAmount(document)) },
    items: items.map((item) => ({ ...item, amount: text(decimal(item.amount)) })),
  }
}
