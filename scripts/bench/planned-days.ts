import { dayAfter, isWeekend } from '../../seeds/dice.ts'
import type { SampleResource } from '../../seeds/fleet.ts'
import { sampleWorld, type WorldOrder, type WorldTrip } from '../../seeds/world.ts'
import { instantOf, localTime } from '../../server/src/locations/local-time.rules.ts'
import { openingFinder, openingHoursReader } from '../../server/src/locations/opening-hours.rules.ts'
import type { Facts, ResourceFacts } from '../../server/src/planning/facts/rules.ts'
import { later } from '../../server/src/planning/instants.rules.ts'
import { type Built, problemOf } from '../../server/src/planning/optimise/build.rules.ts'
import { resultOf } from '../../server/src/planning/optimise/result.rules.ts'
import type { Desk, RunResult } from '../../server/src/planning/optimise/rules.ts'
import { planned } from '../../server/src/planning/plan.rules.ts'
import type { OrderFacts, OrderStop, PlanPlace, World } from '../../server/src/planning/rules.ts'
import { netOf } from '../../server/src/planning/solver/net.rules.ts'
import type { Task } from '../../server/src/planning/solver/problem.rules.ts'
import { timed } from '../../server/src/planning/solver/route.rules.ts'
import { solve } from '../../server/src/planning/solver/search.rules.ts'
import { estimatedRoads } from '../../server/src/positions/roads/rules.ts'
import { plainSettings } from '../../server/src/testing/data/plans.ts'
import type { TripState } from '../../server/src/trips/state.rules.ts'

/** Figures of the dispatcher's plan and of the suggestion. */
interface Compared extends Pick<RunResult, 'before' | 'after'> {
  left_out: Record<string, number>
}

/** A day of the sample world: its dispatcher's plan, and a suggestion for the same orders and vehicles. */
export interface PlannedDay extends Compared {
  day: string
  orders: number
  combinations: number
  /** The same, with stops allowed to start as late as the dispatcher's, with breaks and rests taken. */
  as_late: Compared
}

const now = new Date('2026-11-23T05:00:00Z')
const zone = 'Europe/Brussels'
const milliseconds = 10_000

/** Coming working days of the sample world: own road trips, planned again as if they were drafts. */
export async function plannedDays(): Promise<PlannedDay[]> {
  const world = sampleWorld(now)
  const days = [1, 2, 3, 4].map((away) => dayAfter('2026-11-23', away)).filter((day) => !isWeekend(day))
  const found: PlannedDay[] = []
  for (const day of days) {
    const trips = world.trips.filter((trip) => trip.day === day && trip.carrier === undefined && trip.load !== 'BOX')
    if (trips.length > 0) found.push(await planAgain(day, trips, world))
  }
  return found
}

type Sample = ReturnType<typeof sampleWorld>

async function planAgain(day: string, trips: readonly WorldTrip[], sample: Sample): Promise<PlannedDay> {
  const desk = await deskOf(day, trips, sample)
  const built = problemOf(desk)
  const late = asLateAsDispatcher(desk, built)
  return {
    ...{ day, orders: desk.request.order_ids.length, combinations: trips.length },
    ...compared(desk, built),
    as_late: compared({ ...desk, trips: late.trips }, late.built),
  }
}

function compared(desk: Desk, built: Built): Compared {
  const cpu = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
  const solution = solve(built.problem, { seed: 1, iterations: 60_000, milliseconds, now: cpu })
  const { before, after, left_out } = resultOf(desk, built, solution)
  const codes = left_out.map(({ code }) => code)
  return {
    ...{ before, after },
    left_out: Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length])),
  }
}

/**
 * The dispatcher's trips at their times including breaks and rests, and a problem in which each late stop may start
 * until then. Both plans then have the same orders, and no suggested stop is later than the dispatcher's.
 */
