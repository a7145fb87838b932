import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Engine } from '../../positions/roads/rules.ts'
import { rate } from '../../rates/engine/rate.rules.ts'
import type { Tariff } from '../../rates/engine/tariff.rules.ts'
import { type Due, markDue } from '../../rates/store.ts'
import type { HolidayFinder } from '../facts/holidays.rules.ts'
import { isRatedTrip, type TripSource, tripFacts } from '../facts/trips.rules.ts'
import { loadTripSources } from '../facts/trips.views.ts'
import { differenceOf } from '../record/difference.rules.ts'
import { ratingOf } from '../record/kept.rules.ts'
import { proposedOfTrip } from '../record/proposed.rules.ts'
import { keepSnapshots, type RatingRow, removeRatings, saveRatings } from '../record/ratings.store.ts'
import { addCharges, type ChargeRow, chargesOfTripsForUpdate, type NewCharge, saveCharges } from '../record/store.ts'
import { snapshotsOf } from './snapshots.rules.ts'
import { passesCostsThrough } from './tariff-use.rules.ts'

/** Context shared by the ratings of one transaction. */
export interface RatingWork {
  readonly ctx: Context
  readonly tx: Tx
  readonly tariff: Tariff
  readonly holidays: HolidayFinder
  /** Road engine of the tenant. */
  readonly engine: Engine | undefined
}

/** Rates trips and writes the differences. */
export async function rateTripBatch({ ctx, tx, tariff }: RatingWork, tripIds: readonly string[]): Promise<void> {
  if (tripIds.length === 0) return
  const [existing, sources] = await Promise.all([
    chargesOfTripsForUpdate(tx, tripIds),
    loadTripSources(ctx, tx, tripIds),
  ])
  const chargesOf = Map.groupBy(
    existing.filter(({ side }) => side === 'COST'),
    ({ trip_id }) => trip_id!,
  )
  const added: NewCharge[] = []
  const changed: ChargeRow[] = []
  const ratings: RatingRow[] = []
  const rated = sources.filter(({ trip }) => isRatedTrip(trip))
  for (const source of rated) {
    const facts = tripFacts(source)
    const rating = rate(facts, 'COST', tariff)
    const day = rating.ratedOn ?? facts.created_on
    const proposed = proposedOfTrip(rating.charges, source, day, tariff.types)
    const own = chargesOf.get(source.trip.trip_id) ?? []
    const difference = differenceOf(own, proposed, { newId: ctx.newId, keepsOthers: false })
    added.push(...difference.added)
    changed.push(...difference.changed)
    ratings.push({ ...ratingOf(facts, rating), subject_type: 'TRIP', subject_id: source.trip.trip_id, side: 'COST' })
  }
  const others = tripIds.filter((id) => !rated.some(({ trip }) => trip.trip_id === id))
  for (const id of others) {
    const difference = differenceOf(chargesOf.get(id) ?? [], [], { newId: ctx.newId, keepsOthers: false })
    added.push(...difference.added)
    changed.push(...difference.changed)
  }
  await Promise.all([
    addCharges(tx, added),
    saveCharges(tx, changed),
    saveRatings(tx, ratings),
    removeRatings(tx, 'TRIP', others, 'COST'),
  ])
  await keepTripSnapshots(tx, rated)
  if (added.length + changed.length > 0 && passesCostsThrough(tariff)) await markOrdersOf(tx, sources)
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

/** Marks orders whose sales pass on costs of these trips. */
async function markOrdersOf(tx: Tx, sources: readonly TripSource[]): Promise<void> {
  const orderIds = new Set(sources.flatMap(({ trip }) => trip.stops.flatMap(({ order_id }) => order_id ?? [])))
  const due = [...orderIds].map((subject_id): Due => ({ subject_type: 'ORDER', subject_id }))
  await markDue(tx, due, 'COST_CHANGED')
}
