import type { Context } from '../context.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { currentSpan, errorType, inSpan, type SpanStart } from '../tracing/spans.ts'
import type { Job, JobHandler, JobHandlers, JobKind, JobPayloads } from './kinds.ts'
import type { Loop } from './loop.ts'
import { tenantLoop } from './tenant-loop.ts'

/** Number of attempts after which a job is dead. */
export const mostJobAttempts = 12
/** Maximum jobs taken per tenant at a time, so that no tenant keeps others waiting. */
const mostEach = 8
/** Lease of a job in seconds, which is how long it is stuck after its process was killed. */
const leaseSeconds = 20
/** Interval at which a working process extends its leases. */
const pulseMs = 5_000
/** Work that people wait for and that queues its next chunk. It runs ahead of the other jobs taken with it. */
const inPieces: ReadonlySet<string> = new Set<JobKind>(['billing.run'])
/** Maximum time ahead of the others. */
const longestAheadMs = 5_000

const insertJob = statement(
  'jobs.insert_job',
  `insert into job (tenant_id, kind, payload, serial_key, ready_at)
   values ($1, $2, $3::jsonb, $4, now() + make_interval(secs => $5))`,
)

/**
 * Queues a job in the caller's transaction: the job exists if and only if the change does. Callers may wake the loop
 * `jobs` with `tx.afterCommit`.
 * @param options.serialKey jobs of this tenant with the same key run one after another
 * @param options.inSeconds minimum delay; negative: ahead of jobs that have waited less than that
 */
export async function enqueue<Kind extends JobKind>(
  tx: Tx,
  kind: Kind,
  payload: JobPayloads[Kind],
  options: { serialKey?: string; inSeconds?: number } = {},
): Promise<void> {
  await tx.query(insertJob, kind, JSON.stringify(payload), options.serialKey ?? null, options.inSeconds ?? 0)
}

const insertJobs = statement(
  'jobs.insert_jobs',
  `insert into job (tenant_id, kind, payload, serial_key)
   select $1::uuid, $2, n.payload::jsonb, n.serial_key from unnest($3::text[], $4::text[]) as n (payload, serial_key)
   returning tenant_id`,
)

/** Like `enqueue` for several jobs of one kind in one statement, each with its own serial key. */
export async function enqueueAll<Kind extends JobKind>(
  tx: Tx,
  kind: Kind,
  jobs: readonly { payload: JobPayloads[Kind]; serialKey: string }[],
): Promise<void> {
  if (jobs.length === 0) return
  const payloads = jobs.map(({ payload }) => JSON.stringify(payload))
  const keys = jobs.map(({ serialKey }) => serialKey)
  await tx.query(insertJobs, kind, payloads, keys)
}

const insertMissingJobs = statement(
  'jobs.insert_missing_jobs',
  `insert into job (tenant_id, kind, payload, serial_key, ready_at)
   select $1::uuid, $2, n.payload::jsonb, n.serial_key, now() + make_interval(secs => $5)
     from unnest($3::text[], $4::text[]) as n (payload, serial_key)
    where not exists (
      select from job j
       where j.tenant_id = $1 and j.serial_key = n.serial_key and not j.is_dead and j.lease_until is null
    )
   returning tenant_id`,
)

/**
 * Queues jobs unless one with the same serial key is waiting, which will read the same state. One statement for all.
 * Two concurrent calls may both queue theirs, which costs no more than doing the work twice.
 */
export async function enqueueOnce<Kind extends JobKind>(
  tx: Tx,
  kind: Kind,
  jobs: readonly { payload: JobPayloads[Kind]; serialKey: string }[],
  inSeconds: number,
): Promise<void> {
  if (jobs.length === 0) return
  const payloads = jobs.map(({ payload }) => JSON.stringify(payload))
  const keys = jobs.map(({ serialKey }) => serialKey)
  await tx.query(insertMissingJobs, kind, payloads, keys, inSeconds)
}

/** Delay in seconds after this many attempts: 2, 4, 8 … up to an hour. No jitter, because jobs do not stampede. */
export function backOffSeconds(attempts: number): number {
  return Math.min(3_600, 2 ** attempts)
}

