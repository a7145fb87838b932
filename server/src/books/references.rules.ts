import { plainNumber } from '@cartage/contract/reading/fold'
import type { Big } from 'big.js'

/** Parts of a Belgian structured reference: the year, the number range (0 the first) and the counter. */
export interface CountedNumber {
  year: number
  range: number
  counted: number
}

/**
 * Belgian structured reference (OGM, VCS) of ten digits (REF-1): `+++010/8068/17183+++`.
 * @throws RangeError for anything but ten digits
 */
export function structuredReference(digits: string): string {
  if (!/^\d{10}$/.test(digits)) throw new RangeError('A structured reference has ten digits.')
  const check = Number(digits) % 97 || 97
  const text = `${digits}${String(check).padStart(2, '0')}`
  return `+++${text.slice(0, 3)}/${text.slice(3, 7)}/${text.slice(7)}+++`
}

/** The twelve digits of a valid Belgian structured reference, in any spacing; undefined if invalid. */
export function structuredDigits(text: string): string | undefined {
  const plain = text.trim()
  if (!/^(\+{3}|\*{3})?[\d/ .-]+(\+{3}|\*{3})?$/.test(plain)) return undefined
  const digits = plain.replaceAll(/\D/g, '')
  if (digits.length !== 12) return undefined
  return (Number(digits.slice(0, 10)) % 97 || 97) === Number(digits.slice(10)) ? digits : undefined
}

/** The ten digits of an invoice number; undefined if its range or counter does not fit. */
export function referenceDigits({ year, range, counted }: CountedNumber): string | undefined {
  if (range > 9 || counted > 9_999_999) return undefined
  return `${String(year).slice(-2)}${range}${String(counted).padStart(7, '0')}`
}

const longestReference = 21

/**
 * Creditor reference of ISO 11649 (REF-2): `RF18539007547034`. Only letters and digits are used.
 * @throws RangeError if none are left, or more than 21 characters
 */
export function creditorReference(text: string): string {
  const plain = plainNumber(text)
  if (plain === '' || plain.length > longestReference) {
    throw new RangeError('A creditor reference has 1 to 21 letters and digits.')
  }
  const check = 98 - remainderOf97(`${plain}RF00`)
  return `RF${String(check).padStart(2, '0')}${plain}`
}

/** Whether a creditor reference has valid check digits. */
export function isCreditorReference(text: string): boolean {
  return /^RF\d{2}[A-Z0-9]{1,21}$/.test(text) && remainderOf97(`${text.slice(4)}${text.slice(0, 4)}`) === 1
}

/** Letters count as 10 to 35. Computed digit by digit, since the whole number does not fit in a double. */
function remainderOf97(text: string): number {
  const digits = text.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return [...digits].reduce((remainder, digit) => (remainder * 10 + Number(digit)) % 97, 0)
}

/** Content of the payment QR code. */
export interface PaymentCode {
  name: string
  iban: string
  bic?: string | undefined
  amount: Big
  currency: string
  /** A creditor reference of ISO 11649, or a text, but not both. */
  reference?: string | undefined
  text?: string | undefined
}

const longestName = 70
const longestText = 140
const mostBytes = 331

/**
 * Text of the QR code for a SEPA credit transfer (REF-3, EPC069-12), version 002. Long names and texts are truncated.
 * @returns undefined if banks do not accept it: another currency than EUR, below 0.01 or over 999,999,999.99, or too
 * many bytes
 * @throws RangeError for a reference together with a text
 */
export function paymentCode({
  name,
  iban,
  bic = '',
  amount,
  currency,
  reference,
  text,
}: PaymentCode): string | undefined {
  if (reference && text) throw new RangeError('A payment code has a reference or a text.')
  if (currency !== 'EUR' || amount.lt('0.01') || amount.gt('999999999.99')) return undefined
  const lines = [
    ...['BCD', '002', '1', 'SCT', bic],
    plain(name, longestName),
    iban.replaceAll(' ', '').toUpperCase(),
    `EUR${amount.toFixed(2)}`,
    '',
    reference ?? '',
    plain(text ?? '', longestText),
  ]
  // Trailing empty lines must be omitted.
  const code = lines.join('\n').trimEnd()
  return Buffer.byteLength(code) > mostBytes ? undefined : code
}

/** Collapses to one line, with a maximum length. */
function plain(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return [...line].slice(0, most).join('').trim()
}
