import { plainNumber } from '@cartage/contract/reading/fold'
import { recordChanges } from '../../audit/store.ts'
import { setPaymentHold } from '../../billing/records/received.store.ts'
import { lockInvoices } from '../../billing/records/store.ts'
import { findInvoice } from '../../billing/records/views.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import type { PurchaseCommand } from '../command.model.ts'
import type { PurchaseDocument } from '../intake/document.rules.ts'
import { findKnown } from '../intake/views.ts'
import { findReceipt, setAccountConfirmation } from '../store.ts'
import { strangeAccount } from './hold.rules.ts'
import { hasOtherWhoConfirms } from './views.ts'

/** PURCH-30: puts payment of a new document on hold if its bank account is unknown for the supplier. */
export async function holdPayment(
  tx: Tx,
  { invoiceId, supplier, document }: { invoiceId: string; supplier: string; document: PurchaseDocument },
): Promise<void> {
  const account = strangeAccount(document, await findKnown(tx, supplier))
  if (account !== undefined) await setPaymentHold(tx, invoiceId, 'ACCOUNT')
}

/**
 * PURCH-30: confirms the bank account on a document, after asking the supplier, so that it can be paid. The person who
 * entered the document cannot confirm it, if another person may.
 * @param account as shown to the person
 * @throws Problem not_found, state_conflict if payment is not on hold, for another account, and for the person who
 * entered it
 */
export async function confirmAccount(
  ctx: Context,
  { tenantId, by, invoiceId }: PurchaseCommand,
  account: string,
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    await lockInvoices(tx, [invoiceId])
    const [invoice, receipt] = await Promise.all([findInvoice(tx, invoiceId), findReceipt(tx, invoiceId)])
    if (!invoice || !receipt) throw new Problem('not_found')
    const stated = receipt.document.payment?.account ?? receipt.document.supplier.iban
    if (plainNumber(stated) !== plainNumber(account) || !(await setPaymentHold(tx, invoiceId, null))) {
      throw new Problem('state_conflict', { message: 'The payment is not held for this account. Reload the page.' })
    }
    if (receipt.document.typed_by === by.actor.id && (await hasOtherWhoConfirms(tx, by.actor.id))) {
      const message = 'You typed this document. Someone else who may finalise invoices confirms its bank account.'
      throw new Problem('state_conflict', { message })
    }
    await setAccountConfirmation(tx, invoiceId, { account, by: by.actor.id, at: ctx.now().toISOString() })
    await recordChanges(tx, by, [
      {
        entity_type: 'invoice',
        entity_id: invoiceId,
        action: 'updated',
        before: { payment_hold: 'ACCOUNT' },
        after: { payment_hold: null, confirmed_account: account },
      },
    ])
  })
}