const claimJobs = statement(
  'jobs.take_jobs',
  `with ready as (
     select j.job_id from job j
      where j.tenant_id = $1 and not j.is_dead and j.ready_at <= now() and (j.lease_until is null or j.lease_until <= now())
        and ($5::text is null or j.kind = $5)
        and not exists (
          select from job e
           where e.tenant_id = $1 and not e.is_dead and e.serial_key = j.serial_key
             and (e.created_at, e.job_id) < (j.created_at, j.job_id)
        )
      order by j.ready_at limit $3 for update of j skip locked
   )
   update job j
      set lease_token = $2, lease_until = now() + make_interval(secs => $4), attempts = j.attempts + 1
     from ready r where j.tenant_id = $1 and j.job_id = r.job_id
   returning j.job_id, j.kind, j.payload, j.attempts`,
)
const extendLeases = statement(
  'jobs.extend_leases',
  `update job set lease_until = now() + make_interval(secs => $4)
    where tenant_id = $1 and job_id = any ($3::uuid[]) and lease_token = $2`,
)
const deleteJob = statement(
  'jobs.delete_job',
  'delete from job where tenant_id = $1 and job_id = $2 and lease_token = $3 returning job_id',
)
const failJob = statement(
  'jobs.fail_job',
  `update job
      set last_error = $4, is_dead = attempts >= $6, lease_token = null, lease_until = null,
          ready_at = now() + make_interval(secs => $5)
    where tenant_id = $1 and job_id = $2 and lease_token = $3 returning is_dead`,
)

interface ClaimedJob {
  job_id: string
  kind: string
  payload: never
  attempts: number
}

/** The job was taken over by another process because this one was too late. Its transaction must not commit. */
class JobLost extends Error {
  override name = 'JobLost'
}

/** Runs due jobs, tenant by tenant. */
export function jobLoop(ctx: Context, handlers: JobHandlers): Loop {
  return tenantLoop(ctx, {
    name: 'jobs',
    pollMs: 1_000,
    due: 'jobs',
    work: async (tenantId) => (await runTenant(ctx, handlers, tenantId)) > 0,
  })
}

async function runTenant(ctx: Context, handlers: JobHandlers, tenantId: string): Promise<number> {
  return await runTaken(ctx, tenantId, { most: mostEach, kind: null }, async (running) => {
    await runJob(ctx, handlers, running)
    if (inPieces.has(running.taken.kind)) await runPieces(ctx, handlers, running)
  })
}

/** Runs the next chunks of chunked work. */
async function runPieces(ctx: Context, handlers: JobHandlers, { tenantId, taken: { kind } }: Running): Promise<void> {
  const until = performance.now() + longestAheadMs
  let done = 1
  while (done > 0 && performance.now() < until) {
    done = await runTaken(ctx, tenantId, { most: 1, kind }, (running) => runJob(ctx, handlers, running))
  }
}

/**
 * Takes due jobs, optionally of one kind, and runs them one after the other.
 * @returns the number of jobs
 */
async function runTaken(
  ctx: Context,
  tenantId: string,
  { most, kind }: { most: number; kind: string | null },
  work: (running: Running) => Promise<void>,
): Promise<number> {
  const token = ctx.newId()
  const taken = await ctx.db.asWorker(tenantId, (tx) =>
    tx.query<ClaimedJob>(claimJobs, token, most, leaseSeconds, kind),
  )
  const ids = taken.map(({ job_id }) => job_id)
  const pulse = setInterval(() => void keepJobs(ctx, tenantId, token, ids), pulseMs)
  try {
    for (const job of taken) {
      await inSpan(ctx.tracing, spanOf(tenantId, job), () => work({ tenantId, token, taken: job }))
    }
  } finally {
    clearInterval(pulse)
  }
  return taken.length
}

function spanOf(tenantId: string, { job_id, kind, attempts }: ClaimedJob): SpanStart {
  const facts = { 'cartage.tenant_id': tenantId, 'cartage.job_id': job_id, 'cartage.attempt': attempts }
  return { name: `job ${kind}`, kind: 'CONSUMER', facts: { 'messaging.destination.name': kind, ...facts } }
}

/** Extends the leases of jobs while this process works on them. Jobs that ended meanwhile are left alone. */
async function keepJobs(ctx: Context, tenantId: string, token: string, jobIds: readonly string[]): Promise<void> {
  try {
    await ctx.db.asWorker(tenantId, (tx) => tx.query(extendLeases, token, jobIds, leaseSeconds))
  } catch (error) {
    // If another process claims the job, this one's commit fails: it commits only once in total.
    ctx.log.warn({ err: error, tenant_id: tenantId }, 'jobs could not be kept for this process')
  }
}

