import type { TripImportInput, TripImportStop } from '@cartage/contract/inbound/trip-import'
import { isSensibleTime, sensibleYears } from '@cartage/contract/reading/sense'
import type { StopRole } from '../../orders/stops/sequence.rules.ts'
import { newStop, newTrip, type TripState, type TripStop } from '../../trips/state.rules.ts'

/** Columns of an order stop that imports need. */
export interface ImportableStop {
  stop_id: string
  order_id: string
  role: StopRole
  consignment_id: string | null
  location_id: string
  activity: string | null
  activity_label: string
  reference_number: string | null
  /** Null while it is on no trip. */
  trip_id: string | null
}

/** A pickup or delivery of an order with a stop in the import. */
export interface PartnerStop {
  stop_id: string
  role: 'PICKUP' | 'DELIVERY'
  consignment_id: string
  trip_id: string | null
  /** UTC with milliseconds; null while it is not planned. */
  planned_start_at: string | null
}

/** Records of the tenant that the import refers to. */
export interface ImportWorld {
  /** Name of a new trip. */
  name: string
  /** The trip of the identifier, locked; undefined when the import creates it. */
  trip: TripState | undefined
  stops: ReadonlyMap<string, ImportableStop>
  partners: readonly PartnerStop[]
  /** Ids of known locations, each with the one it was merged into. */
  locations: ReadonlyMap<string, string>
  resources: ReadonlySet<string>
  newId: () => string
}

/** An error of an import with its path in the body. */
export interface ImportFault {
  path: string
  item: unknown
  message: string
}

/** Result of an import: the resulting trip (undefined: nothing changes), or why it is rejected. */
export type ImportDecision =
  | { faults: ImportFault[]; trip?: undefined }
  | { faults?: undefined; trip: TripState | undefined }

/** A planned stop with its path in the body. */
interface Place {
  stop: TripImportStop
  path: string
}

/**
 * Decides a trip import: the whole trip or nothing (TRIP-1 to TRIP-5).
 * @param input without a failure of the sender, which is not a plan
 */
export function decideTripImport(input: TripImportInput, world: ImportWorld): ImportDecision {
  const { trip } = world
  if (input.status === 'CANCELLED') return decideRemoval(input.trip_identifier, trip)
  if (trip?.status === 'CANCELLED') {
    return refused(
      'trip_identifier',
      input.trip_identifier,
      'this trip is cancelled and can no longer be changed: use another one',
    )
  }
  if (trip?.status === 'COMPLETED') {
    return refused('trip_identifier', input.trip_identifier, 'this trip is completed and can no longer be changed')
  }
  const places = input.planned_stops
    .map((stop, at) => ({ stop, path: `planned_stops.${at}` }))
    .toSorted((one, other) => one.stop.sequence - other.stop.sequence)
  const faults = [
    ...sequenceFaults(places),
    ...timeFaults(places, input.start_timestamp),
    ...stopFaults(places, world),
    ...consignmentFaults(places, world),
    ...resourceFaults(input, world),
  ]
  return faults.length > 0 ? { faults } : { trip: importedTrip(input, places, world) }
}

function refused(path: string, item: unknown, message: string): ImportDecision {
  return { faults: [{ path, item, message }] }
}

/** TRIP-1: only an existing trip can be removed; a removed one stays removed. */
function decideRemoval(identifier: string | null | undefined, trip: TripState | undefined): ImportDecision {
  if (!identifier) return refused('trip_identifier', null, 'is required to cancel a trip')
  if (!trip)
    return refused('trip_identifier', identifier, 'no trip has this trip_identifier, so there is nothing to cancel')
  if (trip.status === 'COMPLETED') {
    return refused('trip_identifier', identifier, 'this trip is completed and can no longer be cancelled')
  }
  return { trip: trip.status === 'CANCELLED' ? undefined : { ...trip, status: 'CANCELLED' } }
}

