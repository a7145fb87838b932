import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instantInMs } from '../../db/texts.ts'
import type { RunRequest, RunResult } from './rules.ts'

/** The status of a run. */
export type RunStatus = 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED'

/** A stored run. */
export interface RunRow {
  optimisation_id: string
  status: RunStatus
  request: RunRequest
  progress: number
  result: RunResult | null
  failure: string | null
  /** Trip ids by index of the suggested trip. */
  accepted: Record<string, string>
  attempts: number
  created_by: string | null
  expires_at: string
  is_expired: boolean
}

/** OPT-6: accepted suggested trips with their trip ids, without those undone or deleted since. */
export const liveAccepted = `(select coalesce(jsonb_object_agg(a.index, a.trip_id), '{}')
             from jsonb_each_text(o.accepted) as a (index, trip_id)
             join trip t on t.tenant_id = $1 and t.trip_id = a.trip_id::uuid and t.status <> 'CANCELLED')`

const columns = `o.optimisation_id, o.status, o.request, o.progress, o.result, o.failure, ${liveAccepted} as accepted, o.attempts, o.created_by,
          ${instantInMs('o.expires_at')} as expires_at, o.expires_at <= now() as is_expired`

const insertRun = statement(
  'planning.insert_optimisation',
  `insert into planning_optimisation (tenant_id, optimisation_id, request, created_by) values ($1, $2, $3::jsonb, $4)`,
)
const deleteOld = statement(
  'planning.delete_old_optimisations',
  `delete from planning_optimisation where tenant_id = $1 and expires_at < now() - interval '30 days'`,
)

/** Queues a new run, and deletes runs that expired long ago. */
export async function insertOptimisation(
  tx: Tx,
  run: { optimisation_id: string; request: RunRequest; created_by: string | null },
): Promise<void> {
  await tx.query(deleteOld)
  await tx.query(insertRun, run.optimisation_id, JSON.stringify(run.request), run.created_by)
}

const lockRun = statement(
  'planning.lock_optimisation',
  'select o.optimisation_id from planning_optimisation o where o.tenant_id = $1 and o.optimisation_id = $2 for update',
)
const selectLocked = statement(
  'planning.select_locked_optimisation',
  `select ${columns} from planning_optimisation o where o.tenant_id = $1 and o.optimisation_id = $2`,
)

/** A run, locked; undefined if it does not exist. */
export async function optimisationForUpdate(tx: Tx, id: string): Promise<RunRow | undefined> {
  // A caller that waited for the lock sees trips accepted meanwhile only in a statement that starts after it.
  const [, [run]] = await Promise.all([tx.query(lockRun, id), tx.query<RunRow>(selectLocked, id)])
  return run
}

const claimRun = statement(
  'planning.claim_optimisation',
  `with o as (
   update planning_optimisation o
      set status = 'RUNNING', attempts = o.attempts + 1, lease_until = now() + make_interval(secs => $2), updated_at = now()
    where o.tenant_id = $1 and o.optimisation_id = (
      select n.optimisation_id from planning_optimisation n
       where n.tenant_id = $1 and n.status in ('QUEUED', 'RUNNING') and (n.lease_until is null or n.lease_until <= now())
       order by n.created_at limit 1 for update skip locked)
   returning o.*
   )
   select ${columns} from o`,
)

/** Claims the oldest run that no process works on, for this many seconds. */
export async function claimOptimisation(tx: Tx, seconds: number): Promise<RunRow | undefined> {
  return (await tx.query<RunRow>(claimRun, seconds))[0]
}

const noteProgress = statement(
  'planning.update_optimisation_progress',
  `update planning_optimisation
      set progress = greatest(progress, $3), lease_until = now() + make_interval(secs => $4), updated_at = now()
    where tenant_id = $1 and optimisation_id = $2 and status = 'RUNNING' returning optimisation_id`,
)

/** Stores the progress of a run and renews its lease. False: it was cancelled. */
export async function keepOptimisation(tx: Tx, id: string, progress: number, seconds: number): Promise<boolean> {
  return (await tx.query(noteProgress, id, progress, seconds)).length > 0
}

const endRun = statement(
  'planning.end_optimisation',
  `update planning_optimisation
      set status = $3, result = $4::jsonb, failure = $5, progress = case when $3 = 'DONE' then 1 else progress end,
          lease_until = null, updated_at = now()
    where tenant_id = $1 and optimisation_id = $2 and status = 'RUNNING'`,
)

/** The outcome of a run. */
export type RunEnd = { status: 'DONE'; result: RunResult } | { status: 'FAILED'; failure: string }

/** Ends a running run; a cancelled one stays cancelled. */
export async function endOptimisation(tx: Tx, id: string, end: RunEnd): Promise<void> {
  const result = end.status === 'DONE' ? JSON.stringify(end.result) : null
  await tx.query(endRun, id, end.status, result, end.status === 'FAILED' ? end.failure : null)
}

const cancelRun = statement(
  'planning.cancel_optimisation',
  `update planning_optimisation set status = 'CANCELLED', lease_until = null, updated_at = now()
    where tenant_id = $1 and optimisation_id = $2`,
)

/** Cancels a run; the process working on it notices. */
export async function cancelRow(tx: Tx, id: string): Promise<void> {
  await tx.query(cancelRun, id)
}

const queueAgain = statement(
  'planning.queue_optimisation',
  `update planning_optimisation
      set status = 'QUEUED', progress = 0, attempts = 0, result = null, failure = null, accepted = '{}', lease_until = null,
          expires_at = now() + interval '24 hours', updated_at = now()
    where tenant_id = $1 and optimisation_id = $2`,
)

/** Queues a run again, as if it were new. */
export async function requeueRow(tx: Tx, id: string): Promise<void> {
  await tx.query(queueAgain, id)
}

const noteAccepted = statement(
  'planning.update_optimisation_accepted',
  `update planning_optimisation set accepted = accepted || $3::jsonb, updated_at = now()
    where tenant_id = $1 and optimisation_id = $2`,
)

/** Records the trip ids of accepted suggested trips. */
export async function noteAcceptedTrips(tx: Tx, id: string, accepted: Record<string, string>): Promise<void> {
  await tx.query(noteAccepted, id, JSON.stringify(accepted))
}
