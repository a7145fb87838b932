import { msg } from '@cartage/contract/message'
import { keptSentence } from '../../http/kept-sentence.ts'
import { localTime } from '../../locations/local-time.rules.ts'
import { leastDailyRest } from '../../trips/hours/bounds.rules.ts'
import { newTrip, type TripState } from '../../trips/state.rules.ts'
import { scheduledInTurn } from '../accept.rules.ts'
import { type Facts, liveStops, type Reason } from '../facts/rules.ts'
import { withRoadsOf } from '../facts/vehicle.rules.ts'
import { later } from '../instants.rules.ts'
import type { Solution, Visit, Way } from '../solver/problem.rules.ts'
import { tripStopOf } from '../stops.rules.ts'
import { verdictOf } from '../verdict/rules.ts'
import { type Built, unfitness } from './build.rules.ts'
import { resourcesOfCombination } from './combinations.rules.ts'
import { figuresOf, figuresOfTrip, kilometres } from './figures.rules.ts'
import { unnamed } from './locked.rules.ts'
import type { Desk, KeptReason, KeptStop, KeptTrip, LeftOut, RunResult } from './rules.ts'

/** A trip ends where its empty vehicle stands this long, in minutes: enough for a daily rest of the driver. */
const night = leastDailyRest

/** A suggested trip with its combination. */
export interface Suggested {
  combination: number
  trip: TripState
}

/** A suggested trip before it is timed. */
interface Found extends Suggested {
  starts_at: string
}

/**
 * The result of a run: the solution as trips, judged again by the verdict. An order that the verdict refuses is left
 * out with the reason (OPT-5).
 */
export function resultOf(desk: Desk, built: Built, solution: Pick<Solution, 'ways' | 'left_out'>): RunResult {
  const all = solution.ways.flatMap((way) => tripsOf(desk, built, way))
  const { suggested, refused } = judgedAgain(all, desk)
  const unplaced = solution.left_out.map((job) => withoutPlace(built.orders[job]!, desk))
  const present = desk.trips.filter(({ status }) => status !== 'CANCELLED')
  const states = suggested.map(({ trip }) => trip)
  const reasons = verdictOf({ trips: states, facts: desk.facts })
  return {
    trips: suggested.map((one) => keptTrip(one, states, reasons, desk)),
    left_out: [...built.left, ...unplaced, ...refused],
    released: onDrafts([...unplaced, ...refused], present),
    before: figuresOf(movable(present, built), desk.facts),
    after: figuresOf(states, desk.facts),
    present: movable(present, built).map((trip) => ({
      trip_id: trip.trip_id,
      name: trip.name,
      order_numbers: numbersOn(trip, desk.facts),
      figures: figuresOfTrip(trip, present, desk.facts),
    })),
  }
}

function onDrafts(left: readonly LeftOut[], trips: readonly TripState[]): string[] {
  return left
    .map(({ order_id }) => order_id)
    .filter((id) => trips.some(({ stops }) => stops.some(({ order_id }) => order_id === id)))
}

/** The current trips with orders that the run could plan. */
function movable(trips: readonly TripState[], { orders }: Built): TripState[] {
  const ids = new Set(orders.map(({ order_id }) => order_id))
  return trips.filter((trip) => trip.stops.some(({ order_id }) => order_id !== null && ids.has(order_id)))
}

function numbersOn(trip: TripState, facts: Facts): string[] {
  const ids = new Set(liveStops(trip).flatMap(({ order_id }) => order_id ?? []))
  return [...ids].flatMap((id) => facts.orders.get(id)?.order_number ?? [])
}

/**
 * Splits the route of a vehicle into trips: one ends where it stands empty overnight. The solver decides stops and
 * starts. Its stop times are estimates, and planned times are computed later (OPT-13).
 */
function tripsOf({ request, world, facts }: Desk, { orders, vehicles, problem }: Built, way: Way): Found[] {
  const parts: Visit[][] = []
  const open = new Set<number>()
  let left = -Infinity
  for (const visit of way.visits) {
    if (parts.length === 0 || (open.size === 0 && visit.begin - left >= night)) parts.push([])
    parts.at(-1)!.push(visit)
    const { tasks } = problem.jobs[visit.job]!
    if (visit.task === tasks.length - 1) open.delete(visit.job)
    else open.add(visit.job)
    left = visit.begin + tasks[visit.task]!.service
  }
  const { combination } = vehicles[way.vehicle]!
  const resources = resourcesOfCombination(request.combinations[combination]!, facts).map(({ resource_id }) =>
    unnamed(resource_id),
  )
  return parts.map((visits) => {
    const stops = visits.map(({ job, task }) => tripStopOf(orders[job]!, orders[job]!.stops[task]!, world))
    const starts_at = later(request.from_at, visits[0]!.begin)
    const first = localTime(starts_at, facts.time_zone).date
    return { combination, trip: newTrip(world.newId(), first, { stops, resources }), starts_at }
  })
}

