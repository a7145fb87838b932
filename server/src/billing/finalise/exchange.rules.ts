import { msg } from '@cartage/contract/message'
import { spokenDate } from '@cartage/contract/message-days'
import { convertTotals, inverseOf, isStale, type QuotedRate } from '../../books/exchange/rules.ts'
import { amountText, decimal } from '../../books/money.rules.ts'
import { Problem } from '../../http/problem.ts'
import type { Exchange } from '../documents/content.rules.ts'
import type { Totals } from '../einvoice/terms.rules.ts'

/** Significant digits of the inverse rate, which is only displayed, never computed with. */
const shownDigits = 7

/**
 * Exchange rate of a document in a foreign currency, and its totals in the accounting currency (BILL-10). Net and VAT
 * are each converted once with the quoted rate, and gross is their sum.
 * @throws Problem exchange_rate_missing (409), exchange_rate_old (409) if over 7 days old and accepted by no person
 */
export function exchangeOf(
  totals: Pick<Totals, 'without_vat' | 'vat'>,
  { currency, accounting_currency: to, date }: { currency: string; accounting_currency: string; date: string },
  rate: QuotedRate | undefined,
  acceptsOld: boolean,
): Exchange | null {
  if (currency === to) return null
  if (!rate) {
    throw new Problem('exchange_rate_missing', {
      message: msg`There is no exchange rate of ${currency} and ${to} on or before ${spokenDate(date)}. Add it.`,
    })
  }
  if (isStale(rate.rate_date, date) && !acceptsOld) {
    throw new Problem('exchange_rate_old', {
      message: msg`The last exchange rate of ${currency} and ${to} is of ${spokenDate(rate.rate_date)}. Add a newer one, or confirm that this one is used.`,
    })
  }
  const [net, tax] = [decimal(totals.without_vat), decimal(totals.vat)]
  const converted = convertTotals({ currency, net, tax, lines: [net] }, to, rate)
  const quoted = decimal(rate.rate)
  const other = decimal(inverseOf(quoted)).prec(shownDigits).toFixed()
  const isDirect = rate.from_currency === currency
  return {
    accounting_currency: to,
    rate_date: rate.rate_date,
    rate: isDirect ? quoted.toFixed() : other,
    inverse_rate: isDirect ? other : quoted.toFixed(),
    without_vat: amountText(converted.net, to),
    vat: amountText(converted.tax, to),
    with_vat: amountText(converted.gross, to),
  }
}
