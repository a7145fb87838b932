import { isDeepStrictEqual } from 'node:util'
import type { Sentence } from '@cartage/contract/message'
import type { By, Change } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { type NewEvent, publishEvents } from '../../deliveries/publish.ts'
import { currentEpoch } from '../../events/views.ts'
import { Problem } from '../../http/problem.ts'
import { noteChanged } from '../../jobs/followers.ts'
import { enqueue } from '../../jobs/queue.ts'
import { findLocationOutputs } from '../../locations/views.ts'
import { updateProgress, updateStopStatuses } from '../../orders/stops/progress.store.ts'
import { stopsOfOrders } from '../../orders/stops/store.ts'
import { ordersByIdForUpdate } from '../../orders/store.ts'
import { type Due, markDue } from '../../rates/store.ts'
import { readResources } from '../../resources/views.ts'
import type { TripCrossing } from '../crossing.rules.ts'
import { followDispatch } from '../dispatch.commands.ts'
import { checkOrders, type Mirrored, mirrorOrders } from '../order.rules.ts'
import { type CarriedOrder, completionEvent, type EventFacts, type NumberedHappening, tripEvent } from '../publish.ts'
import { publishesResourcesAtDispatch } from '../record/views.ts'
import type { TripState } from '../state.rules.ts'
import { instantOf } from '../stop.rules.ts'
import { saveTrips, sequencesOfRemoved, tripsOfStops } from '../store.ts'
import { isSamePlan } from './difference.rules.ts'
import { followsDispatch, needsEstimate, numbered, ordersGained, ratingsDue, touchedOrders } from './effects.rules.ts'
import { happeningsOf } from './happenings.rules.ts'
import { settleTrips } from './settle.rules.ts'

/** The actor of a change, and when its cause happened (ISO 8601 with offset). */
export interface Why {
  by: By
  at: string
  /** Orders that changed on their own: their status is derived again although none of their stops moved. */
  orderIds?: readonly string[]
  /** An undo or redo: restores what was permitted before, even for an order that is now on hold. */
  isRestored?: boolean
}

/**
 * The only function that writes trips. Settles every status that follows from the change, writes the difference,
 * updates the orders, notifies others, and queues follow-up jobs, all in the caller's transaction.
 * @param before the trips from `tripsForUpdate`, locked by this transaction
 * @param after the same trips in their new state, with new ones (version and event_sequence 0), without deleted ones
 * @returns the trips as stored
 * @throws Problem state_conflict when a stop was reached, is meanwhile on another trip, or its order cannot be planned
 */
export async function changeTrips(
  ctx: Context,
  tx: Tx,
  before: readonly TripState[],
  after: readonly TripState[],
  why: Why,
): Promise<TripState[]> {
  const settled = settleTrips(before, await withSequences(tx, before, after), ctx.newId)
  const happenings = happeningsOf(before, settled, await resourcesAtDispatch(tx, before, settled))
  const touched = touchedOrders(before, settled, happenings)
  const orders = await carriedOrders(tx, [...new Set([...touched, ...(why.orderIds ?? [])])])
  checkOrders(before, after, orders, why.isRestored)
  await checkStops(tx, before, after, orders)
  const happened = numbered(before, settled, happenings, ctx.newId)
  const saved = await saveTrips(tx, happened.before, happened.after)
  const moved = mirrorOrders(before, saved, [...orders.values()])
  const events = await eventsOf(ctx, tx, { saved, before, why, moved, happened: happened.happenings })
  await Promise.all([
    updateStopStatuses(
      tx,
      moved.flatMap(({ stops }) => stops),
    ),
    updateProgress(
      tx,
      moved.filter(({ isChanged }) => isChanged).map(({ order }) => order),
    ),
    publishEvents(tx, events),
    markDue(tx, ratingsDue(before, saved), 'TRIP_CHANGED'),
    markDue(tx, progressed(moved), 'ORDER_CHANGED'),
    ...followUps(tx, before, saved),
  ])
  // Last, because the end of the audit trail stays locked until the commit.
  await recordChanges(tx, why.by, auditOf(before, saved))
  tx.afterCommit(() => {
    for (const loop of ['deliveries', 'seal', 'jobs'] as const) ctx.wake(loop)
  })
  return saved
}

