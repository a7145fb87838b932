import type { CarrierTerms } from '@cartage/contract/companies/app/carrier-terms'
import { msg, type Sentence } from '@cartage/contract/message'
import type { PlanningLimit } from '@cartage/contract/tenants/app/planning-limits'
import type { TripCrossing } from '../../trips/crossing.rules.ts'
import type { DriverRecord } from '../../trips/hours/driven.rules.ts'
import type { TripState, TripStop } from '../../trips/state.rules.ts'
import { isLive } from '../../trips/stop.rules.ts'
import type { OrderFacts, PlanPlace, World } from '../rules.ts'

/** A certificate or licence: the period used in planning, and its legal end. */
export interface ValidityFacts {
  validity_type: string
  start_at: string
  end_at: string | null
  legal_end_at: string | null
}

/** A period in which a resource cannot be planned; a null end is open. */
export interface UnavailabilityFacts {
  start_at: string
  end_at: string | null
  reason: string
}

/** A resource, as a verdict needs it. */
export interface ResourceFacts {
  resource_id: string
  resource_type: string
  name: string
  container_number: string | null
  subcontractor_id: string | null
  is_archived: boolean
  /** Fields of the kind object; decimals are strings. */
  properties: Readonly<Record<string, unknown>>
  /** Codes and names of its extras. */
  extras: readonly string[]
  validities: readonly ValidityFacts[]
  unavailabilities: readonly UnavailabilityFacts[]
}

/** A stop of another trip: only what the drive to it depends on. */
export interface OtherStop {
  trip_id: string
  stop_id: string
  kind: TripStop['kind']
  order_id: string | null
  location_id: string
  planned_start_at: string | null
  planned_end_at: string | null
  /** As reported; absent or null before the visit. */
  actual_start_at?: string | null
  actual_end_at?: string | null
  crossing?: TripCrossing | null
}

/** Another trip of the same resources around the same time. Stops in sequence. */
export interface OtherTrip {
  /** Completed: it occupies no resource any more. */
  is_completed: boolean
  trip_id: string
  name: string
  starts_at: string
  ends_at: string
  resource_ids: readonly string[]
  stops: readonly OtherStop[]
}

/** A company that drives trips or owns resources: its status as a carrier and its certificates. */
export interface CarrierFacts {
  company_id: string
  name: string
  /** NOT_APPROVED, APPROVED, WARNING or BLOCKED. */
  status: string
  is_archived: boolean
  validities: readonly ValidityFacts[]
  /** The terms under which the carrier accepts loads. */
  terms: CarrierTerms
}

/** The facts of a plan before its resources are loaded. */
export type Ground = Pick<World, 'orders' | 'places' | 'time_zone' | 'opensAt' | 'roads' | 'settings' | 'vehicles'>

/** All facts for a verdict except the judged trips themselves. */
export interface Facts extends Ground {
  orders: ReadonlyMap<string, OrderFacts>
  places: ReadonlyMap<string, PlanPlace>
  resources: ReadonlyMap<string, ResourceFacts>
  /** Carriers of the trips and owners of their resources; absent if there are none. */
  carriers?: ReadonlyMap<string, CarrierFacts>
  others: readonly OtherTrip[]
  /** Tachograph records of drivers; absent if hours are not checked. */
  hours?: ReadonlyMap<string, DriverRecord>
  /** Stops of the same orders on trips that are not judged. */
  elsewhere: readonly OtherStop[]
  /** Whether a location is open at an instant; undefined when it has no opening hours or they cannot be read. */
  isOpen: (place: PlanPlace, at: string, zone: string) => boolean | undefined
}

/** The trips to judge. */
export interface Plan {
  trips: readonly TripState[]
  facts: Facts
}

/** Why a plan is impossible (HARD) or inadvisable (SOFT). */
export interface Reason {
  code: ReasonCode
  severity: 'HARD' | 'SOFT'
  message: Sentence
  trip_id: string
  stop_id: string | null
  resource_id: string | null
  order_id: string | null
}

