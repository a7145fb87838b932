import { isEstimatedEta, punctualityOf, type StopTimes } from '@cartage/contract/orders/app/lateness'
import type { MapStop } from '@cartage/contract/trips/app/map'

/** A stop with its place. */
export type MapStopRow = Pick<MapStop, 'stop_id' | 'status' | 'name' | 'city' | 'latitude' | 'longitude'>

/** The first stop that is not completed, with its times; null if all are. */
export function nextStop(stops: readonly MapStopRow[], times: readonly StopTimes[], now: number): MapStop | null {
  const next = stops.find(({ status }) => status !== 'COMPLETED')
  const known = next && times.find(({ stop_id }) => stop_id === next.stop_id)
  if (next === undefined || known === undefined) return null
  const { stop_id, name, city, status, latitude, longitude } = next
  const { time_zone, planned_start_at, eta_start_at, asked_from, asked_to } = known
  return {
    ...{ stop_id, name, city, status, latitude, longitude },
    ...{ time_zone, planned_start_at, eta_start_at, asked_from, asked_to },
    eta_is_estimated: isEstimatedEta(known),
    punctuality: punctualityOf(known, now),
  }
}