/** A restored trip or stop continues its event sequence. */
async function withSequences(tx: Tx, before: readonly TripState[], after: readonly TripState[]): Promise<TripState[]> {
  const known = new Set(before.flatMap(({ trip_id, stops }) => [trip_id, ...stops.map(({ stop_id }) => stop_id)]))
  const all = after.flatMap(({ trip_id, stops }) => [trip_id, ...stops.map(({ stop_id }) => stop_id)])
  const fresh = all.filter((id) => !known.has(id))
  if (new Set(all).size !== all.length) throw new Error('a stop or a trip is in the change twice')
  const sequences = await sequencesOfRemoved(tx, fresh)
  if (sequences.size === 0) return [...after]
  const at = (id: string, sequence: number) => Math.max(sequence, sequences.get(id) ?? 0)
  return after.map((trip) => ({
    ...trip,
    event_sequence: at(trip.trip_id, trip.event_sequence),
    stops: trip.stops.map((stop) => ({ ...stop, event_sequence: at(stop.stop_id, stop.event_sequence) })),
  }))
}

async function resourcesAtDispatch(tx: Tx, before: readonly TripState[], after: readonly TripState[]) {
  const hasResources = [...before, ...after].some(({ resources }) => resources.length > 0)
  return hasResources ? await publishesResourcesAtDispatch(tx) : false
}

/** Orders with their stops, locked; their trips are already locked. */
async function carriedOrders(tx: Tx, orderIds: readonly string[]): Promise<Map<string, CarriedOrder>> {
  if (orderIds.length === 0) return new Map()
  const [orders, stops] = await Promise.all([ordersByIdForUpdate(tx, orderIds), stopsOfOrders(tx, orderIds)])
  const byOrder = Map.groupBy(stops, ({ order_id }) => order_id)
  return new Map(orders.map((order) => [order.order_id, { ...order, stops: byOrder.get(order.order_id) ?? [] }]))
}

/** Runs under the locks of the orders, because two planners may take the same stop at once. */
async function checkStops(
  tx: Tx,
  before: readonly TripState[],
  intended: readonly TripState[],
  orders: ReadonlyMap<string, CarriedOrder>,
): Promise<void> {
  const known = new Set(before.flatMap(({ stops }) => stops.map(({ stop_id }) => stop_id)))
  const fresh = intended.flatMap(({ stops }) => stops).filter(({ stop_id }) => !known.has(stop_id))
  const taken = await tripsOfStops(
    tx,
    fresh.map(({ stop_id }) => stop_id),
  )
  if (taken.size > 0) throw conflict('A stop was planned on another trip in the meantime. Reload the plan.')
  const requested = new Set([...orders.values()].flatMap(({ stops }) => stops.map(({ stop_id }) => stop_id)))
  const isLost = fresh.some(({ kind, stop_id }) => kind === 'ORDER' && !requested.has(stop_id))
  if (isLost) throw conflict('A stop is no longer part of its order. Reload the order.')
}

function conflict(message: Sentence): Problem {
  return new Problem('state_conflict', { message })
}

interface ChangedTrips {
  saved: readonly TripState[]
  before: readonly TripState[]
  why: Why
  moved: readonly Mirrored<CarriedOrder>[]
  happened: readonly NumberedHappening[]
}

/** Orders whose status advanced. */
function progressed(moved: readonly Mirrored<CarriedOrder>[]): Due[] {
  const changed = moved.filter(({ isChanged }) => isChanged)
  return changed.map(({ order }) => ({ subject_type: 'ORDER', subject_id: order.order_id }))
}

async function eventsOf(
  ctx: Context,
  tx: Tx,
  { saved, before, why, moved, happened }: ChangedTrips,
): Promise<NewEvent[]> {
  const completed = moved.filter(({ isCompleted }) => isCompleted)
  if (happened.length === 0 && completed.length === 0) return []
  const trips = [...saved, ...before.filter(({ trip_id }) => !saved.some((trip) => trip.trip_id === trip_id))]
  const [epoch, resources, places] = await Promise.all([
    currentEpoch(tx),
    readResources(tx, [...new Set(trips.flatMap((trip) => trip.resources.map(({ resource_id }) => resource_id)))]),
    findLocationOutputs(tx, [...new Set(trips.flatMap(({ stops }) => stops.map(({ location_id }) => location_id)))]),
  ])
  const facts: EventFacts = {
    epoch,
    at: instantOf(why.at),
    trips: saved,
    orders: new Map(moved.map(({ order }) => [order.order_id, order])),
    resources: new Map(resources.map((row) => [row.resource_id, row])),
    places,
  }
  return [
    ...happened.map((one) => tripEvent(one, facts)),
    ...completed.map(({ order }) => completionEvent(order, order.event_sequence, ctx.newId(), facts)),
  ]
}

