import { isDeepStrictEqual } from 'node:util'
import { msg, type Sentence } from '@cartage/contract/message'
import type { ownStates } from '@cartage/contract/orders/states'
import { locationKey } from '../locations/rules.ts'
import type { OrderDocument, StoredStop } from './content.rules.ts'
import { stateLabel } from './state-labels.rules.ts'
import { listedStops, type StopRole } from './stops/sequence.rules.ts'

export type OrderState = (typeof ownStates)[number]

/** Parts of an order that may be changed at different times. */
type Part = 'customer' | 'start' | 'transport' | 'references'

const always: readonly OrderState[] = ['QUOTE', 'TO_PLAN', 'PLANNED', 'IN_PROGRESS', 'COMPLETED']
const untilDone: readonly OrderState[] = ['QUOTE', 'TO_PLAN', 'PLANNED', 'IN_PROGRESS']

/** States in which each part may be changed: the one table for uploads and screens (ORD-3). */
export const changeable: Readonly<Record<Part, readonly OrderState[]>> = {
  // Charges follow the customer.
  customer: untilDone,
  // Whether it is a quote can no longer change after planning.
  start: ['QUOTE', 'TO_PLAN'],
  transport: untilDone,
  references: always,
}

const partOf: Readonly<Record<string, Part>> = {
  customer: 'customer',
  order_status: 'start',
  transport_service: 'transport',
  service_level: 'transport',
  consignments: 'transport',
  setup_stops: 'transport',
  teardown_stops: 'transport',
  container: 'transport',
  vehicle_category: 'transport',
  transport_network: 'transport',
}

/** The current state of a stop of an order. */
export interface StopState {
  stop_id: string
  role: StopRole
  status: string
}

/** A reached stop can no longer be changed. */
export function isFrozen({ status }: StopState): boolean {
  return status === 'AT_STOP' || status === 'COMPLETED'
}

/** Which parts of an order may still be changed, and which stops may not. */
export function editableParts(state: OrderState, document: OrderDocument, stops: readonly StopState[]) {
  const frozen = new Map(stops.filter(isFrozen).map(({ stop_id, status }) => [stop_id, status]))
  return {
    customer: changeable.customer.includes(state),
    start: changeable.start.includes(state),
    transport: changeable.transport.includes(state),
    references: changeable.references.includes(state),
    frozen_stops: listedStops(document).flatMap(({ stop, path }) => {
      const status = frozen.get(stop.id)
      return status === undefined ? [] : [{ path, status }]
    }),
  }
}

/**
 * Changes of an update that are not allowed; empty when all are.
 * @param path path in the upload, dotted
 */
export function forbiddenChanges(
  state: OrderState,
  before: OrderDocument,
  after: OrderDocument,
  stops: readonly StopState[],
): { path: string; message: Sentence }[] {
  return [
    ...forbiddenMembers(state, before, after),
    ...lostContainer(state, before, after),
    ...frozenStops(before, after, stops),
  ]
}

/** Plans depend on the container, so it can only be removed before planning. */
function lostContainer(state: OrderState, before: OrderDocument, after: OrderDocument) {
  if (!before.container || after.container || changeable.start.includes(state)) return []
  return [{ path: 'container', message: msg`can no longer be removed: the order is ${stateLabel(state)}` }]
}

function forbiddenMembers(state: OrderState, before: OrderDocument, after: OrderDocument) {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof OrderDocument>
  const changed = [...names].filter((name) => !isDeepStrictEqual(memberOf(before, name), memberOf(after, name)))
  return changed
    .filter((name) => !changeable[partOf[name] ?? 'references'].includes(state))
    .map((name) => ({ path: name, message: msg`can no longer be changed: the order is ${stateLabel(state)}` }))
}

/** A missing start means TO_PLAN (ORD-12). */
function memberOf(document: OrderDocument, name: keyof OrderDocument): unknown {
  return name === 'order_status' ? (document.order_status ?? 'TO_PLAN') : document[name]
}

function frozenStops(before: OrderDocument, after: OrderDocument, stops: readonly StopState[]) {
  const frozen = stops.filter(isFrozen)
  if (frozen.length === 0) return []
  const old = new Map(listedStops(before).map((entry) => [entry.stop.id, entry]))
  const now = new Map(listedStops(after).map((entry) => [entry.stop.id, entry]))
  return frozen.flatMap(({ stop_id, status }) => {
    const was = old.get(stop_id)
    const is = now.get(stop_id)
    if (!was || (is && isSameStop(was.stop, is.stop))) return []
    const place = was.stop.location.name ?? was.stop.location.city ?? stop_id
    const what = is ? msg`changed` : msg`removed`
    return [
      { path: (is ?? was).path, message: msg`can no longer be ${what}: the stop at ${place} is ${stateLabel(status)}` },
    ]
  })
}

/**
 * ORD-20: changes of an update to stops that are on a trip: removed stops, and stops with another location or time. The
 * trip follows, and its planner has to review it.
 * @param path path in the upload, dotted
 */
export function plannedStopChanges(
  before: OrderDocument,
  after: OrderDocument,
  stops: readonly (StopState & { trip_id?: string | null })[],
): { path: string; message: Sentence }[] {
  const old = new Map(listedStops(before).map((entry) => [entry.stop.id, entry]))
  const now = new Map(listedStops(after).map((entry) => [entry.stop.id, entry]))
  return stops.flatMap(({ stop_id, trip_id }) => {
    const was = old.get(stop_id)
    if (!trip_id || !was) return []
    const is = now.get(stop_id)
    const from = placeName(was.stop)
    if (!is) return [{ path: was.path, message: msg`The stop at ${from} was on a trip and was taken off it.` }]
    if (!isSamePlace(was.stop, is.stop)) {
      const message = msg`The stop at ${from} is on a trip and is at ${placeName(is.stop)} now.`
      return [{ path: is.path, message }]
    }
    if (isDeepStrictEqual(timesOf(was.stop), timesOf(is.stop))) return []
    return [{ path: is.path, message: msg`The stop at ${from} is on a trip and is requested at another time now.` }]
  })
}

/** Display name of the location of a stop. */
export function placeName({ id, location }: StoredStop): string {
  return location.name || location.city || location.address || id
}

/** Whether a stop has the same location as before. */
export function isSamePlace({ location: was }: StoredStop, { location: is }: StoredStop): boolean {
  return was.id === is.id && locationKey(was).equals(locationKey(is))
}

/** Requested day and time window. */
export function timesOf({ date, time_window }: StoredStop) {
  return [date, time_window?.start_time, time_window?.end_time]
}

/** A stop without a position may get one: all stops are numbered as soon as others are added (SEQ-1). */
function isSameStop(was: StoredStop, is: StoredStop): boolean {
  const { position: _new, ...members } = is
  return isDeepStrictEqual(was, was.position ? is : members)
}
