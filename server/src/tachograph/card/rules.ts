import type { Sentence } from '@cartage/contract/said'
import { errorItem, Problem } from '../../http/problem.ts'
import { type CardDay, type CardDays, cardDaysOf } from './activities.rules.ts'
import { type Blocks, blocksOf, type Generations } from './blocks.rules.ts'
import { CutOff } from './fields.rules.ts'
import {
  applicationOf,
  type Chip,
  type Control,
  chipOf,
  controlOf,
  downloadOf,
  type Identity,
  identityOf,
  type Licence,
  licenceOf,
  type Usage,
  usageOf,
} from './identity.rules.ts'
import {
  type Condition,
  conditionsOf,
  type Incident,
  incidentsOf,
  type Measured,
  type Place,
  placesOf,
  positionsOf,
  type Unit,
  unitsOf,
  type VehicleUse,
  vehiclesOf,
} from './records.rules.ts'

/** What a download of a driver card says. Instants are ISO 8601 in UTC; lists are in the order of time. */
export interface DriverCard extends Identity, CardDays {
  /** The newest that the card has data of. */
  generation: 1 | 2
  chip: Chip | null
  licence: Licence | null
  /** When the card was read before. */
  downloadedAt: string | null
  usage: Usage | null
  control: Control | null
  places: Place[]
  vehicles: VehicleUse[]
  events: Incident[]
  faults: Incident[]
  conditions: Condition[]
  positions: Measured[]
  units: Unit[]
}

/** The largest file that is read: a card holds some 100 kB. */
export const largestCard = 1_048_576

/**
 * Reads a download of a driver card of either generation (TACHO-1). Signatures are not checked.
 * @throws Problem validation_failed with what is wrong with the file
 */
export function readDriverCard(bytes: Uint8Array): DriverCard {
  if (bytes.length > largestCard) throw noCard()
  const generations = found(() => blocksOf(bytes), noCard)
  found(() => refuseOtherCards(generations), cutOff)
  const card = found(() => cardOf(generations), cutOff)
  if (card === undefined) throw noCard()
  if (card.days.length === 0) throw noActivities()
  return card
}

const noCard = () =>
  unreadable(
    'This is not the download of a driver card. Read the card again, and upload the file (.ddd, .c1b or .tgd) unchanged.',
  )
const cutOff = () =>
  unreadable('The download of the driver card is not complete. Read the card again, and upload the new file.')
const noActivities = () =>
  unreadable(
    'The download holds no activities of the driver. Read the card again with all its parts, and upload the new file.',
  )
const otherCard = () =>
  unreadable(
    'This is the download of a company, workshop or control card. Upload the download of the card of a driver.',
  )

function unreadable(message: Sentence): Problem {
  return new Problem('validation_failed', { message, errors: [errorItem('body', message, 'tachograph_unreadable')] })
}

/** TACHO-4. @throws CutOff */
function refuseOtherCards({ first, second }: Generations): void {
  const isOther = (bytes: Uint8Array | undefined, generation: 1 | 2) =>
    bytes !== undefined && ['WORKSHOP', 'CONTROL', 'COMPANY'].includes(applicationOf(bytes, generation).type ?? '')
  if (isOther(first.application, 1) || isOther(second.application, 2)) throw otherCard()
}

function found<Value>(read: () => Value, otherwise: () => Problem): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof CutOff) throw otherwise()
    throw error
  }
}

/** TACHO-2: a card of the second generation has both; the first holds what was recorded in older vehicles. */
function cardOf({ first, second }: Generations): DriverCard | undefined {
  const has = (blocks: Blocks) => blocks.identification !== undefined
  if (!has(first) && !has(second)) return undefined
  const newer = has(second) ? second : first
  const of = <Value>(part: keyof Blocks, read: (bytes: Uint8Array) => Value): Value | null => {
    const bytes = second[part] ?? first[part]
    return bytes === undefined ? null : read(bytes)
  }
  const each = <Item extends object>(part: keyof Blocks, read: (bytes: Uint8Array, generation: 1 | 2) => Item[]) =>
    both(first[part] ? read(first[part], 1) : [], second[part] ? read(second[part], 2) : [])
  return {
    ...identityOf(newer.identification!),
    ...daysOf(first, second),
    generation: newer === second ? 2 : 1,
    chip: of('chipCard', chipOf),
    licence: of('licence', licenceOf),
    downloadedAt: of('download', (bytes) => (bytes.length === 0 ? null : downloadOf(bytes))),
    usage: of('usage', usageOf),
    control: of('control', controlOf),
    places: each('places', placesOf),
    vehicles: each('vehicles', vehiclesOf),
    events: each('events', incidentsOf),
    faults: each('faults', incidentsOf),
    conditions: each('conditions', conditionsOf),
    positions: each('positions', positionsOf),
    units: each('units', unitsOf),
  }
}

/** What both generations say at one instant is taken from the second. */
function both<Item extends object>(older: Item[], newer: Item[]): Item[] {
  const keyOf = (item: Item) => {
    const { at, from, type } = item as { at?: string; from?: string; type?: unknown }
    return `${at ?? from} ${String(type)}`
  }
  const known = new Set(newer.map(keyOf))
  const all = [...newer, ...older.filter((item) => !known.has(keyOf(item)))]
  return all.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

/** Of one day in both generations the one with more changes is taken, of equal ones the second. */
function daysOf(first: Blocks, second: Blocks): CardDays {
  const read = [first, second].flatMap(({ activities }) => (activities ? [cardDaysOf(activities)] : []))
  const byDate = new Map<string, CardDay>()
  for (const day of read.flatMap(({ days }) => days)) {
    const other = byDate.get(day.date)
    if (!other || day.changes.length >= other.changes.length) byDate.set(day.date, day)
  }
  const days = [...byDate.values()].toSorted((one, other) => (one.date < other.date ? -1 : 1))
  return { days, isWhole: read.every(({ isWhole }) => isWhole) }
}
