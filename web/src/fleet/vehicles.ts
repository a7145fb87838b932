import { isLate } from '@cartage/contract/orders/app/lateness'
import type { ResourceState } from '@cartage/contract/positions/app/fleet'
import type { MapVehicle } from '@cartage/contract/trips/app/map'
import type { MarkShape, MarkTone } from '../map/colours.ts'
import type { Mark } from '../map/features.ts'
import { type Fix, type Motion, motionOf, withFix } from '../map/motion.ts'
import type { VehicleState } from './states.ts'

/** A vehicle with derived data. */
export interface LiveVehicle {
  id: string
  vehicle: MapVehicle
  state: VehicleState
  motion: Motion
  /** Display name: the plate, otherwise the name. */
  title: string
}

/**
 * On time and delayed apply to vehicles on a trip; a trip that has not begun can make a vehicle delayed, but not busy.
 * TIME-7: a vehicle with a late stop ahead is delayed, even at a stop, as on Today and in the trip list: its next stop
 * shows where it is.
 */
export function stateOf({ trip }: Pick<MapVehicle, 'trip'>): VehicleState {
  if (trip === null) return 'IDLE'
  if (trip.punctuality && isLate(trip.punctuality)) return 'DELAYED'
  if (trip.next_stop?.status === 'AT_STOP') return 'AT_STOP'
  return trip.status === 'IN_PROGRESS' ? 'ON_TIME' : 'IDLE'
}

/** Derived data of vehicles at a moment. Unchanged vehicles keep their object identity. */
export function liveVehicles(
  vehicles: readonly MapVehicle[],
  now: number,
  before: ReadonlyMap<string, LiveVehicle> = new Map(),
): LiveVehicle[] {
  return vehicles.map((vehicle) => {
    const motion = motionOf(vehicle.position, vehicle.before, now)
    const known = before.get(vehicle.resource_id)
    const isSame = known?.vehicle === vehicle && known.motion.state === motion.state
    if (isSame && Math.floor(known.motion.ageMinutes) === Math.floor(motion.ageMinutes)) return known
    const title = vehicle.license_plate || vehicle.name
    return { id: vehicle.resource_id, vehicle, state: stateOf(vehicle), motion, title }
  })
}

const tones: Readonly<Record<VehicleState, MarkTone>> = {
  ON_TIME: 'good',
  DELAYED: 'late',
  AT_STOP: 'stopped',
  IDLE: 'idle',
}
const shapes: Readonly<Record<Motion['state'], MarkShape>> = { MOVING: 'arrow', STANDING: 'dot', STALE: 'hollow' }

/** Map marker of a vehicle: the colour shows its state, the shape its motion. */
export function markOf({ id, vehicle, state, motion, title }: LiveVehicle): Mark {
  const { latitude, longitude } = vehicle.position
  return {
    ...{ id, latitude, longitude, label: title },
    ...{ tone: tones[state], shape: shapes[motion.state], heading: motion.heading ?? 0 },
  }
}

/** Vehicles that match the search and group, in any state. */
export function foundVehicles(
  vehicles: readonly LiveVehicle[],
  { q = '', group }: { q?: string | undefined; group?: string | undefined },
): LiveVehicle[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return vehicles.filter(({ vehicle, title }) => {
    if (group !== undefined && !vehicle.resource_group_ids.includes(group)) return false
    if (words.length === 0) return true
    const { trip } = vehicle
    const of = [
      trip?.name,
      trip?.driver_name,
      trip?.customer_name,
      trip?.from_city,
      trip?.to_city,
      trip?.next_stop?.city,
    ]
    const all = [title, vehicle.name, ...of].filter(Boolean).join(' ').toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

/** Vehicle counts by state. */
export function countStates(vehicles: readonly LiveVehicle[]): Record<VehicleState, number> {
  const counts: Record<VehicleState, number> = { ON_TIME: 0, DELAYED: 0, AT_STOP: 0, IDLE: 0 }
  for (const { state } of vehicles) counts[state] += 1
  return counts
}

const urgency: Readonly<Record<VehicleState, number>> = { DELAYED: 0, ON_TIME: 1, AT_STOP: 2, IDLE: 3 }

/** Delayed ones first, then by plate, so that rows stay in place while vehicles move. */
export function inListOrder(vehicles: readonly LiveVehicle[]): LiveVehicle[] {
  return vehicles.toSorted(
    (one, other) => urgency[one.state] - urgency[other.state] || (one.title < other.title ? -1 : 1),
  )
}

/** Vehicles after a position update. Unchanged vehicles keep their object identity. */
export function withPositions(
  vehicles: readonly MapVehicle[],
  states: readonly ResourceState[],
): readonly MapVehicle[] {
  const fixes = new Map(states.flatMap((state) => fixOf(state) ?? []))
  if (fixes.size === 0) return vehicles
  let isChanged = false
  const next = vehicles.map((vehicle) => {
    const fix = fixes.get(vehicle.resource_id)
    const moved = fix === undefined ? vehicle : withFix(vehicle, fix)
    isChanged ||= moved !== vehicle
    return moved
  })
  return isChanged ? next : vehicles
}

/** Whether the update includes unknown vehicles. */
export function hasUnknown(vehicles: readonly MapVehicle[], states: readonly ResourceState[]): boolean {
  const known = new Set(vehicles.map(({ resource_id }) => resource_id))
  return states.some((state) => !known.has(state.resource_id) && fixOf(state) !== undefined)
}

function fixOf({ resource_id, states }: ResourceState): [string, Fix][] | undefined {
  const last = states.find(({ kind }) => kind === 'POSITION')
  const { latitude, longitude } = (last?.value ?? {}) as { latitude?: unknown; longitude?: unknown }
  if (last === undefined || typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  return [[resource_id, { latitude, longitude, recorded_at: last.recorded_at }]]
}
