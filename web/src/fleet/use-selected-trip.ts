import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MapContent } from '../map/drawing.ts'
import { trackQuery } from '../trips/map/track.queries.ts'
import { placesOf, plannedLine, stopNames } from '../trips/map/trip-places.ts'
import { tripQuery } from '../trips/queries.ts'
import { useNow } from '../ui/time/relative-time.tsx'
import type { LiveVehicle } from './vehicles.ts'

/** Length of the vehicle track, in hours. */
const trackHours = 8
const stepMs = 5 * 60_000

interface SelectedTrip {
  /** Map content: stops in order, the plan as straight lines, and the driven track. */
  content: MapContent
  stops: readonly { id: string; name: string }[]
}

/** Trip and track of the selected vehicle. */
export function useSelectedTrip(selected: LiveVehicle | undefined): SelectedTrip {
  // Rounded, so that the track is not refetched on every tick.
  const now = Math.ceil(useNow().getTime() / stepMs) * stepMs
  const tripId = selected?.vehicle.trip?.trip_id
  const record = useQuery({ ...tripQuery(tripId ?? ''), enabled: tripId !== undefined }).data
  const track = useQuery({
    ...trackQuery(selected?.id ?? '', now - trackHours * 3_600_000, now),
    enabled: selected !== undefined,
  }).data
  const trip = tripId === undefined ? undefined : record
  const position = selected?.vehicle.position
  const driven = useMemo(() => (position ? [...(track ?? []), position] : []), [track, position])
  const places = useMemo(() => (trip ? placesOf(trip) : []), [trip])
  const planned = useMemo(() => (trip ? plannedLine(trip) : []), [trip])
  const stops = useMemo(() => (trip ? stopNames(trip) : []), [trip])
  const content = useMemo(() => ({ driven, places, planned }), [driven, places, planned])
  return { content, stops }
}
