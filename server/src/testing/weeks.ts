import { minutesLate } from '@cartage/contract/orders/app/lateness'
import { getPlanningBoard } from '@cartage/contract/planning/app/board'
import { statement } from '../db/statement.ts'
import { findConflicts } from '../planning/conflicts.views.ts'
import type { Reason } from '../planning/facts/rules.ts'
import { advance } from '../sample/simulation/advance.jobs.ts'
import { readRecords } from '../sample/simulation/plan.views.ts'
import { readSimulationState } from '../sample/simulation/views.ts'
import { expectSameLate } from './late-screens.ts'
import { type Breach, breachesIn } from './models/record.ts'
import { type Replaced, replaceAway } from './planner-at-work.ts'
import type { TestServer } from './start-test-server.ts'
import type { TestTenant } from './test-tenant.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const iso = (at: number) => new Date(at).toISOString()

/** Hours of the day in UTC in which a planner replaces drivers and the plan and the screens are checked. */
const working = [3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 17]
const looks = [5, 11, 17]

/** Codes of the verdict about driving and rest. */
const hoursCodes = /^(driving_(break|day|week|fortnight)|daily_rest|weekly_rest|hours_not_settled)$/

/** A verdict against the plan that stood on some mornings. */
export interface Standing {
  code: string
  message: string
  trip_id: string
  /** The first morning on which it stood, and the number of such mornings. */
  since: string
  mornings: number
  /** Whether the trip had begun by then. */
  has_begun: boolean
}

/** A limit violated by a driver, and whether the verdict had warned before the trip began. */
export interface Broken extends Breach {
  driver: string
  trip_id: string | undefined
  was_warned: boolean
  /** Activities around it: the long rests of the two weeks before, and each change of the adjacent days. */
  record: string[]
}

/** Result of simulated weeks. A planner replaces absent drivers, and does nothing else. */
export interface WeeksReport {
  trips: number
  drivers: number
  driven_hours: number
  changes: number
  /** Checked planned stops, and those planned too late or in closed places. */
  planned_stops: number
  late_in_plan: { trip_id: string; stop_id: string; minutes: number }[]
  broken: Broken[]
  standing: Standing[]
  /** Trips whose driver called in sick, with the replacement. */
  replaced: Replaced[]
  /** Share of our own trucks with a trip, by weekday from Monday: the lowest of all weeks. */
  busy: number[]
  /** Instants at which the screens were compared, and the total of late trips on them. */
  instants: number
  late: number
}

/** Initial state of the sample world on a day. */
export interface Opening {
  day: string
  /** Creation time, without money and documents. */
  seconds: number
  /** Number of our own trucks with a trip on that day, and their total. */
  busy: number
  trucks: number
  /** Orders that should have been planned but are on no trip. */
  left_out: string[]
  conflicts: { code: string; message: string }[]
  /** Planted exceptions, as found on Today. */
  planted: string[]
}

/** Options of the simulated weeks. */
export interface Weeks {
  /** Start, in milliseconds since 1970. */
  from: number
  days: number
  /** Sets the clock of the context. */
  setClock(at: number): void
  /** Called after each day; `report` returns the results so far. */
  dayIsOver?(days: number, report: () => Promise<WeeksReport>): Promise<void>
}

/** Simulates a tenant for some days with an active planner, and checks it every morning, at noon and in the evening. */
export async function driveWeeks(server: TestServer, tenant: TestTenant, weeks: Weeks): Promise<WeeksReport> {
  const seen = {
    ...{ lateInPlan: new Map<string, WeeksReport['late_in_plan'][number]>(), planned: new Set<string>() },
    ...{ standing: new Map<string, Standing>(), judged: new Map<string, boolean>(), instants: 0, late: 0 },
    replaced: [] as Replaced[],
  }
  for (let at = 0; at < weeks.days; at += 1) {
    const morning = weeks.from + at * day
    const planner = await tenant.user('PLANNER')
    for (const hours of [...working, 24]) {
      const now = morning + hours * hour
      await driveTo(server, tenant, now, weeks)
      await server.drain()
      seen.replaced.push(...(await replaceAway(server, tenant, planner, now)))
      if (!looks.includes(hours)) continue
      const range = { from: iso(now - 10 * day), to: iso(now + 4 * day) }
      seen.late += (await expectSameLate(tenant, now, range)).length
      seen.instants += 1
      if (hours === 5) await lookAtPlan(server, tenant, now, seen)
    }
    await weeks.dayIsOver?.(at + 1, () => reportOf(server, tenant, { ...weeks, days: at + 1 }, seen))
  }
  return await reportOf(server, tenant, weeks, seen)
}

