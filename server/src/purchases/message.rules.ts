import { msg, type Sentence } from '@cartage/contract/message'
import type { PurchaseReason } from '@cartage/contract/purchases/app'
import { amountText, decimal } from '../books/money.rules.ts'
import type { MatchRow } from './store.ts'

const reasons: Readonly<Record<PurchaseReason, { message: string }>> = {
  PRICE: { message: 'the price is not the one agreed' },
  QUANTITY: { message: 'the quantity is not the one executed' },
  FUEL_RATE: { message: 'the fuel surcharge is not the one agreed' },
  WAITING_NOT_APPROVED: { message: 'the waiting time is not approved' },
  NOT_EXECUTED: { message: 'nothing was executed for it' },
  UNKNOWN_TRIP: { message: 'the trip is unknown' },
  ALREADY_INVOICED: { message: 'it was invoiced before' },
  TAX: { message: 'the tax is not right' },
  CURRENCY: { message: 'the currency is not the one agreed' },
  NO_LINES: { message: 'the document has no lines' },
}

/** Amount invoiced in excess of the executed costs; null if none. */
export function expectedCredit(
  { executed, invoiced }: { executed: string | null; invoiced: string },
  currency: string,
): string | null {
  const more = decimal(invoiced).minus(decimal(executed ?? '0'))
  return more.gt(0) ? amountText(more, currency) : null
}

/** Text for the supplier about differences and the expected credit note; null if there are none. */
export function supplierMessage(
  { lines, decision, result }: MatchRow,
  { external_name, currency }: { external_name: string | null; currency: string },
  say: (sentence: Sentence) => string,
): string | null {
  const disputed = lines.filter((line) => line.reason !== null)
  if (disputed.length === 0 && result !== 'REJECTED') return null
  const about = disputed.map(({ name, invoiced, executed, reason }) => {
    const { message } = reasons[reason!]
    return say(
      msg`${name}: ${invoiced} ${currency} invoiced, ${executed ?? '0.00'} ${currency} executed, because ${message}.`,
    )
  })
  const asked =
    decision?.expected_credit != null
      ? [say(msg`Please send a credit note of ${decision.expected_credit} ${currency} without tax.`)]
      : decision?.action === 'REJECT'
        ? [say(msg`We do not accept this document: ${decision.comment}`)]
        : []
  return [say(msg`Document ${external_name ?? ''}`), ...about, ...asked].join('\n')
}
