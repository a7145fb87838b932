import { msg } from '@cartage/contract/message'
import type { TripState, TripStop } from '../../trips/state.rules.ts'
import {
  carrierTypes,
  type Facts,
  limited,
  liveStops,
  measure,
  placeName,
  type Reason,
  type ResourceFacts,
  resourcesOf,
} from '../facts/rules.ts'
import type { ConsignmentFacts, Load } from '../rules.ts'
import { requestedStop } from '../schedule.rules.ts'
import { type Box, boxesAlong } from './boxes.rules.ts'

const nothing: Load = { weight_kg: 0, loading_meters: 0, pallet_spaces: 0, volume_m3: 0 }

function plus(one: Load, other: Load, sign: 1 | -1): Load {
  return {
    weight_kg: one.weight_kg + sign * other.weight_kg,
    loading_meters: one.loading_meters + sign * other.loading_meters,
    pallet_spaces: one.pallet_spaces + sign * other.pallet_spaces,
    volume_m3: one.volume_m3 + sign * other.volume_m3,
  }
}

/** A stop with the load on departure. */
export interface LoadedStop {
  stop: TripStop
  load: Load
  /** Whether anything is on board, with or without measures. */
  is_loaded: boolean
  /** The consignments on board. */
  aboard: readonly ConsignmentFacts[]
}

/**
 * The load after each stop. Goods that are delivered but never loaded on the trip are on board from the beginning. A
 * transfer loads what the trip delivers later, and unloads what is on board of the order.
 */
export function loadsAlong(trip: TripState, facts: Pick<Facts, 'orders'>): { start: Load; after: LoadedStop[] } {
  const stops = liveStops(trip)
  const aboard = new Map<string, ConsignmentFacts>()
  const loaded = new Set<string>()
  stops.forEach((stop, at) => {
    for (const one of loadedAt(stop, stops.slice(at + 1), facts)) loaded.add(one.consignment_id)
    for (const one of unloadedAt(stop, facts)) if (!loaded.has(one.consignment_id)) aboard.set(one.consignment_id, one)
  })
  let load = [...aboard.values()].reduce((sum, one) => plus(sum, one, 1), nothing)
  const start = load
  const after = stops.map((stop, at): LoadedStop => {
    for (const one of loadedAt(stop, stops.slice(at + 1), facts)) {
      if (aboard.has(one.consignment_id)) continue
      aboard.set(one.consignment_id, one)
      load = plus(load, one, 1)
    }
    const dropped = stop.kind === 'TRANSFER_DROP' ? consignmentsOf(stop, facts) : unloadedAt(stop, facts)
    for (const one of dropped) {
      if (!aboard.delete(one.consignment_id)) continue
      load = plus(load, one, -1)
    }
    return { stop, load, is_loaded: aboard.size > 0, aboard: [...aboard.values()] }
  })
  return { start, after }
}

function consignmentsOf(stop: TripStop, facts: Pick<Facts, 'orders'>): readonly ConsignmentFacts[] {
  return facts.orders.get(stop.order_id ?? '')?.consignments ?? []
}

/** Consignments loaded at a stop; `rest` are the stops after it. */
function loadedAt(stop: TripStop, rest: readonly TripStop[], facts: Pick<Facts, 'orders'>): ConsignmentFacts[] {
  const all = consignmentsOf(stop, facts)
  if (stop.kind === 'TRANSFER_PICKUP') {
    const goesOn = rest.some(({ kind, order_id }) => kind === 'TRANSFER_DROP' && order_id === stop.order_id)
    const delivered = new Set(rest.flatMap((other) => unloadedAt(other, facts)))
    return all.filter((one) => goesOn || delivered.has(one))
  }
  return atRole(stop, 'PICKUP', facts)
}

function unloadedAt(stop: TripStop, facts: Pick<Facts, 'orders'>): ConsignmentFacts[] {
  return atRole(stop, 'DELIVERY', facts)
}

