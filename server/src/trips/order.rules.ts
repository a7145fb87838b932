import { msg, type Sentence } from '@cartage/contract/message'
import { Problem } from '../http/problem.ts'
import type { OrderState } from '../orders/changes.rules.ts'
import { stateLabel } from '../orders/state-labels.rules.ts'
import type { TripState, TripStop } from './state.rules.ts'
import { isReached } from './stop.rules.ts'

/** The states that planning and execution decide; a quote, a refusal and a cancellation are decided elsewhere. */
const driven: readonly OrderState[] = ['TO_PLAN', 'PLANNED', 'IN_PROGRESS']

/**
 * The state of an order as its stops make it (ST-3): COMPLETED is never taken back.
 * @param stops states of all stops of the order
 */
export function nextOrderStatus(status: OrderState, stops: readonly string[]): OrderState {
  if (!driven.includes(status)) return status
  const live = stops.filter((stop) => stop !== 'CANCELLED' && stop !== 'IGNORED')
  if (live.length === 0) return status
  if (live.every((stop) => stop === 'COMPLETED')) return 'COMPLETED'
  if (live.some((stop) => isReached({ status: stop }))) return 'IN_PROGRESS'
  return live.every((stop) => stop !== 'TO_PLAN') ? 'PLANNED' : 'TO_PLAN'
}

/**
 * The state of an order's stop after its trips changed.
 * @param stop as it is on a trip now; undefined when it is on none of the changed ones
 * @param hasLeft whether it was on one of them before
 */
function mirroredStatus(current: string, order: OrderState, stop: TripStop | undefined, hasLeft: boolean): string {
  if (stop) return stop.status
  if (!hasLeft || isReached({ status: current })) return current
  return order === 'CANCELLED' ? 'CANCELLED' : 'TO_PLAN'
}

/** An order as its trips see it. */
export interface MirroredOrder {
  status: OrderState
  event_sequence: number
  stops: readonly { stop_id: string; status: string }[]
}

/** An order after a change of trips, and what of it has to be written. */
export interface Mirrored<Order> {
  order: Order
  isChanged: boolean
  isCompleted: boolean
  /** Stops whose state is another one now. */
  stops: { stop_id: string; status: string }[]
}

/**
 * Carries the states of trip stops over to orders: `order_stop.status` mirrors them, the order follows its stops.
 * @param before the trips as they were, `after` as they are settled
 */
export function mirrorOrders<Order extends MirroredOrder>(
  before: readonly TripState[],
  after: readonly TripState[],
  orders: readonly Order[],
): Mirrored<Order>[] {
  const was = new Set(before.flatMap(({ stops }) => stops.map(({ stop_id }) => stop_id)))
  const is = new Map(after.flatMap(({ stops }) => stops.map((stop) => [stop.stop_id, stop])))
  return orders.map((order) => {
    const stops = order.stops.map((row) => {
      const status = mirroredStatus(row.status, order.status, is.get(row.stop_id), was.has(row.stop_id))
      return status === row.status ? row : { ...row, status }
    })
    const status = nextOrderStatus(
      order.status,
      stops.map((stop) => stop.status),
    )
    const isChanged = status !== order.status
    const isCompleted = isChanged && status === 'COMPLETED'
    return {
      order: { ...order, stops, status, event_sequence: order.event_sequence + (isCompleted ? 1 : 0) },
      isChanged,
      isCompleted,
      stops: stops.filter((stop, at) => stop !== order.stops[at]),
    }
  })
}

/** An order as planning has to know it. */
export interface PlannableOrder {
  order_id: string
  order_number: string
  status: OrderState
  is_blocked: boolean
}

/**
 * Last guard of every way to plan: quotes, refused, cancelled and blocked orders get on no trip, and no trip with a
 * blocked order is confirmed. Reports are not planning, and pass.
 * @param before the trips as they were
 * @param intended the trips as the command leaves them, not yet settled
 * @param isRestored for an undo: a hold that came meanwhile is not a reason against what was planned before it
 * @throws Problem state_conflict
 */
export function checkOrders(
  before: readonly TripState[],
  intended: readonly TripState[],
  orders: ReadonlyMap<string, PlannableOrder>,
  isRestored = false,
): void {
  const planned = new Set(before.flatMap(({ stops }) => stops.map(({ stop_id }) => stop_id)))
  const drafts = new Set(before.filter(({ status }) => status === 'CREATED').map(({ trip_id }) => trip_id))
  const known = new Set(before.map(({ trip_id }) => trip_id))
  for (const { trip_id, status, stops } of intended) {
    const isConfirmed = status === 'PLANNED' && (drafts.has(trip_id) || !known.has(trip_id))
    for (const { stop_id, order_id } of stops) {
      const order = order_id === null ? undefined : orders.get(order_id)
      if (!order) continue
      const isNew = !planned.has(stop_id)
      if (isNew && !driven.includes(order.status)) {
        throw conflict(msg`${order.order_number} is ${stateLabel(order.status)} and cannot be planned.`)
      }
      if ((isNew || isConfirmed) && order.is_blocked && !isRestored) {
        throw conflict(msg`${order.order_number} is on hold. Release it before you plan it.`)
      }
    }
  }
}

function conflict(message: Sentence): Problem {
  return new Problem('state_conflict', { message })
}
