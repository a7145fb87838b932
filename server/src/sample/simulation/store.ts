import type { simulationEvents } from '@cartage/contract/app/simulation'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Scenario, Waiting } from './plan.rules.ts'

/** A recent event for display. Instants are ISO 8601 in UTC. */
export interface Happened {
  at: string
  event: (typeof simulationEvents)[number]
  trip_id: string | null
  name: string | null
}

/** A waiting trip for display. */
export interface WaitingTrip {
  trip_id: string
  name: string
  reason: Waiting
}

/** A simulation as stored. Instants are milliseconds since 1970. */
export interface SimulationRow {
  seed: number
  scenarios: Scenario[]
  driven_by: 'SERVER' | 'COMMAND'
  speed: number
  is_paused: boolean
  clock_at: number
  set_at: number
  reported_until: number
  /** YYYY-MM-DD. */
  planned_until: string | null
  url: string
  access_sealed: Buffer
  sent: number
  rejected: number
  latest: Happened[]
  waiting: WaitingTrip[]
  failure: string | null
  failures: number
}

const ms = (column: string) => `(extract(epoch from s.${column}) * 1000)::float8 as ${column}`
const columns = `s.seed, s.scenarios, s.driven_by, s.speed, s.is_paused, ${ms('clock_at')}, ${ms('set_at')},
          ${ms('reported_until')}, s.planned_until::text as planned_until, s.url, s.access_sealed, s.sent::float8 as sent,
          s.rejected::float8 as rejected, s.latest, s.waiting, s.failure, s.failures`

const readRow = `select ${columns} from sample_simulation s where s.tenant_id = $1`
const selectRow = statement('sample.select_simulation', readRow)
const lockRow = statement('sample.lock_simulation', `${readRow} for update`)

/** The simulation of the tenant; undefined when there is none. */
export async function readSimulation(tx: Tx): Promise<SimulationRow | undefined> {
  return (await tx.query<SimulationRow>(selectRow))[0]
}

/** Same as readSimulation, with a row lock. */
export async function simulationForUpdate(tx: Tx): Promise<SimulationRow | undefined> {
  return (await tx.query<SimulationRow>(lockRow))[0]
}

/** Initial values of a simulation. */
export type NewSimulation = Pick<
  SimulationRow,
  'seed' | 'scenarios' | 'driven_by' | 'speed' | 'clock_at' | 'set_at' | 'url' | 'access_sealed'
>

const insertRow = statement(
  'sample.insert_simulation',
  `insert into sample_simulation
     (tenant_id, seed, scenarios, driven_by, speed, clock_at, set_at, reported_until, url, access_sealed)
   values ($1, $2, $3::text[], $4, $5, to_timestamp($6::float8 / 1000), to_timestamp($7::float8 / 1000),
           to_timestamp($6::float8 / 1000), $8, $9)
   on conflict (tenant_id) do nothing returning tenant_id`,
)

/** @returns whether there was none yet */
export async function insertSimulation(tx: Tx, row: NewSimulation): Promise<boolean> {
  const { seed, scenarios, driven_by, speed, clock_at, set_at, url, access_sealed } = row
  const rows = await tx.query(insertRow, seed, scenarios, driven_by, speed, clock_at, set_at, url, access_sealed)
  return rows.length > 0
}

const updateClock = statement(
  'sample.set_simulation_clock',
  `update sample_simulation set speed = $2, is_paused = $3, clock_at = to_timestamp($4::float8 / 1000),
          set_at = to_timestamp($5::float8 / 1000), due_at = now(), failure = null, failures = 0, updated_at = now()
    where tenant_id = $1`,
)

/** Sets speed, pause and clock. */
export async function writeClock(
  tx: Tx,
  { speed, is_paused, clock_at, set_at }: Pick<SimulationRow, 'speed' | 'is_paused' | 'clock_at' | 'set_at'>,
): Promise<void> {
  await tx.query(updateClock, speed, is_paused, clock_at, set_at)
}

const deleteRow = statement('sample.delete_simulation', 'delete from sample_simulation where tenant_id = $1')

/** Removes the simulation. */
export async function deleteSimulation(tx: Tx): Promise<void> {
  await tx.query(deleteRow)
}

const claimRow = statement(
  'sample.claim_simulation',
  `with s as (
   update sample_simulation s set lease_until = now() + make_interval(secs => $3), lease_by = $2
    where s.tenant_id = $1 and not s.is_paused and s.due_at <= now()
      and (s.lease_by = $2 or (s.lease_until is null or s.lease_until <= now()))
   returning s.*
   )
   select ${columns} from s`,
)

/** Leases the simulation to one process; undefined when another one drives it, or it is paused or not due. */
export async function claimSimulation(tx: Tx, holder: string, seconds: number): Promise<SimulationRow | undefined> {
  return (await tx.query<SimulationRow>(claimRow, holder, seconds))[0]
}

/** Result of a part of the day. */
export interface Progress {
  reported_until: number
  sent: number
  rejected: number
  latest: readonly Happened[]
  waiting: readonly WaitingTrip[]
}

const updateProgress = statement(
  'sample.note_simulation_progress',
  `update sample_simulation
      set reported_until = to_timestamp($3::float8 / 1000), sent = sent + $4, rejected = rejected + $5, latest = $6::jsonb,
          waiting = $7::jsonb, failure = null, failures = 0, lease_until = null, updated_at = now()
    where tenant_id = $1 and lease_by = $2`,
)

/** Saves the progress, and releases the lease for the next part. */
export async function noteProgress(tx: Tx, holder: string, progress: Progress): Promise<void> {
  const { reported_until, sent, rejected, latest, waiting } = progress
  await tx.query(
    updateProgress,
    holder,
    reported_until,
    sent,
    rejected,
    JSON.stringify(latest),
    JSON.stringify(waiting),
  )
}

const releaseRow = statement(
  'sample.release_simulation',
  'update sample_simulation set lease_until = null where tenant_id = $1 and lease_by = $2',
)

/** Releases the lease. */
export async function releaseSimulation(tx: Tx, holder: string): Promise<void> {
  await tx.query(releaseRow, holder)
}

const updateFailure = statement(
  'sample.note_simulation_failure',
  `update sample_simulation set failure = $3, failures = failures + 1, due_at = now() + make_interval(secs => $4),
          lease_until = null, updated_at = now()
    where tenant_id = $1 and lease_by = $2`,
)

/** Records why reports were not accepted; they are sent again after a delay. */
export async function noteFailure(tx: Tx, holder: string, failure: string, inSeconds: number): Promise<void> {
  await tx.query(updateFailure, holder, failure, inSeconds)
}

const updatePlanned = statement(
  'sample.note_simulation_days',
  'update sample_simulation set planned_until = $2::date where tenant_id = $1',
)

/** Records that days up to this one have their orders and trips. */
export async function notePlanned(tx: Tx, day: string): Promise<void> {
  await tx.query(updatePlanned, day)
}
