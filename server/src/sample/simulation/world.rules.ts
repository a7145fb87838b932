import type { Coordinates } from '../../locations/great-circle.rules.ts'
import { activitiesOf, courseOf, type Visit, whereabouts, withVisits } from './course.rules.ts'
import type { Activity } from './driver.rules.ts'
import {
  diceOf,
  type Fix,
  type Plan,
  type PlannedStop,
  type PlannedTrip,
  type Scenario,
  type Waiting,
  waitingFor,
} from './plan.rules.ts'

const minute = 60_000
const hour = 60 * minute
/** Reporting intervals of a board computer: while driving, at a stop, and parked after its trip. */
const every = { driving: 5 * minute, standing: 15 * minute, parked: hour } as const
/** Reporting interval of a cold trailer. */
const everyTemperature = 15 * minute
/** An ETA is reported if it deviates this much from the plan. */
const worthReporting = 10 * minute

/** A report from outside, with its time. */
export type Message = { at: number } & (
  | { kind: 'ARRIVED' | 'LEFT'; trip: PlannedTrip; stop: PlannedStop }
  | { kind: 'ETA'; trip: PlannedTrip; stop: PlannedStop; arrives: number; leaves: number }
  | { kind: 'POSITION'; external_id: string; place: Coordinates }
  | { kind: 'TEMPERATURE'; external_id: string; degrees: number; setpoint: number }
  | { kind: 'TACHOGRAPH'; external_id: string; activity: Activity['kind'] }
  | { kind: 'PAPER'; trip: PlannedTrip; stop: PlannedStop; paper: 'CMR' | 'POD'; signed: number }
  | { kind: 'RELEASED'; trip: PlannedTrip; stop: PlannedStop; pin_code: string }
  | { kind: 'ILL'; resource_id: string; until: number }
)

/** Events of a part of a day. */
export interface Happenings {
  messages: Message[]
  /** Due trips that are not driven, with the reason. */
  waiting: { trip_id: string; reason: Waiting }[]
}

/** A part of a day, and its possible disruptions. */
export interface Part {
  seed: number
  /** Everything before this was reported. */
  from: number
  /** End of the part. */
  to: number
  scenarios: readonly Scenario[]
}

/**
 * Reports of subcontractors, board computers and terminals for a part of a day, in chronological order. The same plan,
 * seed and part give the same messages, so an interrupted part is repeated identically.
 */
export function happenings(plan: Plan, part: Part): Happenings {
  const result: Happenings = { messages: [], waiting: [] }
  const byVehicle = Map.groupBy(plan.trips, (trip) => trip.vehicle?.resource_id ?? trip.trip_id)
  const drivers: Drivers = new Map()
  for (const trips of byVehicle.values()) driveOneAfterAnother(plan, part, trips.toSorted(byTurn), { result, drivers })
  for (const [driver, own] of drivers) watchDriver(part, own, plan.records?.get(driver) ?? [], result)
  sendHome(plan, part, result)
  result.messages.sort((one, other) => one.at - other.at || ranks[one.kind] - ranks[other.kind])
  return result
}

/** Visits of each driver, on all vehicles: a driver who has a later trip on another vehicle does not rest in between. */
type Drivers = Map<string, { external_id: string; visits: Visit[] }>

const ranks: Readonly<Record<Message['kind'], number>> = {
  ...{ ILL: 0, RELEASED: 1, ARRIVED: 2, LEFT: 3, ETA: 4, POSITION: 5, TEMPERATURE: 6, TACHOGRAPH: 7, PAPER: 8 },
}

/** Started trips first, then by plan. */
function byTurn(one: PlannedTrip, other: PlannedTrip): number {
  return Number(other.is_started) - Number(one.is_started) || startOf(one) - startOf(other)
}

function startOf({ stops }: PlannedTrip): number {
  return stops[0]?.planned_from ?? 0
}

