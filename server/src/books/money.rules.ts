import { Big } from 'big.js'

/** ISO 4217 currencies whose smallest unit is not one hundredth. */
const otherMinorUnits: Readonly<Record<string, number>> = {
  ...fromCodes('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', 0),
  ...fromCodes('BHD IQD JOD KWD LYD OMR TND', 3),
  ...fromCodes('CLF UYW', 4),
}

function fromCodes(codes: string, digits: number): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, digits]))
}

/**
 * Decimal places of amounts in a currency (MON-1): 2 for EUR, 0 for JPY, 3 for KWD. Codes without a smallest unit in
 * ISO 4217, such as gold, have 2.
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
 * Parses a decimal exactly (MON-2), never through a JavaScript number: `12.50`, `-3`, `1e-7`.
 * @throws RangeError for text that is not a decimal number of at most 60 characters
 */
export function decimal(text: string): Big {
  if (text.length > longestDecimal || !decimalShape.test(text)) {
    throw new RangeError(`${text.slice(0, longestDecimal)} is not a decimal number.`)
  }
  return new Big(text)
}

/** Rounds an amount to the smallest unit of its currency, half away from zero (MON-1). */
export function roundToCurrency(amount: Big, currency: string): Big {
  return amount.round(minorUnits(currency), Big.roundHalfUp)
}

/** An amount for the interface: with all digits of its currency, never with an exponent. */
export function amountText(amount: Big, currency: string): string {
  return roundToCurrency(amount, currency).toFixed(minorUnits(currency))
}

/**
 * Splits an amount by weights without losing or gaining a unit (MON-3). Each share is rounded towards zero. Remaining
 * units go to the largest remainders, earlier ones first if equal. All-zero weights count as equal.
 * @param total an amount of the currency; a negative one is split like its opposite
 * @param weights none negative
 * @returns shares in the order of the weights, which sum to the total and differ from their exact value by less than
 * one unit
 * @throws RangeError for a total with fractions of a unit, a negative weight, or a nonzero total without weights
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

/** Splits whole units. Integers, because a truncated quotient could swap two remainders. */
function unitsOf(units: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((one, other) => one + other, 0n)
  const shares = weights.map((weight) => (units * weight) / sum)
  const left = Number(units - shares.reduce((one, other) => one + other, 0n))
  const lost = weights.map((weight, position) => ({ position, remainder: (units * weight) % sum }))
  lost.sort((one, other) => compare(other.remainder, one.remainder) || one.position - other.position)
  for (const { position } of lost.slice(0, left)) shares[position]! += 1n
  return shares
}

/** Weights as proportional whole numbers, equal if all are zero. */
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
