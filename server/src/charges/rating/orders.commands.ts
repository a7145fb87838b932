import { decimal } from '../../books/money.rules.ts'
import { keptSentence } from '../../http/kept-sentence.ts'
import { followRecords } from '../../jobs/followers.ts'
import { openRoads } from '../../positions/roads/views.ts'
import { orderFacts, placesOf, type Surroundings } from '../facts/orders.rules.ts'
import { findMates, loadOrderSources } from '../facts/orders.views.ts'
import type { OrderSource } from '../facts/sources.rules.ts'
import { isMeasured, tripThing } from '../facts/trips.rules.ts'
import { loadTripSources } from '../facts/trips.views.ts'
import { differenceOf, enteredDifference } from '../record/difference.rules.ts'
import { ratingOf } from '../record/kept.rules.ts'
import { proposedOfOrder, salesTerms } from '../record/proposed.rules.ts'
import {
  type FrozenShare,
  frozenShares,
  type GroupRow,
  groupsOfOrders,
  keepSnapshots,
  type RatingRow,
  removeEmptyGroups,
  removeRatings,
  saveGroups,
  saveRatings,
} from '../record/ratings.store.ts'
import {
  addCharges,
  type ChargeRow,
  chargesOfOrdersForUpdate,
  type NewCharge,
  saveCharges,
  saveTerms,
} from '../record/store.ts'
import type { BillingEntity } from '../tax/decide.rules.ts'
import { findBillingEntities } from '../tax/views.ts'
import { refreshUnbilled } from '../unbilled.store.ts'
import { type OrderToRate, type RatedOrder, rateOrders } from './orders.rules.ts'
import { snapshotsOf } from './snapshots.rules.ts'
import { customFieldsOf, looksAtTrips } from './tariff-use.rules.ts'
import type { RatingWork } from './trips.commands.ts'

/** Rates orders together with others that may share a shipment, and writes the differences. */
export async function rateOrderBatch(work: RatingWork, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  const { tx } = work
  const given = await loadOrderSources(tx, orderIds)
  const mates = await loadOrderSources(tx, await matesOf(work, given))
  const sources = [...given, ...mates].filter(({ status }) => status !== 'REJECTED')
  const ids = sources.map(({ order_id }) => order_id)
  const all = [...new Set([...orderIds, ...ids])].sort()
  // Lock charges before reading shares: finalising a document locks them too.
  const existing = await chargesOfOrdersForUpdate(tx, all)
  const [frozen, trips, roads, entities, groups] = await Promise.all([
    frozenShares(tx, ids),
    tripThings(work, sources),
    openRoads(work.ctx, tx, work.engine, placesOf(sources)),
    findBillingEntities(
      tx,
      sources.map(({ bill_to }) => bill_to.company_id),
    ),
    groupsOfOrders(tx, all),
  ])
  const orders = sources.map((source) => toRate(source, work, { ...trips, road: roads.find }, frozen))
  const rated = rateOrders(orders, work.tariff)
  const gone = all.filter((id) => !ids.includes(id))
  await writeOrders(work, { sources, rated, existing, entities, gone })
  await removeEmptyGroups(tx, groups)
  await followPlaces(work, sources, rated)
  await refreshUnbilled(tx, all)
}

/** Orders that share a shipment with the given ones, did so before, or may now. */
async function matesOf({ tx, tariff }: RatingWork, orders: readonly OrderSource[]): Promise<string[]> {
  const by = new Set(tariff.cards.filter(({ side }) => side === 'SALES').map(({ doc }) => doc.consolidation))
  const ids = orders.map(({ order_id }) => order_id)
  if (!by.has('TRIP') && !by.has('DELIVERY_DAY')) return []
  return await findMates(tx, {
    trip: by.has('TRIP') ? ids : [],
    place: by.has('DELIVERY_DAY') ? ids : [],
    any: ids,
  })
}

async function tripThings(
  { ctx, tx, tariff }: RatingWork,
  sources: readonly OrderSource[],
): Promise<Pick<Surroundings, 'trips' | 'measuredTrips'>> {
  if (!looksAtTrips(tariff)) return { trips: new Map(), measuredTrips: new Set() }
  const ids = [...new Set(sources.flatMap(({ rides }) => rides.map(({ trip_id }) => trip_id)))]
  const found = await loadTripSources(ctx, tx, ids)
  return {
    trips: new Map(found.map((source) => [source.trip.trip_id, tripThing(source)])),
    measuredTrips: new Set(found.filter(isMeasured).map(({ trip }) => trip.trip_id)),
  }
}

function toRate(
  source: OrderSource,
  { tariff, holidays }: RatingWork,
  around: Pick<Surroundings, 'trips' | 'measuredTrips' | 'road'>,
  frozen: ReadonlyMap<string, FrozenShare>,
): OrderToRate {
  return {
    facts: orderFacts(source, { holidays, customFields: customFieldsOf(tariff), ...around }),
    currency: source.bill_to.currency,
    trip_id: source.rides[0]?.trip_id,
    frozen: frozen.get(source.order_id) ?? null,
  }
}