/** A vehicle drives one trip at a time: each begins where the previous one ended. */
function driveOneAfterAnother(
  plan: Plan,
  part: Part,
  trips: readonly PlannedTrip[],
  { result, drivers }: { result: Happenings; drivers: Drivers },
): void {
  const vehicle = trips[0]?.vehicle ?? undefined
  const seen = vehicle && plan.lastSeen.get(vehicle.resource_id)
  let start = seen
  const visits: Visit[] = []
  const records = new Map(plan.records)
  for (const trip of trips) {
    if (part.scenarios.includes('illness')) fallIll(plan, part, trip, result)
    const driver = trip.driver?.resource_id ?? ''
    const own = drivers.get(driver) ?? { external_id: trip.driver?.external_id ?? '', visits: [] }
    if (trip.driver) drivers.set(driver, own)
    const reason = waitingFor(trip, Math.max(startOf(trip), part.from))
    if (reason !== undefined) {
      if (startOf(trip) <= part.to) result.waiting.push({ trip_id: trip.trip_id, reason })
      continue
    }
    const lateBoxes = part.scenarios.includes('late-boxes')
    const record = records.get(driver) ?? []
    const isRecorded = (plan.records?.get(driver) ?? []).length > 0
    const course = courseOf(trip, { seed: part.seed, from: part.from, start, seen, lateBoxes, record, isRecorded })
    records.set(driver, withVisits(record, course))
    report(part, trip, course, result)
    watchDevices(part, trip, course, result)
    visits.push(...course)
    own.visits.push(...course)
    const last = course.at(-1)
    if (last) start = endOf(last, start)
  }
  if (vehicle) measure(part, vehicle.external_id, visits, { result, measured: seen?.at ?? 0 })
}

function endOf({ stop, leaves }: Visit, before: Fix | undefined): Fix | undefined {
  const place = stop.place ?? before
  return place && { latitude: place.latitude, longitude: place.longitude, at: leaves }
}

/** A recovered driver is available this long before a trip, because the route to its first stop is driven before. */
const wellBefore = 10 * hour

/** One driver in thirty calls in sick before a trip, for a day or two; not while on another one. */
function fallIll({ trips }: Plan, { seed, from, to }: Part, trip: PlannedTrip, { messages }: Happenings): void {
  if (!trip.driver || trip.is_started || trip.is_draft) return
  const { resource_id } = trip.driver
  const isUnderWay = trips.some(
    ({ is_started, driver, stops }) =>
      is_started && driver?.resource_id === resource_id && stops.some(({ left }) => left === null),
  )
  if (isUnderWay) return
  const dice = diceOf(seed, trip.trip_id, resource_id, 'ill')
  if (!dice.isIn(3)) return
  const at = startOf(trip) - (60 + dice.below(120)) * minute
  const until = startOf(trip) + (1 + dice.below(2)) * 24 * hour - wellBefore
  if (isIn(at, from, to)) messages.push({ kind: 'ILL', at, resource_id, until })
}

function isIn(at: number, from: number, to: number): boolean {
  return at > from && at <= to
}

/** Arrivals, departures, ETAs and papers of a trip. */
function report(part: Part, trip: PlannedTrip, visits: readonly Visit[], { messages }: Happenings): void {
  const { from, to, seed } = part
  for (const [index, { stop, arrives, leaves, released }] of visits.entries()) {
    if (stop.arrived === null && arrives <= to) messages.push({ kind: 'ARRIVED', at: arrives, trip, stop })
    if (released !== undefined && isIn(released, from, to)) {
      const pin_code = String(1_000 + diceOf(seed, stop.stop_id, 'pin').below(9_000))
      messages.push({ kind: 'RELEASED', at: released, trip, stop, pin_code })
    }
    if (stop.left === null && leaves <= to) {
      messages.push({ kind: 'LEFT', at: leaves, trip, stop })
      const next = visits[index + 1]
      if (next && Math.abs(next.arrives - next.stop.planned_from) >= worthReporting) {
        const { arrives: soon, leaves: then } = next
        messages.push({ kind: 'ETA', at: leaves, trip, stop: next.stop, arrives: soon, leaves: then })
      }
    }
    const paper = paperOf(seed, stop)
    const at = leaves + diceOf(seed, stop.stop_id, 'scan').below(24) * minute
    if (paper && isIn(at, from, to)) messages.push({ kind: 'PAPER', at, trip, stop, paper, signed: leaves })
  }
}

