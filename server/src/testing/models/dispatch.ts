import type { Call } from '@cartage/contract/client'
import { listTripDispatches } from '@cartage/contract/dispatch/app'
import { getOrder } from '@cartage/contract/orders/endpoints'
import fc from 'fast-check'
import { readResources } from '../../resources/views.ts'
import type { TripState } from '../../trips/state.rules.ts'
import { tripsByIds } from '../../trips/store.ts'
import type { TestPartner } from '../data/dispatch.ts'
import { type Draw, draws } from '../data/plans.ts'
import type { TestTenant } from '../test-tenant.ts'

/** Events of trips and their related records, as numbers interpreted with the current world. */
export type Step = { kind: 'command'; draw: Draw } | { kind: (typeof others)[number]; at: number; value: number }

const others = [
  'dispatch',
  'recall',
  'undo',
  'redo',
  'subcontractor',
  'update_order',
  'amend_order',
  'cancel_order',
  'report',
  'import_trip',
  'change_resource',
  'archive_resource',
  'rename_company',
  'merge_location',
  'book',
  'settle',
  'wait',
] as const

/** Sequences of steps; planning and dispatching are drawn more often, so that others can change something. */
export function steps(most: number): fc.Arbitrary<Step[]> {
  const isPlan = ([draw]: Draw[]) => !['BLOCK', 'UNBLOCK'].includes(draw!.kind)
  const command = draws(1)
    .filter(isPlan)
    .map(([draw]): Step => ({ kind: 'command', draw: draw! }))
  const other: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom(...others, 'dispatch' as const, 'dispatch' as const, 'dispatch' as const),
    at: fc.nat(1_000),
    value: fc.nat(1_000),
  })
  return fc.array(fc.oneof({ weight: 5, arbitrary: command }, { weight: 4, arbitrary: other }), {
    minLength: most / 2,
    maxLength: most,
    size: 'max',
  })
}

/** Facts of a trip that a partner can read from a message. */
interface Truth {
  name: string
  stops: unknown[]
  orders: unknown[]
  resources: unknown[]
}

interface SentStop {
  id: string
  start_timestamp: string | null
  end_timestamp: string | null
}
interface SentOrder {
  id: string
  customer: { name: string }
  consignments: { goods: { quantity: number }[] }[]
  planning_instructions?: string | null
}
interface SentTrip {
  name: string
  stops: SentStop[]
  orders: SentOrder[]
  resource_allocations: { resource: { id: string; name: string; is_archived: boolean } }[]
}

function orderFacts(order: unknown) {
  const { id, customer, consignments, planning_instructions } = order as SentOrder
  const goods = consignments.map((one) => one.goods.map(({ quantity }) => quantity))
  return [id, customer.name, goods, planning_instructions ?? null]
}
const seconds = (at: string | null) => (at === null ? null : `${new Date(at).toISOString().slice(0, 19)}Z`)

/** The same facts from a message. */
export function factsOfMessage(payload: unknown): Truth {
  const { name, stops, orders, resource_allocations: resources } = payload as SentTrip
  return {
    name,
    stops: stops.map(({ id, start_timestamp, end_timestamp }) => [id, start_timestamp, end_timestamp]),
    orders: orders.map(orderFacts),
    resources: resources.map(({ resource }) => [resource.id, resource.name, resource.is_archived]),
  }
}

/** Read with other code than the writer of messages: from the order API, and rows. */
async function truthOf(tenant: TestTenant, trip: TripState): Promise<Truth> {
  const orderIds = [...new Set(trip.stops.flatMap(({ order_id }) => order_id ?? []))]
  const orders = []
  for (const order_id of orderIds) orders.push(await tenant.call(getOrder, { params: { order_id } }))
  const ids = trip.resources.map(({ resource_id }) => resource_id)
  const rows = await tenant.asTenant((tx) => readResources(tx, ids))
  return {
    name: trip.name,
    stops: trip.stops.map((stop) => [stop.stop_id, seconds(stop.planned_start_at), seconds(stop.planned_end_at)]),
    orders: orders.map(orderFacts),
    resources: trip.resources.map((own) => {
      const row = rows.find(({ resource_id }) => resource_id === own.resource_id)!
      return [own.resource_id, own.name ?? row.name, row.is_archived]
    }),
  }
}

