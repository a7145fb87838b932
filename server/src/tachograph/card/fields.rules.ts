import { utcDay } from '@cartage/contract/reading/calendar'
import { nationOf } from './nations.rules.ts'

/** A part of a file ends before its required content. */
export class CutOff extends Error {}

/** Reads the members of a record one after the other. Numbers are unsigned, the most significant byte first. */
export interface Fields {
  /** @throws CutOff when too few bytes are left, as do all methods */
  number(bytes: number): number
  bytes(count: number): Uint8Array
  /** Digits in BCD, two per byte; null if a byte has none. */
  digits(bytes: number): string | null
  /** Seconds since 1970 as ISO 8601 in UTC; null if empty. */
  instant(): string | null
  /** A date in BCD with eight digits. */
  date(): string | null
  /** Trimmed text in ISO 8859-1. */
  plain(bytes: number): string
  /** Trimmed text after a byte for the code page. */
  text(bytes: number): string
  nation(): string | null
  registration(): Registration
}

/** The plate of a vehicle. */
export interface Registration {
  nation: string | null
  plate: string
}

/** Reads bytes from their beginning (TACHO-1). */
export function fieldsOf(given: Uint8Array): Fields {
  let at = 0
  const take = (count: number): Uint8Array => {
    if (at + count > given.length) throw new CutOff()
    at += count
    return given.subarray(at - count, at)
  }
  const number = (count: number) => take(count).reduce((sum, byte) => sum * 256 + byte, 0)
  const plain = (count: number) => textOf(take(count), 1)
  const text = (count: number) => {
    const [page, ...bytes] = take(count)
    return textOf(Uint8Array.from(bytes), page!)
  }
  const instant = () => instantOf(number(4))
  const nation = () => nationOf(number(1))
  return {
    number,
    bytes: take,
    digits: (count) => digitsOf(take(count)),
    instant,
    date: () => dateOf(digitsOf(take(4))),
    plain,
    text,
    nation,
    registration: () => ({ nation: nation(), plate: text(14) }),
  }
}

/** Records of a fixed length; a remainder at the end is ignored. */
export function recordsOf<Item>(bytes: Uint8Array, length: number, read: (fields: Fields) => Item): Item[] {
  const count = Math.floor(bytes.length / length)
  return Array.from({ length: count }, (_, at) => read(fieldsOf(bytes.subarray(at * length, (at + 1) * length))))
}

/** Number in BCD, two digits per byte; null if a byte has none. */
export function decimalOf(digits: string | null): number | null {
  return digits === null ? null : Number(digits)
}

function digitsOf(bytes: Uint8Array): string | null {
  const digits = Buffer.from(bytes).toString('hex')
  return /^\d+$/.test(digits) ? digits : null
}

/** All zeros and all ones mean empty. */
function instantOf(seconds: number): string | null {
  return seconds === 0 || seconds === 0xffffffff ? null : `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
}

function dateOf(digits: string | null): string | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(digits ?? '') ?? []
  if (year === undefined) return null
  const date = `${year}-${month}-${day}`
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) || utcDay(time) !== date ? null : date
}

/** Code pages of annex 1C, appendix 1, 2.20; the others are read as ISO 8859-1. */
const pages: Readonly<Record<number, string>> = {
  2: 'iso-8859-2',
  3: 'iso-8859-3',
  5: 'iso-8859-5',
  7: 'iso-8859-7',
  9: 'windows-1254',
  13: 'iso-8859-13',
  15: 'iso-8859-15',
  16: 'iso-8859-16',
  80: 'koi8-r',
  85: 'koi8-u',
}

function textOf(bytes: Uint8Array, page: number): string {
  const text = new TextDecoder(pages[page] ?? 'windows-1252').decode(bytes)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what was not written is zeros or ones
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ').replaceAll(/^[\sÿ]+|[\sÿ]+$/g, '')
}
