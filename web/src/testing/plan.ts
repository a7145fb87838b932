import type { Answer } from '@cartage/contract/endpoint'
import {
  BoardOrder,
  BoardPlace,
  BoardResource,
  PlanningBoard,
  type PlanningBoardParts,
  UnplannedOrder,
} from '@cartage/contract/planning/app/board'
import { listPlanCandidates, type PlanCandidate } from '@cartage/contract/planning/app/candidates'
import { PlanningAnswer } from '@cartage/contract/planning/app/commands'
import { PlannedStop, PlannedTrip } from '@cartage/contract/planning/app/trip'
import { id, type Members, sampleOf } from './sample.ts'

const rotterdam = sampleOf(BoardPlace, { location_id: id(51), city: 'Rotterdam', latitude: 51.9, longitude: 4.5 })
const tilburg = sampleOf(BoardPlace, { location_id: id(52), city: 'Tilburg', latitude: 51.6, longitude: 5.1 })

/** A stop between two hours of 3 March 2026, UTC. */
function stopAt(number: number, location_id: string, from: string, to: string, members: Members<PlannedStop> = {}) {
  return sampleOf(PlannedStop, {
    stop_id: id(number),
    order_id: id(31),
    location_id,
    planned_start_at: `2026-03-03T${from}:00Z`,
    planned_end_at: `2026-03-03T${to}:00Z`,
    status: 'PLANNED',
    ...members,
  })
}

/** A trip from Rotterdam to Tilburg on 3 March 2026, UTC. */
export function tripOf(number: number, from: string, to: string, members: Members<PlannedTrip> = {}): PlannedTrip {
  const stops = [stopAt(number * 10, id(51), from, from), stopAt(number * 10 + 1, id(52), to, to)]
  return sampleOf(PlannedTrip, {
    trip_id: id(number),
    version: 3,
    name: `T-${number}`,
    status: 'PLANNED',
    starts_at: `2026-03-03T${from}:00Z`,
    ends_at: `2026-03-03T${to}:00Z`,
    distance_km: 100,
    stops,
    resources: [carrierOf(11), carrierOf(21)],
    ...members,
  })
}

/** A resource on a trip. */
export function carrierOf(number: number): PlannedTrip['resources'][number] {
  return { resource_id: id(number), name: null, license_plate: null, container_number: null }
}

const resource = (number: number, resource_type: string, name: string) =>
  sampleOf(BoardResource, { resource_id: id(number), resource_type, name })

/** An unplanned order from Rotterdam to Tilburg. */
export function unplannedOf(number: number, members: Members<UnplannedOrder> = {}): UnplannedOrder {
  const stop = { role: 'PICKUP', activity_label: 'Pickup', window_start: null, window_end: null, trip_id: null }
  return sampleOf(UnplannedOrder, {
    order_id: id(number),
    order_number: `O-${number}`,
    customer_name: 'Maas Machinery',
    load: {
      weight_kg: 8_000,
      loading_meters: 6,
      pallet_spaces: 12,
      is_dangerous: false,
      is_tempered: false,
      container_feet: null,
    },
    stops: [
      { ...stop, stop_id: id(number * 10), location_id: id(51), requested_date: '2026-03-03', window_start: '08:00' },
      { ...stop, stop_id: id(number * 10 + 1), location_id: id(52), requested_date: '2026-03-03', role: 'DELIVERY' },
    ],
    ...members,
  })
}

/** A board of the week of 2 March 2026: two trucks with drivers, a trip on the first, and an unplanned order. */
export function boardOf(members: Partial<PlanningBoard> = {}): PlanningBoard {
  return {
    ...sampleOf(PlanningBoard),
    trips: [tripOf(1, '08:00', '12:00')],
    resources: [
      resource(11, 'RIGID', 'Truck 1'),
      resource(12, 'RIGID', 'Truck 2'),
      resource(21, 'DRIVER', 'Ann Peeters'),
      resource(22, 'DRIVER', 'Bob Jansen'),
    ],
    orders: [sampleOf(BoardOrder, { order_id: id(31), order_number: 'O-31', customer_name: 'Brabant Coatings' })],
    places: [rotterdam, tilburg],
    unplanned: [unplannedOf(32)],
    ...members,
  }
}

/** Parts of a board, with its orders unchanged. */
export function partsOf(
  { trips, unplanned }: PlanningBoard,
  ids: { trip_ids?: readonly string[]; order_ids?: readonly string[] },
): PlanningBoardParts {
  // As in the query string.
  const [tripIds, orderIds] = [String(ids.trip_ids ?? ''), String(ids.order_ids ?? '')]
  return {
    ...{ carriers: [], orders: [], asked: [], places: [], gone_trip_ids: [] },
    trips: trips.filter(({ trip_id }) => tripIds.includes(trip_id)),
    unplanned: unplanned.filter(({ order_id }) => orderIds.includes(order_id)),
  }
}

/** Response to a command that changes these trips. */
export function answerOf(trips: PlannedTrip[], members: Partial<PlanningAnswer> = {}): PlanningAnswer {
  return { ...sampleOf(PlanningAnswer, { command_id: id(90), verdict: 'OK' }), trips, ...members }
}

const bob: PlanCandidate = { id: id(22), name: 'Bob Jansen', side: null, verdict: 'OK', message: null }
/** A search for candidates for a trip finds Bob. */
export const bobFits: [typeof listPlanCandidates, Answer<typeof listPlanCandidates>] = [
  listPlanCandidates,
  { items: [bob], is_cut: false },
]