function asLateAsDispatcher(desk: Desk, built: Built): { trips: TripState[]; built: Built } {
  const { problem, orders } = built
  const arrivals = new Map<string, number>()
  const ends = new Map<number, number>()
  const open = netOf({ ...problem, jobs: problem.jobs.map((job) => ({ ...job, tasks: job.tasks.map(withoutEnd) })) })
  const firstTasks = running(problem.jobs.map(({ tasks }) => tasks.length))
  const trips = desk.trips.map((trip, combination) => {
    const vehicle = problem.vehicles.findIndex((_, at) => built.vehicles[at]!.combination === combination)
    const tasks = trip.stops.map(({ stop_id, order_id }) => {
      const job = orders.findIndex((order) => order.order_id === order_id)
      return firstTasks[job]! + orders[job]!.stops.findIndex((stop) => stop.stop_id === stop_id)
    })
    const [begin, leave] = [new Float64Array(tasks.length), new Float64Array(tasks.length)]
    const driven = { ...problem.vehicles[vehicle]!, to: Number.POSITIVE_INFINITY }
    if (!timed(open, driven, Int32Array.from(tasks), tasks.length, begin, leave))
      throw new Error(`${trip.name} has no times`)
    ends.set(vehicle, leave.at(-1)!)
    const stops = trip.stops.map((stop, at) => {
      arrivals.set(stop.stop_id, begin[at]!)
      const [start, end] = [begin[at]!, leave[at]!].map((minutes) => later(desk.request.from_at, Math.ceil(minutes)))
      return { ...stop, planned_start_at: start!, planned_end_at: end! }
    })
    return { ...trip, stops }
  })
  const jobs = problem.jobs.map((job, at) => ({
    ...job,
    tasks: job.tasks.map((task, place) => openUntil(task, arrivals.get(orders[at]!.stops[place]!.stop_id)!)),
  }))
  const vehicles = problem.vehicles.map((one, at) => ({ ...one, to: Math.max(one.to, ends.get(at) ?? 0) }))
  return { trips, built: { ...built, problem: { ...problem, jobs, vehicles } } }
}

/**
 * Windows of a task for the dispatcher: the last one never ends. A task without a possible start may start at any time.
 */
function withoutEnd(task: Task): Task {
  const from = task.windows[0]?.[0] ?? 0
  return {
    ...task,
    windows: [...task.windows.slice(0, -1), [Math.max(from, task.windows.at(-1)?.[0] ?? 0, 0), Infinity]],
  }
}

/** Windows of a task, extended until an instant if that is later. */
function openUntil(task: Task, until: number): Task {
  const isInTime = task.windows.some(([from, to]) => until >= from && until <= to)
  if (isInTime) return task
  const from = Math.max(0, task.windows[0]?.[0] ?? 0)
  return { ...task, windows: [[Math.min(from, until), until]] }
}

function running(lengths: readonly number[]): number[] {
  let sum = 0
  return lengths.map((length) => {
    sum += length
    return sum - length
  })
}

async function deskOf(day: string, trips: readonly WorldTrip[], sample: Sample): Promise<Desk> {
  const places = new Map(
    sample.places.map((place): [string, PlanPlace] => [
      place.name,
      { ...place, location_id: place.name, time_zone: zone, loading_minutes: null, unloading_minutes: null },
    ]),
  )
  const carried = new Set(trips.flatMap(({ orders }) => orders))
  const orders = sample.orders.filter(({ upload }) => carried.has(upload.order_identifier)).map(factsOf)
  let next = 0
  const world: World = {
    orders: new Map(orders.map((order) => [order.order_id, order])),
    ...{ places, time_zone: zone, newId: () => `id-${++next}` },
    roads: estimatedRoads,
    drivers: new Set(),
    settings: plainSettings,
    opensAt: await openingFinder([...places.values()]),
  }
  const reader = await openingHoursReader()
  const isOpen: Facts['isOpen'] = ({ opening_hours, country }, at, local) => {
    const { date, time } = localTime(at, local)
    return opening_hours ? reader(opening_hours, country, date, time) : undefined
  }
  const resources = new Map(sample.fleet.map((one) => [one.members.external_id, resourceOf(one)]))
  const facts: Facts = { ...world, resources, others: [], elsewhere: [], isOpen }
  const request = {
    order_ids: orders.map(({ order_id }) => order_id),
    combinations: trips.map((trip) => ({ resource_ids: trip.resources })),
    ...{ from_at: `${dayAfter(day, -1)}T23:00:00.000Z`, to_at: `${dayAfter(day, 2)}T23:00:00.000Z`, seed: 1 },
  }
  return { now: request.from_at, request, world, facts, trips: trips.map((trip) => draftOf(trip, world)) }
}

/** Trip as the sample world's dispatcher plans it, through the planning rules. */
function draftOf({ orders, starts_at, resources }: WorldTrip, world: World): TripState {
  const target = {
    trip_id: world.newId(),
    new_trip: { name: orders.join(' '), planning_group_id: null, note: '', resource_ids: [] },
  }
  const [trip] = planned([], { kind: 'PLAN', order_ids: orders, stop_ids: [], target, starts_at, times: [] }, world)
  const unnamed = { name: null, license_plate: null, container_number: null }
  return { ...trip!, resources: resources.map((resource_id) => ({ resource_id, ...unnamed })) }
}

type Upload = WorldOrder['upload']
type Consignment = NonNullable<Upload['consignments']>[number]

