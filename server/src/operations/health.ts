import { statfs } from 'node:fs/promises'
import type { Context } from '../context.ts'
import { DatabaseRefused, NoPrimary } from '../db/failure.ts'
import { latestMigration } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import { type DatabaseHosts, readHosts } from './standbys.ts'

/** Answer of /readyz: each check with `ok` or its problem. */
export interface Readiness {
  ready: boolean
  checks: Record<string, string>
  /** With DATABASE_URL: the host in use, and its standbys. */
  database?: DatabaseHosts
}

/** Settings of the database that decide whether a commit survives a power cut. */
export interface Safety {
  fsync: string
  full_page_writes: string
  synchronous_commit: string
}

/** Input of the readiness checks, read from the database in one statement. */
export interface Observation extends Safety {
  is_standby: boolean
  is_read_only: boolean
  has_schema: boolean
  /** Database clock minus the clock of this process, in milliseconds. */
  clock_skew_ms: number
  /** Problems with the connections of this process: role, row security, settings, installation. */
  connection_faults: string[]
  /** With DATABASE_URL: the hosts of the database. */
  hosts?: DatabaseHosts | undefined
  /** Free share of the data disk, 0 to 1; undefined if unknown. */
  disk_free: number | undefined
}

/** The checks of an unusable database. */
const unusable = (reason: string): Readiness => ({ ready: false, checks: { database: reason } })

const largestSkewMs = 5_000
const leastDiskFree = 0.05
/** Answers are cached for this long, so that probing does not load the database. */
const sharedForMs = 1_000

const observe = `
  select pg_is_in_recovery() as is_standby,
         current_setting('transaction_read_only') = 'on' as is_read_only,
         exists (select from migration where name = $1) as has_schema,
         extract(epoch from clock_timestamp()) * 1000 as database_ms,
         current_setting('fsync') as fsync,
         current_setting('full_page_writes') as full_page_writes,
         current_setting('synchronous_commit') as synchronous_commit`

/**
 * Creates the readiness check: database reachable, writable and the expected one, schema as new as the code, clocks in
 * sync, disk not full. A failure is logged when it begins and when it ends, regardless of the number of probes
 * (OPS-21).
 * @param sharedMs how long one answer is cached
 */
export function createReadiness(ctx: Context, sharedMs = sharedForMs): () => Promise<Readiness> {
  let shared: { at: number; answer: Promise<Readiness> } | undefined
  const note = createReadinessLog(ctx)
  return () => {
    const at = performance.now()
    if (shared === undefined || at - shared.at > sharedMs) shared = { at, answer: check(ctx).then(note) }
    return shared.answer
  }
}

/** An answer, and the reason of a database failure for the log only. */
type Checked = Readiness & { reason?: string }

/** Passes answers through and logs each change of the failing checks. */
function createReadinessLog(ctx: Context): (checked: Checked) => Readiness {
  let before = ''
  return ({ reason, ...readiness }) => {
    const failing = Object.entries(readiness.checks).filter(([, verdict]) => verdict !== 'ok')
    const names = failing.map(([name]) => name).join(', ')
    if (names !== before) {
      const facts = { checks: Object.fromEntries(failing), ...(reason !== undefined && { reason }) }
      if (names === '') ctx.log.info({ before }, 'ready again')
      else ctx.log.warn(facts, `not ready: ${names}`)
    }
    before = names
    return readiness
  }
}

async function check(ctx: Context): Promise<Checked> {
  try {
    return judge(await look(ctx), ctx.config.is_test)
  } catch (error) {
    if (error instanceof DatabaseRefused || error instanceof NoPrimary) return unusable(error.message)
    return { ...unusable('does not answer'), reason: (error as Error).message }
  }
}

async function look(ctx: Context): Promise<Observation> {
  const name = await latestMigration()
  const before = Date.now()
  const { rows } = await ctx.db.shared.query({ name: 'operations.observe', text: observe, values: [name] })
  const after = Date.now()
  const [faults, hosts] = await Promise.all([ctx.db.inspect(), readHosts(ctx.db.connection.hosts)])
  const { database_ms: databaseMs, ...row } = rows[0]
  // The database read its clock between request and answer: the middle is the best estimate.
  const skew = Number(databaseMs) - (before + after) / 2
  const disk = await freeDisk(ctx.config.data_dir)
  return { ...row, connection_faults: faults, clock_skew_ms: skew, hosts, disk_free: disk }
}

/** Evaluates the observation. `relaxed` lets tests run on a database that does not write through. */
export function judge(seen: Observation, relaxed: boolean): Readiness {
  const checks = {
    database: seen.is_standby || seen.is_read_only ? 'is read-only: this is not the primary' : 'ok',
    connections: seen.connection_faults.join(' ') || 'ok',
    ...(seen.hosts && { standby: seen.hosts.stuck ?? 'ok' }),
    schema: seen.has_schema ? 'ok' : 'is older than this server: run `cartage migrate`',
    clock:
      Math.abs(seen.clock_skew_ms) <= largestSkewMs
        ? 'ok'
        : `differs from the database's by ${Math.round(seen.clock_skew_ms / 1000)} s: set the clocks`,
    disk:
      seen.disk_free === undefined || seen.disk_free >= leastDiskFree
        ? 'ok'
        : `has only ${(seen.disk_free * 100).toFixed(1)} % free: make room`,
    durability:
      relaxed || !isUnsafe(seen) ? 'ok' : 'fsync, full_page_writes or synchronous_commit is off: turn them on',
  }
  const ready = Object.values(checks).every((verdict) => verdict === 'ok')
  return { ready, checks, ...(seen.hosts && { database: seen.hosts }) }
}

/** Reads the settings that protect committed data. */
export async function readSafety(db: Database): Promise<Safety> {
  const { rows } = await db.shared.query<Safety>(
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
            current_setting('synchronous_commit') as synchronous_commit`,
  )
  return rows[0]!
}

/** Whether a power cut could lose accepted data. */
export function isUnsafe(safety: Safety): boolean {
  return [safety.fsync, safety.full_page_writes, safety.synchronous_commit].includes('off')
}

async function freeDisk(folder: string | undefined): Promise<number | undefined> {
  if (folder === undefined) return undefined
  try {
    const disk = await statfs(folder)
    return disk.blocks === 0 ? undefined : disk.bavail / disk.blocks
  } catch {
    return undefined
  }
}