function atRole(stop: TripStop, role: string, facts: Pick<Facts, 'orders'>): ConsignmentFacts[] {
  const input = requestedStop(stop, facts)
  if (input?.role !== role) return []
  return consignmentsOf(stop, facts).filter(({ consignment_id }) => consignment_id === input.consignment_id)
}

/** Capacity of vehicles; undefined where not recorded. */
export interface Capacity {
  weight_kg: number | undefined
  loading_meters: number | undefined
  pallet_spaces: number | undefined
  volume_m3: number | undefined
}

/** Total capacity of the vehicles of a trip; unknown if any of them is. */
export function capacityOf(resources: readonly ResourceFacts[]): Capacity {
  const carriers = resources.filter(({ resource_type }) => carrierTypes.includes(resource_type))
  const sum = (of: (carrier: ResourceFacts) => number | undefined, some: readonly ResourceFacts[] = carriers) => {
    const each = some.map(of)
    return some.length === 0 || each.includes(undefined) ? undefined : each.reduce<number>((all, one) => all + one!, 0)
  }
  const chassis = resources.filter(({ resource_type }) => resource_type === 'CHASSIS')
  return {
    weight_kg: sum(payloadOf, [...carriers, ...chassis]),
    loading_meters: chassis.length > 0 ? undefined : sum((one) => measure(one, 'exterior_length_m')),
    pallet_spaces: sum((one) => measure(one, 'capacity_pallet_spaces')),
    volume_m3: sum((one) => measure(one, 'capacity_volume_m3')),
  }
}

/** The recorded payload, else the permitted weight minus the empty weight. */
function payloadOf(resource: ResourceFacts): number | undefined {
  const recorded = measure(resource, 'capacity_weight_kg')
  if (recorded !== undefined) return recorded
  const gross = measure(resource, 'gross_weight_vehicle_rating_weight_kg')
  const tare = measure(resource, 'tare_weight_kg')
  return gross === undefined || tare === undefined ? undefined : gross - tare
}

const kinds = [
  { of: 'weight_kg', code: 'over_weight', unit: 'kg' },
  { of: 'loading_meters', code: 'over_length', unit: msg`loading metres` },
  { of: 'pallet_spaces', code: 'over_pallets', unit: msg`pallet spaces` },
  { of: 'volume_m3', code: 'over_volume', unit: 'm³' },
] as const

/**
 * FIT-4: whether the load fits at the fullest stop, including the empty containers around it. Overweight is illegal.
 * How pieces are placed and stacked is unknown, so other measures are warnings unless set otherwise. The length of a
 * vehicle is its loading metres.
 */
export function loadReasons(trip: TripState, facts: Facts): Reason[] {
  const capacity = capacityOf(resourcesOf(trip, facts))
  const { start, after } = loadsAlong(trip, facts)
  const boxes = boxesAlong(trip, facts)
  const tare = (some: readonly Box[]) => some.reduce((sum, { tare_kg }) => sum + tare_kg, 0)
  return kinds.flatMap(({ of, code, unit }) => {
    const most = capacity[of]
    if (most === undefined) return []
    const more = (some: readonly Box[]) => (of === 'weight_kg' ? tare(some) : 0)
    let [worst, where]: [number, TripStop | undefined] = [start[of] + more(boxes.start), after[0]?.stop]
    after.forEach(({ stop, load }, at) => {
      const carried = load[of] + more(boxes.after[at]!)
      if (carried > worst) [worst, where] = [carried, stop]
    })
    // Tolerance for rounding errors in sums.
    if (worst <= most + 1e-6) return []
    const at = where ? msg` after ${placeName(where.location_id, facts)}` : ''
    const message = msg`${rounded(worst)} ${unit} are on board${at}, but ${rounded(most)} fit. Use a larger vehicle or move an order to another trip.`
    return limited(trip, facts, code, [code, message, { stop_id: where?.stop_id ?? null }])
  })
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
