import { type PlanningKind, planningKinds } from '@cartage/contract/planning/app/commands'
import { defaultPlanningLimits } from '@cartage/contract/tenants/app/planning-limits'
import fc from 'fast-check'
import type {
  OrderFacts,
  PlanningCommand,
  PlanPlace,
  PlanSettings,
  PlanState,
  Target,
  World,
} from '../../planning/rules.ts'
import { estimatedRoads } from '../../positions/roads/rules.ts'

const kinds = planningKinds.filter((kind) => kind !== 'PLAN_TRIPS')

/** Settings of a tenant without any of its own. */
export const plainSettings: PlanSettings = { container_types: {}, limits: defaultPlanningLimits }

/** Next action of a planner, as numbers interpreted with the current plan. */
export interface Draw {
  kind: PlanningKind
  numbers: readonly number[]
}

/** Planning is drawn more often, so that the other actions have something to act on. */
export function draws(most: number): fc.Arbitrary<Draw[]> {
  const kind = fc.constantFrom(...kinds, 'PLAN' as const, 'PLAN' as const, 'CONFIRM' as const)
  const numbers = fc.array(fc.nat(1_000), { minLength: 8, maxLength: 8 })
  return fc.array(fc.record({ kind, numbers }), { minLength: most, maxLength: most, size: 'max' })
}

const cities = [
  { name: 'Gent', latitude: 51.05, longitude: 3.72, country: 'BE' },
  { name: 'Lille', latitude: 50.63, longitude: 3.07, country: 'FR' },
  { name: 'Köln', latitude: 50.94, longitude: 6.96, country: 'DE' },
  { name: 'Utrecht', latitude: 52.09, longitude: 5.12, country: 'NL' },
  { name: 'Nowhere', latitude: null, longitude: null, country: null },
]

/** A place of the small world. */
export function placeAt(index: number): PlanPlace {
  const city = cities[index % cities.length]!
  return {
    ...city,
    location_id: `place-${index % cities.length}`,
    time_zone: null,
    opening_hours: null,
    loading_minutes: null,
    unloading_minutes: null,
  }
}

/** An order of the small world with a number of consignments. */
export function factsOf(index: number, consignments = 1): OrderFacts {
  const order_id = `order-${index}`
  const day = (add: number) => `2026-02-0${2 + ((index + add) % 4)}`
  const stops = Array.from({ length: consignments }, (_, at) =>
    (['PICKUP', 'DELIVERY'] as const).map((role, part) => ({
      stop_id: `${order_id}-${at}-${role}`,
      role,
      consignment_id: `${order_id}-${at}`,
      sequence: at * 2 + part + 1,
      activity: role,
      activity_label: role === 'PICKUP' ? 'Pickup' : 'Delivery',
      location_id: placeAt(index + at + part).location_id,
      requested_date: index % 3 === 0 && part === 1 ? null : day(part),
      window_start: part === 0 ? '08:00' : null,
      window_end: part === 0 ? '12:00' : null,
      is_enforced: false,
      minutes: index % 2 === 0 ? 45 : 30,
      reference_number: null,
      status: 'TO_PLAN',
    })),
  ).flat()
  const load = {
    weight_kg: 1_000,
    loading_meters: 2,
    pallet_spaces: 4,
    volume_m3: 0,
    has_goods: true,
    is_dangerous: false,
    is_tempered: false,
  }
  return {
    order_id,
    order_number: `O-${index}`,
    status: 'TO_PLAN',
    is_blocked: false,
    block_reason: null,
    hold_reason_code: null,
    stops,
    consignments: Array.from({ length: consignments }, (_, at) => ({ ...load, consignment_id: `${order_id}-${at}` })),
    container: null,
  }
}

/** Six orders, five places, nothing planned. */
export function worldWith(): World {
  let next = 0
  return {
    orders: new Map([1, 2, 1, 1, 3, 1].map((count, index) => [`order-${index}`, factsOf(index, count)])),
    places: new Map(cities.map((_, index) => [placeAt(index).location_id, placeAt(index)])),
    time_zone: 'Europe/Brussels',
    opensAt: (_place, at) => at,
    roads: estimatedRoads,
    drivers: new Set(['driver-1', 'driver-2']),
    settings: plainSettings,
    newId: () => `id-${++next}`,
  }
}

/** Nothing planned, nothing held. */
export function startOf(): PlanState {
  const holds = [0, 1, 2, 3, 4, 5].map((at) => ({ order_id: `order-${at}`, is_blocked: false, block_reason: null }))
  return { trips: [], holds }
}

/** Database ids in place of those of the small world. */
export interface Known {
  order_ids: readonly string[]
  location_ids: readonly string[]
  resource_ids: readonly string[]
}

const small: Known = {
  order_ids: [0, 1, 2, 3, 4, 5].map((at) => `order-${at}`),
  location_ids: cities.map((_, at) => `place-${at}`),
  resource_ids: ['driver-1', 'driver-2', 'truck-1', 'trailer-1'],
}

