import { msg, type Sentence } from '@cartage/contract/message'
import { Problem } from '../http/problem.ts'
import type { OrderState } from '../orders/changes.rules.ts'
import { stateLabel } from '../orders/state-labels.rules.ts'
import type { TripState, TripStop } from './state.rules.ts'
import { isReached } from './stop.rules.ts'

/** Statuses that planning and execution decide; quotes, rejections and cancellations are decided elsewhere. */
const driven: readonly OrderState[] = ['TO_PLAN', 'PLANNED', 'IN_PROGRESS']

/**
 * The status of an order derived from its stops (ST-3): COMPLETED is never reverted.
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
 * The status of an order's stop after its trips changed.
 * @param stop the stop on a changed trip; undefined when it is on none of them
 * @param hasLeft whether it was on one of them before
 */
function mirroredStatus(current: string, order: OrderState, stop: TripStop | undefined, hasLeft: boolean): string {
  if (stop) return stop.status
  if (!hasLeft || isReached({ status: current })) return current
  return order === 'CANCELLED' ? 'CANCELLED' : 'TO_PLAN'
}

/** An order, as needed for mirroring. */
export interface MirroredOrder {
  status: OrderState
  event_sequence: number
  stops: readonly { stop_id: string; status: string }[]
}

/** An order after a change of trips, with the changes to write. */
export interface Mirrored<Order> {
  order: Order
  isChanged: boolean
  isCompleted: boolean
  /** Stops whose status changed. */
  stops: { stop_id: string; status: string }[]
}

/**
 * Mirrors trip stops to orders: `order_stop.status` follows the trip stop, and the order follows its stops.
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

/** An order, as needed for planning checks. */
export interface PlannableOrder {
  order_id: string
  order_number: string
  status: OrderState
  is_blocked: boolean
}

/**
 * Final check of every planning path: quotes, rejected or cancelled orders and orders on hold must not be put on a
 * trip, and no trip with an order on hold may be confirmed. Reports are not planning, and pass.
 * @param before the trips as they were
 * @param intended the trips after the command, not yet settled
 * @param isRestored for an undo: a newer hold does not block what was planned before it
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