/** TRIP-3: each position from 0 exactly once. */
function sequenceFaults(places: readonly Place[]): ImportFault[] {
  if (places.length === 0) {
    const message = 'a trip has at least one stop; send status CANCELLED to remove it'
    return [{ path: 'planned_stops', item: [], message }]
  }
  return places.flatMap(({ stop, path }, at) => {
    if (stop.sequence === at) return []
    const message = `must count from 0 without gaps and repeats: ${at} is expected here`
    return [{ path: `${path}.sequence`, item: stop, message }]
  })
}

const outOfSense = `must be in the years ${sensibleYears}`

/** TRIP-4: later stops in the sequence neither start nor end earlier. */
function timeFaults(places: readonly Place[], tripStart: string | null | undefined): ImportFault[] {
  return places.flatMap(({ stop, path }, at): ImportFault[] => {
    const before = places[at - 1]?.stop
    const { start_timestamp: start, end_timestamp: end } = stop
    // SENSE-2: one implausible time makes the whole plan invalid.
    const odd = at === 0 && tripStart && !isSensibleTime(tripStart)
    if (odd) return [{ path: 'start_timestamp', item: tripStart, message: outOfSense }]
    if (!isSensibleTime(start)) return [{ path: `${path}.start_timestamp`, item: stop, message: outOfSense }]
    if (!isSensibleTime(end)) return [{ path: `${path}.end_timestamp`, item: stop, message: outOfSense }]
    if (end < start) return [{ path: `${path}.end_timestamp`, item: stop, message: 'is before its start_timestamp' }]
    if (at === 0 && tripStart && tripStart > start) {
      return [{ path: 'start_timestamp', item: tripStart, message: 'is after the start of the first stop' }]
    }
    if (before && (start < before.start_timestamp || end < before.end_timestamp)) {
      const message = 'is earlier than the stop before it in the sequence: sequence and times must agree'
      return [{ path: `${path}.start_timestamp`, item: stop, message }]
    }
    return []
  })
}

/** TRIP-3: every stop exists, occurs once, and is on no other trip. */
function stopFaults(places: readonly Place[], world: ImportWorld): ImportFault[] {
  const seen = new Set<string>()
  return places.flatMap(({ stop, path }): ImportFault[] => {
    const id = stop.id ?? undefined
    if (id === undefined) return placeFaults(stop, path, world)
    const fault = (message: string) => [{ path: `${path}.id`, item: stop, message }]
    if (seen.has(id)) return fault('appears twice: a stop can be on a trip only once')
    seen.add(id)
    const own = world.trip?.stops.some(({ stop_id }) => stop_id === id)
    const known = world.stops.get(id)
    if (!own && !known) return fault('no stop has this id')
    if (!own && known?.trip_id != null) return fault('this stop is already planned on another trip')
    return []
  })
}

function placeFaults(stop: TripImportStop, path: string, { locations }: ImportWorld): ImportFault[] {
  const location = stop.location?.id
  if (!location)
    return [{ path: `${path}.id`, item: stop, message: 'is required, or a location for a stop without an order' }]
  if (locations.has(location)) return []
  return [{ path: `${path}.location.id`, item: stop, message: 'no location has this id' }]
}