/** The command of a draw for a plan; undefined when it has none. */
export function commandFrom(
  { kind, numbers }: Draw,
  state: PlanState,
  world: Pick<World, 'newId'>,
  known = small,
): PlanningCommand | undefined {
  const pick = <Item>(list: readonly Item[], at: number) => list[numbers[at]! % Math.max(1, list.length)]
  const trip = pick(state.trips, 0)
  const stop = trip && pick(trip.stops, 1)
  const order_id = pick(known.order_ids, 2)!
  const isNew = numbers[3]! % 3 === 0 || !trip
  const fresh = (): Target => ({
    trip_id: world.newId(),
    new_trip: { name: `T${numbers[4]}`, planning_group_id: null, note: '', resource_ids: [] },
  })
  const target = (): Target => (isNew ? fresh() : { trip_id: trip.trip_id })
  const starts_at = numbers[5]! % 4 === 0 ? `2026-02-03T0${numbers[5]! % 10}:00:00Z` : undefined
  const before_stop_id = numbers[6]! % 4 === 0 ? stop?.stop_id : undefined
  const other = pick(state.trips, 4)
  const chosen = () =>
    stop && numbers[7]! % 2 === 0
      ? { order_ids: [], stop_ids: [stop.stop_id] }
      : { order_ids: [order_id], stop_ids: [] }
  switch (kind) {
    case 'PLAN':
      return {
        kind,
        order_ids: [order_id],
        stop_ids: [],
        target: target(),
        times: [],
        starts_at,
        before_stop_id: isNew ? undefined : before_stop_id,
      }
    case 'MOVE': {
      const into = other && numbers[3]! % 3 !== 0 ? { trip_id: other.trip_id } : fresh()
      return { kind, ...chosen(), target: into, starts_at }
    }
    case 'BLOCK':
      return { kind, order_ids: [order_id], reason: `reason ${numbers[7]! % 2}` }
    case 'UNBLOCK':
      return { kind, order_ids: [order_id] }
    case 'UNPLAN':
      return { kind, ...chosen() }
    default:
      return trip && commandOn(kind, trip, { numbers, known, order_id, other, starts_at, stop, fresh })
  }
}

function crossingFrom(numbers: readonly number[]) {
  const departs_at = numbers[7]! % 2 === 0 ? '2026-02-03T18:00:00.000Z' : null
  return { kind: 'FERRY', minutes: 30 + numbers[7]!, departs_at, berth: 'NONE', line: null } as const
}

interface About {
  numbers: readonly number[]
  known: Known
  order_id: string
  other: PlanState['trips'][number] | undefined
  starts_at: string | undefined
  stop: PlanState['trips'][number]['stops'][number] | undefined
  fresh: () => Target
}

function commandOn(kind: PlanningKind, trip: PlanState['trips'][number], about: About): PlanningCommand | undefined {
  const { numbers, known, order_id, other, starts_at, stop, fresh } = about
  const { trip_id } = trip
  const resource_id = known.resource_ids[numbers[6]! % known.resource_ids.length]!
  const location_id = known.location_ids[numbers[6]! % known.location_ids.length]!
  switch (kind) {
    case 'RESEQUENCE': {
      const ids = trip.stops.map(({ stop_id }) => stop_id)
      const cut = numbers[6]! % Math.max(1, ids.length)
      return { kind, trip_id, stop_ids: [...ids.slice(cut), ...ids.slice(0, cut)], starts_at }
    }
    case 'SPLIT': {
      const on = stop?.order_id ?? order_id
      const isOther = other && other !== trip && numbers[3]! % 2 === 0
      return {
        kind,
        order_id: on,
        from_trip_id: trip_id,
        location_id,
        stop_ids: [],
        target: isOther ? { trip_id: other.trip_id } : fresh(),
      }
    }
    case 'COMBINE':
      return other && { kind, trip_id, trip_ids: [other.trip_id] }
    case 'INSERT_STOP':
      return { kind, trip_id, location_id, activity: 'CUSTOM', activity_label: 'Fuel', minutes: 15, note: '' }
    case 'INSERT_CROSSING': {
      const to_location_id = known.location_ids[(numbers[6]! + 1) % known.location_ids.length]!
      const places = { from_location_id: location_id, to_location_id, boarding_minutes: 30, leaving_minutes: 15 }
      const before_stop_id = numbers[5]! % 2 === 0 ? stop?.stop_id : undefined
      return { kind, trip_id, ...places, before_stop_id, crossing: crossingFrom(numbers) }
    }
    case 'CHANGE_CROSSING':
      return stop && { kind, trip_id, stop_id: stop.stop_id, crossing: crossingFrom(numbers) }
    case 'ASSIGN': {
      const license_plate = numbers[7]! % 2 === 0 ? `PLATE-${numbers[7]}` : undefined
      return { kind, trip_id, resources: [{ resource_id, license_plate }] }
    }
    case 'TAKE_OFF':
      return {
        kind,
        trip_id,
        resource_ids: trip.resources.slice(0, 1).map((one) => one.resource_id),
        subcontractor: false,
      }
    case 'PLACE':
      return {
        kind,
        trip_id,
        resource_ids: numbers[5]! % 2 === 0 ? [resource_id] : undefined,
        starts_at: '2026-02-04T09:00:00Z',
      }
    case 'SET_TIMES': {
      const [start_at, end_at] = ['2026-02-04T10:00:00Z', '2026-02-04T11:00:00Z']
      return { kind, trip_id, times: stop ? [{ stop_id: stop.stop_id, start_at, end_at }] : [], starts_at }
    }
    case 'CONFIRM':
    case 'TAKE_BACK':
    case 'CANCEL':
      return { kind, trip_ids: [trip_id] }
    default:
      return undefined
  }
}
