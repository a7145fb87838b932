import { isDeepStrictEqual } from 'node:util'
import type { PlanChange, PlanChangeGood, PlanChangeSide } from '@cartage/contract/orders/app/plan-changes'
import { isFrozen, isSamePlace, placeName, type StopState, timesOf } from '../changes.rules.ts'
import type { OrderDocument, StoredConsignment, StoredGood, StoredStop } from '../content.rules.ts'
import { listedStops } from '../stops/sequence.rules.ts'

/** Current state of a stop; `trip_id` is null while it is on no trip. */
export type CarriedStop = StopState & { trip_id: string | null }

/** Changes that affect one trip. */
export interface TripChanges {
  trip_id: string
  changes: PlanChange[]
}

/**
 * ORD-21: effects of a change of an order on the trips that still have to carry it: stops that are removed, new, or
 * have another location or time, and goods that differ or are added. Completed stops are ignored; references and
 * contacts do not affect driving.
 * @param after undefined when the order was cancelled
 * @returns the affected trips
 */
export function changesOfTrips(
  before: OrderDocument,
  after: OrderDocument | undefined,
  stops: readonly CarriedStop[],
): TripChanges[] {
  const open = stops.filter((stop) => stop.trip_id !== null && !isFrozen(stop) && stop.status !== 'CANCELLED')
  const trips = Map.groupBy(open, ({ trip_id }) => trip_id!)
  return [...trips].flatMap(([trip_id, own]) => {
    const changes = after === undefined ? [cancelled] : changesOfTrip(before, after, new Set(own.map(idOf)))
    return changes.length === 0 ? [] : [{ trip_id, changes }]
  })
}

const idOf = ({ stop_id }: CarriedStop) => stop_id
const cancelled: PlanChange = { what: 'CANCELLED', role: null, before: null, after: null }

function changesOfTrip(before: OrderDocument, after: OrderDocument, carried: ReadonlySet<string>): PlanChange[] {
  const old = new Map(listedStops(before).map((entry) => [entry.stop.id, entry]))
  const now = listedStops(after)
  const kept = new Map(now.map((entry) => [entry.stop.id, entry]))
  const ofStops = [...old.values()]
    .filter(({ stop }) => carried.has(stop.id))
    .flatMap(({ stop, role }) => stopChanges(role, stop, kept.get(stop.id)?.stop))
  const added = now
    .filter(({ stop }) => !old.has(stop.id))
    .map(({ stop, role }): PlanChange => ({ what: 'STOP_ADDED', role, before: null, after: stopSide(stop) }))
  return [...ofStops, ...added, ...goodsChanges(before, after, carried)]
}

function stopChanges(role: PlanChange['role'], was: StoredStop, is: StoredStop | undefined): PlanChange[] {
  const before = stopSide(was)
  if (is === undefined) return [{ what: 'STOP_REMOVED', role, before, after: null }]
  const after = stopSide(is)
  return [
    ...(isSamePlace(was, is) ? [] : [{ what: 'PLACE', role, before, after }]),
    ...(isDeepStrictEqual(timesOf(was), timesOf(is)) ? [] : [{ what: 'TIME', role, before, after }]),
  ]
}

function stopSide(stop: StoredStop): PlanChangeSide {
  const [date, from, to] = timesOf(stop).map((time) => time ?? null) as [string | null, string | null, string | null]
  return { place: placeName(stop), date, from, to, good: null }
}

/**
 * Goods of consignments that the trip still picks up or delivers; goods of a removed consignment are covered by its
 * stops.
 */
function goodsChanges(before: OrderDocument, after: OrderDocument, carried: ReadonlySet<string>): PlanChange[] {
  const now = new Map(after.consignments.map((consignment) => [consignment.id, consignment]))
  return before.consignments.flatMap((was) => {
    const is = now.get(was.id)
    const isCarried = carried.has(was.pickup_stop.id) || carried.has(was.delivery_stop.id)
    return is && isCarried ? goodsOf(was, is) : []
  })
}

function goodsOf(was: StoredConsignment, is: StoredConsignment): PlanChange[] {
  const place = placeName(is.pickup_stop)
  const side = (good: StoredGood | undefined): PlanChangeSide | null =>
    good === undefined ? null : { place, date: null, from: null, to: null, good: facts(good) }
  const old = new Map((was.goods ?? []).map((good) => [good.id, good]))
  const now = new Map((is.goods ?? []).map((good) => [good.id, good]))
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id): PlanChange[] => {
    const [before, after] = [side(old.get(id)), side(now.get(id))]
    return isDeepStrictEqual(before?.good, after?.good) ? [] : [{ what: 'GOODS', role: null, before, after }]
  })
}

/** Properties of a good that matter for loading. */
function facts(good: StoredGood): PlanChangeGood {
  const { product, packaging_type: packaging, packaged_items: items } = good
  const { absolute_min_temperature_degrees: lowest, absolute_max_temperature_degrees: highest } = good
  return {
    name: product?.name || product?.code || good.description || null,
    quantity: good.quantity ?? null,
    packaging: packaging?.name || packaging?.code || null,
    weight_kg: good.total_weight_kg ?? null,
    loading_meters: good.total_loading_meters ?? null,
    pallet_spaces: good.total_pallet_spaces ?? null,
    volume_m3: good.total_volume_m3 ?? null,
    un_numbers: (items ?? []).flatMap(({ adr }) => adr?.un_number ?? []),
    temperatures: [lowest, good.ordered_transport_temperature_degrees, highest].filter((one) => one !== undefined),
  }
}
