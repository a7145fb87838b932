import { msg, type Sentence } from '@cartage/contract/message'
import { longestText } from '@cartage/contract/scalars'
import type { OrderDocument, StoredConsignment, StoredStop } from '../content.rules.ts'

export type StopRole = 'SETUP' | 'PICKUP' | 'DELIVERY' | 'STANDALONE' | 'TEARDOWN'

/** A stop of an order with its position. */
export interface PlacedStop {
  stop: StoredStop
  role: StopRole
  /** Dotted path in the upload format, for messages. */
  path: string
  /** Set for pickup, delivery and standalone stops. */
  consignment_id: string | null
  /** The reference of that consignment, when it has one. */
  consignment_reference: string | null
  /** From 1, without gaps. */
  sequence: number
}

type Unplaced = Omit<PlacedStop, 'sequence'>
type Belonging = Pick<PlacedStop, 'consignment_id' | 'consignment_reference'>

const noConsignment: Belonging = { consignment_id: null, consignment_reference: null }

/**
 * The stops of an order in sequence (CONT-3, CONT-5, SEQ-2): setup stops, consignment after consignment, teardown
 * stops. When every stop has a position, only the positions count. Otherwise a stop with a position takes that place,
 * or the next free one.
 */
export function placedStops(document: OrderDocument): PlacedStop[] {
  const listed = listedStops(document)
  const places = listed.some(({ stop }) => stop.position) ? byPosition(listed) : listed
  return places.map((entry, at) => ({ ...entry, sequence: at + 1 }))
}

/** Every stop once, in document order. */
export function listedStops(document: OrderDocument): Unplaced[] {
  const listed: Unplaced[] = []
  const add = (stops: readonly StoredStop[] | undefined, role: StopRole, path: string, of: Belonging) =>
    stops?.forEach((stop, at) => {
      listed.push({ stop, role, path: `${path}.${at}`, ...of })
    })
  add(document.setup_stops, 'SETUP', 'setup_stops', noConsignment)
  document.consignments.forEach((consignment, at) => {
    const { id, pickup_stop, delivery_stop, standalone_stops, consignment_reference_number } = consignment
    const of = { consignment_id: id, consignment_reference: consignment_reference_number ?? null }
    const path = `consignments.${at}`
    listed.push({ stop: pickup_stop, role: 'PICKUP', path: `${path}.pickup_stop`, ...of })
    listed.push({ stop: delivery_stop, role: 'DELIVERY', path: `${path}.delivery_stop`, ...of })
    add(standalone_stops, 'STANDALONE', `${path}.standalone_stops`, of)
  })
  add(document.teardown_stops, 'TEARDOWN', 'teardown_stops', noConsignment)
  return listed
}

function byPosition(listed: readonly Unplaced[]): Unplaced[] {
  const positioned = listed
    .filter(({ stop }) => stop.position)
    .sort((one, other) => positionOf(one) - positionOf(other))
  if (positioned.length === listed.length) return positioned
  const places: (Unplaced | undefined)[] = Array.from({ length: listed.length })
  for (const entry of positioned) places[freePlace(places, positionOf(entry) - 1)] = entry
  const others = listed.filter(({ stop }) => !stop.position)
  return places.map((entry) => entry ?? others.shift()!)
}

/** The first free place from `first` on, else the last free one. */
function freePlace(places: readonly (Unplaced | undefined)[], first: number): number {
  for (let at = first; at < places.length; at += 1) if (!places[at]) return at
  return places.lastIndexOf(undefined)
}

function positionOf({ stop }: Unplaced): number {
  return stop.position!.position
}

/**
 * SEQ-1 for the whole order: an update may add standalone stops to stops without positions, which the upload alone does
 * not show.
 * @returns the errors, one entry per stop
 */
export function positionFaults(document: OrderDocument): { path: string; message: Sentence }[] {
  if (!document.consignments.some(({ standalone_stops }) => standalone_stops?.length)) return []
  const faults: { path: string; message: Sentence }[] = []
  const taken = new Map<number, string>()
  for (const { stop, path } of listedStops(document)) {
    const position = stop.position?.position
    const earlier = position === undefined ? undefined : taken.get(position)
    if (position === undefined) {
      faults.push({ path: `${path}.position`, message: 'is required on every stop when standalone stops are used' })
    } else if (earlier !== undefined) {
      faults.push({ path: `${path}.position.position`, message: msg`${position} is already used by ${earlier}` })
    } else {
      taken.set(position, path)
    }
  }
  return faults
}

const spokenActivities: Readonly<Record<string, string>> = {
  PICKUP: 'Pickup',
  DELIVERY: 'Delivery',
  PICKUP_EXPORT: 'Pickup export',
  DELIVERY_EXPORT: 'Delivery export',
  COLLECT_EMPTY_CONTAINER: 'Collect empty container',
}

/**
 * The label of a stop. Clients search it for the first pickup and the last delivery (READ-4), so only those of
 * consignments contain these words.
 * @param customLabel label of the custom activity of the tenant that the stop refers to, if any
 */
export function activityLabel(role: StopRole, stop: StoredStop, customLabel?: string): string {
  const own = customLabel ?? stop.custom_activity_label ?? stop.activity_label
  if (role === 'PICKUP' || role === 'DELIVERY') return consignmentLabel(role, stop.activity, own)
  if (own && !/pick.?up|deliver/i.test(own)) return own
  if (role === 'SETUP') return 'Collect empty container'
  if (role === 'TEARDOWN') return 'Drop empty container'
  return 'Custom activity'
}

function consignmentLabel(role: 'PICKUP' | 'DELIVERY', activity: string | undefined, own: string | undefined): string {
  const recognisable = role === 'PICKUP' ? /pick.?up/i : /deliver/i
  const misleading = role === 'PICKUP' ? /deliver/i : /pick.?up/i
  const spoken = spokenActivities[activity ?? ''] ?? ''
  const label = recognisable.test(spoken) ? spoken : spokenActivities[role]!
  if (!own || misleading.test(own)) return label
  return recognisable.test(own) ? own : `${label} (${own})`.slice(0, longestText)
}

/** PICKUP or DELIVERY on the stops of a consignment, null on others (READ-3). */
export function stopType(role: StopRole): 'PICKUP' | 'DELIVERY' | null {
  return role === 'PICKUP' || role === 'DELIVERY' ? role : null
}

/**
 * The document with positions for added stops (SEQ-1): with standalone stops, every stop has a position of its own.
 * Positions that are complete and distinct stay. Otherwise all stops are numbered again in their order, with an added
 * one at its requested position. One without a requested position goes before the delivery of its consignment; pickup
 * and delivery of a new consignment go last.
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
  const wanted = stop.position?.position
  if (wanted !== undefined) return wanted - 1
  const delivery = order.findIndex((other) => other.role === 'DELIVERY' && other.consignment_id === consignment_id)
  if (role === 'STANDALONE' && delivery >= 0) return delivery
  const teardown = order.findIndex((other) => other.role === 'TEARDOWN')
  return teardown >= 0 ? teardown : order.length
}

function at(stop: StoredStop, position: number): StoredStop {
  return stop.position?.position === position ? stop : { ...stop, position: { ...stop.position, position } }
}

/** The document with every stop mapped; unchanged parts stay the same object. */
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

/** Every stop of a consignment: pickup, delivery, then its standalone stops. */
export function stopsOf({ pickup_stop, delivery_stop, standalone_stops = [] }: StoredConsignment): StoredStop[] {
  return [pickup_stop, delivery_stop, ...standalone_stops]
}
