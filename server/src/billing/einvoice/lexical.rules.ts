import { decimal } from '../../books/money.rules.ts'

// Notations of numbers, dates and booleans in XML Schema and the code lists of electronic invoices (EINV-4). All
// external values are parsed here and nowhere else. A value in no known form is undefined, never guessed.

/** Maximum digits of a number: `decimal` parses no more. */
const longestDecimal = 60

/**
 * Converts a decimal of XML Schema to the form `decimal` parses: `640.`, `+64`, `.5` and `007.50` become `640`, `64`,
 * `0.5` and `7.50`. Trailing zeros are preserved.
 */
export function decimalIn(text: string): string | undefined {
  const form = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim())
  if (!form || ((form[2] ?? '') === '' && (form[3] ?? '') === '')) return undefined
  const [, sign, whole = '', fraction = ''] = form
  const digits = `${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`
  if (digits.length >= longestDecimal) return undefined
  return sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits
}

/** A JSON number with its exponent expanded: `1e+21`. */
export function jsonDecimalIn(text: string): string | undefined {
  const trimmed = text.trim()
  if (!/^-?\d+(\.\d+)?e[+-]?\d{1,2}$/i.test(trimmed) || trimmed.length > longestDecimal) return decimalIn(trimmed)
  return decimal(trimmed).toFixed()
}

/**
 * A day as `YYYY-MM-DD`: an XML Schema date or timestamp, whose zone does not shift the day, or the `20261115` of
 * UN/CEFACT. Undefined if no such calendar day exists.
 */
export function dayIn(text: string): string | undefined {
  const zone = String.raw`(?:Z|[+-]\d{2}:\d{2})?`
  const time = String.raw`(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?`
  const form =
    new RegExp(String.raw`^(\d{4})-(\d{2})-(\d{2})${time}${zone}$`).exec(text.trim()) ??
    /^(\d{4})(\d{2})(\d{2})(?:\d{4}|\d{6})?$/.exec(text.trim())
  if (!form) return undefined
  const day = `${form[1]}-${form[2]}-${form[3]}`
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : undefined
}

/** A boolean of XML Schema. */
export function truthIn(text: string): boolean | undefined {
  const trimmed = text.trim()
  if (trimmed === 'true' || trimmed === '1') return true
  return trimmed === 'false' || trimmed === '0' ? false : undefined
}
