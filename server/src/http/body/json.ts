import { msg, type Sentence } from '@cartage/contract/message'
import { errorItem, Problem } from '../problem.ts'
import { turn } from './bytes.ts'

const deepest = 32
const mostMembers = 10_000
const longestArray = 2_000
/** A longer list than usual holds records, which have members. */
const membersPerEntry = 50

/**
 * Parses a request body and refuses input that PostgreSQL or later readers cannot handle: U+0000, lone surrogates,
 * numbers that are not finite or not exact, too deep or too many members (LIMIT-10).
 * @param longestList maximum entries of a list, for endpoints that accept more than the usual 2,000
 * @throws Problem body_not_json (400), validation_failed (422)
 */
export function parseJson(text: string, longestList: number = longestArray): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Problem('body_not_json')
  }
  // U+0000 and lone surrogates can only appear as escapes, so text without any needs no check.
  const found = inspect(value, 1, {
    members: 0,
    hasEscapes: text.includes('\\u'),
    longestList,
    mostMembers: longestList > longestArray ? longestList * membersPerEntry : mostMembers,
  })
  if (found) {
    const item = errorItem(found.path.reverse().join('.'), found.message, found.detail)
    throw new Problem('validation_failed', { message: found.message, errors: [item] })
  }
  return value
}

interface Fault {
  /** Names and indexes from the error up to the body, collected on the way back so that valid bodies have no cost. */
  path: (string | number)[]
  message: Sentence
  detail: string
}

interface Walk {
  members: number
  hasEscapes: boolean
  longestList: number
  mostMembers: number
}

function inspect(value: unknown, depth: number, walk: Walk): Fault | undefined {
  if (typeof value === 'string') return walk.hasEscapes ? inspectText(value) : undefined
  if (typeof value === 'number') return inspectNumber(value)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > deepest) return fault(msg`The body is nested deeper than ${deepest} levels.`, 'too_deep')
  return Array.isArray(value) ? inspectArray(value, depth, walk) : inspectObject(value, depth, walk)
}

function inspectArray(list: unknown[], depth: number, walk: Walk): Fault | undefined {
  const { longestList } = walk
  if (list.length > longestList) return fault(msg`A list can have at most ${longestList} entries.`, 'too_long')
  for (let index = 0; index < list.length; index += 1) {
    const found = inspect(list[index], depth + 1, walk)
    if (found) return within(found, index)
  }
  return undefined
}

function inspectObject(object: object, depth: number, walk: Walk): Fault | undefined {
  for (const name of Object.keys(object)) {
    walk.members += 1
    if (walk.members > walk.mostMembers) {
      return fault(msg`The body has more than ${walk.mostMembers} members.`, 'too_many_members')
    }
    if (name === '__proto__') return fault('The member name __proto__ is not allowed.', 'forbidden_name')
    const misnamed = walk.hasEscapes ? inspectText(name) : undefined
    if (misnamed) return misnamed
    const found = inspect((object as Record<string, unknown>)[name], depth + 1, walk)
    if (found) return within(found, name)
  }
  return undefined
}

function inspectText(text: string): Fault | undefined {
  if (text.includes('\u0000')) return fault('Text may not contain the character U+0000.', 'nul_character')
  if (!text.isWellFormed()) return fault('Text contains half a character (a lone surrogate).', 'lone_surrogate')
  return undefined
}

function inspectNumber(value: number): Fault | undefined {
  if (!Number.isFinite(value)) return fault('The number is too large.', 'not_finite')
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined
  return fault('Whole numbers beyond 9007199254740991 lose digits. Send text instead.', 'not_exact')
}

function fault(message: Sentence, detail: string): Fault {
  return { path: [], message, detail }
}

function within(found: Fault, segment: string | number): Fault {
  found.path.push(segment)
  return found
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Body bytes as text; empty for an unread body.
 * @throws Problem body_not_json for bytes that are not UTF-8 (LIMIT-17)
 */
export function bodyText(body: unknown): string {
  if (!Buffer.isBuffer(body)) return ''
  if (isUtf16(body)) {
    const message = 'The body is UTF-16, from byte 0 on. Send it as UTF-8.'
    throw new Problem('body_not_json', { message })
  }
  try {
    return utf8.decode(body)
  } catch {
    const at = firstForeignByte(body)
    const byte = `0x${body[at]!.toString(16).toUpperCase().padStart(2, '0')}`
    const message = msg`The body is not UTF-8: byte ${at} (${byte}), counted from 0, does not belong to a character. Send it as UTF-8.`
    throw new Problem('body_not_json', { message })
  }
}

/** Whether bytes may be a JSON object or list, for endpoints that also accept files. */
export function beginsAsJson(body: Buffer): boolean {
  return /^\s*[[{]/.test(body.subarray(0, 32).toString('latin1'))
}

/** Maximum values in a body, members and list entries together. More would block others too long. */
const mostValues = 250_000

/** Bytes scanned at once: some 2 ms. */
const slice = 524_288

/**
 * Counts the values of a large body before parsing: 32 MB of empty lists cost JSON.parse two seconds and a gigabyte. It
 * scans the bytes in slices, so that others are answered in between (LIMIT-22). Syntax is checked by the parser.
 * @param longestList maximum entries of a list, as for `parseJson`
 * @throws Problem validation_failed (422) if there are too many values
 */
export async function countValues(body: Buffer, longestList: number = longestArray): Promise<void> {
  const most = Math.max(mostValues, longestList > longestArray ? longestList * membersPerEntry : 0)
  let values = 0
  let at = 0
  for (let end = slice; at < body.length; end += slice) {
    const last = Math.min(end, body.length)
    while (at < last) {
      const byte = body[at]
      if (byte === quote) at = endOfText(body, at)
      else if (byte === comma || byte === openList || byte === openObject) values += 1
      at += 1
    }
    if (values > most) {
      const message = msg`The body has more than ${most} values.`
      throw new Problem('validation_failed', { message, errors: [errorItem('', message, 'too_many_members')] })
    }
    await turn()
  }
}

const [quote, backslash, comma, openList, openObject] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

/** End of the string that begins here; the end of the body if unterminated. */
function endOfText(body: Buffer, start: number): number {
  for (let at = body.indexOf(quote, start + 1); at !== -1; at = body.indexOf(quote, at + 1)) {
    let before = at - 1
    while (body[before] === backslash) before -= 1
    if ((at - before) % 2 === 1) return at
  }
  return body.length
}

/** Recognised by its byte order mark, or by a zero byte next to the first character, as JSON never begins with one. */
function isUtf16(body: Buffer): boolean {
  const [first, second] = body
  if (first === undefined || second === undefined) return false
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || (first === 0) !== (second === 0)
}

/** Position of the first bytes that are invalid UTF-8: decoded leniently, the text differs from there on. */
function firstForeignByte(body: Buffer): number {
  const lenient = Buffer.from(body.toString('utf8'))
  let at = 0
  while (at < body.length - 1 && body[at] === lenient[at]) at += 1
  return at
}
