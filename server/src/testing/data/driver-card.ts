import type { CardDay, Change } from '../../tachograph/card/activities.rules.ts'
import { modes } from '../../tachograph/card/activities.rules.ts'
import { parts } from '../../tachograph/card/blocks.rules.ts'
import type { Position, Registration } from '../../tachograph/card/fields.rules.ts'
import { numberOfNation } from '../../tachograph/card/nations.rules.ts'
import type { DriverCard } from '../../tachograph/card/rules.ts'

/** How a card is written. */
export interface Written {
  generation?: 1 | 2
  /** Bytes for the days; the newest overwrite the oldest. */
  bufferBytes?: number
  /** Days that were overwritten before, by their bytes: the buffer begins there. */
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
const plate = ({ nation: of, plate }: Registration) => Buffer.concat([nation(of), text(plate, 14)])
const angle = (degrees: number | null) => {
  if (degrees === null) return number(0x7fffff, 3)
  const written = Math.trunc(degrees) * 1000 + Math.round((degrees - Math.trunc(degrees)) * 600)
  return number(written < 0 ? written + 0x1000000 : written, 3)
}
const position = (place: Position | null) =>
  place === null
    ? Buffer.alloc(11)
    : Buffer.concat([instant(place.at), number(place.accuracy, 1), angle(place.latitude), angle(place.longitude)])

/** One part of a download: its number, kind, length and bytes, and its signature. */
export function block(part: number, generation: 1 | 2, data: Uint8Array): Buffer {
  const kind = generation === 1 ? 0 : 2
  const signature = Buffer.alloc(generation === 1 ? 128 : 64, 0x5a)
  const signed = [number(part, 2), number(kind + 1, 1), number(signature.length, 2), signature]
  return Buffer.concat([number(part, 2), number(kind, 1), number(data.length, 2), data, ...signed])
}

/** The download of a driver card as a reader writes it. */
export function driverCardFile(card: DriverCard, written: Written = {}): Buffer {
  const { generation = card.generation } = written
  const newer = <Value>(value: Value) => (generation === 2 ? [value] : [])
  const of = (part: keyof typeof parts, data: Uint8Array[]) => block(parts[part], generation, Buffer.concat(data))
  return Buffer.concat([
    block(parts.chipCard, 1, chip(card)),
    block(parts.chip, 1, Buffer.alloc(8)),
    of('application', [number(1, 1), Buffer.alloc(generation === 1 ? 9 : 16)]),
    of('identification', [identification(card)]),
    ...(card.licence ? [of('licence', [licence(card.licence)])] : []),
    of('download', [instant(card.downloadedAt)]),
    of('activities', [daysBuffer(card.days, written)]),
    of('places', [
      number(0, generation),
      ...card.places.map((place) =>
        Buffer.concat([
          ...[instant(place.at), number(place.type, 1), nation(place.nation), number(place.region, 1)],
          ...[number(place.odometer, 3), ...newer(position(place.position))],
        ]),
      ),
    ]),
    of('vehicles', [
      number(0, 2),
      ...card.vehicles.map((use) =>
        Buffer.concat([
          ...[number(use.odometerFrom, 3), number(use.odometerTo, 3), instant(use.from), instant(use.to)],
          ...[plate(use.vehicle), digits(use.block, 2), ...newer(plain(use.vin ?? '', 17))],
        ]),
      ),
    ]),
    of('events', card.events.map(incident)),
    of('faults', card.faults.map(incident)),
    of('conditions', [
      ...newer(number(0, 2)),
      ...card.conditions.map(({ at, type }) => Buffer.concat([instant(at), number(conditions.indexOf(type), 1)])),
    ]),
    ...newer(of('positions', [number(0, 2), ...card.positions.map(measured)])),
    ...newer(of('units', [number(0, 2), ...card.units.map(unit)])),
  ])
}

const conditions = [null, 'OUT_OF_SCOPE_BEGIN', 'OUT_OF_SCOPE_END', 'FERRY_BEGIN', 'FERRY_END']

function chip({ chip }: DriverCard): Buffer {
  if (chip === null) return Buffer.alloc(25)
  const { serial, month, year, manufacturer, approval, embedder } = chip
  const made = [number(serial, 4), digits(month, 1), digits(year, 1), number(1, 1), number(manufacturer, 1)]
  return Buffer.concat([number(0, 1), ...made, plain(approval, 8), number(0, 1), plain(embedder, 4), Buffer.alloc(3)])
}

function identification({ card, holder }: DriverCard): Buffer {
  const birth = holder.birthDate === null ? null : Number(holder.birthDate.replaceAll('-', ''))
  return Buffer.concat([
    ...[nation(card.nation), plain(card.number, 16), text(card.authority, 36), instant(card.issuedAt)],
    ...[instant(card.validFrom), instant(card.validUntil), text(holder.surname, 36), text(holder.firstNames, 36)],
    ...[digits(birth, 4), plain(holder.language, 2)],
  ])
}

function licence(of: NonNullable<DriverCard['licence']>): Buffer {
  return Buffer.concat([text(of.authority, 36), nation(of.nation), plain(of.number, 16)])
}

function incident({ type, from, to, vehicle }: DriverCard['events'][number]): Buffer {
  return Buffer.concat([number(type, 1), instant(from), instant(to), plate(vehicle)])
}

function measured({ at, position: place, odometer }: DriverCard['positions'][number]): Buffer {
  return Buffer.concat([instant(at), position(place), number(odometer, 3)])
}

function unit({ at, manufacturer, device, software }: DriverCard['units'][number]): Buffer {
  return Buffer.concat([instant(at), number(manufacturer, 1), number(device, 1), plain(software, 4)])
}

/** Writes one day after the other around the buffer, as a tachograph does, over the oldest where there is no room. */
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

/** A card of a driver without any days. */
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
    chip: null,
    licence: null,
    downloadedAt: null,
    usage: null,
    control: null,
    places: [],
    vehicles: [],
    events: [],
    faults: [],
    conditions: [],
    positions: [],
    units: [],
    ...of,
  }
}

/** A day of a card from words such as `06:00 WORK`, in the driver's slot with the card in; `OUT` takes it out. */
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
