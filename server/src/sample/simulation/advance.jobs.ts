import type { Context } from '../../context.ts'
import type { Loop } from '../../jobs/loop.ts'
import { tenantLoop } from '../../jobs/tenant-loop.ts'
import { openAccess } from './access.commands.ts'
import { nextStep, readClock } from './clock.rules.ts'
import { planDays } from './days.jobs.ts'
import { happenedIn, waitingIn } from './latest.rules.ts'
import { readPlan } from './plan.views.ts'
import { requestsOf } from './requests.rules.ts'
import { NotAccepted, sendRequest } from './send.gateway.ts'
import {
  claimSimulation,
  noteFailure,
  noteProgress,
  type Progress,
  releaseSimulation,
  type SimulationRow,
} from './store.ts'
import { happenings } from './world.rules.ts'

/** Seconds after which the lease of a killed process expires. */
const leaseSeconds = 60
/** Maximum seconds until the next attempt. */
const longestWait = 60

/**
 * Outcome of a part of the day: MORE is left to report, LEVEL with its clock, NOTHING to simulate, or FAILED and to be
 * sent again later.
 */
export type Advanced = 'MORE' | 'LEVEL' | 'NOTHING' | 'FAILED'

/**
 * Reports the next part of the day of a simulation. Progress is saved only after all of it was accepted: after a crash
 * the part is generated again from the state of the server, with the same messages.
 * @param holder names the process, so that only one drives it
 */
export async function advance(ctx: Context, tenantId: string, holder: string): Promise<Advanced> {
  const row = await ctx.db.asWorker(tenantId, (tx) => claimSimulation(tx, holder, leaseSeconds))
  if (!row) return 'NOTHING'
  const clock = readClock(row, ctx.now().getTime())
  const to = nextStep(row.reported_until, clock)
  try {
    if (to === undefined) {
      await ctx.db.asWorker(tenantId, (tx) => releaseSimulation(tx, holder))
      return 'LEVEL'
    }
    await planDays(ctx, tenantId, row, to)
    const progress = await reportPart(ctx, tenantId, row, to)
    await ctx.db.asWorker(tenantId, (tx) => noteProgress(tx, holder, progress))
    return nextStep(to, clock) === undefined ? 'LEVEL' : 'MORE'
  } catch (error) {
    const failure = error instanceof NotAccepted ? error.message : 'A part of the day could not be planned or reported.'
    if (!(error instanceof NotAccepted))
      ctx.log.error({ err: error, tenant_id: tenantId }, 'the living world stopped short')
    const wait = Math.min(
      longestWait,
      (error instanceof NotAccepted && error.retryAfter) || 2 ** Math.min(6, row.failures),
    )
    await ctx.db.asWorker(tenantId, (tx) => noteFailure(tx, holder, failure, wait))
    return 'FAILED'
  }
}

async function reportPart(ctx: Context, tenantId: string, row: SimulationRow, to: number): Promise<Progress> {
  const { seed, scenarios, reported_until: from, url } = row
  const plan = await ctx.db.asTenant(tenantId, (tx) => readPlan(tx, from, to))
  const { messages, waiting } = happenings(plan, { seed, from, to, scenarios })
  const line = {
    tenantId,
    url,
    access: openAccess(ctx, tenantId, row.access_sealed),
    tokens: new Map<string, string>(),
  }
  let rejected = 0
  for (const request of requestsOf(messages)) rejected += await sendRequest(ctx, line, request)
  return {
    ...{ reported_until: to, sent: Math.max(0, messages.length - rejected), rejected },
    latest: happenedIn(messages, plan.names, row.latest),
    waiting: waitingIn(waiting, plan.names),
  }
}

/** Runs the simulations of this server, each by one process at a time. */
export function simulationLoop(ctx: Context): Loop {
  const holder = ctx.newId()
  return tenantLoop(ctx, {
    name: 'simulations',
    pollMs: 2_000,
    gatherMs: 200,
    due: 'simulations',
    work: async (tenantId) => (await advance(ctx, tenantId, holder)) === 'MORE',
  })
}
