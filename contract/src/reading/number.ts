import { msg, type Sentence } from '../message.ts'
import { thousandsMark } from './forms/number-forms.ts'

/** Decimal mark. The other one then separates thousands. */
export type DecimalMark = '.' | ','

/** Number notation of a user. */
export interface NumberHabit {
  /** Language of the user, two letters or a longer tag: `nl`, `de-DE`. Unknown when absent. */
  language?: string | undefined
  /** Confirmed decimal mark: with it, no number is ambiguous. */
  decimal?: DecimalMark | undefined
}

/** Possible values of a text: none if it is not a number, two if it is ambiguous. */
export type Readings = readonly [] | readonly [number] | readonly [number, number]

/**
 * Possible values of a text in the notation of a language. Spaces and apostrophes separate thousands. One mark followed
 * by exactly three digits may be either mark: `4.500` is 4500 in Dutch and German, where the point separates thousands.
 * In English, and with a comma in other languages, it could be 4.5 or 4500, so both are returned.
 */
export function readings(text: string, habit: NumberHabit = {}): Readings {
  const plain = withoutSpaces(text.trim().replace(/^[\u2212\u2013]/, '-'))
  if (plain === undefined || !/^[-+]?\d[\d.,]*$/.test(plain)) return []
  const decimals = (['.', ','] as const).filter((mark) => asNumber(plain, mark) !== undefined)
  const values = [...new Set(decimals.map((mark) => asNumber(plain, mark)!))]
  const [one, other] = values
  if (one === undefined) return []
  if (other === undefined) return [one]
  const settled = habit.decimal ?? decimalOf(plain, habit.language?.slice(0, 2).toLowerCase())
  if (settled !== undefined) return [asNumber(plain, settled)!]
  return one < other === one < 0 ? [other, one] : [one, other]
}

/** Unambiguous decimal mark of a language for a text with one mark before three digits. */
function decimalOf(plain: string, language: string | undefined): DecimalMark | undefined {
  if (plain.includes('.')) return language !== undefined && thousandsMark[language] === '.' ? ',' : undefined
  return language === 'en' ? '.' : undefined
}

/** Removes spaces and apostrophes between thousands; undefined if they are anywhere else. */
function withoutSpaces(text: string): string | undefined {
  if (!/[\s'’]/.test(text)) return text
  const isGrouped = /^[-+]?\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d*)?$/.test(text)
  return isGrouped ? text.replace(/[\s'’]/g, '') : undefined
}

/** Value of a text with this decimal mark; undefined if the other mark does not separate thousands. */
function asNumber(plain: string, decimal: DecimalMark): number | undefined {
  const group = decimal === '.' ? ',' : '.'
  const [whole = '', fraction, ...more] = plain.replace(/^[-+]/, '').split(decimal)
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined
  const groups = whole.split(group)
  const areGroups = groups.length === 1 || (/^[1-9]\d{0,2}$/.test(groups[0]!) && groups.slice(1).every(isThree))
  if (!areGroups) return undefined
  const value = Number(`${plain.startsWith('-') ? '-' : ''}${groups.join('')}${fraction ? `.${fraction}` : ''}`)
  return Number.isFinite(value) ? value : undefined
}

function isThree(group: string): boolean {
  return /^\d{3}$/.test(group)
}

/** Content of a number field. */
export type NumberReading =
  | { kind: 'empty' }
  | { kind: 'number'; value: number }
  | { kind: 'doubtful'; values: readonly [number, number] }
  | { kind: 'unreadable' }

/** Parses a number field. Nothing is guessed, and unreadable text is never treated as empty. */
export function readNumber(text: string, habit: NumberHabit = {}): NumberReading {
  if (text.trim() === '') return { kind: 'empty' }
  const found = readings(text, habit)
  if (found.length === 0) return { kind: 'unreadable' }
  return found.length === 1 ? { kind: 'number', value: found[0] } : { kind: 'doubtful', values: found }
}

/**
 * Formats a number for a field: with the language's decimal mark and no thousands separator. Three decimals get a
 * trailing zero, so that the text is the same number in every language.
 */
export function numberText(value: number | null | undefined, language: string): string {
  if (value === null || value === undefined) return ''
  const text = digitsText(value, language)
  return /^-?\d{1,3}[.,]\d{3}$/.test(text) ? `${text}0` : text
}

/** Digits of a number with the language's decimal mark, for a sentence. */
export function digitsText(value: number, language: string): string {
  const plain = wholeText(value)
  return language.startsWith('en') ? plain : plain.replace('.', ',')
}

/** Digits of a number without an exponent. */
function wholeText(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return value.toFixed(Math.abs(value) < 1 ? 20 : 0).replace(/\.?0+$/, (end) => (end.startsWith('.') ? '' : end))
}

/** Error that a number is ambiguous. */
export function ambiguousNumber(text: string, values: readonly [number, number], language: string): Sentence {
  const [one, other] = values.map((value) => digitsText(value, language))
  return msg`“${text.trim().slice(0, 40)}” could be ${one} or ${other}: please confirm.`
}
