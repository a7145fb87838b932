import { CutOff } from '../card/fields.rules.ts'

/** Subject of a part of a vehicle unit download (annex 1C, appendix 7, 2.2.6). */
export type UnitPart = 'VERSION' | 'OVERVIEW' | 'ACTIVITIES' | 'EVENTS' | 'SPEED' | 'TECHNICAL' | 'CARD'

/** One list of records of the same length, by the number of its kind. */
export interface UnitRecords {
  kind: number
  length: number
  bytes: Uint8Array
}

/** A part in its original bytes. */
export interface UnitSection {
  part: UnitPart
  /** 1, or 2 for both versions of the second generation. */
  generation: 1 | 2
  lists: readonly UnitRecords[]
}

const parts: readonly UnitPart[] = ['VERSION', 'OVERVIEW', 'ACTIVITIES', 'EVENTS', 'SPEED', 'TECHNICAL', 'CARD']

/** Kinds of records (appendix 1, 2.120). The first generation has none, so its lists use those of the second. */
export const kinds = {
  change: 0x01,
  now: 0x03,
  odometer: 0x05,
  date: 0x06,
  signature: 0x08,
  condition: 0x09,
  vin: 0x0a,
  plate: 0x0b,
  calibration: 0x0c,
  cardUse: 0x0d,
  lock: 0x10,
  control: 0x11,
  speed: 0x12,
  period: 0x13,
  event: 0x15,
  fault: 0x18,
  identification: 0x19,
  overspeedControl: 0x1a,
  overspeed: 0x1b,
  place: 0x1c,
  adjustment: 0x1e,
  registration: 0x24,
} as const

const [first, signatureLength] = [0x76, 128]
/** Maximum parts per file and lists per part: a year has some 400 parts, a part some ten lists. */
const [mostSections, mostLists] = [4_000, 64]

/** Whether bytes are the answers of a vehicle unit: each begins with 0x76 and the number of its part. */
export function isVehicleUnit([begin, number]: Uint8Array): boolean {
  return begin === first && number !== undefined && partOf(number) !== undefined
}

function partOf(number: number): { part: UnitPart; generation: 1 | 2 } | undefined {
  const part = parts[number & 0x0f]
  const isKnown = [0x00, 0x20, 0x30].includes(number & 0xf0)
  return part === undefined || !isKnown ? undefined : { part, generation: number < 0x20 ? 1 : 2 }
}

/**
 * Splits the download of a vehicle unit into its parts (TACHO-11), which follow each other to the end of the file.
 * @throws CutOff where a part ends too early, or none begins where one must
 */
export function sectionsOf(bytes: Uint8Array): UnitSection[] {
  const sections: UnitSection[] = []
  let at = 0
  while (at < bytes.length) {
    if (sections.length > mostSections) throw new CutOff()
    const of = bytes[at] === first ? partOf(bytes[at + 1] ?? 0xff) : undefined
    if (!of) throw new CutOff()
    const rest = bytes.subarray(at + 2)
    // The interface version has two bytes, and the content of an inserted card extends to the end.
    if (of.part === 'VERSION') at += 4
    else if (of.part === 'CARD') return sections
    else {
      const { lists, length } = of.generation === 1 ? fixedLists(rest, of.part) : recordLists(rest)
      sections.push({ ...of, lists })
      at += 2 + length
    }
  }
  return sections
}

interface Lists {
  lists: UnitRecords[]
  length: number
}

/** In the second generation each list states its kind; the signature is the last list. */
function recordLists(bytes: Uint8Array): Lists {
  const lists: UnitRecords[] = []
  let at = 0
  while (lists.length < mostLists) {
    // Some programs write the parts without their signatures.
    if (at === bytes.length || (bytes[at] === first && lists.length > 0)) return { lists, length: at }
    const [kind, length, count] = [numberAt(bytes, at, 1), numberAt(bytes, at + 1, 2), numberAt(bytes, at + 3, 2)]
    const end = at + 5 + length * count
    if (end > bytes.length) throw new CutOff()
    lists.push({ kind, length, bytes: bytes.subarray(at + 5, end) })
    at = end
    if (kind === kinds.signature) return { lists, length: at }
  }
  throw new CutOff()
}

/** A list of the first generation: size of its preceding count in bytes, none for a single mandatory record. */
type Shape = readonly [kind: number, length: number, countBytes: 0 | 1 | 2]

const unread = 0xff
const shapes: Readonly<Record<Exclude<UnitPart, 'VERSION' | 'CARD'>, readonly Shape[]>> = {
  OVERVIEW: [
    [unread, 388, 0],
    [kinds.vin, 17, 0],
    [kinds.registration, 15, 0],
    [kinds.now, 4, 0],
    [kinds.period, 8, 0],
    [unread, 59, 0],
    [kinds.lock, 98, 1],
    [kinds.control, 31, 1],
  ],
  ACTIVITIES: [
    [kinds.date, 4, 0],
    [kinds.odometer, 3, 0],
    [kinds.cardUse, 129, 2],
    [kinds.change, 2, 2],
    [kinds.place, 28, 1],
    [kinds.condition, 5, 2],
  ],
  EVENTS: [
    [kinds.fault, 82, 1],
    [kinds.event, 83, 1],
    [kinds.overspeedControl, 9, 0],
    [kinds.overspeed, 31, 1],
    [kinds.adjustment, 98, 1],
  ],
  SPEED: [[kinds.speed, 64, 2]],
  TECHNICAL: [
    [kinds.identification, 116, 0],
    [unread, 20, 0],
    [kinds.calibration, 167, 1],
  ],
}

function fixedLists(bytes: Uint8Array, part: keyof typeof shapes): Lists {
  let at = 0
  const lists = shapes[part].map(([kind, length, countBytes]): UnitRecords => {
    const count = countBytes === 0 ? 1 : numberAt(bytes, at, countBytes)
    const begin = at + countBytes
    at = begin + count * length
    if (at > bytes.length) throw new CutOff()
    return { kind, length, bytes: bytes.subarray(begin, at) }
  })
  // Some programs write the parts without their signatures.
  const isEnd = (place: number) => place === bytes.length || bytes[place] === first
  if (isEnd(at + signatureLength)) return { lists, length: at + signatureLength }
  if (isEnd(at)) return { lists, length: at }
  throw new CutOff()
}

function numberAt(bytes: Uint8Array, at: number, count: number): number {
  if (at + count > bytes.length) throw new CutOff()
  return bytes.subarray(at, at + count).reduce((sum, byte) => sum * 256 + byte, 0)
}
