import { Big } from 'big.js'
import type { Members } from '../../audit/rules.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { decimal, roundToCurrency, splitByLargestRemainder } from '../money.rules.ts'

/** A quoted rate: units of `to` per unit of `from`, and the inverse. */
export interface QuotedRate {
  from_currency: string
  to_currency: string
  /** Day of the rate. */
  rate_date: string
  rate: string
  inverse_rate: string
}

/** A stored rate. */
export interface ExchangeRate extends QuotedRate {
  exchange_rate_id: string
  source: 'ECB' | 'API' | 'MANUAL'
}

const largest = new Big('1e15')
const smallest = new Big('1e-15')
const mostDifference = new Big('0.0005')
const digitsOut = 15

/**
 * Reads a submitted rate (EXR-1, EXR-2).
 * @throws Problem validation_failed on the invalid member
 */
export function readRate(given: {
  exchange_rate: string
  inverse_exchange_rate: string
  exchange_rate_date: string
  from_currency: string
  to_currency: string
}): QuotedRate {
  const rate = readPositive('exchange_rate', given.exchange_rate)
  const inverse = readPositive('inverse_exchange_rate', given.inverse_exchange_rate)
  const { from_currency, to_currency, exchange_rate_date: rate_date } = given
  if (from_currency === to_currency) throw invalid('to_currency', 'must be another currency than from_currency')
  if (rate.times(inverse).minus(1).abs().gt(mostDifference)) {
    throw invalid('inverse_exchange_rate', 'is not the inverse of exchange_rate: their product must be 1 within 0.0005')
  }
  return { from_currency, to_currency, rate_date, rate: rate.toFixed(), inverse_rate: inverse.toFixed() }
}

/**
 * A rate with its inverse, to 15 digits.
 * @throws Problem validation_failed
 */
export function readOneWay(given: {
  exchange_rate: string
  exchange_rate_date: string
  from_currency: string
  to_currency: string
}): QuotedRate {
  const rate = readPositive('exchange_rate', given.exchange_rate)
  return readRate({ ...given, inverse_exchange_rate: inverseOf(rate) })
}

/** Reciprocal of a rate, to 15 digits. */
export function inverseOf(rate: Big): string {
  // Scale for 15 significant digits, however small the quotient is.
  const scale = new Big(`1e${Math.max(0, rate.e) + digitsOut}`)
  return scale.div(rate).div(scale).prec(digitsOut).toFixed()
}

function readPositive(member: string, text: string): Big {
  let value: Big
  try {
    value = decimal(text.trim())
  } catch {
    throw invalid(member, 'must be a number or a decimal as text, such as 0.8655')
  }
  if (value.lt(smallest) || value.gt(largest)) throw invalid(member, 'must be above zero and of a usual size')
  return value
}

function invalid(member: string, message: string): Problem {
  return new Problem('validation_failed', { errors: [errorItem(member, message, member)] })
}

/** A rate as a JSON number, which holds at most 15 digits (EXR-1). */
export function rateNumber(text: string): number {
  return Number(decimal(text).prec(digitsOut).toFixed())
}

/** The members of a rate, for the audit trail. */
export function rateMembers({ exchange_rate_id: _id, ...members }: ExchangeRate): Members {
  return members
}

/** Days after which the use of a rate needs a person's consent (EXR-5). */
const mostDays = 7

/** Whether the last rate on or before a day is too old for use without consent. */
export function isStale(rateDate: string, day: string): boolean {
  return Date.parse(day) - Date.parse(rateDate) > mostDays * 86_400_000
}

/** Converts an amount to another currency, unrounded. Uses the quoted number, never a rounded inverse (EXR-5). */
export function convert(amount: Big, from: string, to: string, quoted: QuotedRate): Big {
  if (from === to) return amount
  if (from === quoted.from_currency && to === quoted.to_currency) return amount.times(decimal(quoted.rate))
  if (from === quoted.to_currency && to === quoted.from_currency) return amount.div(decimal(quoted.rate))
  throw new RangeError(`The rate of ${quoted.from_currency} to ${quoted.to_currency} does not fit ${from} and ${to}.`)
}

/** Totals of a document in another currency. */
export interface ConvertedTotals {
  net: Big
  tax: Big
  gross: Big
  /** Net amounts in line order, which sum to the total net amount. */
  lines: Big[]
}

/**
 * Converts a document: net and VAT once each, gross is their sum, and the net amount is split among the lines (EXR-6).
 */
export function convertTotals(
  document: { currency: string; net: Big; tax: Big; lines: readonly Big[] },
  to: string,
  quoted: QuotedRate,
): ConvertedTotals {
  const converted = (amount: Big) => roundToCurrency(convert(amount, document.currency, to, quoted), to)
  const net = converted(document.net)
  const tax = converted(document.tax)
  return { net, tax, gross: net.plus(tax), lines: shareNet(net, document.lines, converted, to) }
}

/** Splits proportionally. With deductions, lines are converted one by one, and the difference goes to the largest. */
function shareNet(net: Big, lines: readonly Big[], converted: (line: Big) => Big, currency: string): Big[] {
  if (lines.every((line) => line.gte(0))) return splitByLargestRemainder(net, lines, currency)
  const alone = lines.map(converted)
  const missing = alone.reduce((left, line) => left.minus(line), net)
  const sizes = lines.map((line) => line.abs())
  const shares = splitByLargestRemainder(missing, sizes, currency)
  return alone.map((line, at) => line.plus(shares[at]!))
}
