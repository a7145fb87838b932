import type { Context } from '../../context.ts'
import { requestMissing } from '../../positions/roads/commands.ts'
import type { Solution } from '../solver/problem.rules.ts'
import { solveInThreads } from '../solver/solve.gateway.ts'
import { problemOf } from './build.rules.ts'
import { loadDesk } from './desk.commands.ts'
import { resultOf } from './result.rules.ts'
import { claimOptimisation, endOptimisation, keepOptimisation, type RunRow } from './store.ts'

/** Lease of a run in seconds, after which a silent process loses it. */
const leaseSeconds = 20
/** Milliseconds between two progress updates. */
const noteMs = 1_000
/** Maximum wait for the road engine, in milliseconds. */
const engineMs = 20_000
/** A run whose process died this many times is failed. */
const mostAttempts = 3

/**
 * Carries out the oldest queued run of a tenant.
 * @returns whether there was one
 */
export async function doOptimisation(ctx: Context, tenantId: string): Promise<boolean> {
  const run = await ctx.db.asWorker(tenantId, (tx) => claimOptimisation(tx, leaseSeconds))
  if (!run) return false
  const id = run.optimisation_id
  try {
    if (run.attempts > mostAttempts) throw new Error('The server stopped while it ran. Run it again.')
    const result = await solved(ctx, tenantId, run)
    if (result) await ctx.db.asWorker(tenantId, (tx) => endOptimisation(tx, id, { status: 'DONE', result }))
  } catch (error) {
    const failure = error instanceof Error ? error.message.slice(0, 500) : String(error)
    ctx.log.warn({ err: error, tenant_id: tenantId, optimisation_id: id }, 'a run that suggests trips failed')
    await ctx.db.asWorker(tenantId, (tx) => endOptimisation(tx, id, { status: 'FAILED', failure }))
  }
  return true
}

/** The result of a run; undefined if it was cancelled meanwhile. */
async function solved(ctx: Context, tenantId: string, { optimisation_id: id, request }: RunRow) {
  const desk = await ctx.db.asTenant(tenantId, (tx) => loadDesk(ctx, tx, request))
  const cancelled = new AbortController()
  let share = 0
  const note = async () => {
    const isKept = await ctx.db.asWorker(tenantId, (tx) => keepOptimisation(tx, id, share, leaseSeconds))
    if (!isKept) cancelled.abort()
  }
  const pulse = setInterval(() => void note().catch((error: unknown) => noteMissed(ctx, error)), noteMs)
  try {
    const watch = { signal: cancelled.signal, report: (done: number) => (share = done) }
    let built = problemOf(desk)
    if (await requestMissing(ctx, tenantId, desk.facts.roads, engineMs)) built = problemOf(desk)
    const solution: Solution = await solveInThreads(built.problem, request.seed, watch)
    return resultOf(desk, built, solution)
  } catch (error) {
    if (cancelled.signal.aborted) return undefined
    throw error
  } finally {
    clearInterval(pulse)
  }
}

function noteMissed(ctx: Context, error: unknown): void {
  ctx.log.warn({ err: error }, 'how far a run is could not be noted')
}