export type ReasonCode =
  | 'order_blocked'
  | 'order_cancelled'
  | 'order_not_plannable'
  | 'delivery_before_pickup'
  | 'transfer_missing'
  | 'transfer_too_early'
  | 'resource_archived'
  | 'resource_overlap'
  | 'resource_unavailable'
  | 'validity_ended'
  | 'validity_legally_ended'
  | 'validity_missing'
  | 'carrier_blocked'
  | 'carrier_papers'
  | 'carrier_not_approved'
  | 'carrier_terms'
  | 'adr_licence_missing'
  | 'adr_vehicle_missing'
  | 'reefer_missing'
  | 'over_weight'
  | 'over_length'
  | 'over_pallets'
  | 'over_volume'
  | 'too_late'
  | 'too_early'
  | 'other_day'
  | 'closed'
  | 'starts_before_now'
  | 'no_time_for_way'
  | 'crossing_missed'
  | 'road_closed'
  | 'driving_break'
  | 'driving_day'
  | 'driving_week'
  | 'driving_fortnight'
  | 'rest_compensation'
  | 'working_break'
  | 'working_night'
  | 'working_week'
  | 'daily_rest'
  | 'hours_not_settled'
  | 'weekly_rest'
  | 'container_size'
  | 'container_number'
  | 'container_on_body'
  | 'goods_on_chassis'
  | 'containers_together'
  | 'chassis_missing'
  | 'chassis_too_short'
  | 'driver_missing'
  | 'vehicle_missing'
  | 'trailer_missing'
  | 'too_many_drivers'
  | 'too_many_vehicles'
  | 'too_many_trailers'

/** The subject of a reason within its trip. */
type About = Partial<Pick<Reason, 'stop_id' | 'resource_id' | 'order_id'>>

/** A reason that cannot be overridden. */
export function hard(trip: TripState, code: ReasonCode, message: Sentence, about: About = {}): Reason {
  return {
    stop_id: null,
    resource_id: null,
    order_id: null,
    ...about,
    code,
    severity: 'HARD',
    message,
    trip_id: trip.trip_id,
  }
}

/** A warning. */
export function soft(trip: TripState, code: ReasonCode, message: Sentence, about: About = {}): Reason {
  return { ...hard(trip, code, message, about), severity: 'SOFT' }
}

/** A reason with the severity that the tenant has set for a limit (FIT-7); none if the limit is switched off. */
export function limited(
  trip: TripState,
  { settings }: Pick<Facts, 'settings'>,
  limit: PlanningLimit,
  [code, message, about = {}]: readonly [ReasonCode, Sentence, About?],
): Reason[] {
  const level = settings.limits[limit]
  if (level === 'OFF') return []
  return [level === 'REFUSE' ? hard(trip, code, message, about) : soft(trip, code, message, about)]
}

/** Resources of a trip, in its order; unknown ones are left out. */
export function resourcesOf(trip: TripState, facts: Facts): ResourceFacts[] {
  return trip.resources.flatMap(({ resource_id }) => facts.resources.get(resource_id) ?? [])
}

/** Stops that are not cancelled. */
export function liveStops(trip: TripState): TripStop[] {
  return trip.stops.filter(isLive)
}

/** The orders on a trip, each once. */
export function ordersOf(trip: TripState, facts: Pick<Facts, 'orders'>): OrderFacts[] {
  const ids = new Set(liveStops(trip).flatMap(({ order_id }) => (order_id === null ? [] : [order_id])))
  return [...ids].flatMap((id) => facts.orders.get(id) ?? [])
}

/** A decimal field of a kind object as a number; undefined if absent. */
export function measure({ properties }: ResourceFacts, name: string): number | undefined {
  const value = properties[name]
  if (value === null || value === undefined || value === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** Vehicles with an engine. */
export const motorTypes: readonly string[] = ['TRACTOR', 'RIGID', 'VAN']
/** Resources that carry goods. */
export const carrierTypes: readonly string[] = ['RIGID', 'VAN', 'TRAILER', 'FULL_TRAILER']

/** The name of a place as people use it. */
export function placeName(locationId: string, facts: Pick<Facts, 'places'>): Sentence {
  return facts.places.get(locationId)?.name || msg`a stop`
}