interface Running {
  tenantId: string
  token: string
  taken: ClaimedJob
}

async function runJob(ctx: Context, handlers: JobHandlers, running: Running): Promise<void> {
  const { tenantId, token, taken } = running
  const end = async (tx: Tx) => {
    if ((await tx.query(deleteJob, taken.job_id, token)).length === 0) throw new JobLost('another process has the job')
  }
  let isFinished = false
  const job: Job = {
    tenantId,
    jobId: taken.job_id,
    payload: taken.payload,
    attempt: taken.attempts,
    async finishing(work) {
      const result = await ctx.db.asWorker(tenantId, async (tx) => {
        await end(tx)
        return work(tx)
      })
      isFinished = true
      return result
    },
  }
  try {
    const handler = (handlers as Record<string, JobHandler<JobKind> | undefined>)[taken.kind]
    if (!handler) throw new Error(`no handler for jobs of the kind ${taken.kind}`)
    await handler(ctx, job)
    if (!isFinished) await ctx.db.asWorker(tenantId, end)
  } catch (error) {
    currentSpan()?.fail(errorType(error))
    if (isFinished) noteAfterwards(ctx, running, error)
    else await fail(ctx, running, error)
  }
}

function factsOf({ tenantId, taken }: Running, error: unknown) {
  return { err: error, tenant_id: tenantId, job_id: taken.job_id, kind: taken.kind, attempt: taken.attempts }
}

/** The job is completed and will not run again, so an error afterwards must be logged. */
function noteAfterwards(ctx: Context, running: Running, error: unknown): void {
  ctx.log.error(factsOf(running, error), 'a job was done, and what followed it failed')
}

async function fail(ctx: Context, running: Running, error: unknown): Promise<void> {
  const { tenantId, token, taken } = running
  const facts = factsOf(running, error)
  const message = error instanceof Error ? error.message.slice(0, 2_000) : String(error)
  const values = [taken.job_id, token, message, backOffSeconds(taken.attempts), mostJobAttempts]
  const [row] = await ctx.db
    .asWorker(tenantId, (tx) => tx.query<{ is_dead: boolean }>(failJob, ...values))
    .catch((failure: unknown) => {
      // Its lease expires, so it is retried, but the reason would not be visible anywhere else.
      ctx.log.warn(facts, 'a job failed, and that could not be noted on it')
      throw failure
    })
  if (row === undefined) ctx.log.warn(facts, 'a job failed that is out of the line or with another process')
  else if (row.is_dead) ctx.log.error(facts, 'a job failed; it can be run again')
  else ctx.log.warn(facts, 'a job failed and will be tried again')
}

const selectDead = statement(
  'jobs.select_dead',
  `select job_id, kind, payload, attempts, last_error,
          ${instant('created_at')} as created_at
     from job where tenant_id = $1 and is_dead order by created_at limit 1000`,
)

/** A failed job. */
export interface DeadJob {
  job_id: string
  kind: string
  payload: unknown
  attempts: number
  last_error: string | null
  created_at: string
}

/** The failed jobs of a tenant, oldest first, at most 1,000. */
export async function listDeadJobs(tx: Tx): Promise<DeadJob[]> {
  return tx.query<DeadJob>(selectDead)
}

const reviveJobs = statement(
  'jobs.revive_jobs',
  `update job set is_dead = false, attempts = 0, ready_at = now()
    where tenant_id = $1 and is_dead and job_id = any ($2::uuid[])
   returning job_id, kind, payload, last_error`,
)

/** A failed job before it was handled. */
export type FailedJob = Pick<DeadJob, 'job_id' | 'kind' | 'payload' | 'last_error'>

/**
 * Queues failed jobs again; callers may wake the loop `jobs`.
 * @returns the jobs found
 */
export async function reviveDeadJobs(tx: Tx, jobIds: readonly string[]): Promise<FailedJob[]> {
  return await tx.query<FailedJob>(reviveJobs, jobIds)
}

const deleteDead = statement(
  'jobs.delete_dead',
  `delete from job where tenant_id = $1 and is_dead and job_id = any ($2::uuid[])
   returning job_id, kind, payload, last_error`,
)

/**
 * Removes failed jobs.
 * @returns the jobs found
 */
export async function deleteDeadJobs(tx: Tx, jobIds: readonly string[]): Promise<FailedJob[]> {
  return await tx.query<FailedJob>(deleteDead, jobIds)
}