/** DISP-8: later names of orders and vehicles are no longer sent for a completed trip. */
function withoutNames({ orders, resources, ...own }: Truth) {
  const ids = (list: unknown[]) => list.map((one) => (one as unknown[])[0])
  return { ...own, orders: ids(orders), resources: ids(resources) }
}

/** A partner with its company. */
export interface ModelPartner extends TestPartner {
  companyId: string
}

/** Input of a check. */
export interface Observed {
  tenant: TestTenant
  planner: Call
  partners: readonly ModelPartner[]
  /** Receives the bookings of time slots. */
  gate: TestPartner
  tripIds: readonly string[]
}

/**
 * Wrong beliefs of partners, in sentences; empty when the last message of each trip matches the trip, and every trip is
 * with its own partner only. A draft may differ while it waits, if it says so.
 */
export async function faultsOf(observed: Observed, mayWait: boolean): Promise<string[]> {
  const { tenant, tripIds } = observed
  const trips = new Map((await tenant.asTenant((tx) => tripsByIds(tx, tripIds))).map((trip) => [trip.trip_id, trip]))
  const faults = slotFaults(observed, trips)
  for (const id of tripIds) faults.push(...(await tripFaults(observed, id, trips.get(id), mayWait)))
  return faults
}

async function tripFaults(
  { tenant, planner, partners }: Observed,
  id: string,
  trip: TripState | undefined,
  mayWait: boolean,
): Promise<string[]> {
  const holders = partners.flatMap((partner) => {
    const last = partner.messages().findLast(({ payload }) => payload.id === id)
    return last === undefined || last.operation === 'CANCEL' ? [] : [{ partner, payload: last.payload }]
  })
  const isOver = trip === undefined || trip.status === 'CANCELLED' || trip.stops.length === 0
  if (trip && trip.is_dispatched !== holders.length > 0) return [`${trip.name} says ${trip.is_dispatched}`]
  if (holders.length > 1) return [`${id} is with ${holders.length} partners`]
  const [holder] = holders
  if (!holder) return []
  if (isOver) return [`a partner has ${id}, which is over`]
  if (trip.subcontractor_id !== holder.partner.companyId)
    return [`${trip.name} is with a partner that does not drive it`]
  const { items } = await planner(listTripDispatches, { params: { trip_id: id } })
  const slots = items.filter(({ subject_type, pending }) => subject_type !== 'TRIP' && pending !== null)
  const row = items.find((one) => one.subject_id === id && one.is_open)!
  const [reported, truth] = [factsOfMessage(holder.payload), await truthOf(tenant, trip)].map((one) =>
    JSON.stringify(trip.status === 'COMPLETED' ? withoutNames(one) : one),
  )
  const waits = mayWait && trip.status === 'CREATED' && row.differs_since !== null && row.pending !== null
  return [
    ...slots.map(({ pending }) => `a slot of ${trip.name} waits for ${pending!.operation}`),
    ...(reported === truth || waits ? [] : [`${trip.name}, ${trip.status}: has ${reported}, is ${truth}`]),
    // Facts outside this model, such as the id of a place, may wait in a draft as well.
    ...(reported === truth && row.pending && !waits ? [`${trip.name}: pending ${JSON.stringify(row.pending)}`] : []),
  ]
}

interface Slot {
  booking_id: string
  stops: SentStop[]
}

function slotOf(payload: unknown): Slot {
  return (payload as { booking: Slot }).booking
}

/** Places with a slot for a stop that is no longer on a trip, or that comes at another time. */
function slotFaults({ gate }: Observed, trips: ReadonlyMap<string, TripState>): string[] {
  const planned = new Map([...trips.values()].flatMap(({ stops }) => stops.map((stop) => [stop.stop_id, stop])))
  const last = new Map(gate.messages().map((one) => [slotOf(one.payload).booking_id, one]))
  return [...last.values()].flatMap(({ operation, payload }) => {
    if (operation === 'CANCEL') return []
    return slotOf(payload).stops.flatMap(({ id, start_timestamp }) => {
      const stop = planned.get(id)
      if (!stop) return [`a slot is kept for the stop ${id}, which is on no trip`]
      const is = seconds(stop.planned_start_at)
      return is === start_timestamp ? [] : [`a slot is kept at ${start_timestamp} for a stop at ${is}`]
    })
  })
}
