import { verdictRanks } from '@cartage/contract/planning/app/verdict-ranks'
import { isPast } from '../../verdicts/reason-mark.tsx'
import type { BoardTrip, Directory } from '../board-trip.ts'
import type { PlanningAnswer, PlanningCommand } from '../command.queries.ts'
import type { PoolOrder } from '../pool.ts'
import type { BoardModel } from '../rows.ts'

/** A trip that fits some orders, with the extra cost. */
export interface Offer {
  trip: BoardTrip
  command: PlanningCommand
  verdict: PlanningAnswer['verdict']
  /** Null if distances are unknown. */
  extraKm: number | null
  /** Whether part of the route was not measured by a routing engine. */
  isEstimated: boolean
  /** Minutes by which the trip ends later. */
  laterMinutes: number
  message: string | undefined
}

const day = 86_400_000

/** Open, unfinished trips around the requested days of some orders, those nearest to their stops first. */
export function candidates(model: BoardModel, orders: readonly PoolOrder[], most: number, now: number): BoardTrip[] {
  const days = orders.flatMap((one) => (one.day === null ? [] : [Date.parse(`${one.day}T00:00:00Z`)]))
  const [first, last] = [Math.min(...days) - day / 2, Math.max(...days) + 1.5 * day]
  const isNear = ({ start, end }: BoardTrip) => days.length === 0 || (start < last && end > first)
  const stops = orders.flatMap(({ order }) => order.stops.map(({ location_id }) => location_id))
  return [...model.trips.values()]
    .filter((trip) => trip.isOpen && trip.end > now && isNear(trip))
    .map((trip) => ({ trip, away: awayOf(trip, stops, model.directory) }))
    .toSorted((one, other) => one.away - other.away)
    .slice(0, most)
    .map(({ trip }) => trip)
}

/**
 * Total distance of the stops to the nearest stop of a trip, in degrees, which suffices to compare. Zero for the same
 * place, even without coordinates.
 */
function awayOf({ trip }: BoardTrip, stops: readonly string[], { places }: Directory): number {
  const visited = new Set(trip.stops.map(({ location_id }) => location_id))
  const near = [...visited].flatMap((id) => places.get(id) ?? [])
  return stops.reduce((sum, id) => {
    if (visited.has(id)) return sum
    const from = places.get(id)
    const each = near.map((to) => degreesBetween(from, to))
    return sum + Math.min(90, ...each)
  }, 0)
}

interface Point {
  latitude: number | null
  longitude: number | null
}

function degreesBetween(one: Point | undefined, other: Point): number {
  if (one?.latitude == null || one.longitude === null || other.latitude === null || other.longitude === null) return 90
  const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(one.latitude - other.latitude, east)
}

/** The best answers: without warnings first, then by fewest kilometres and minutes. */
export function bestOffers(answers: readonly Offer[], most: number): Offer[] {
  const cost = ({ extraKm, laterMinutes }: Offer) => (extraKm ?? 1_000) + laterMinutes / 2
  return answers
    .filter(({ verdict }) => verdict !== 'HARD')
    .toSorted((one, other) => verdictRanks[one.verdict] - verdictRanks[other.verdict] || cost(one) - cost(other))
    .slice(0, most)
}

/** Offer from a verdict on the trip. Undefined if something would begin in the past (OPT-10, TIME-10). */
export function offerOf(trip: BoardTrip, command: PlanningCommand, answer: PlanningAnswer): Offer | undefined {
  if (answer.reasons.some(isPast)) return undefined
  const after = answer.trips.find(({ trip_id }) => trip_id === trip.id)
  const extraKm = answer.added_km == null ? null : Math.max(0, answer.added_km)
  const end = after?.ends_at == null ? trip.end : Date.parse(after.ends_at)
  const laterMinutes = Math.max(0, Math.round((end - trip.end) / 60_000))
  const { verdict, reasons } = answer
  const isEstimated = extraKm !== null && (trip.trip.distance_is_estimated || after?.distance_is_estimated === true)
  return {
    trip,
    command,
    verdict,
    extraKm,
    isEstimated,
    laterMinutes,
    message: reasons.find(({ is_new }) => is_new)?.message,
  }
}
