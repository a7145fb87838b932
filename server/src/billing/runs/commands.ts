import type { InvoiceRunFilter } from '@cartage/contract/billing/app/run'
import type { Sentence } from '@cartage/contract/message'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { isRetryable, isTimedOut } from '../../db/failure.ts'
import type { Tx } from '../../db/tenant.ts'
import { twice } from '../../db/twice.ts'
import { problemOfOne } from '../../http/each.ts'
import { keptSentence } from '../../http/kept-sentence.ts'
import { Problem } from '../../http/problem.ts'
import type { Job } from '../../jobs/kinds.ts'
import { enqueue } from '../../jobs/queue.ts'
import { type BillingCommand, draftOrders, type RejectedWork } from '../drafts/commands.ts'
import { mostInTransaction } from '../finalise/batches.views.ts'
import { finaliseDrafts } from '../finalise/commands.ts'
import { ordersAtOnce, pieceOf } from './piece.rules.ts'
import { addRun, lockRun, type RunRejection, type RunRow, updateRun } from './store.ts'
import { draftsOfRun, ordersOfRun } from './views.ts'

/** Maximum rejections stored with a run. */
const mostRejections = 1_000

/**
 * Starts a run, whose drafts are written by jobs (BILL-16).
 * @returns its id
 */
export async function startRun(
  ctx: Context,
  { tenantId, by }: BillingCommand,
  filter: InvoiceRunFilter,
): Promise<string> {
  const invoice_run_id = ctx.newId()
  await ctx.db.asTenant(tenantId, async (tx) => {
    await addRun(tx, { invoice_run_id, filter, created_by: by.actor.id })
    await recordChanges(tx, by, [
      { entity_type: 'invoice_run', entity_id: invoice_run_id, action: 'created', before: null, after: { ...filter } },
    ])
    await queue(ctx, tx, invoice_run_id)
  })
  return invoice_run_id
}

/** Job priority of run pieces over files of the documents they finalise: people wait for the numbers. */
const aheadOfFiles = -3_600

async function queue(ctx: Context, tx: Tx, invoice_run_id: string): Promise<void> {
  const serialKey = `invoice run ${invoice_run_id}`
  await enqueue(tx, 'billing.run', { invoice_run_id }, { serialKey, inSeconds: aheadOfFiles })
  tx.afterCommit(() => ctx.wake('jobs'))
}

/**
 * Finalises the drafts of a run in jobs.
 * @throws Problem not_found, state_conflict while it proposes or finalises
 */
export async function finaliseRun(
  ctx: Context,
  command: BillingCommand,
  id: string,
  onlyReviewed: boolean,
): Promise<void> {
  await changeRun(ctx, command, id, (run) => {
    if (run.status !== 'PROPOSED' && run.status !== 'DONE') throw busy
    return { ...run, status: 'FINALISING', only_reviewed: onlyReviewed, place: null, done: 0, rejected: [] }
  })
}

const busy = new Problem('state_conflict', {
  message: 'The run is at work, or it was stopped. Stop or resume it first.',
})

/**
 * Stops a run after its current piece. No effect if it is not running.
 * @throws Problem not_found
 */
export async function stopRun(ctx: Context, command: BillingCommand, id: string): Promise<void> {
  await changeRun(ctx, command, id, (run) => {
    if (run.status !== 'PROPOSING' && run.status !== 'FINALISING') return run
    return { ...run, status: 'STOPPED', stopped_in: run.status }
  })
}

/**
 * Resumes a stopped run. No effect on others.
 * @throws Problem not_found
 */
export async function resumeRun(ctx: Context, command: BillingCommand, id: string): Promise<void> {
  await changeRun(ctx, command, id, (run) => {
    return run.stopped_in === null ? run : { ...run, status: run.stopped_in, stopped_in: null }
  })
}

async function changeRun(
  ctx: Context,
  { tenantId, by }: BillingCommand,
  id: string,
  decide: (run: RunRow) => RunRow,
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await lockRun(tx, id)
    if (!before) throw new Problem('not_found')
    const after = decide(before)
    if (after.status === before.status) return
    await updateRun(tx, after)
    const shown = ({ status }: RunRow) => ({ status })
    await recordChanges(tx, by, [
      { entity_type: 'invoice_run', entity_id: id, action: 'updated', before: shown(before), after: shown(after) },
    ])
    if (after.status === 'PROPOSING' || after.status === 'FINALISING') await queue(ctx, tx, id)
  })
}

/** Context of a piece of a run. */
type RunPiece = Pick<Job<'billing.run'>, 'tenantId' | 'payload' | 'finishing'>

/** Runs one piece and queues the next; a stopped run ends here (BILL-16). */
export async function continueRun(ctx: Context, { tenantId, payload, finishing }: RunPiece): Promise<void> {
  const id = payload.invoice_run_id
  const run = await ctx.db.asTenant(tenantId, (tx) => lockRun(tx, id))
  if (run?.status === 'PROPOSING') {
    await proposeAround(ctx, id, (how) => twice(() => finishing((tx) => proposePiece(ctx, tx, id, how))))
  } else if (run?.status === 'FINALISING') await finalisePiece(ctx, { tenantId, payload, finishing }, run)
}