type Seen = {
  lateInPlan: Map<string, WeeksReport['late_in_plan'][number]>
  planned: Set<string>
  standing: Map<string, Standing>
  /** Whether the verdict warned about the hours of a trip when it was first checked. */
  judged: Map<string, boolean>
  instants: number
  late: number
  replaced: Replaced[]
}

async function driveTo({ ctx }: TestServer, { tenantId }: TestTenant, until: number, { setClock }: Weeks) {
  for (;;) {
    const { simulation } = await ctx.db.asTenant(tenantId, (tx) => readSimulationState(tx, ctx.now().getTime()))
    const reported = Date.parse(simulation!.reported_until)
    if (reported >= until) return
    setClock(Math.min(until, reported + 10 * minute))
    if ((await advance(ctx, tenantId, 'weeks')) !== 'FAILED') continue
    const { simulation: stopped } = await ctx.db.asTenant(tenantId, (tx) => readSimulationState(tx, until))
    throw new Error(`the world stopped at ${simulation!.reported_until}: ${stopped!.failure}`)
  }
}

/** Conflicts with the plan in the morning, and lateness in the plan itself. */
async function lookAtPlan({ ctx }: TestServer, tenant: TestTenant, now: number, seen: Seen): Promise<void> {
  const board = await (await tenant.user('PLANNER'))(getPlanningBoard, {
    query: { from: iso(now - day), to: iso(now + 6 * day) },
  })
  const asked = new Map(board.asked.map(({ stop_id, asked_to }) => [stop_id, asked_to]))
  const untouched = board.trips.filter(({ status }) => status === 'PLANNED' || status === 'CREATED')
  for (const { trip_id, stops } of untouched) {
    for (const { stop_id, planned_start_at } of stops) {
      const to = asked.get(stop_id)
      seen.planned.add(stop_id)
      const minutes = to && planned_start_at ? minutesLate(to, planned_start_at) : 0
      if (minutes > 0) seen.lateInPlan.set(stop_id, { trip_id, stop_id, minutes })
    }
  }
  const { reasons } = await tenant.asTenant((tx) => findConflicts(ctx, tx, iso(now - 9 * day), iso(now + 21 * day)))
  const warned = new Set(reasons.filter(({ code }) => hoursCodes.test(code)).map(({ trip_id }) => trip_id))
  const known = reasons.map(({ trip_id }) => trip_id)
  const begun = new Set(
    (await tenant.asTenant((tx) => tx.query<{ trip_id: string }>(selectBegun, known))).map(({ trip_id }) => trip_id),
  )
  for (const { trip_id } of untouched) {
    if (!seen.judged.has(trip_id)) seen.judged.set(trip_id, warned.has(trip_id))
  }
  for (const reason of reasons) noteStanding(reason, begun, now, seen)
}

function noteStanding(
  { code, message, trip_id, stop_id, resource_id }: Reason,
  begun: Set<string>,
  now: number,
  seen: Seen,
) {
  const key = [code, trip_id, stop_id, resource_id].join(' ')
  const known = seen.standing.get(key)
  if (known) known.mornings += 1
  else {
    const since = iso(now).slice(0, 10)
    const text = String(message)
    seen.standing.set(key, { code, message: text, trip_id, since, mornings: 1, has_begun: begun.has(trip_id) })
  }
}

const selectBegun = statement(
  'testing.select_begun_trips',
  `select t.trip_id from trip t
    where t.tenant_id = $1 and t.trip_id = any ($2::uuid[]) and t.status in ('IN_PROGRESS', 'COMPLETED')`,
)