/** Follow-ups in separate transactions: partners of a trip are notified of changes, and times are estimated again. */
function followUps(tx: Tx, before: readonly TripState[], after: readonly TripState[]): Promise<void>[] {
  const known = new Map(before.map((trip) => [trip.trip_id, trip]))
  const left = new Set(after.map(({ trip_id }) => trip_id))
  const gone = before.filter(({ trip_id }) => !left.has(trip_id))
  const following = after.flatMap((trip) => {
    const was = known.get(trip.trip_id)
    const { trip_id } = trip
    const serialKey = `trip ${trip_id}`
    return [
      ...(followsDispatch(was, trip) ? [followDispatch(tx, trip_id)] : []),
      ...(needsEstimate(was, trip) ? [enqueue(tx, 'trips.estimate', { trip_id }, { serialKey })] : []),
    ]
  })
  return [
    ...following,
    ...gone.map(({ trip_id }) => followDispatch(tx, trip_id)),
    noteChanged(tx, ordersGained(before, after)),
  ]
}

function auditOf(before: readonly TripState[], after: readonly TripState[]): Change[] {
  const known = new Map(before.map((trip) => [trip.trip_id, trip]))
  const left = new Set(after.map(({ trip_id }) => trip_id))
  const about = (trip: TripState) => ({ entity_type: 'trip', entity_id: trip.trip_id })
  const gone = before.filter(({ trip_id }) => !left.has(trip_id))
  return [
    ...gone.map((trip): Change => ({ ...about(trip), action: 'deleted', before: noted(trip, undefined), after: null })),
    ...after.flatMap((trip): Change[] => {
      const was = known.get(trip.trip_id)
      if (!was) return [{ ...about(trip), action: 'created', before: null, after: noted(trip, undefined) }]
      if (isSamePlan(was, trip)) return []
      const [before, after] = [noted(was, trip), noted(trip, was)]
      // LIVE-4: a new version always has a record in the trail, whatever changed, because screens depend on it.
      if (!isDeepStrictEqual(before, after)) return [{ ...about(trip), action: 'updated', before, after }]
      const [from, to] = [
        { ...before, version: was.version },
        { ...after, version: trip.version },
      ]
      return [{ ...about(trip), action: 'updated', before: from, after: to }]
    }),
  ]
}

/** LIVE-2: a trip as recorded in the trail, with the orders whose stops the other state lacks. */
function noted(trip: TripState, other: TripState | undefined) {
  const there = new Set(other?.stops.map(({ stop_id }) => stop_id))
  const moved = trip.stops.filter(({ stop_id }) => !there.has(stop_id)).flatMap(({ order_id }) => order_id ?? [])
  return { ...membersOf(trip), orders: [...new Set(moved)].sort() }
}

/** The recorded members of a trip: decisions of planning and execution, without derived values. */
function membersOf({ version: _version, event_sequence: _sequence, distance_km: _distance, ...trip }: TripState) {
  const crossings = trip.stops.flatMap(({ crossing }) => (crossing ? [notedCrossing(crossing)] : []))
  return {
    ...trip,
    ...(crossings.length > 0 && { crossings }),
    resources: trip.resources.map(({ resource_id }) => resource_id),
    stops: trip.stops.map(({ stop_id, status, planned_start_at, planned_end_at, actual_start_at }) => {
      // An arrival may be reported after the departure: then only this value changes.
      const reached = status === 'COMPLETED' ? actual_start_at : null
      return [stop_id, status, planned_start_at, planned_end_at, reached].filter((part) => part !== null).join(' ')
    }),
  }
}

/** CROSS-5: a ferry or train as recorded in the trail. Without the landing stop, which follows from the sequence. */
function notedCrossing({ lands_stop_id: _landing, ...crossing }: TripCrossing) {
  return crossing
}
