import { msg, type Sentence } from '../message.ts'
import { thousandsMark } from './forms/number-forms.ts'

/** The mark before the decimals. The other of the two then is between thousands. */
export type DecimalMark = '.' | ','

/** How someone writes numbers. */
export interface NumberHabit {
  /** Language of the person, two letters or more of a tag: `nl`, `de-DE`. Unknown when absent. */
  language?: string | undefined
  /** The mark that was confirmed: with it, nothing can be read in two ways. */
  decimal?: DecimalMark | undefined
}

/** Every number a text may be: none when it is not a number, two when it can be read in two ways. */
export type Readings = readonly [] | readonly [number] | readonly [number, number]

/**
 * The numbers a text may be, as a person of that language writes it. Spaces and apostrophes separate thousands. One
 * mark with exactly three digits behind it may be either mark: `4.500` is 4500 in Dutch and German, whose mark between
 * thousands it is; in English, and with a comma in the others, it could be 4.5 or 4500, so both are answered.
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

/** The decimal mark that a language leaves no doubt about for a text with one mark before three digits. */
function decimalOf(plain: string, language: string | undefined): DecimalMark | undefined {
  if (plain.includes('.')) return language !== undefined && thousandsMark[language] === '.' ? ',' : undefined
  return language === 'en' ? '.' : undefined
}

/** Spaces and apostrophes are taken out where they are between thousands; undefined when they are anywhere else. */
function withoutSpaces(text: string): string | undefined {
  if (!/[\s'’]/.test(text)) return text
  const isGrouped = /^[-+]?\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d*)?$/.test(text)
  return isGrouped ? text.replace(/[\s'’]/g, '') : undefined
}

/** The number a text is with that decimal mark; undefined when the other mark is not between thousands. */
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

/** What a field with a number holds. */
export type NumberReading =
  | { kind: 'empty' }
  | { kind: 'number'; value: number }
  | { kind: 'doubtful'; values: readonly [number, number] }
  | { kind: 'unreadable' }

/** Reads the text of a field with a number. Nothing is guessed, and what cannot be read is never the same as empty. */
export function readNumber(text: string, habit: NumberHabit = {}): NumberReading {
  if (text.trim() === '') return { kind: 'empty' }
  const found = readings(text, habit)
  if (found.length === 0) return { kind: 'unreadable' }
  return found.length === 1 ? { kind: 'number', value: found[0] } : { kind: 'doubtful', values: found }
}

/**
 * A number as it is in a field: with the decimal mark of the language and nothing between thousands. Three decimals
 * get a zero behind them, so that the text reads as the same number in every language.
 */
export function numberText(value: number | null | undefined, language: string): string {
  if (value === null || value === undefined) return ''
  const text = digitsText(value, language)
  return /^-?\d{1,3}[.,]\d{3}$/.test(text) ? `${text}0` : text
}

/** The digits of a number with the decimal mark of the language, for a sentence. */
export function digitsText(value: number, language: string): string {
  const plain = wholeText(value)
  return language.startsWith('en') ? plain : plain.replace('.', ',')
}

/** The digits of a number, without an exponent. */
function wholeText(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return value.toFixed(Math.abs(value) < 1 ? 20 : 0).replace(/\.?0+$/, (end) => (end.startsWith('.') ? '' : end))
}

/** Says that a text can be read in two ways. */
export function ambiguousNumber(text: string, values: readonly [number, number], language: string): Sentence {
  const [one, other] = values.map((value) => digitsText(value, language))
  return msg`“${text.trim().slice(0, 40)}” could be ${one} or ${other}: please confirm.`
}
