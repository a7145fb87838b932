import { utcDay } from '@cartage/contract/reading/calendar'
import { decimalOf, fieldsOf, recordsOf } from './fields.rules.ts'

/** Activities recorded by a tachograph, in the order of their numbers. */
export const modes = ['REST', 'AVAILABLE', 'WORK', 'DRIVING'] as const

export type Mode = (typeof modes)[number]

/** A change of activity at a minute of a day. */
export interface Change {
  /** Minutes since midnight in UTC. */
  minute: number
  mode: Mode
  /** Whether the card was in the co-driver slot. */
  isCoDriver: boolean
  /** Whether two cards were inserted. */
  isCrew: boolean
  isInserted: boolean
  /** False while the card was out and nothing was entered for that time. */
  isKnown: boolean
}

/** Data of one day on a card. */
export interface CardDay {
  /** The day in UTC. */
  date: string
  /** Counter of the days on which the card was used. */
  presence: number | null
  kilometres: number
  changes: Change[]
}

/** The days of a card, in order. */
export interface CardDays {
  days: CardDay[]
  /** False if a record does not link to the one before it: older records are left out. */
  isWhole: boolean
}

const head = 12
/** A day has 1,440 minutes, each with at most one change per slot. */
const longest = head + 2 * 2 * 1440

/**
 * EF Driver_Activity_Data: days in a ring buffer in which the newest overwrites the oldest (TACHO-3). It is read from
 * the newest day back, since each day states the length of the previous one. The total length is limited to the buffer
 * and dates must decrease, so that no pointer can lead in a circle.
 * @throws CutOff
 */
export function cardDaysOf(bytes: Uint8Array): CardDays {
  const [oldest, newest] = [fieldsOf(bytes).number(2), fieldsOf(bytes.subarray(2)).number(2)]
  const buffer = bytes.subarray(4)
  const days: CardDay[] = []
  if (newest >= buffer.length) return { days, isWhole: false }
  let [at, used, before] = [newest, 0, '9']
  while (true) {
    const record = recordAt(buffer, at, used)
    if (!record || record.day.date >= before) return { days: days.toReversed(), isWhole: isUnused(buffer, newest) }
    days.push(record.day)
    used += record.length
    before = record.day.date
    if (at === oldest || record.lengthBefore === 0) return { days: days.toReversed(), isWhole: at === oldest }
    if (record.lengthBefore > buffer.length) return { days: days.toReversed(), isWhole: false }
    at = (at - record.lengthBefore + buffer.length) % buffer.length
  }
}

/** A card without any records. */
function isUnused(buffer: Uint8Array, newest: number): boolean {
  return newest === 0 && buffer.every((byte) => byte === 0)
}

interface DayRecord {
  day: CardDay
  length: number
  lengthBefore: number
}

function recordAt(buffer: Uint8Array, at: number, used: number): DayRecord | undefined {
  const left = buffer.length - used
  if (left < head) return undefined
  const fields = fieldsOf(around(buffer, at, head))
  const [lengthBefore, length, instant] = [fields.number(2), fields.number(2), fields.instant()]
  const [presence, kilometres] = [decimalOf(fields.digits(2)), fields.number(2)]
  if (length < head || length > Math.min(longest, left) || instant === null) return undefined
  const changes = recordsOf(around(buffer, at, length).subarray(head), 2, (change) => changeOf(change.number(2)))
  if (changes.some(({ minute }) => minute >= 1440)) return undefined
  const day = { date: utcDay(Date.parse(instant)), presence, kilometres, changes: inOrder(changes) }
  return { day, length, lengthBefore }
}

/** Stable sort: of two changes in the same minute the later one in the file takes effect. */
export function inOrder(changes: Change[]): Change[] {
  return changes.toSorted((one, other) => one.minute - other.minute)
}

/** Bytes from an offset on, wrapping around at the end. */
function around(buffer: Uint8Array, at: number, count: number): Uint8Array {
  if (at + count <= buffer.length) return buffer.subarray(at, at + count)
  return Uint8Array.from({ length: count }, (_, index) => buffer[(at + index) % buffer.length]!)
}

/** Decodes slot, crew, card, activity (2 bits) and minute (11) from two bytes (annex 1C, appendix 1, 2.1). */
export function changeOf(number: number): Change {
  const [slot, crew, out] = [number & 0x8000, number & 0x4000, number & 0x2000].map(Boolean)
  return {
    minute: number & 0x07ff,
    mode: modes[(number >> 11) & 3]!,
    isCoDriver: slot!,
    // While a card is out, the bit says whether the driver entered the activity manually.
    isCrew: crew! && !out,
    isInserted: !out,
    isKnown: !out || crew!,
  }
}
