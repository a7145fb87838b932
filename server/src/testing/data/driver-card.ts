import type { CardDay, Change } from '../../tachograph/card/activities.rules.ts'
import { modes } from '../../tachograph/card/activities.rules.ts'
import { parts } from '../../tachograph/card/blocks.rules.ts'
import { numberOfNation } from '../../tachograph/card/nations.rules.ts'
import type { DriverCard } from '../../tachograph/card/rules.ts'

/** Storage options of a card. */
export interface Written {
  generation?: 1 | 2
  /** Size of the buffer for days; the newest overwrite the oldest. */
  bufferBytes?: number
  /** Offset where the buffer begins, as after earlier overwritten days. */
  beginAt?: number
}

const number = (value: number, bytes: number) => {
  const written = Buffer.alloc(bytes)
  written.writeUIntBE(value, 0, bytes)
  return written
}
const digits = (value: number | null, bytes: number) =>
  value === null ? Buffer.alloc(bytes, 0xff) : Buffer.from(String(value).padStart(bytes * 2, '0'), 'hex')
const instant = (at: string | null) => number(at === null ? 0 : Date.parse(at) / 1000, 4)
const plain = (text: string, bytes: number) => Buffer.from(text.padEnd(bytes).slice(0, bytes), 'latin1')
const text = (value: string, bytes: number) => Buffer.concat([number(1, 1), plain(value, bytes - 1)])
const nation = (country: string | null) => number(numberOfNation(country), 1)
/** Parts ignored by the reader, with meaningless bytes: chip, licence, download, places, vehicles, events, faults. */
const unread = [0x0005, 0x0521, 0x050e, 0x0506, 0x0505, 0x0502, 0x0503]

/** One part of a download: its number, kind, length and bytes, and its signature. */
export function block(part: number, generation: 1 | 2, data: Uint8Array): Buffer {
  const kind = generation === 1 ? 0 : 2
  const signature = Buffer.alloc(generation === 1 ? 128 : 64, 0x5a)
  const signed = [number(part, 2), number(kind + 1, 1), number(signature.length, 2), signature]
  return Buffer.concat([number(part, 2), number(kind, 1), number(data.length, 2), data, ...signed])
}

/** The download of a driver card in the format of a card reader. */
export function driverCardFile(card: DriverCard, written: Written = {}): Buffer {
  const { generation = card.generation } = written
  const of = (part: keyof typeof parts, data: Uint8Array[]) => block(parts[part], generation, Buffer.concat(data))
  return Buffer.concat([
    block(0x0002, 1, Buffer.alloc(25)),
    of('application', [number(1, 1), Buffer.alloc(generation === 1 ? 9 : 16)]),
    of('identification', [identification(card)]),
    of('activities', [daysBuffer(card.days, written)]),
    of('conditions', [conditions(card, generation)]),
    ...unread.map((part) => block(part, generation, Buffer.alloc(42, 0x31))),
  ])
}

function identification({ card, holder }: DriverCard): Buffer {
  const birth = holder.birthDate === null ? null : Number(holder.birthDate.replaceAll('-', ''))
  return Buffer.concat([
    ...[nation(card.nation), plain(card.number, 16), text(card.authority, 36), instant(card.issuedAt)],
    ...[instant(card.validFrom), instant(card.validUntil), text(holder.surname, 36), text(holder.firstNames, 36)],
    ...[digits(birth, 4), plain(holder.language, 2)],
  ])
}

/** Crossings among entries ignored by the reader: two out-of-scope conditions, and unused entries. */
function conditions({ crossings }: DriverCard, generation: 1 | 2): Buffer {
  const record = (at: string | null, condition: number) => [instant(at), number(condition, 1)]
  return Buffer.concat([
    ...(generation === 2 ? [number(crossings.length, 2)] : []),
    ...record('2026-01-02T03:04:00Z', 1),
    ...record('2026-01-02T05:04:00Z', 2),
    ...crossings.flatMap(({ at, kind }) => record(at, kind === 'BEGIN' ? 3 : 4)),
    ...Array.from({ length: 4 }, () => record(null, 0)).flat(),
  ])
}

/** Writes the days into the ring buffer as a tachograph does, overwriting the oldest when it is full. */
function daysBuffer(days: readonly CardDay[], { bufferBytes = 13_776, beginAt = 0 }: Written): Buffer {
  const buffer = Buffer.alloc(bufferBytes)
  const kept: { at: number; length: number }[] = []
  let at = beginAt % bufferBytes
  for (const day of days) {
    const length = 12 + 2 * day.changes.length
    while (kept.reduce((sum, one) => sum + one.length, 0) + length > bufferBytes) kept.shift()
    const before = kept.at(-1)?.length ?? 0
    const record = Buffer.concat([
      ...[number(before, 2), number(length, 2), instant(`${day.date}T00:00:00Z`), digits(day.presence, 2)],
      ...[number(day.kilometres, 2), ...day.changes.map(change)],
    ])
    for (const [index, byte] of record.entries()) buffer[(at + index) % bufferBytes] = byte
    kept.push({ at, length })
    at = (at + length) % bufferBytes
  }
  return Buffer.concat([number(kept[0]?.at ?? 0, 2), number(kept.at(-1)?.at ?? 0, 2), buffer])
}

function change({ minute, mode, isCoDriver, isCrew, isInserted, isKnown }: Change): Buffer {
  const bit = isInserted ? isCrew : isKnown
  const flags = (isCoDriver ? 0x8000 : 0) + (bit ? 0x4000 : 0) + (isInserted ? 0 : 0x2000)
  return number(flags + modes.indexOf(mode) * 0x0800 + minute, 2)
}

/** A driver card without any days. */
export function blankCard(of: Partial<DriverCard> = {}): DriverCard {
  return {
    card: {
      ...{ nation: 'NL', number: 'NL12345678901200', authority: 'Kiwa', issuedAt: '2024-01-10T00:00:00Z' },
      ...{ validFrom: '2024-01-12T00:00:00Z', validUntil: '2029-01-11T00:00:00Z' },
    },
    holder: { surname: 'de Vries', firstNames: 'Anna', birthDate: '1985-04-30', language: 'nl' },
    days: [],
    isWhole: true,
    generation: 1,
    crossings: [],
    ...of,
  }
}

/** A card day from texts such as `06:00 WORK`, in the driver's slot with the card inserted; `OUT` withdraws it. */
export function cardDay(date: string, ...changes: string[]): CardDay {
  const read = changes.map((words): Change => {
    const [, hours, minutes, mode] = /^(\d\d):(\d\d) (\w+)$/.exec(words)!
    const isOut = mode === 'OUT'
    return {
      minute: Number(hours) * 60 + Number(minutes),
      mode: isOut ? 'REST' : (mode as Change['mode']),
      ...{ isCoDriver: false, isCrew: false, isInserted: !isOut, isKnown: !isOut },
    }
  })
  return { date, presence: 1, kilometres: 0, changes: read }
}
