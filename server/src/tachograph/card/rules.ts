import type { Sentence } from '@cartage/contract/message'
import { errorItem, Problem } from '../../http/problem.ts'
import { type CardDay, type CardDays, cardDaysOf } from './activities.rules.ts'
import { type Blocks, blocksOf, type Generations } from './blocks.rules.ts'
import { type CrossingMark, crossingMarksOf } from './conditions.rules.ts'
import { CutOff } from './fields.rules.ts'
import { cardTypeOf, type Identity, identityOf } from './identity.rules.ts'

/** Data read from a driver card download, limited to what the product uses (TACHO-1). */
export interface DriverCard extends Identity, CardDays {
  /** Newest generation with data on the card. */
  generation: 1 | 2
  /** Crossings by ferry or train, in chronological order (TACHO-13). */
  crossings: CrossingMark[]
}

/** Maximum file size; a card holds some 100 kB. */
export const largestCard = 1_048_576

/**
 * Reads a download of a driver card of either generation (TACHO-1). Signatures are not checked.
 * @throws Problem validation_failed with the error in the file
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
    'This is not the download of a driver card or of a vehicle unit. Read it again, and upload the file (.ddd, .c1b, .tgd or .v1b) unchanged.',
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
  const isOther = (bytes: Uint8Array | undefined) =>
    bytes !== undefined && ['WORKSHOP', 'CONTROL', 'COMPANY'].includes(cardTypeOf(bytes) ?? '')
  if (isOther(first.application) || isOther(second.application)) throw otherCard()
}

function found<Value>(read: () => Value, otherwise: () => Problem): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof CutOff) throw otherwise()
    throw error
  }
}

/** TACHO-2: a second-generation card has both; the first holds data recorded in older vehicles. */
function cardOf({ first, second }: Generations): DriverCard | undefined {
  const has = (blocks: Blocks) => blocks.identification !== undefined
  if (!has(first) && !has(second)) return undefined
  const newer = has(second) ? second : first
  return {
    ...identityOf(newer.identification!),
    ...daysOf(first, second),
    generation: newer === second ? 2 : 1,
    crossings: crossingsOf(first, second),
  }
}

/** Merges the crossings of both generations without duplicates. */
function crossingsOf(...generations: Blocks[]): CrossingMark[] {
  const all = generations.flatMap(({ conditions }) => (conditions ? crossingMarksOf(conditions) : []))
  const each = new Map(all.map((mark) => [`${mark.at} ${mark.kind}`, mark]))
  return [...each.values()].toSorted((one, other) => (one.at < other.at ? -1 : 1))
}

/** For a day in both generations, the one with more changes is used; if equal, the second. */
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