interface Rated {
  readonly sources: readonly OrderSource[]
  /** In the order of the sources. */
  readonly rated: readonly RatedOrder[]
  readonly existing: readonly ChargeRow[]
  /** By company billed. */
  readonly entities: ReadonlyMap<string, BillingEntity>
  /** Orders that are no longer rated. */
  readonly gone: readonly string[]
}

async function writeOrders(work: RatingWork, { sources, rated, existing, entities, gone }: Rated): Promise<void> {
  const { ctx, tx, tariff } = work
  const chargesOf = Map.groupBy(
    existing.filter(({ side }) => side === 'SALES'),
    ({ order_id }) => order_id!,
  )
  const added: NewCharge[] = []
  const changed: ChargeRow[] = []
  const entered: ChargeRow[] = []
  for (const [at, source] of sources.entries()) {
    const own = chargesOf.get(source.order_id) ?? []
    const terms = salesTerms(source, tariff.types, entities.get(source.bill_to.company_id))
    const proposed = proposedOfOrder(rated[at]!, source, terms, tariff.types)
    const keepsOthers = source.status === 'CANCELLED'
    const difference = differenceOf(own, proposed, { newId: ctx.newId, keepsOthers })
    added.push(...difference.added)
    changed.push(...difference.changed)
    entered.push(...enteredDifference(own, terms))
  }
  for (const id of gone) {
    const difference = differenceOf(chargesOf.get(id) ?? [], [], { newId: ctx.newId, keepsOthers: false })
    added.push(...difference.added)
    changed.push(...difference.changed)
  }
  const groupIds = await saveGroups(tx, groupRows(work, rated))
  await Promise.all([
    addCharges(tx, added),
    saveCharges(tx, changed),
    saveTerms(tx, entered),
    saveRatings(
      tx,
      rated.map((one) => ratingRow(one, groupIds)),
    ),
    removeRatings(tx, 'ORDER', gone, 'SALES'),
    keepSnapshots(
      tx,
      sources.flatMap((source) => orderSnapshots(source, existing, added, [...changed, ...entered])),
    ),
  ])
}

function groupRows({ ctx }: RatingWork, rated: readonly RatedOrder[]): GroupRow[] {
  const groups = Map.groupBy(
    rated.filter(({ group_key }) => group_key !== null),
    ({ group_key }) => group_key!,
  )
  return [...groups].map(([group_key, members]) => ({
    rating_group_id: ctx.newId(),
    group_key,
    rate_version_id: members[0]!.rating.card!.version_id,
    amounts: amountsOf(members),
  }))
}

/** Amount of each line of a shipment: the sum of its shares. */
function amountsOf(members: readonly RatedOrder[]): GroupRow['amounts'] {
  const amounts: Record<string, string> = {}
  for (const { shares } of members) {
    for (const [key, share] of Object.entries(shares ?? {})) {
      amounts[key] = decimal(amounts[key] ?? '0')
        .plus(decimal(share))
        .toFixed()
    }
  }
  return amounts
}

function ratingRow(one: RatedOrder, groupIds: ReadonlyMap<string, string>): RatingRow {
  const { order, rating, message, shares, group_key } = one
  return {
    ...ratingOf(order.facts, rating),
    subject_type: 'ORDER',
    subject_id: order.facts.id,
    side: 'SALES',
    message: keptSentence(message),
    shares,
    rating_group_id: (group_key === null ? order.frozen?.rating_group_id : groupIds.get(group_key)) ?? null,
  }
}

function orderSnapshots(
  { order_id, status, rides }: OrderSource,
  existing: readonly ChargeRow[],
  added: readonly NewCharge[],
  changed: readonly ChargeRow[],
) {
  const isConfirmed = status === 'PLANNED' || status === 'IN_PROGRESS' || status === 'COMPLETED'
  if (!isConfirmed) return []
  const now = new Map(existing.map((row) => [row.charge_id, row]))
  for (const row of changed) now.set(row.charge_id, row)
  for (const row of added) now.set(row.charge_id, { ...row, version: 1 })
  return snapshotsOf(
    { subject_type: 'ORDER', subject_id: order_id, side: 'SALES' },
    {
      is_confirmed: isConfirmed,
      is_dispatched: rides.some(({ is_dispatched }) => is_dispatched),
      is_completed: status === 'COMPLETED',
    },
    [...now.values()].filter((row) => row.order_id === order_id),
  )
}

/** A place not located yet has no distance, so the order is rated again later. */
async function followPlaces({ tx }: RatingWork, sources: readonly OrderSource[], rated: readonly RatedOrder[]) {
  for (const [at, { order_id, stops }] of sources.entries()) {
    if (rated[at]!.rating.result === 'COMPLETE') continue
    const places = stops.filter(({ latitude }) => latitude === null).map(({ location_id }) => location_id)
    if (places.length === 0) continue
    const job = { kind: 'charges.follow_order', payload: { order_id }, serialKey: `rate ${order_id}` } as const
    await followRecords(tx, order_id, places, job)
  }
}
