import type { OrderDocument, StoredStop } from '../content.rules.ts'
import { type PlacedStop, placedStops } from '../stops/sequence.rules.ts'

/**
 * The document with a place in the sequence for stops that were added to it (SEQ-1): with standalone stops every stop
 * carries a position of its own. Positions that are all there and differ stay as they are; otherwise all stops are
 * counted again in the order they have, an added one where it asks to be. One that requests no place comes before the
 * delivery of its consignment; pickup and delivery of a new consignment come last.
 */
export function withAddedStops(document: OrderDocument, added: ReadonlySet<string>): OrderDocument {
  const hasStandalone = document.consignments.some(({ standalone_stops }) => standalone_stops?.length)
  if (added.size === 0 || !hasStandalone) return document
  const placed = placedStops(document)
  if (areDistinct(placed.map(({ stop }) => stop.position?.position))) return document
  const order = placed.filter(({ stop }) => !added.has(stop.id))
  for (const entry of placed.filter(({ stop }) => added.has(stop.id))) order.splice(placeOf(entry, order), 0, entry)
  const positions = new Map(order.map(({ stop }, at) => [stop.id, at + 1]))
  return mapStops(document, (stop) => at(stop, positions.get(stop.id)!))
}

function areDistinct(positions: readonly (number | undefined)[]): boolean {
  return !positions.includes(undefined) && new Set(positions).size === positions.length
}

function placeOf({ stop, role, consignment_id }: PlacedStop, order: readonly PlacedStop[]): number {
  const place = stop.position?.position
  if (place !== undefined) return place - 1
  const delivery = order.findIndex((other) => other.role === 'DELIVERY' && other.consignment_id === consignment_id)
  if (role === 'STANDALONE' && delivery >= 0) return delivery
  const teardown = order.findIndex((other) => other.role === 'TEARDOWN')
  return teardown >= 0 ? teardown : order.length
}

function at(stop: StoredStop, position: number): StoredStop {
  return stop.position?.position === position ? stop : { ...stop, position: { ...stop.position, position } }
}

/** The document with every stop changed; what does not change stays the same object. */
export function mapStops(document: OrderDocument, change: (stop: StoredStop) => StoredStop): OrderDocument {
  const { setup_stops, teardown_stops, consignments } = document
  return {
    ...document,
    ...(setup_stops && { setup_stops: setup_stops.map(change) }),
    ...(teardown_stops && { teardown_stops: teardown_stops.map(change) }),
    consignments: consignments.map((consignment) => ({
      ...consignment,
      pickup_stop: change(consignment.pickup_stop),
      delivery_stop: change(consignment.delivery_stop),
      ...(consignment.standalone_stops && { standalone_stops: consignment.standalone_stops.map(change) }),
    })),
  }
}
