import type { Facts } from '@cartage/contract/rates/app/facts'
import { amountText } from '../../books/money.rules.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { openingHoursReader } from '../../locations/opening-hours.rules.ts'
import { rate } from '../../rates/engine/rate.rules.ts'
import type { Tariff } from '../../rates/engine/tariff.rules.ts'
import { type Due, markDue } from '../../rates/store.ts'
import { loadTariff } from '../../rates/tariff.views.ts'
import { type HolidayFinder, holidayFinder } from '../facts/holidays.rules.ts'
import { isRatedTrip, type TripSource, tripFacts } from '../facts/trips.rules.ts'
import { loadTripSources } from '../facts/trips.views.ts'
import { differenceOf } from '../record/difference.rules.ts'
import { keepSnapshots, type RatingRow, removeRatings, saveRatings } from '../record/ratings.store.ts'
import { keptSentence } from '../record/sentence.rules.ts'
import { addCharges, type ChargeRow, chargesOfTripsForUpdate, saveCharges } from '../record/store.ts'
import { wantedOfTrip } from '../record/wanted.rules.ts'
import { markDraftsStale } from '../settlement.store.ts'
import { rateOrderBatch } from './orders.commands.ts'
import { snapshotsOf } from './snapshots.rules.ts'
import { passesCostsThrough } from './tariff-use.rules.ts'

/** What ratings of one transaction share. */
export interface RatingWork {
  readonly ctx: Context
  readonly tx: Tx
  readonly tariff: Tariff
  readonly holidays: HolidayFinder
}

/**
 * Rates orders and trips and writes what differs (CHARGE-1): trips first, since sales can pass their costs on. Rated again,
 * nothing changes.
 */
export async function rateSubjects(ctx: Context, tx: Tx, subjects: readonly Due[]): Promise<void> {
  const of = (type: Due['subject_type']) =>
    subjects.filter(({ subject_type }) => subject_type === type).map(({ subject_id }) => subject_id)
  const [tariff, reader] = await Promise.all([loadTariff(tx), openingHoursReader()])
  const work: RatingWork = { ctx, tx, tariff, holidays: holidayFinder(reader) }
  await rateTripBatch(work, of('TRIP'))
  await rateOrderBatch(work, of('ORDER'))
}

async function rateTripBatch({ ctx, tx, tariff }: RatingWork, tripIds: readonly string[]): Promise<void> {
  if (tripIds.length === 0) return
  const [existing, sources] = await Promise.all([chargesOfTripsForUpdate(tx, tripIds), loadTripSources(tx, tripIds)])
  const chargesOf = Map.groupBy(
    existing.filter(({ side }) => side === 'COST'),
    ({ trip_id }) => trip_id!,
  )
  const added = []
  const changed = []
  const ratings: RatingRow[] = []
  const rated = sources.filter(({ trip }) => isRatedTrip(trip))
  for (const source of rated) {
    const facts = tripFacts(source)
    const rating = rate(facts, 'COST', tariff)
    const day = rating.ratedOn ?? facts.created_on
    const wanted = wantedOfTrip(rating.charges, source, day, tariff.types)
    const own = chargesOf.get(source.trip.trip_id) ?? []
    const difference = differenceOf(own, wanted, { newId: ctx.newId, keepsOthers: false })
    added.push(...difference.added)
    changed.push(...difference.changed)
    ratings.push({ ...ratingOf(facts, rating), subject_type: 'TRIP', subject_id: source.trip.trip_id, side: 'COST' })
  }
  const others = tripIds.filter((id) => !rated.some(({ trip }) => trip.trip_id === id))
  for (const id of others) {
    changed.push(...differenceOf(chargesOf.get(id) ?? [], [], { newId: ctx.newId, keepsOthers: false }).changed)
  }
  await Promise.all([
    addCharges(tx, added),
    saveCharges(tx, changed),
    markDraftsStale(tx, idsOf(changed)),
    saveRatings(tx, ratings),
    removeRatings(tx, 'TRIP', others, 'COST'),
  ])
  await keepTripSnapshots(tx, rated)
  if (added.length + changed.length > 0 && passesCostsThrough(tariff)) await markOrdersOf(tx, sources)
}

function idsOf(charges: readonly ChargeRow[]): string[] {
  return charges.map(({ charge_id }) => charge_id)
}

type Priced = Pick<
  RatingRow,
  'phase' | 'result' | 'message' | 'rate_version_id' | 'rated_on' | 'currency' | 'total' | 'facts'
>

/** The members of a rating that are the same for orders and trips. */
export function ratingOf(
  facts: Facts,
  { result, message, card, ratedOn, total }: ReturnType<typeof rate>,
): Priced & Pick<RatingRow, 'shares' | 'rating_group_id'> {
  return {
    phase: facts.values.phase === 'ACTUAL' ? 'ACTUAL' : 'EXPECTED',
    result,
    message: keptSentence(message()),
    rate_version_id: card?.version_id ?? null,
    rated_on: ratedOn,
    currency: card?.currency ?? null,
    total: card ? amountText(total, card.currency) : '0',
    facts,
    shares: null,
    rating_group_id: null,
  }
}

async function keepTripSnapshots(tx: Tx, sources: readonly TripSource[]): Promise<void> {
  const ids = sources.map(({ trip }) => trip.trip_id)
  const charges = Map.groupBy(await chargesOfTripsForUpdate(tx, ids), ({ trip_id }) => trip_id!)
  const snapshots = sources.flatMap(({ trip }) =>
    snapshotsOf(
      { subject_type: 'TRIP', subject_id: trip.trip_id, side: 'COST' },
      {
        is_confirmed: true,
        is_dispatched: trip.is_dispatched,
        is_completed: trip.status === 'COMPLETED',
      },
      charges.get(trip.trip_id) ?? [],
    ),
  )
  await keepSnapshots(tx, snapshots)
}

/** Sales that pass costs on follow them. */
async function markOrdersOf(tx: Tx, sources: readonly TripSource[]): Promise<void> {
  const orderIds = new Set(sources.flatMap(({ trip }) => trip.stops.flatMap(({ order_id }) => order_id ?? [])))
  const due = [...orderIds].map((subject_id): Due => ({ subject_type: 'ORDER', subject_id }))
  await markDue(tx, due, 'COST_CHANGED')
}