/** TRIP-4: goods are picked up before they are delivered, on this trip or on an earlier one. */
function consignmentFaults(places: readonly Place[], world: ImportWorld): ImportFault[] {
  const partners = Map.groupBy(world.partners, ({ consignment_id }) => consignment_id)
  const here = new Map(places.flatMap(({ stop }) => (stop.id ? [[stop.id, stop] as const] : [])))
  const leaving = new Set(world.trip?.stops.map(({ stop_id }) => stop_id).filter((stop_id) => !here.has(stop_id)) ?? [])
  const startOf = ({ stop_id, planned_start_at }: PartnerStop) =>
    here.get(stop_id)?.start_timestamp ?? (leaving.has(stop_id) ? null : planned_start_at)
  return places.flatMap(({ stop, path }): ImportFault[] => {
    const known = world.stops.get(stop.id ?? '')
    const pair = known?.consignment_id ? (partners.get(known.consignment_id) ?? []) : []
    const pickup = pair.find(({ role }) => role === 'PICKUP')
    const delivery = pair.find(({ role }) => role === 'DELIVERY')
    const fault = (message: string) => [{ path, item: stop, message }]
    if (known?.role === 'DELIVERY' && pickup) {
      const sequence = here.get(pickup.stop_id)?.sequence
      if (sequence !== undefined) return sequence < stop.sequence ? [] : fault('delivers before its pickup')
      const start = startOf(pickup)
      if (start === null) return fault('delivers goods that are not picked up: the pickup is not planned on a trip')
      return start <= stop.start_timestamp ? [] : fault('delivers before its pickup on another trip')
    }
    if (known?.role !== 'PICKUP' || !delivery || here.has(delivery.stop_id)) return []
    const start = startOf(delivery)
    return start === null || stop.start_timestamp <= start ? [] : fault('picks up after its delivery on another trip')
  })
}

/** TRIP-5: resources are given by id, each once. */
function resourceFaults({ primary_resources }: TripImportInput, { resources }: ImportWorld): ImportFault[] {
  const seen = new Set<string>()
  return (primary_resources ?? []).flatMap((item, at): ImportFault[] => {
    const path = `primary_resources.${at}.id`
    if (seen.has(item.id)) return [{ path, item, message: 'appears twice' }]
    seen.add(item.id)
    return resources.has(item.id) ? [] : [{ path, item, message: 'no active resource has this id' }]
  })
}

/** TRIP-5: there is no approval step; the trip is PLANNED immediately. */
function importedTrip(input: TripImportInput, places: readonly Place[], world: ImportWorld): TripState {
  const trip = world.trip ?? newTrip(world.newId(), world.name, { trip_identifier: input.trip_identifier ?? null })
  const placeless = trip.stops.filter(({ kind }) => kind === 'STANDALONE')
  const named = new Set(places.map(({ stop }) => stop.id))
  const free = placeless.filter(({ stop_id }) => !named.has(stop_id))
  const resources = input.primary_resources?.map(({ id }) => {
    const known = trip.resources.find(({ resource_id }) => resource_id === id)
    return known ?? { resource_id: id, name: null, license_plate: null, container_number: null }
  })
  return {
    ...trip,
    status: 'PLANNED',
    stops: places.map(({ stop }) => withPlan(stopBefore(stop, trip, free, world), stop)),
    resources: resources ?? trip.resources,
  }
}

/** Standalone stops have no id at the sender: the same location on the same trip is the same stop. */
function stopBefore(stop: TripImportStop, trip: TripState, free: TripStop[], world: ImportWorld): TripStop {
  if (stop.id) {
    const own = trip.stops.find(({ stop_id }) => stop_id === stop.id)
    return own ?? orderStop(world.stops.get(stop.id)!, world)
  }
  const location_id = world.locations.get(stop.location!.id!)!
  const at = free.findIndex((one) => one.location_id === location_id)
  if (at >= 0) return free.splice(at, 1)[0]!
  return newStop({
    ...{ stop_id: world.newId(), kind: 'STANDALONE', order_id: null, stop_group_id: world.newId(), location_id },
    ...{ activity: null, activity_label: 'Stop' },
  })
}

function orderStop(stop: ImportableStop, world: ImportWorld): TripStop {
  const { stop_id, order_id, location_id, activity, activity_label, reference_number } = stop
  return newStop({
    ...{ stop_id, order_id, location_id, activity, activity_label, reference_number },
    kind: 'ORDER',
    stop_group_id: world.newId(),
  })
}

function withPlan(before: TripStop, stop: TripImportStop): TripStop {
  return {
    ...before,
    planned_start_at: stop.start_timestamp,
    planned_end_at: stop.end_timestamp,
    fixed_timestamp_type: stop.fixed_timestamp_type ?? before.fixed_timestamp_type,
    custom_fields: stop.custom_fields ?? before.custom_fields,
  }
}