/** One delivery in ten has no proof: a planner has to request it. */
function paperOf(seed: number, { stop_id, order_id, side }: PlannedStop): 'CMR' | 'POD' | undefined {
  if (order_id === null || side === 'OTHER') return undefined
  const dice = diceOf(seed, stop_id, 'paper')
  if (side === 'PICKUP') return dice.isIn(50) ? 'CMR' : undefined
  return dice.isIn(90) ? 'POD' : undefined
}

/** Positions of a vehicle. Already measured times are skipped, whatever the device. */
function measure(
  { seed, from, to }: Part,
  external_id: string,
  visits: readonly Visit[],
  { result: { messages }, measured }: { result: Happenings; measured: number },
) {
  const end = visits.at(-1)?.leaves ?? 0
  // Each device has its own offset, so that the map does not move in jerks.
  const offset = diceOf(seed, external_id, 'second').below(every.driving / 1_000) * 1_000
  const first = Math.floor((from - offset) / every.driving + 1) * every.driving + offset
  for (let at = first; at <= to; at += every.driving) {
    const found = at > measured ? whereabouts(visits, at) : undefined
    if (!found) continue
    const pace = found.isDriving ? every.driving : at > end ? every.parked : every.standing
    if ((at - offset) % pace === 0) messages.push({ kind: 'POSITION', at, external_id, place: found.place })
  }
}

/** Activity changes of a driver, including those caused by a changed plan. */
function watchDriver(
  { from, to }: Part,
  { external_id, visits }: { external_id: string; visits: readonly Visit[] },
  record: readonly Activity[],
  { messages }: Happenings,
): void {
  const changes = activitiesOf(visits)
  const say = (at: number, activity: Activity['kind']) => {
    messages.push({ kind: 'TACHOGRAPH', at, external_id, activity })
  }
  // A change in the first millisecond is reported together with changes of the plan before it.
  const planned = changes.findLast(({ at }) => at <= from + 1)?.kind ?? 'REST'
  const recorded = record.findLast(({ at }) => at <= from)?.kind ?? 'REST'
  if (planned !== recorded) say(from + 1, planned)
  for (const { at, kind } of changes) if (isIn(at, from + 1, to)) say(at, kind)
}

/** Ends the duty of a driver who was on the way to a trip that another driver has taken over. */
function sendHome({ trips, atWork = [] }: Plan, { from }: Part, { messages }: Happenings): void {
  const busy = new Set(trips.flatMap(({ driver }) => driver?.resource_id ?? []))
  for (const { resource_id, external_id } of atWork) {
    if (!busy.has(resource_id)) messages.push({ kind: 'TACHOGRAPH', at: from + 1, external_id, activity: 'REST' })
  }
}

/** Temperatures of a cold trailer while goods may be on it. */
function watchDevices({ seed, from, to }: Part, trip: PlannedTrip, visits: readonly Visit[], { messages }: Happenings) {
  const [first, last] = [visits[0], visits.at(-1)]
  if (!trip.vehicle || !first || !last) return
  if (!trip.is_cold) return
  const setpoint = diceOf(seed, trip.trip_id, 'setpoint').isIn(50) ? 3 : -18
  for (let at = Math.floor(from / everyTemperature + 1) * everyTemperature; at <= to; at += everyTemperature) {
    if (at < first.arrives || at > last.leaves) continue
    const degrees = setpoint + (diceOf(seed, trip.trip_id, String(at)).below(25) - 10) / 10
    messages.push({ kind: 'TEMPERATURE', at, external_id: trip.vehicle.external_id, degrees, setpoint })
  }
}
