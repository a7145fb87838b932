import { msg, type Sentence } from '@cartage/contract/message'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Tx } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import type { InboundMessage, Note } from '../../messages/rules.ts'
import { readActivities } from '../../trips/hours/driven.views.ts'
import { keyOf, knownOwner, numberOf } from '../driver.rules.ts'
import { putActivities, rememberCard } from '../store.ts'
import { findCandidates, findDriver } from '../views.ts'
import { type CardStretches, filledIn } from './drivers.rules.ts'
import type { ReadUnit } from './rules.ts'

/** Result of a vehicle unit download. */
export interface TakenUnit {
  errors?: { error_type: 'USER_INPUT_ERROR'; error_message: string }[]
  plate: string | null
  first_day: string
  last_day: string
  drivers: { id: string; name: string }[]
}

/**
 * Period around a download in which card data is searched, in milliseconds: as many days as a driver must be able to
 * show.
 */
const around = 28 * 86_400_000

/**
 * Applies the download of a vehicle unit: hours of each driver whose card was in it (TACHO-12). Unmatched cards wait in
 * the inbox as one item; choosing a driver there assigns the only waiting card.
 * @throws Problem validation_failed when a driver was chosen and several cards wait
 */
export async function applyUnit(
  tx: Tx,
  note: Note,
  { target }: InboundMessage,
  { unit, cards, first_day, last_day }: ReadUnit,
  by: By,
): Promise<TakenUnit> {
  const plate = unit.vehicle?.plate || null
  const found = new Map<string, { id: string; name: string }>()
  const unknown: CardStretches[] = []
  for (const one of cards) {
    const driver = await ownerOf(tx, one)
    if (driver) await take(one, driver)
    else unknown.push(one)
  }
  const chosen = target?.entity_type === 'resource' ? await chosenDriver(tx, target.entity_id, unknown) : undefined
  if (chosen) {
    const [one] = unknown.splice(0)
    const until = one!.stretches.at(-1)?.to ?? `${last_day}T00:00:00Z`
    await rememberCard(tx, { card_number: keyOf(one!), resource_id: chosen.id, known_until: until })
    await take(one!, chosen)
  }
  const after = { vehicle_unit: { plate, first_day, last_day } }
  const drivers = [...found.values()]
  const changed = drivers.map(({ id }) => ({ entity_type: 'resource', entity_id: id, before: {}, after }))
  await recordChanges(
    tx,
    by,
    changed.map((one) => ({ ...one, action: 'updated' })),
  )
  const taken = { plate, first_day, last_day, drivers }
  if (unknown.length === 0) return taken
  const error_message = String(withoutDriver(unknown))
  note.unmatched('', itemOf(plate, { first_day, last_day }, unknown), error_message)
  return { ...taken, errors: [{ error_type: 'USER_INPUT_ERROR', error_message }] }

  async function take(one: CardStretches, driver: { id: string; name: string }): Promise<void> {
    await keepHours(tx, driver.id, one)
    note.touched('resource', driver.id)
    found.set(driver.id, driver)
  }
}

/** Inbox data of a vehicle unit: its unmatched cards. */
function itemOf(
  plate: string | null,
  days: { first_day: string; last_day: string },
  unknown: readonly CardStretches[],
): object {
  const cards = unknown.slice(0, 100).map(({ card: { number, nation, surname, firstNames } }) => ({
    ...{ card_number: number, country: nation, surname, first_names: firstNames },
  }))
  return { plate, ...days, cards }
}

const nameOf = ({ card: { firstNames, surname, number } }: CardStretches) => `${firstNames} ${surname} (${number})`

function withoutDriver(cards: readonly CardStretches[]): Sentence {
  const shown = cards.slice(0, 10).map(nameOf).join(', ')
  if (cards.length === 1) return msg`No driver has the card of ${shown}. Choose the driver.`
  return msg`No drivers have these cards: ${shown}. Enter each number as the custom field driver_card_number of the driver, or upload the cards, and try again.`
}

const severalWait = () => {
  const message: Sentence =
    'Several cards of this vehicle have no driver, so that one driver cannot be chosen for them. Upload the cards, and try again.'
  return new Problem('validation_failed', { message, errors: [errorItem('body', message, 'several_cards')] })
}

/** The driver whom a person chose for the waiting card; undefined when none waits any more. */
async function chosenDriver(
  tx: Tx,
  id: string,
  unknown: readonly CardStretches[],
): Promise<{ id: string; name: string } | undefined> {
  if (unknown.length > 1) throw severalWait()
  const driver = unknown.length === 1 ? await findDriver(tx, id) : undefined
  return driver && { id: driver.resource_id, name: driver.name }
}

/** Matches a driver by an earlier card or the number in a custom field: a vehicle unit has no date of birth. */
async function ownerOf(tx: Tx, one: CardStretches): Promise<{ id: string; name: string } | undefined> {
  const owner = knownOwner(await findCandidates(tx, { key: keyOf(one), number: numberOf(one), birth: null }))
  return owner && { id: owner.resource_id, name: owner.name }
}

async function keepHours(tx: Tx, driverId: string, { stretches }: CardStretches): Promise<void> {
  const [first, last] = [stretches[0], stretches.at(-1)]
  if (!first || !last) return
  const at = (text: string, later: number) => `${new Date(Date.parse(text) + later).toISOString().slice(0, 19)}Z`
  const [from, to] = [at(first.from, -around), at(last.to, around)]
  const known = await readActivities(tx, [driverId], from, to)
  // Activities after that period stay unchanged.
  await putActivities(
    tx,
    driverId,
    filledIn(
      stretches,
      known.filter((one) => one.to < to),
    ),
  )
}
