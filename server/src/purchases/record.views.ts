import type { PurchaseRecord } from '@cartage/contract/purchases/app'
import type { Sentence } from '@cartage/contract/said'
import { findRecord } from '../billing/records/record.views.ts'
import { amountText, decimal } from '../books/money.rules.ts'
import type { Tx } from '../db/tenant.ts'
import { supplierMessage } from './message.rules.ts'
import { findMatch, type MatchRow } from './store.ts'

/** A purchase document with what it was compared with; undefined when there is none. @param say in the language of the reader */
export async function findPurchase(
  tx: Tx,
  id: string,
  say: (sentence: Sentence) => string,
): Promise<PurchaseRecord | undefined> {
  const [invoice, match] = await Promise.all([findRecord(tx, id, say), findMatch(tx, id)])
  if (!invoice || (invoice.kind !== 'PURCHASE_INVOICE' && invoice.kind !== 'PURCHASE_CREDIT_NOTE')) return undefined
  return { invoice, match: match ? shown(match, invoice, say) : null }
}

function shown(
  match: MatchRow,
  invoice: PurchaseRecord['invoice'],
  say: (sentence: Sentence) => string,
): PurchaseRecord['match'] {
  const text = (amount: string) => amountText(decimal(amount), invoice.currency)
  const orNull = (amount: string | null) => (amount === null ? null : text(amount))
  const { result, agreed, executed, invoiced, tolerance, lines, decision } = match
  return {
    result,
    agreed: orNull(agreed),
    executed: orNull(executed),
    invoiced: text(invoiced),
    difference: amountText(decimal(invoiced).minus(decimal(executed ?? '0')), invoice.currency),
    tolerance: text(tolerance),
    lines: lines.map((line) => ({ ...line, charges: [...line.charges] })),
    decision: decision && {
      action: decision.action,
      comment: decision.comment,
      expected_credit: decision.expected_credit,
      at: decision.at,
    },
    message: supplierMessage(match, invoice, say),
  }
}