/** OPT-5: removes orders until the verdict has no reason left, not even a warning: at most one pass per order. */
function judgedAgain(all: readonly Found[], desk: Desk): { suggested: Suggested[]; refused: LeftOut[] } {
  const { facts } = desk
  let suggested = timed(all, desk)
  const refused: LeftOut[] = []
  for (;;) {
    const trips = suggested.map(({ trip }) => trip)
    const [reason] = verdictOf({ trips, facts }).toSorted((one, other) => weight(one) - weight(other))
    if (!reason) return { suggested, refused }
    const trip = trips.find(({ trip_id }) => trip_id === reason.trip_id)!
    const id = orderOf(reason, trip)
    refused.push(refusedOrder(id, reason, facts))
    const left = suggested.flatMap(({ combination, trip: own }): Found[] => {
      const rest = own === trip ? withoutOrder(own, id) : own
      const [first] = rest.stops
      return first ? [{ combination, trip: rest, starts_at: first.planned_start_at! }] : []
    })
    suggested = timed(left, desk)
  }
}

/** OPT-13: suggested trips with their planned times. */
function timed(found: readonly Found[], { world, facts }: Desk): Suggested[] {
  const trips = scheduledInTurn(found, { ...world, before: facts })
  return found.map(({ combination }, at) => ({ combination, trip: trips[at]! }))
}

const weight = ({ severity }: Reason) => (severity === 'HARD' ? 0 : 1)

/** The order that a reason is about. A reason against a whole trip counts against its last order. */
function orderOf({ order_id, stop_id }: Reason, trip: TripState): string {
  const stop = trip.stops.find((one) => one.stop_id === stop_id) ?? trip.stops.at(-1)!
  return order_id ?? stop.order_id!
}

function withoutOrder(trip: TripState, id: string): TripState {
  return { ...trip, stops: trip.stops.filter(({ order_id }) => order_id !== id) }
}

function refusedOrder(order_id: string, { code, message }: Reason, { orders }: Facts): LeftOut {
  return { order_id, order_number: orders.get(order_id)!.order_number, code, message: keptSentence(message) }
}

/** Why no combination took an order: none is suitable, or none has time and capacity. */
function withoutPlace(order: Built['orders'][number], desk: Desk): LeftOut {
  const { order_id, order_number } = order
  const each = desk.request.combinations.map((_, combination) => unfitness(order, combination, desk))
  const fit = each.filter((reasons) => reasons.length === 0)
  const reason = each.flat()[0]
  if (fit.length === 0 && reason) {
    return { order_id, order_number, code: reason.code, message: keptSentence(reason.message) }
  }
  const message = msg`No combination has the time and room for ${order_number} in this period. Add combinations or make the period longer.`
  return { order_id, order_number, code: 'no_place', message: keptSentence(message) }
}

function keptTrip(
  { combination, trip }: Suggested,
  all: readonly TripState[],
  reasons: readonly Reason[],
  desk: Desk,
): KeptTrip {
  const { request, facts } = desk
  const own = withRoadsOf(trip, facts)
  return {
    combination,
    resources: resourcesOfCombination(request.combinations[combination]!, facts).map(
      ({ resource_id, resource_type, name }) => {
        return { resource_id, resource_type, name }
      },
    ),
    stops: trip.stops.map((stop, at): KeptStop => {
      const before = trip.stops[at - 1]
      return {
        stop_id: stop.stop_id,
        order_id: stop.order_id!,
        order_number: facts.orders.get(stop.order_id!)!.order_number,
        location_id: stop.location_id,
        location_name: facts.places.get(stop.location_id)?.name ?? '',
        activity_label: stop.activity_label,
        start_at: stop.planned_start_at!,
        end_at: stop.planned_end_at!,
        leg_km: before ? kilometres(before.location_id, stop.location_id, own) : 0,
      }
    }),
    figures: figuresOfTrip(trip, all, facts),
    reasons: reasons.filter((reason) => reason.trip_id === trip.trip_id).map(keptReason),
  }
}

function keptReason(reason: Reason): KeptReason {
  return { ...reason, message: keptSentence(reason.message) }
}
