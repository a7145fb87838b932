import type { Sentence } from '@cartage/contract/message'
import { utcDay } from '@cartage/contract/reading/calendar'
import { errorItem, Problem } from '../../http/problem.ts'
import { type Change, changeOf, inOrder } from '../card/activities.rules.ts'
import { CutOff, fieldsOf, type Registration, recordsOf } from '../card/fields.rules.ts'
import { cardTypes } from '../card/identity.rules.ts'
import type { CardUse, UnitDay } from './days.model.ts'
import { type CardStretches, stretchesByCard } from './drivers.rules.ts'
import { isVehicleUnit, kinds, sectionsOf, type UnitSection } from './sections.rules.ts'

/** Data read from a vehicle unit download, limited to what the product uses (TACHO-11). */
export interface VehicleUnit {
  generation: 1 | 2
  vehicle: Registration | null
  days: UnitDay[]
}

/** Maximum file size; a year with detailed speed has some 2 MB. */
export const largestUnit = 10_485_760

/** Result of a download: its data, and the activities of each card in it. */
export interface ReadUnit {
  unit: Pick<VehicleUnit, 'generation' | 'vehicle'>
  first_day: string
  last_day: string
  cards: CardStretches[]
}

/** Maximum number of driver cards in one download: more than a vehicle has in years. */
const mostCards = 500

/**
 * Reads a download of a vehicle unit, with the activities of each inserted card (TACHO-11, TACHO-12).
 * @throws Problem validation_failed with the error in the file
 */
export function readUnitCards(bytes: Uint8Array): ReadUnit {
  const { days, generation, vehicle } = readVehicleUnit(bytes)
  const cards = stretchesByCard(days)
  if (cards.length > mostCards) throw cutOff()
  const unit = { generation, vehicle }
  return { unit, first_day: days[0]!.date, last_day: days.at(-1)!.date, cards }
}

/**
 * Reads a download of a vehicle unit of either generation (TACHO-11). Signatures are not checked.
 * @throws Problem validation_failed with the error in the file
 */
export function readVehicleUnit(bytes: Uint8Array): VehicleUnit {
  if (!isVehicleUnit(bytes) || bytes.length > largestUnit) throw noUnit()
  try {
    const unit = unitOf(sectionsOf(bytes))
    if (unit.days.length === 0) throw noDays()
    return unit
  } catch (error) {
    if (error instanceof CutOff) throw cutOff()
    throw error
  }
}

const noUnit = () =>
  unreadable(
    'This is not the download of a vehicle unit. Read the vehicle again, and upload the file (.ddd) unchanged.',
  )
const cutOff = () =>
  unreadable('The download of the vehicle unit is not complete. Read the vehicle again, and upload the new file.')
const noDays = () =>
  unreadable('The download holds no activities. Read the vehicle again with its activities, and upload the new file.')

function unreadable(message: Sentence): Problem {
  return new Problem('validation_failed', { message, errors: [errorItem('body', message, 'tachograph_unreadable')] })
}

function unitOf(sections: readonly UnitSection[]): VehicleUnit {
  const of = (kind: number) => sections.flatMap(({ lists }) => lists.filter((list) => list.kind === kind))
  const one = (kind: number) => of(kind).find(({ bytes }) => bytes.length > 0)?.bytes
  const [registration, plate] = [kinds.registration, kinds.plate].map(one)
  return {
    generation: sections.some(({ generation }) => generation === 2) ? 2 : 1,
    vehicle: registration
      ? fieldsOf(registration).registration()
      : plate
        ? { nation: null, plate: fieldsOf(plate).text(14) }
        : null,
    days: daysOf(sections),
  }
}

/** For a day in several parts, the one with more changes is used. */
function daysOf(sections: readonly UnitSection[]): UnitDay[] {
  const byDate = new Map<string, UnitDay>()
  for (const section of sections) {
    const day = section.part === 'ACTIVITIES' ? dayOf(section) : undefined
    const other = day && byDate.get(day.date)
    if (day && (!other || day.changes.length > other.changes.length)) byDate.set(day.date, day)
  }
  return [...byDate.values()].toSorted((one, other) => (one.date < other.date ? -1 : 1))
}

const kindsOfDay = [kinds.date, kinds.cardUse, kinds.change]

function dayOf({ lists, generation }: UnitSection): UnitDay | undefined {
  const of = (kind: number) => lists.find((list) => list.kind === kind)
  const [date, uses, changes] = kindsOfDay.map(of)
  const at = date && date.bytes.length >= 4 ? fieldsOf(date.bytes).instant() : null
  if (at === null) return undefined
  const read = changes ? recordsOf(changes.bytes, 2, (change) => changeOf(change.number(2))) : []
  return {
    date: utcDay(Date.parse(at)),
    cards: uses ? cardsOf(uses.bytes, uses.length, generation) : [],
    changes: inOrder(eachOnce(read)),
  }
}

/** A minute has one change per slot: of several the last one counts. */
function eachOnce(changes: readonly Change[]): Change[] {
  const found = new Map<number, Change>()
  for (const one of changes) {
    if (one.minute < 1440) found.set(one.minute * 2 + Number(one.isCoDriver), one)
  }
  return [...found.values()]
}

/** Maximum number of card insertions in a vehicle on one day. */
const mostUses = 500

/** VuCardIWRecord: the second generation has an additional byte each for the card and the previous vehicle. */
function cardsOf(bytes: Uint8Array, length: number, generation: 1 | 2): CardUse[] {
  const least = generation === 1 ? 129 : 131
  if (length < least) return []
  if (bytes.length > mostUses * length) throw new CutOff()
  const found = recordsOf(bytes, length, (fields): CardUse | undefined => {
    const [surname, firstNames] = [fields.text(36), fields.text(36)]
    const [type, nation, number] = [cardTypes[fields.number(1)], fields.nation(), fields.plain(16)]
    if (generation === 2) fields.number(1)
    const [, insertedAt] = [fields.instant(), fields.instant()]
    fields.number(3)
    const [isCoDriver, withdrawnAt] = [fields.number(1) === 1, fields.instant()]
    if (type !== 'DRIVER' || insertedAt === null || number === '') return undefined
    return { nation, number, surname, firstNames, isCoDriver, insertedAt, withdrawnAt }
  })
  return found.flatMap((use) => use ?? [])
}