function factsOf({ upload }: WorldOrder): OrderFacts {
  const id = upload.order_identifier
  const consignments = upload.consignments ?? []
  return {
    ...{
      order_id: id,
      order_number: id,
      status: 'TO_PLAN',
      is_blocked: false,
      block_reason: null,
      hold_reason_code: null,
      container: null,
    },
    stops: consignments.flatMap((one, at) => [stopOf(id, one, at, 'PICKUP'), stopOf(id, one, at, 'DELIVERY')]),
    consignments: consignments.map(({ goods }, at) => {
      const sum = (of: (good: NonNullable<typeof goods>[number]) => unknown) =>
        (goods ?? []).reduce((total, good) => total + Number(of(good) ?? 0), 0)
      return {
        consignment_id: `${id}-${at}`,
        has_goods: (goods ?? []).length > 0,
        weight_kg: sum((good) => good.total_weight_kg),
        loading_meters: sum((good) => good.total_loading_meters),
        ...{ pallet_spaces: 0, volume_m3: sum((good) => good.total_volume_m3) },
        is_dangerous: (goods ?? []).some(({ adr_type }) => adr_type === 'ADR'),
        is_tempered: (goods ?? []).some((good) => good.ordered_transport_temperature_degrees !== undefined),
      }
    }),
  }
}

function stopOf(id: string, consignment: Consignment, at: number, role: 'PICKUP' | 'DELIVERY'): OrderStop {
  const stop = role === 'PICKUP' ? consignment.pickup_stop : consignment.delivery_stop
  const { start_time = null, end_time = null } = stop?.time_window ?? {}
  return {
    ...{ stop_id: `${id}-${at}-${role}`, role, consignment_id: `${id}-${at}`, sequence: at * 2, activity: role },
    ...{ activity_label: role, location_id: stop?.location?.name ?? '', requested_date: stop?.date ?? null },
    ...{ window_start: start_time, window_end: end_time, is_enforced: false, minutes: 30 },
    ...{ reference_number: null, status: 'TO_PLAN' },
  }
}

const kinds: Readonly<Record<string, string>> = {
  ...{ tractor: 'TRACTOR', truck: 'RIGID', van: 'VAN', driver: 'DRIVER', trailer: 'TRAILER', chassis: 'CHASSIS' },
  container: 'CONTAINER',
}

const instantAt = (local: string) => instantOf(local.slice(0, 10), local.slice(11), zone)

function resourceOf({ members, papers, absences }: SampleResource): ResourceFacts {
  const [kind, properties] = Object.entries(members).find(([name]) => name in kinds)!
  const at = (day: string) => `${day}T00:00:00.000Z`
  const extras = 'extras' in members ? (members.extras ?? []) : []
  return {
    ...{ resource_id: members.external_id, resource_type: kinds[kind]!, name: members.name, container_number: null },
    ...{ subcontractor_id: null, is_archived: false, properties: { ...(properties as object) } },
    extras: extras.map((extra) => String('code' in extra ? extra.code : '')),
    validities: papers.map(({ type, starts_on, ends_on }) => {
      return { validity_type: type, start_at: at(starts_on), end_at: at(ends_on), legal_end_at: null }
    }),
    unavailabilities: absences.map(({ from, until, reason }) => {
      return { start_at: instantAt(from), end_at: until && instantAt(until), reason }
    }),
  }
}

/** The days as two tables of docs/benchmarks.md. */
export function plannedDayLines(days: readonly PlannedDay[] = []): string[] {
  if (days.length === 0) return []
  return [
    'Days of the sample world: own trips over land as the dispatcher planned them, and what is suggested for the same orders and',
    'vehicles (dispatcher / suggested). What is suggested keeps all windows, opening hours, breaks and rests.',
    '',
    ...tableOf(days, (day) => day),
    '',
    'An order that is left out has no place within its windows: its delivery is farther away than a driver can be in time, or closed on',
    'the requested day. The dispatcher carries it late, so kilometres compare only on days with all orders planned.',
    '',
    'The same days with the same orders on both sides: a stop that is late with the dispatcher may begin until the dispatcher comes,',
    'with the breaks and rests that the law requires, and no stop is later in what is suggested.',
    '',
    ...tableOf(days, ({ as_late }) => as_late),
    '',
  ]
}

function tableOf(days: readonly PlannedDay[], of: (day: PlannedDay) => Compared): string[] {
  const figures = ['planned_orders', 'trips', 'distance_km', 'empty_km', 'late_minutes'] as const
  return [
    '| Day | Orders | Combinations | Orders planned | Trips | Kilometres | Empty kilometres | Minutes late | Left out |',
    '|---|---|---|---|---|---|---|---|---|',
    ...days.map((one) => {
      const { before, after, left_out } = of(one)
      const left = Object.entries(left_out).map(([code, count]) => `${count} ${code}`)
      const pairs = figures.map((name) => `${before[name].toFixed(0)} / ${after[name].toFixed(0)}`)
      return `| ${one.day} | ${one.orders} | ${one.combinations} | ${pairs.join(' | ')} | ${left.join(', ') || 'none'} |`
    }),
  ]
}
