import type { Sentence } from '@cartage/contract/message'
import type { PurchaseRecord } from '@cartage/contract/purchases/app'
import { creditRecipient } from '../billing/sendings/credit-request.commands.ts'
import type { Tx } from '../db/tenant.ts'
import { expectedCredit } from './message.rules.ts'
import { type FoundPurchase, findPurchase } from './record.views.ts'

/**
 * A purchase document for its page; undefined if there is none.
 * @param say translates to the reader's language
 */
export async function readPurchase(
  tx: Tx,
  id: string,
  say: (sentence: Sentence) => string,
): Promise<PurchaseRecord | undefined> {
  const found = await findPurchase(tx, id, say)
  if (!found) return undefined
  const { match } = found
  return { ...found, match: match && { ...match, credit_request: await creditRequest(tx, found.invoice, match) } }
}

/** PURCH-33: the credit note that can be requested with the executed amount. */
async function creditRequest(
  tx: Tx,
  invoice: FoundPurchase['invoice'],
  match: NonNullable<FoundPurchase['match']>,
): Promise<NonNullable<PurchaseRecord['match']>['credit_request']> {
  if (match.result !== 'DISPUTED' || match.executed === null || invoice.kind !== 'PURCHASE_INVOICE') return null
  const amount = expectedCredit(match, invoice.currency)
  return amount === null ? null : { amount, address: await creditRecipient(tx, invoice) }
}
