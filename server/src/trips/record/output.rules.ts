import type { PlannedCrossing } from '@cartage/contract/planning/app/crossing'
import type { PlannedTrip } from '@cartage/contract/planning/app/trip'
import { spanOf } from '../change/difference.rules.ts'
import type { TripCrossing } from '../crossing.rules.ts'
import type { TripState } from '../state.rules.ts'

/** A trip in the form that screens read. Instants to the second. */
export function tripOutput(trip: TripState): PlannedTrip {
  const { starts_at, ends_at } = spanOf(trip.stops)
  return {
    ...trip,
    distance_is_estimated: trip.stops.some(isEstimated),
    starts_at: shown(starts_at),
    ends_at: shown(ends_at),
    stops: trip.stops.map((stop) => ({
      ...stop,
      planned_start_at: shown(stop.planned_start_at),
      planned_end_at: shown(stop.planned_end_at),
      eta_start_at: shown(stop.eta_start_at),
      eta_end_at: shown(stop.eta_end_at),
      actual_start_at: shown(stop.actual_start_at),
      actual_end_at: shown(stop.actual_end_at),
      crossing: crossingOutput(stop.crossing),
    })),
  }
}

/** CROSS-1: a ferry or train in the form that screens read. */
export function crossingOutput(crossing: TripCrossing | null): PlannedCrossing | null {
  return crossing && { ...crossing, departs_at: shown(crossing.departs_at) }
}

/** Whether the distance to a stop is an estimate, not measured by an engine. */
function isEstimated({ status, mileage_km, mileage_is_estimated }: TripState['stops'][number]): boolean {
  return status !== 'CANCELLED' && mileage_km !== null && mileage_is_estimated !== false
}

function shown(instant: string | null): string | null {
  return instant && `${instant.slice(0, 19)}Z`
}