const selectBusy = statement(
  'testing.select_busy_trucks',
  `select extract(isodow from d)::integer as weekday,
          count(distinct c.resource_id)::float8 / count(distinct r.resource_id)::float8 as share
     from generate_series($2::timestamptz, $3::timestamptz - interval '1 day', interval '1 day') as d
     join resource r on r.tenant_id = $1 and r.resource_type in ('TRACTOR', 'RIGID', 'VAN') and not r.is_archived
     left join trip_resource c on c.tenant_id = $1 and c.resource_id = r.resource_id
      and c.starts_at < d + interval '1 day' and c.ends_at > d
    group by d order by d`,
)

const selectDriven = statement(
  'testing.select_driven_weeks',
  `select t.trip_id, c.resource_id, extract(epoch from min(s.actual_start_at))::float8 / 60 as from,
          extract(epoch from max(s.actual_end_at))::float8 / 60 as to
     from trip t
     join trip_stop s on s.tenant_id = $1 and s.trip_id = t.trip_id
     join trip_resource c on c.tenant_id = $1 and c.trip_id = t.trip_id
     join resource r on r.tenant_id = $1 and r.resource_id = c.resource_id and r.resource_type = 'DRIVER'
    where t.tenant_id = $1 and s.actual_start_at is not null
    group by t.trip_id, c.resource_id order by 3`,
)

/** A record around an instant, as text. */
function aroundOf(record: readonly { at: number; kind: string }[], instant: number): string[] {
  return record.flatMap(({ at, kind }, index) => {
    const to = record[index + 1]?.at ?? at
    const isNear = Math.abs(at - instant) < 2 * day || Math.abs(to - instant) < hour
    const isShown = isNear || (kind === 'REST' && to - at >= 20 * hour && at < instant && at > instant - 16 * day)
    return isShown ? [`${iso(at).slice(0, 16)} ${kind} ${Math.round((to - at) / minute)}`] : []
  })
}

async function reportOf(
  { ctx }: TestServer,
  tenant: TestTenant,
  { from, days }: Weeks,
  seen: Seen,
): Promise<WeeksReport> {
  type Driven = { trip_id: string; resource_id: string; from: number; to: number | null }
  const { driven, records, busy } = await ctx.db.asTenant(tenant.tenantId, async (tx) => {
    const rows = await tx.query<Driven>(selectDriven)
    const drivers = [...new Set(rows.map(({ resource_id }) => resource_id))]
    const shares = await tx.query<{ weekday: number; share: number }>(selectBusy, iso(from), iso(from + days * day))
    const least = Map.groupBy(shares, ({ weekday }) => weekday)
    return {
      driven: rows,
      records: await readRecords(tx, drivers, from, from + (days + 1) * day),
      busy: [...least.values()].map((some) => Math.min(...some.map(({ share }) => share))),
    }
  })
  let [drivenMinutes, changes] = [0, 0]
  const broken = [...records].flatMap(([driver, record]) => {
    const inMinutes = record.map(({ at, kind }) => ({ at: at / minute, kind }))
    changes += record.length
    for (const [index, { at, kind }] of inMinutes.entries()) {
      if (kind === 'DRIVING') drivenMinutes += (inMinutes[index + 1]?.at ?? at) - at
    }
    const own = driven.filter(({ resource_id }) => resource_id === driver)
    return breachesIn(inMinutes).map((breach): Broken => {
      // A drive to the first stop belongs to the trip that begins there.
      const trip = own.find(({ to }) => to === null || to >= breach.at - 1)
      const was_warned = seen.judged.get(trip?.trip_id ?? '') ?? false
      return { ...breach, driver, trip_id: trip?.trip_id, was_warned, record: aroundOf(record, breach.at * minute) }
    })
  })
  return {
    trips: new Set(driven.map(({ trip_id }) => trip_id)).size,
    drivers: records.size,
    driven_hours: Math.round(drivenMinutes / 60),
    changes,
    planned_stops: seen.planned.size,
    late_in_plan: [...seen.lateInPlan.values()],
    broken,
    standing: [...seen.standing.values()],
    replaced: seen.replaced,
    busy,
    instants: seen.instants,
    late: seen.late,
  }
}
