import type { TaskStatus } from '@cartage/contract/accounting/task'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { DocumentToPost } from '../../billing/records/posted.store.ts'
import { documentPosted } from '../../billing/records/status.commands.ts'
import { setPosting } from '../../billing/records/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { postDocument, taskChange, wakeCreditNotes } from './post.commands.ts'
import { decideReport, decideRetry, failureOf, type Report, type ReportOutcome, reportProblem } from './rules.ts'
import {
  finishTask,
  insertReport,
  type LockedTask,
  lockTaskToPost,
  lockTaskWithDocument,
  releaseLease,
} from './store.ts'

/** A task, and on whose behalf it is changed. */
export interface TaskCommand {
  tenantId: string
  by: By
  taskId: string
}

/**
 * Applies the reported result of a task (ACC-5, TASK-5). Report, task, lease, document and charges change in one
 * transaction, and the report is stored whatever its outcome.
 * @throws Problem not_found, state_conflict, task_leased, task_already_reported (409)
 */
export async function reportTask(ctx: Context, command: TaskCommand, report: Report): Promise<{ status: TaskStatus }> {
  const { outcome, task } = await ctx.db.asTenant(command.tenantId, async (tx) => {
    const { task, document } = await lockReported(tx, command.taskId, report)
    const reporter = command.by.actor.id
    const outcome = decideReport(task, report, reporter)
    const failure = failureOf(report)
    const kept = { task_report_id: ctx.newId(), task_id: task.task_id, status: report.status, reported_by: reporter }
    // All statements are sent at once: while the process is busy, each awaited answer costs a turn of the event loop.
    await Promise.all([
      insertReport(tx, { ...kept, failure, note: report.note ?? null, outcome }),
      outcome === 'APPLIED' && apply(tx, command.by, task, report),
      outcome === 'APPLIED' && document && markPosted(ctx, tx, document),
    ])
    return { outcome, task }
  })
  if (isRefused(outcome)) throw reportProblem(outcome, task)
  return { status: report.status }
}

/** Locks the task and its document, and the charges if the report posts it. */
async function lockReported(
  tx: Tx,
  taskId: string,
  report: Report,
): Promise<{ task: LockedTask; document?: DocumentToPost }> {
  if (report.status === 'FAILED') return { task: await lockWithDocument(tx, taskId) }
  const locked = await lockTaskToPost(tx, taskId)
  if (!locked) throw new Problem('not_found')
  return locked
}

function isRefused(outcome: ReportOutcome): outcome is 'CONTRADICTED' | 'LEASED' {
  return outcome === 'CONTRADICTED' || outcome === 'LEASED'
}

/** Lock order of all commands: document, then task. */
async function lockWithDocument(tx: Tx, taskId: string): Promise<LockedTask> {
  const task = await lockTaskWithDocument(tx, taskId)
  if (!task) throw new Problem('not_found')
  return task
}

async function apply(tx: Tx, by: By, task: LockedTask, report: Report): Promise<void> {
  const failure = failureOf(report)
  const note = report.note ? { note: report.note } : {}
  const after = { status: report.status, ...(failure !== null && { failure }), ...note }
  await Promise.all([
    finishTask(tx, task.task_id, { status: report.status, failure, by: by.actor.id }),
    report.status === 'FAILED' && setPosting(tx, task.invoice_id, 'FAILED'),
    recordChanges(tx, by, [taskChange(task.task_id, 'updated', { status: task.status }, after)]),
  ])
}

async function markPosted(ctx: Context, tx: Tx, document: DocumentToPost): Promise<void> {
  await Promise.all([documentPosted(ctx, tx, document), wakeCreditNotes(ctx, tx, document.invoice_id)])
}

/**
 * TASK-6: retries a failed task as a new one, or checks a waiting one again. The old task is unchanged, so late repeats
 * of its report are harmless.
 * @throws Problem not_found, state_conflict
 */
export async function retryTask(ctx: Context, { tenantId, by, taskId }: TaskCommand): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const task = await lockWithDocument(tx, taskId)
    const isNew = decideRetry(task) === 'NEW'
    await postDocument(ctx, tx, task.invoice_id, { by, ...(isNew && { retryOf: taskId }) })
  })
}

/**
 * LEASE-4: ends a lease before it expires.
 * @throws Problem not_found
 */
export async function releaseTask(
  ctx: Context,
  { tenantId, taskId }: Omit<TaskCommand, 'by'>,
  token: string,
): Promise<{ status: TaskStatus }> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const task = await lockWithDocument(tx, taskId)
    await releaseLease(tx, taskId, token)
    return { status: task.status }
  })
}
