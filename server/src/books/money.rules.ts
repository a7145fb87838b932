import { Big } from 'big.js'

/** Currencies of ISO 4217 whose smallest unit is not the hundredth. */
const otherMinorUnits: Readonly<Record<string, number>> = {
  ...fromCodes('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', 0),
  ...fromCodes('BHD IQD JOD KWD LYD OMR TND', 3),
  ...fromCodes('CLF UYW', 4),
}

function fromCodes(codes: string, digits: number): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, digits]))
}

/**
 * Digits after the point that amounts in a currency have (MON-1): 2 for EUR, 0 for JPY, 3 for KWD. What ISO 4217 gives no
 * smallest unit, gold for instance, has 2.
 * @param currency code of ISO 4217
 * @throws RangeError for anything but three capital letters
 */
export function minorUnits(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`${currency.slice(0, 20)} is not a currency of ISO 4217.`)
  return otherMinorUnits[currency] ?? 2
}

const decimalShape = /^-?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i
const longestDecimal = 60

/**
 * A number exactly as its text says it (MON-2), never by way of a JavaScript number: `12.50`, `-3`, `1e-7`.
 * @throws RangeError for text that is not a decimal number of at most 60 characters
 */
export function decimal(text: string): Big {
  if (text.length > longestDecimal || !decimalShape.test(text)) {
    throw new RangeError(`${text.slice(0, longestDecimal)} is not a decimal number.`)
  }
  return new Big(text)
}

/** An amount rounded to the smallest unit of its currency, half of a unit away from zero (MON-1). */
export function roundToCurrency(amount: Big, currency: string): Big {
  return amount.round(minorUnits(currency), Big.roundHalfUp)
}

/** An amount as the interface writes it: with all digits of its currency and never in exponents. */
export function amountText(amount: Big, currency: string): string {
  return roundToCurrency(amount, currency).toFixed(minorUnits(currency))
}

/**
 * Splits an amount by weights without losing or gaining a unit (MON-3). Each share is rounded towards zero; the units that
 * are left go to the shares that lost most, of equal ones to the earlier. Weights that are all zero count as equal.
 * @param total an amount of the currency; a negative one is split like its opposite
 * @param weights none negative
 * @returns shares in the order of the weights, which sum to the total and differ from their exact value by less than one
 *   unit
 * @throws RangeError for a total with parts of a unit, a negative weight, or no weights for what is not zero
 */
export function splitByLargestRemainder(total: Big, weights: readonly Big[], currency: string): Big[] {
  const digits = minorUnits(currency)
  if (!roundToCurrency(total, currency).eq(total)) {
    throw new RangeError(`${total.toFixed()} is not an amount in ${currency}: round it first.`)
  }
  if (weights.some((weight) => weight.lt(0))) throw new RangeError('A weight is negative.')
  if (weights.length === 0 && !total.eq(0)) throw new RangeError('There is nothing to split by.')
  const units = BigInt(total.abs().times(power(digits)).toFixed(0))
  const sign = total.lt(0) ? -1 : 1
  return unitsOf(units, wholeWeights(weights)).map((share) => new Big(share.toString()).times(sign).div(power(digits)))
}

/** Shares of whole units. Integers, since a quotient that is cut at some digit could swap two remainders. */
function unitsOf(units: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((one, other) => one + other, 0n)
  const shares = weights.map((weight) => (units * weight) / sum)
  const left = Number(units - shares.reduce((one, other) => one + other, 0n))
  const lost = weights.map((weight, position) => ({ position, remainder: (units * weight) % sum }))
  lost.sort((one, other) => compare(other.remainder, one.remainder) || one.position - other.position)
  for (const { position } of lost.slice(0, left)) shares[position]! += 1n
  return shares
}

/** The weights in whole numbers of the same proportion; equal ones where all are zero. */
function wholeWeights(weights: readonly Big[]): bigint[] {
  if (weights.every((weight) => weight.eq(0))) return weights.map(() => 1n)
  const digits = Math.max(0, ...weights.map((weight) => weight.c.length - 1 - weight.e))
  return weights.map((weight) => BigInt(weight.times(power(digits)).toFixed(0)))
}

function power(digits: number): Big {
  return new Big(`1e${digits}`)
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : Number(one > other)
}
