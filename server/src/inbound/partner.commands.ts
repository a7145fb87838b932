import type { Tx } from '../db/tenant.ts'
import type { InboundMessage } from '../messages/rules.ts'
import type { IsTheirs, OwnRecords } from './matching.rules.ts'
import {
  bookingsOfPartner,
  ordersOfPartner,
  resourcesForPartner,
  resourcesOfPartner,
  tripsOfPartner,
} from './partner.views.ts'

/** Errors for reports of a partner on records of others. */
export const notTheirs = {
  stop: 'These credentials belong to a partner that does not carry the trip of this stop.',
  resource: 'These credentials belong to a partner that does not own this resource.',
  booking: 'These credentials belong to a partner that this booking was not sent to.',
  plan: 'These credentials belong to a partner that does not drive this order, so it cannot plan it.',
  trip: 'These credentials belong to a partner that does not carry this trip.',
} as const

/** The partner of a sender, which decides what it may report on. */
export type Sender = Pick<InboundMessage, 'partner'>

/** The records that decide who may report on a stop. */
export interface OwnedStop {
  trip_id: string | null
  order_id: string | null
}

/** The stops a sender may report on: of trips it drives and orders it placed; without a trip, the order decides. */
export async function stopsOfSender(tx: Tx, sender: Sender, stops: readonly OwnedStop[]): Promise<IsTheirs<OwnedStop>> {
  const known = await partsOfStops(tx, sender, stops)
  if (!known) return () => true
  return ({ trip_id, order_id }) => {
    const order = order_id === null ? undefined : known.orders.get(order_id)
    if (order?.is_ordered) return true
    return trip_id === null ? order !== undefined : known.trips.has(trip_id)
  }
}

/** The stops a sender may put on a trip: of trips and orders it drives. Customers do not plan transports. */
export async function stopsForSender(
  tx: Tx,
  sender: Sender,
  stops: readonly OwnedStop[],
): Promise<IsTheirs<OwnedStop>> {
  const known = await partsOfStops(tx, sender, stops)
  if (!known) return () => true
  return ({ trip_id, order_id }) =>
    trip_id === null ? order_id !== null && known.orders.get(order_id)?.is_driven === true : known.trips.has(trip_id)
}

/** The trips and orders of stops that a partner is involved in; undefined without a partner. */
async function partsOfStops(tx: Tx, { partner }: Sender, stops: readonly OwnedStop[]) {
  if (!partner) return undefined
  const tripIds = stops.flatMap(({ trip_id }) => trip_id ?? [])
  const orderIds = stops.flatMap(({ order_id }) => order_id ?? [])
  const [trips, orders] = await Promise.all([
    tripsOfPartner(tx, partner, tripIds),
    ordersOfPartner(tx, partner, orderIds),
  ])
  return { trips, orders }
}

/**
 * The orders a sender may report on: those it placed, and those with a stop on a trip it drives. Undefined means all.
 */
export function ownOrders(tx: Tx, { partner }: Sender): OwnRecords | undefined {
  if (!partner) return undefined
  return async (ids) => {
    const orders = await ordersOfPartner(tx, partner, ids)
    return (id) => orders.has(id)
  }
}

/** The resources a sender may report on. */
export async function resourcesOfSender(
  tx: Tx,
  { partner }: Sender,
  ids: readonly string[],
): Promise<IsTheirs<string>> {
  if (!partner) return () => true
  const resources = await resourcesOfPartner(tx, partner, ids)
  return (id) => resources.has(id)
}

/** The resources a sender may put on a trip it reports on: all but those of other subcontractors. */
export async function resourcesForSender(
  tx: Tx,
  { partner }: Sender,
  ids: readonly string[],
): Promise<IsTheirs<string>> {
  if (!partner) return () => true
  const resources = await resourcesForPartner(tx, partner, ids)
  return (id) => resources.has(id)
}

/** The bookings a sender may report on. */
export async function bookingsOfSender(tx: Tx, { partner }: Sender, ids: readonly string[]): Promise<IsTheirs<string>> {
  if (!partner) return () => true
  const bookings = await bookingsOfPartner(tx, partner, ids)
  return (id) => bookings.has(id)
}

/** The trips a sender may plan. */
export async function tripsOfSender(tx: Tx, { partner }: Sender, ids: readonly string[]): Promise<IsTheirs<string>> {
  if (!partner) return () => true
  const trips = await tripsOfPartner(tx, partner, ids)
  return (id) => trips.has(id)
}