/** Number of orders to propose at once, and why the first of them is omitted. */
interface Proposing {
  most: number
  fault?: Problem
}

/** EACH-3: an order that cannot be drafted is omitted with its error number, and the run continues with the others. */
async function proposeAround(ctx: Context, id: string, propose: (how: Proposing) => Promise<unknown>): Promise<void> {
  const isForeseen = (error: unknown) => error instanceof Problem || isRetryable(error) || isTimedOut(error)
  try {
    await propose({ most: ordersAtOnce })
  } catch (error) {
    if (isForeseen(error)) throw error
    try {
      await propose({ most: 1 })
    } catch (ofOne) {
      if (isForeseen(ofOne)) throw ofOne
      await propose({ most: 1, fault: problemOfOne({ log: ctx.log, requestId: null }, id, ofOne) })
    }
  }
}

function byStarter({ created_by }: RunRow): By {
  return {
    actor: created_by === null ? { kind: 'system', id: null } : { kind: 'user', id: created_by },
    requestId: null,
  }
}

/** Drafts the next orders, in the transaction that completes the job. */
async function proposePiece(ctx: Context, tx: Tx, id: string, { most, fault }: Proposing): Promise<void> {
  const run = await lockRun(tx, id)
  if (run?.status !== 'PROPOSING') return
  const found = await ordersOfRun(tx, run.filter, run.place)
  const piece = pieceOf(found).slice(0, most)
  const order = { origin: 'RUN', date: run.filter.date, runId: id } as const
  const names = new Map(piece.map(({ order_id, order_name }) => [order_id, order_name]))
  const { rejected } = fault
    ? {
        rejected: [...names.keys()].map((one) => ({
          id: one,
          order_id: one,
          code: fault.code,
          message: fault.sentence,
        })),
      }
    : await draftOrders(ctx, tx, byStarter(run), [...names.keys()], order)
  const last = piece.at(-1)
  const isOver = found.length < ordersAtOnce && piece.length === found.length
  await updateRun(tx, {
    ...run,
    status: isOver ? 'PROPOSED' : 'PROPOSING',
    place: last ? { first: last.company_id, second: last.order_id } : run.place,
    done: run.done + piece.length,
    rejected: withMore(
      run,
      rejectedOrders(rejected).map((one) => ({ ...one, name: names.get(one.id) ?? '' })),
    ),
  })
  ctx.crashPoints.reach('run:proposed')
  if (!isOver) await queue(ctx, tx, id)
}

/** Rejected charges are reported by order, which is what people look for: each order once per reason. */
function rejectedOrders(rejected: readonly RejectedWork[]): LeftOut[] {
  const named = rejected.map(({ id, order_id, code, message }) => ({ id: order_id ?? id, name: '', code, message }))
  return [...new Map(named.map((one) => [`${one.id} ${one.code}`, one])).values()]
}

/** An omission by a piece of a run, with its reason as a sentence. */
type LeftOut = Omit<RunRejection, 'message'> & { message: Sentence }

function withMore({ rejected }: RunRow, more: readonly LeftOut[]): RunRejection[] {
  const kept = more.map(({ id, name, code, message }) => ({ id, name, code, message: keptSentence(message) }))
  return [...rejected, ...kept].slice(0, mostRejections)
}

/** Finalises the next drafts, each batch in its own transaction. Work done before a crash is not repeated. */
async function finalisePiece(ctx: Context, { tenantId, finishing }: RunPiece, run: RunRow): Promise<void> {
  const id = run.invoice_run_id
  const drafts = await ctx.db.asTenant(tenantId, (tx) => draftsOfRun(tx, run, mostInTransaction))
  const ids = drafts.map(({ invoice_id }) => invoice_id)
  const how = { date: null, accepts_old_rate: false }
  const results = await finaliseDrafts(ctx, { tenantId, by: byStarter(run) }, ids, how)
  const rejected = results.flatMap(({ invoice_id, problem }): LeftOut[] => {
    const name = drafts.find((draft) => draft.invoice_id === invoice_id)?.company_name ?? ''
    return problem ? [{ id: invoice_id, name, code: problem.code, message: problem.sentence }] : []
  })
  await finishing(async (tx) => {
    const now = await lockRun(tx, id)
    if (!now) return
    const last = drafts.at(-1)
    const isOver = drafts.length < mostInTransaction
    const isStopped = now.status === 'STOPPED'
    await updateRun(tx, {
      ...now,
      status: isOver ? 'DONE' : now.status,
      stopped_in: isOver ? null : now.stopped_in,
      place: last ? { first: last.created_at, second: last.invoice_id } : now.place,
      done: now.done + ids.length - rejected.length,
      rejected: withMore(now, rejected),
    })
    if (!isOver && !isStopped) await queue(ctx, tx, id)
  })
}
