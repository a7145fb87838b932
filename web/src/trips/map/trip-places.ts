import type { TripRecord } from '@cartage/contract/trips/app/record'
import type { Place } from '../../map/features.ts'
import type { LatLon } from '../../map/geometry.ts'

type Shown = { trip: Pick<TripRecord['trip'], 'stops'>; places: TripRecord['places'] }

/** Stops of a trip on a map, numbered as in its table. Consecutive stops at one place share a mark: `2–3`. */
export function placesOf({ trip, places }: Shown): Place[] {
  const marks: (Place & { first: number; last: number; location: string })[] = []
  for (const [index, stop] of trip.stops.entries()) {
    const place = places.find(({ location_id }) => location_id === stop.location_id)
    if (stop.status === 'CANCELLED' || place?.latitude == null || place.longitude == null) continue
    const before = marks.at(-1)
    const isDone = stop.status === 'COMPLETED'
    if (before?.location === stop.location_id) {
      before.last = index + 1
      before.isDone &&= isDone
      before.label = `${before.first}–${before.last}`
      continue
    }
    const { latitude, longitude } = place
    const number = index + 1
    const mark = { id: stop.stop_id, label: String(number), isDone, latitude, longitude }
    marks.push({ ...mark, first: number, last: number, location: stop.location_id })
  }
  return marks.map(({ id, label, isDone, latitude, longitude }) => ({ id, label, isDone, latitude, longitude }))
}

/** Planned route as straight lines between stops, because the plan has no roads. */
export function plannedLine(shown: Shown): LatLon[] {
  return placesOf(shown).map(({ latitude, longitude }) => ({ latitude, longitude }))
}

/** Place names by stop. */
export function stopNames({ trip, places }: Shown): { id: string; name: string }[] {
  return trip.stops.map(({ stop_id, location_id }) => {
    const place = places.find((one) => one.location_id === location_id)
    return { id: stop_id, name: place?.name ?? place?.city ?? '—' }
  })
}

/** Resource kinds that drive by themselves, the likeliest to send positions first. */
const driving = ['TRACTOR', 'RIGID', 'VAN']
const dayMs = 24 * 3_600_000

/** Vehicle and time range whose positions show the driven track. Undefined before the trip starts. */
export function drivenSpan(
  { trip, resources }: { trip: Pick<TripRecord['trip'], 'status' | 'stops'>; resources: TripRecord['resources'] },
  now: number,
): { resourceId: string; from: number; to: number } | undefined {
  const vehicle = resources.find(({ resource_type }) => driving.includes(resource_type))
  const arrivals = trip.stops.flatMap(({ actual_start_at }) => actual_start_at ?? []).map(Date.parse)
  const departures = trip.stops.flatMap(({ actual_end_at }) => actual_end_at ?? []).map(Date.parse)
  if (vehicle === undefined || arrivals.length === 0) return undefined
  const from = Math.min(...arrivals)
  const to = trip.status === 'COMPLETED' ? Math.max(...arrivals, ...departures) : now
  // The server returns at most 31 days at a time.
  return { resourceId: vehicle.resource_id, from, to: Math.min(Math.max(to, from), from + 31 * dayMs) }
}
