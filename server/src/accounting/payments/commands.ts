import type { By, Change } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { DocumentKind } from '../../billing/documents/content.rules.ts'
import { type InvoicePayment, lockInvoices, setPayment } from '../../billing/records/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { todayOf } from '../../tenants/today.views.ts'
import {
  decidePayment,
  decideSetOff,
  decideStated,
  decideStatus,
  decideTransfer,
  type PayableDocument,
  type StatedPayment,
  unsettled,
} from './rules.ts'
import { insertPayment, reverseApiPayments, reverseOne } from './store.ts'
import { findPayable } from './views.ts'

/** A document, and on whose behalf it is changed. */
export interface PaymentCommand {
  tenantId: string
  by: By
  invoiceId: string
}

async function lockPayable(tx: Tx, invoiceId: string): Promise<PayableDocument> {
  await lockInvoices(tx, [invoiceId])
  const document = await findPayable(tx, invoiceId)
  if (!document) throw new Problem('not_found')
  return document
}

/**
 * ACC-8, PAY-2: sets whether a document is paid or refunded, as reported by an accounting system.
 * @param kind from the path; a document of another kind is not found
 * @throws Problem not_found, document_not_finalised (409)
 */
export async function setPaymentStatus(
  ctx: Context,
  { tenantId, by, invoiceId }: PaymentCommand,
  kind: DocumentKind,
  wanted: InvoicePayment,
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const document = await lockPayable(tx, invoiceId)
    if (document.kind !== kind) throw new Problem('not_found')
    const change = decideStatus(document, wanted)
    if (!change) return
    if (change.reverses) await reverseApiPayments(tx, invoiceId)
    if (change.pays !== null) {
      await insertPayment(tx, {
        ...{ payment_id: ctx.newId(), invoice_id: invoiceId, amount: change.pays, currency: document.currency },
        ...{ paid_on: await todayOf(ctx, tx), origin: 'API', created_by: by.actor.id },
      })
    }
    await setPayment(tx, invoiceId, change.payment)
    await recordChanges(tx, by, [paymentChange(document, change.payment, { paid: change.pays })])
  })
}

/**
 * PAY-3: records a manual payment.
 * @throws Problem not_found, document_not_finalised (409), validation_failed
 */
export async function recordPayment(
  ctx: Context,
  { tenantId, by, invoiceId }: PaymentCommand,
  given: { amount: string; paid_on: string },
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const document = await lockPayable(tx, invoiceId)
    const { amount, payment } = decidePayment(document, given.amount)
    await insertPayment(tx, {
      ...{ payment_id: ctx.newId(), invoice_id: invoiceId, amount, currency: document.currency },
      ...{ paid_on: given.paid_on, origin: 'MANUAL', created_by: by.actor.id },
    })
    await setPayment(tx, invoiceId, payment)
    await recordChanges(tx, by, [paymentChange(document, payment, { paid: amount, paid_on: given.paid_on })])
  })
}

/**
 * PAYOUT-7: records the payment of a document by a transfer, at most the open amount: a part paid otherwise meanwhile
 * is not paid again.
 * @throws Problem not_found
 */
export async function recordTransfer(
  ctx: Context,
  tx: Tx,
  { by, invoiceId, paid_on }: Pick<PaymentCommand, 'by' | 'invoiceId'> & { paid_on: string },
  paid: string,
): Promise<void> {
  const document = await lockPayable(tx, invoiceId)
  const change = decideTransfer(document, paid)
  if (!change) return
  const { amount, payment } = change
  await insertPayment(tx, {
    ...{ payment_id: ctx.newId(), invoice_id: invoiceId, amount, currency: document.currency },
    ...{ paid_on, origin: 'TRANSFER', created_by: by.actor.id },
  })
  await setPayment(tx, invoiceId, payment)
  await recordChanges(tx, by, [paymentChange(document, payment, { paid: amount, paid_on })])
}

/**
 * PAYOUT-9: records that a supplier's credit note was set off against an invoice: a payment of one and a refund of the
 * other, at most the open amount of both.
 * @throws Problem not_found
 */
export async function recordSetOff(
  ctx: Context,
  tx: Tx,
  given: Pick<PaymentCommand, 'by' | 'invoiceId'> & { creditNoteId: string; paid_on: string },
  wanted: string,
): Promise<void> {
  const { by, invoiceId, creditNoteId, paid_on } = given
  const [invoice, note] = [await lockPayable(tx, invoiceId), await lockPayable(tx, creditNoteId)]
  const change = decideSetOff(invoice, note, wanted)
  if (!change) return
  const { amount, payment, refund } = change
  for (const [document, status] of [
    [invoice, payment],
    [note, refund],
  ] as const) {
    const { invoice_id, currency } = document
    const members = { payment_id: ctx.newId(), invoice_id, amount, currency, paid_on, created_by: by.actor.id }
    await insertPayment(tx, { ...members, origin: 'SET_OFF' })
    await setPayment(tx, invoice_id, status)
    await recordChanges(tx, by, [paymentChange(document, status, { paid: amount, paid_on })])
  }
}

/** PAY-7: records the payment stated by a document, in the transaction that finalises it. */
export async function recordStated(
  ctx: Context,
  tx: Tx,
  { by, invoiceId, paid_on }: Pick<PaymentCommand, 'by' | 'invoiceId'> & { paid_on: string },
  stated: StatedPayment,
): Promise<void> {
  const document = await lockPayable(tx, invoiceId)
  const change = decideStated(document, stated)
  if (!change) return
  for (const { amount, origin } of change.payments) {
    await insertPayment(tx, {
      ...{ payment_id: ctx.newId(), invoice_id: invoiceId, amount, currency: document.currency, paid_on, origin },
      created_by: by.actor.id,
    })
  }
  if (change.payment !== document.payment) await setPayment(tx, invoiceId, change.payment)
  const paid = change.payments.map(({ amount }) => amount).join(' + ')
  await recordChanges(tx, by, [paymentChange(document, change.payment, { paid, paid_on })])
}

/**
 * PAY-4: reverses a payment, which stays stored. Idempotent.
 * @throws Problem not_found
 */
export async function reversePayment(
  ctx: Context,
  { tenantId, by, invoiceId }: PaymentCommand,
  paymentId: string,
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const document = await lockPayable(tx, invoiceId)
    if (!(await reverseOne(tx, invoiceId, paymentId))) return
    const payment = unsettled(document.kind)
    await setPayment(tx, invoiceId, payment)
    await recordChanges(tx, by, [paymentChange(document, payment, { reversed: paymentId })])
  })
}

function paymentChange(document: PayableDocument, payment: InvoicePayment, members: Record<string, unknown>): Change {
  const before = { payment: document.payment }
  return {
    entity_type: 'invoice',
    entity_id: document.invoice_id,
    action: 'updated',
    before,
    after: { payment, ...members },
  }
}
