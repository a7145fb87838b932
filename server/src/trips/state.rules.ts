import type { TripCrossing } from './crossing.rules.ts'

/** Status of a trip. The interface shows IN_PROGRESS as PLANNED (TripStatusOutput has three values). */
export type TripStatus = 'CREATED' | 'PLANNED' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED'

/** Status of a stop on a trip; the first four mean that it was not reached yet. */
export type TripStopStatus =
  | 'TO_PLAN'
  | 'PLANNED'
  | 'DISPATCHED'
  | 'ROUTE_TO_STOP'
  | 'AT_STOP'
  | 'COMPLETED'
  | 'CANCELLED'

/** Origin of a trip stop. An order that changes trips on its way has both sides of a transfer. */
export type TripStopKind = 'ORDER' | 'STANDALONE' | 'TRANSFER_DROP' | 'TRANSFER_PICKUP'

/** A stop as it is planned and driven. Instants are ISO 8601 in UTC with milliseconds. */
export interface TripStop {
  stop_id: string
  kind: TripStopKind
  order_id: string | null
  stop_group_id: string
  location_id: string
  activity: string | null
  activity_label: string
  planned_start_at: string | null
  planned_end_at: string | null
  fixed_timestamp_type: 'ENFORCED_TIMEWINDOW' | 'SET_BY_USER' | 'CALCULATED' | null
  eta_start_at: string | null
  eta_end_at: string | null
  /** Not all driving times came from a router; null: unknown or none. */
  eta_is_estimated: boolean | null
  actual_start_at: string | null
  actual_end_at: string | null
  status: TripStopStatus
  status_at: string | null
  mileage_km: number | null
  /** Not measured by an engine; null: unknown or none. */
  mileage_is_estimated: boolean | null
  reference_number: string | null
  note: string
  /** CROSS-1: the ferry or train that the vehicle takes from here. */
  crossing: TripCrossing | null
  custom_fields: Record<string, unknown>
  event_sequence: number
}

/** A resource of a trip, with its names on this trip only. */
export interface TripResource {
  resource_id: string
  name: string | null
  license_plate: string | null
  container_number: string | null
}

/** A trip with everything that planning and execution decide. Stops and resources are in sequence. */
export interface TripState {
  trip_id: string
  name: string
  trip_identifier: string | null
  status: TripStatus
  planning_group_id: string | null
  subcontractor_id: string | null
  is_dispatched: boolean
  note: string
  custom_fields: Record<string, unknown>
  distance_km: number | null
  version: number
  event_sequence: number
  stops: TripStop[]
  resources: TripResource[]
}

/** A draft without stops and resources. */
export function newTrip(tripId: string, name: string, members: Partial<TripState> = {}): TripState {
  return {
    trip_id: tripId,
    name,
    trip_identifier: null,
    status: 'CREATED',
    planning_group_id: null,
    subcontractor_id: null,
    is_dispatched: false,
    note: '',
    custom_fields: {},
    distance_km: null,
    version: 0,
    event_sequence: 0,
    stops: [],
    resources: [],
    ...members,
  }
}

/** Required fields of a trip stop; the others start empty. */
export type NewStop = Pick<
  TripStop,
  'stop_id' | 'kind' | 'order_id' | 'stop_group_id' | 'location_id' | 'activity' | 'activity_label'
>

/** A stop without any reports. `stop_group_id` may be a new id: neighbours are grouped when the trip is saved. */
export function newStop(given: NewStop & Partial<TripStop>): TripStop {
  return {
    planned_start_at: null,
    planned_end_at: null,
    fixed_timestamp_type: null,
    eta_start_at: null,
    eta_end_at: null,
    eta_is_estimated: null,
    actual_start_at: null,
    actual_end_at: null,
    status: 'TO_PLAN',
    status_at: null,
    mileage_km: null,
    mileage_is_estimated: null,
    reference_number: null,
    note: '',
    crossing: null,
    custom_fields: {},
    event_sequence: 0,
    ...given,
  }
}
