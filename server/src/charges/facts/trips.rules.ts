import type { Facts, FactThing } from '@cartage/contract/rates/app/facts'
import { Big } from 'big.js'
import { localTime } from '../../locations/local-time.rules.ts'
import { liveStops } from '../../planning/facts/rules.ts'
import { roadsOf } from '../../planning/facts/vehicle.rules.ts'
import type { World } from '../../planning/rules.ts'
import { loadsAlong } from '../../planning/verdict/load.rules.ts'
import { leadingResource } from '../../trips/eta/rules.ts'
import type { TripState, TripStop } from '../../trips/state.rules.ts'

type Values = Facts['values']

/** The carrier of a trip; null members: the own fleet. */
export interface TripCompany {
  readonly created_on: string
  readonly company_id: string | null
  readonly code: string | null
  readonly group: string | null
}

/** Vehicle of a trip, with its resource group on that day. */
export interface TripVehicle {
  readonly resource_id: string
  readonly resource_type: string
  readonly resource_group: string | null
}

/** A trip with all data for its facts. */
export interface TripSource {
  readonly trip: TripState
  readonly world: Pick<World, 'orders' | 'places' | 'time_zone' | 'roads' | 'vehicles'>
  readonly company: TripCompany
  readonly vehicles: readonly TripVehicle[]
}

/** Whether a trip has costs: confirmed and not cancelled. */
export function isRatedTrip({ status }: Pick<TripState, 'status'>): boolean {
  return status === 'PLANNED' || status === 'IN_PROGRESS' || status === 'COMPLETED'
}

/** Facts of a trip for rating its costs (CHARGE-3). */
export function tripFacts(source: TripSource): Facts {
  const { trip, company } = source
  return {
    subject: 'TRIP',
    id: trip.trip_id,
    company: company.code,
    company_group: company.group,
    transport_service: null,
    created_on: company.created_on,
    values: { phase: trip.status === 'COMPLETED' ? 'ACTUAL' : 'EXPECTED', ...valuesOf(source) },
    consignments: [],
    stops: [],
    trips: [],
    costs: [],
    sources: isMeasured(source) ? measuredKm : {},
  }
}

const fromEngine = 'legs, road engine'
/** Source of a trip's kilometres if an engine measured all of its legs. */
export const measuredKm: Facts['sources'] = {
  'trip.km': fromEngine,
  'trip.km_loaded': fromEngine,
  'trip.km_empty': fromEngine,
}

/** Whether an engine measured all legs of a trip. */
export function isMeasured(source: TripSource): boolean {
  const legs = legsOf(source, liveStops(source.trip))
  return legs.length > 0 && legs.every(({ is_estimated }) => !is_estimated)
}

/** A trip as a fact for sales. */
export function tripThing(source: TripSource): FactThing {
  return { id: source.trip.trip_id, values: valuesOf(source) }
}

function valuesOf(source: TripSource): Values {
  const { trip, company, vehicles } = source
  const stops = liveStops(trip)
  const lead = leadingResource(vehicles)
  return {
    ...timeValues(source, stops),
    ...kmValues(legsOf(source, stops)),
    'trip.stops': String(stops.length),
    'trip.subcontractor': company.code,
    'trip.lead_vehicle_kind': lead?.resource_type ?? null,
    'trip.resource_group': lead?.resource_group ?? null,
  }
}

interface Leg {
  readonly km: number | undefined
  readonly is_estimated: boolean
  readonly is_loaded: boolean
}

/** Legs between stops, measured by the tenant's distance source, otherwise as for planning. */
function legsOf({ trip, world }: TripSource, stops: readonly TripStop[]): Leg[] {
  const { after } = loadsAlong(trip, world)
  const find = roadsOf(trip, world)
  return stops.slice(1).map((stop, at): Leg => {
    const from = world.places.get(stops[at]!.location_id)
    const to = world.places.get(stop.location_id)
    const isSame = from !== undefined && from === to
    const { is_loaded } = after[at]!
    if (stop.mileage_km !== null)
      return { km: stop.mileage_km, is_estimated: stop.mileage_is_estimated !== false, is_loaded }
    if (isSame) return { km: 0, is_estimated: false, is_loaded }
    const road = from && to && find(from, to)
    return { km: road?.distance_km, is_estimated: road?.is_estimated ?? true, is_loaded }
  })
}

function kmValues(legs: readonly Leg[]): Values {
  if (legs.length === 0 || legs.some(({ km }) => km === undefined)) return {}
  const sum = (some: readonly Leg[]) => some.reduce((total, { km }) => total.plus(km!), new Big(0)).toFixed()
  return {
    'trip.km': sum(legs),
    'trip.km_loaded': sum(legs.filter(({ is_loaded }) => is_loaded)),
    'trip.km_empty': sum(legs.filter(({ is_loaded }) => !is_loaded)),
  }
}

/** From the first start to the last end: planned, or reported once the trip is done. */
function timeValues({ trip, world }: TripSource, stops: readonly TripStop[]): Values {
  const isDone = trip.status === 'COMPLETED'
  const starts = stops.map((stop) => (isDone ? stop.actual_start_at : (stop.actual_start_at ?? stop.planned_start_at)))
  const ends = stops.map((stop) => (isDone ? stop.actual_end_at : (stop.actual_end_at ?? stop.planned_end_at)))
  const start = starts.filter((one) => one !== null).sort()[0]
  const end = ends
    .filter((one) => one !== null)
    .sort()
    .at(-1)
  const zone = world.places.get(stops[0]?.location_id ?? '')?.time_zone ?? world.time_zone
  const on = start ?? stops.map(({ planned_start_at }) => planned_start_at).find((one) => one !== null)
  if (start === undefined || end === undefined) return on ? { 'trip.on': localTime(on, zone).date } : {}
  const first = localTime(start, zone).date
  const nights = (Date.parse(localTime(end, zone).date) - Date.parse(first)) / 86_400_000
  const minutes = Math.round((Date.parse(end) - Date.parse(start)) / 60_000)
  return {
    'trip.on': first,
    'trip.hours': new Big(minutes).div(60).round(4).toFixed(),
    'trip.nights': String(nights),
  }
}
