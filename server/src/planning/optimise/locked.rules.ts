import { msg, type Sentence } from '@cartage/contract/message'
import { keptSentence } from '../../http/kept-sentence.ts'
import { newTrip, type TripState } from '../../trips/state.rules.ts'
import { type Facts, liveStops } from '../facts/rules.ts'
import type { OrderFacts } from '../rules.ts'
import { isReached } from '../schedule.rules.ts'
import { tripStopOf } from '../stops.rules.ts'
import { orderReasons } from '../verdict/sequence.rules.ts'
import type { LeftOut } from './rules.ts'

/** OPT-3: a run never changes a trip that is confirmed, dispatched or begun, or that has times set by hand. */
export function isLocked(trip: TripState): boolean {
  return trip.status !== 'CREATED' || trip.is_dispatched || trip.stops.some((stop) => isReached(stop) || isSet(stop))
}

function isSet({ fixed_timestamp_type: type }: TripState['stops'][number]): boolean {
  return type === 'SET_BY_USER' || type === 'ENFORCED_TIMEWINDOW'
}

/** The orders that a run may plan, and the others with a reason each. */
export function freeOrders(
  orderIds: readonly string[],
  trips: readonly TripState[],
  facts: Pick<Facts, 'orders'>,
): { free: OrderFacts[]; left: LeftOut[] } {
  const free: OrderFacts[] = []
  const left: LeftOut[] = []
  for (const id of orderIds) {
    const order = facts.orders.get(id)
    if (!order) continue
    const why = whyNot(order, trips, facts)
    if (why) left.push({ order_id: id, order_number: order.order_number, ...why })
    else free.push(order)
  }
  return { free, left }
}

function whyNot(order: OrderFacts, trips: readonly TripState[], facts: Pick<Facts, 'orders'>) {
  const number = order.order_number
  const on = trips.filter((trip) => liveStops(trip).some(({ order_id }) => order_id === order.order_id))
  const locked = on.find(isLocked)
  if (locked) return because('locked', msg`${number} is on ${locked.name}, which is locked.`)
  if (on.some(({ stops }) => stops.some((one) => one.order_id === order.order_id && one.kind !== 'ORDER'))) {
    return because('split', msg`${number} is split over trips at a transfer point. Plan it by hand.`)
  }
  const reason = reasonAlone(order, facts)
  if (reason) return because(reason.code, reason.message)
  if (order.stops.length === 0) return because('no_stops', msg`${number} has no stops.`)
  const isBegun = order.stops.some(({ status }) => !['TO_PLAN', 'PLANNED'].includes(status))
  return isBegun ? because('begun', msg`${number} has begun or a stop of it is cancelled. Plan it by hand.`) : undefined
}

/** A reason to leave an order out, rendered later in the reader's language. */
export function because(code: string, message: Sentence): Pick<LeftOut, 'code' | 'message'> {
  return { code, message: keptSentence(message) }
}

/** The reason why an order cannot be planned on any trip. */
function reasonAlone(order: OrderFacts, facts: Pick<Facts, 'orders'>) {
  return orderReasons(bareTrip(order, []), facts).find(({ severity }) => severity === 'HARD')
}

/** A draft with the stops of one order and these resources, before planning. */
export function bareTrip(order: OrderFacts, resourceIds: readonly string[]): TripState {
  const stops = order.stops.map((stop) => tripStopOf(order, stop, { newId: () => stop.stop_id }))
  return newTrip('', '', { stops, resources: resourceIds.map(unnamed) })
}

/** A resource of a trip without a name of its own on that trip. */
export function unnamed(resource_id: string) {
  return { resource_id, name: null, license_plate: null, container_number: null }
}
