import { msg } from '@cartage/contract/message'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { isLongerRange } from '../../locations/range.views.ts'
import { carryOut, type PlanningCall } from '../commands.ts'
import { areKnown } from '../facts/views.ts'
import { plannableAt } from '../instants.rules.ts'
import { asTarget } from '../request.commands.ts'
import type { WholeTrip } from '../rules.ts'
import { draftsOf, releasedOrders, tripsToAccept, wholeTrip } from './accept.rules.ts'
import type { RunRequest } from './rules.ts'
import {
  cancelRow,
  insertOptimisation,
  noteAcceptedTrips,
  optimisationForUpdate,
  type RunRow,
  requeueRow,
} from './store.ts'

/** The caller of a run, and the tenant. */
export interface RunCall {
  tenantId: string
  by: By
}

/** Longest period of a run, in days of the calendar (TIME-5). */
const longestPeriod = 7

/**
 * Queues a run, which a loop carries out.
 * @returns its id
 * @throws Problem validation_failed for a period that is empty or too long, or a resource in two combinations;
 * not_found
 */
export async function startRun(ctx: Context, { tenantId, by }: RunCall, request: RunRequest): Promise<string> {
  checkCombinations(request)
  const optimisation_id = ctx.newId()
  await ctx.db.asTenant(tenantId, async (tx) => {
    await checkPeriod(tx, request)
    const resource_ids = request.combinations.flatMap((combination) => combination.resource_ids)
    const named = { resource_ids, subcontractor_id: undefined, planning_group_id: undefined }
    if (!(await areKnown(tx, named))) throw new Problem('not_found')
    await insertOptimisation(tx, { optimisation_id, request, created_by: by.actor.id })
    const after = { orders: request.order_ids.length, combinations: request.combinations.length }
    await recordChanges(tx, by, [
      { entity_type: 'planning_optimisation', entity_id: optimisation_id, action: 'created', before: null, after },
    ])
    tx.afterCommit(() => ctx.wake('optimisations'))
  })
  return optimisation_id
}

async function checkPeriod(tx: Tx, { from_at: from, to_at: to }: RunRequest): Promise<void> {
  const isEmpty = Date.parse(to) <= Date.parse(from)
  if (!isEmpty && !(await isLongerRange(tx, { from, to }, longestPeriod))) return
  const message = isEmpty ? 'is not after from_at' : msg`is more than ${longestPeriod} days after from_at`
  throw new Problem('validation_failed', { errors: [errorItem('to_at', message, 'range')] })
}

function checkCombinations({ combinations }: RunRequest): void {
  const ids = combinations.flatMap(({ resource_ids }) => resource_ids)
  if (new Set(ids).size === ids.length) return
  const message = 'name a resource twice: each can be in one combination'
  throw new Problem('validation_failed', { errors: [errorItem('combinations', message, 'twice')] })
}

/**
 * Cancels a queued or running run; any other is unchanged.
 * @throws Problem not_found
 */
export async function cancelRun(ctx: Context, call: RunCall, id: string): Promise<void> {
  await changeRun(ctx, call, id, 'CANCELLED', async (tx, run) => {
    if (run.status === 'QUEUED' || run.status === 'RUNNING') await cancelRow(tx, id)
  })
}

/**
 * Queues a run again that failed, was cancelled or expired, with the current plan (OPT-7).
 * @throws Problem not_found, state_conflict when it is running, or its result can still be accepted
 */
export async function retryRun(ctx: Context, call: RunCall, id: string): Promise<void> {
  await changeRun(ctx, call, id, 'QUEUED', async (tx, run) => {
    const isOver = run.status === 'FAILED' || run.status === 'CANCELLED' || run.status === 'DONE'
    if (!isOver) throw conflict('The run is at work. Cancel it first.')
    if (Object.keys(run.accepted).length > 0) throw conflict('Trips of this run were accepted. Start a new one.')
    await requeueRow(tx, id)
    tx.afterCommit(() => ctx.wake('optimisations'))
  })
}

const conflict = (message: string) => new Problem('state_conflict', { message })

type Change = (tx: Tx, run: RunRow) => Promise<void>

async function changeRun(ctx: Context, { tenantId, by }: RunCall, id: string, status: string, change: Change) {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const run = await optimisationForUpdate(tx, id)
    if (!run) throw new Problem('not_found')
    await change(tx, run)
    const shown = { entity_type: 'planning_optimisation', entity_id: id, action: 'updated' } as const
    await recordChanges(tx, by, [{ ...shown, before: { status: run.status }, after: { status } }])
  })
}

/**
 * Plans suggested trips of a run with one planning command (OPT-6).
 * @returns its id
 * @throws Problem not_found, state_conflict when the run is not done, has expired or a trip was accepted before;
 * plan_refused and plan_doubtful when the plan has changed and the verdict now objects
 */
export async function acceptTrips(
  ctx: Context,
  { tenantId, by }: RunCall,
  id: string,
  chosen: Pick<PlanningCall, 'override_reason' | 'may_lift'> & { trips: readonly number[] },
): Promise<string | null> {
  const indexes = [...new Set(chosen.trips)]
  const read = async (tx: Tx) => {
    const run = await optimisationForUpdate(tx, id)
    if (!run) throw new Problem('not_found')
    return { run, kept: tripsToAccept(run, indexes, plannableAt(ctx.now())) }
  }
  const { run, kept } = await ctx.db.asTenant(tenantId, read)
  const trips: WholeTrip[] = []
  for (const trip of kept) trips.push(wholeTrip(trip, await asTarget(ctx, tenantId, {})))
  const { override_reason, may_lift } = chosen
  const accepted = Object.fromEntries(indexes.map((index, at) => [index, trips[at]!.target.trip_id]))
  // OPT-12: a second request for the same trips waits here until the first one is done, and is then refused.
  const along = {
    before: async (tx: Tx) => void (await read(tx)),
    after: (tx: Tx) => noteAcceptedTrips(tx, id, accepted),
  }
  const call = { tenantId, by, dry_run: false, override_reason, may_lift, versions: [], along }
  const released = releasedOrders(run, indexes)
  const command = { kind: 'PLAN_TRIPS', trips, released, drafts: draftsOf(run) } as const
  return (await carryOut(ctx, call, command)).command_id
}
