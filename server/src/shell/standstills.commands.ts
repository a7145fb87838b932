import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import { deleteDeadJobs, type FailedJob, reviveDeadJobs } from '../jobs/queue.ts'

/**
 * Runs failed jobs again.
 * @returns number of affected jobs
 */
export async function runJobsAgain(ctx: Context, tenantId: string, by: By, jobIds: readonly string[]): Promise<number> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const jobs = await reviveDeadJobs(tx, jobIds)
    tx.afterCommit(() => ctx.wake('jobs'))
    await recordChanges(
      tx,
      by,
      jobs.map((job) => ({ ...about(job), action: 'replayed' as const, before: null, after: factsOf(job) })),
    )
    return jobs.length
  })
}

/**
 * Removes failed jobs without executing them.
 * @returns number of affected jobs
 */
export async function dismissJobs(ctx: Context, tenantId: string, by: By, jobIds: readonly string[]): Promise<number> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const jobs = await deleteDeadJobs(tx, jobIds)
    await recordChanges(
      tx,
      by,
      jobs.map((job) => ({ ...about(job), action: 'deleted' as const, before: factsOf(job), after: null })),
    )
    return jobs.length
  })
}

function about({ job_id }: FailedJob) {
  return { entity_type: 'job', entity_id: job_id }
}

function factsOf({ kind, payload, last_error }: FailedJob) {
  return { kind, payload, last_error }
}
