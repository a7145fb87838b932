import type { Endpoint } from '@cartage/contract/endpoint'
import type { PlanReason } from '@cartage/contract/planning/app/commands'
import * as operations from '@cartage/contract/planning/app/optimise'
import { byCaller } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { readSentence } from '../../http/kept-sentence.ts'
import type { Render } from '../../http/language.ts'
import { Problem } from '../../http/problem.ts'
import { type Call, type Server, serve } from '../../http/serve.ts'
import type { Reason } from '../facts/rules.ts'
import { acceptTrips, cancelRun, retryRun, startRun } from './commands.ts'
import { loadDesk } from './desk.commands.ts'
import { outdatedTrips } from './outdated.commands.ts'
import { type CombinationMember, findOptimisation, listRuns, readCombinations, type ShownRun } from './views.ts'
import { answersFor } from './why.rules.ts'

const callOf = ({ caller, requestId }: Pick<Call<Endpoint>, 'caller' | 'requestId'>) => {
  return { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
}

/** Binds optimisation runs, which suggest trips. */
export function serveOptimisations(server: Server): void {
  const { ctx } = server
  serve(server, operations.startOptimisation, async (call) => {
    const { seed = 1, ...request } = call.body
    return await shown(ctx, call, await startRun(ctx, callOf(call), { ...request, seed }))
  })
  serve(server, operations.listOptimisations, async ({ query, inTenant }) => {
    const { items, total } = await inTenant((tx) => listRuns(tx, query))
    return { items: items.map(summaryOf), total }
  })
  serve(server, operations.getOptimisation, (call) => shown(ctx, call, call.params.optimisation_id))
  serve(server, operations.cancelOptimisation, async (call) => {
    await cancelRun(ctx, callOf(call), call.params.optimisation_id)
    return await shown(ctx, call, call.params.optimisation_id)
  })
  serve(server, operations.retryOptimisation, async (call) => {
    await retryRun(ctx, callOf(call), call.params.optimisation_id)
    return await shown(ctx, call, call.params.optimisation_id)
  })
  serve(server, operations.acceptOptimisation, async (call) => {
    const { trips, override } = call.body
    const may_lift = call.caller.permissions.includes('carrier.override')
    const chosen = { trips, override_reason: override?.reason ?? null, may_lift }
    const command_id = await acceptTrips(ctx, callOf(call), call.params.optimisation_id, chosen)
    return { ...(await shown(ctx, call, call.params.optimisation_id)), command_id }
  })
  serve(server, operations.explainOptimisation, async ({ params, render, inTenant }) =>
    inTenant((tx) => explained(server, tx, params.optimisation_id, params.order_id, render)),
  )
  serve(server, operations.listCombinations, async ({ inTenant }) =>
    inTenant(async (tx) => ({ combinations: await readCombinations(tx) })),
  )
}

type RouteCall = Pick<Call<Endpoint>, 'caller' | 'requestId' | 'render' | 'inTenant'>

async function shown(ctx: Context, call: RouteCall, id: string): Promise<operations.OptimisationRecord> {
  const run = await call.inTenant((tx) => findOptimisation(tx, id))
  if (!run) throw new Problem('not_found')
  const { result, accepted, request } = run
  const outdated = await outdatedTrips(ctx, callOf(call), run)
  return {
    ...summaryOf(run),
    chosen: {
      order_ids: [...request.order_ids],
      combinations: request.combinations.map(({ resource_ids }) => ({ resource_ids: [...resource_ids] })),
    },
    trips: (result?.trips ?? []).map((trip, index) => ({
      ...trip,
      index,
      reasons: trip.reasons.map((reason): PlanReason => {
        return { ...reason, is_new: true, message: call.render(readSentence(reason.message)) }
      }),
      trip_id: accepted[index] ?? null,
      outdated: outdated.has(index) ? call.render(outdated.get(index)!) : null,
    })),
    present: result?.present ?? [],
    left_out_orders: (result?.left_out ?? []).map((one) => {
      return { ...one, message: call.render(readSentence(one.message)) }
    }),
  }
}

function summaryOf(run: ShownRun): operations.Optimisation {
  const {
    optimisation_id,
    status,
    progress,
    failure,
    request,
    result,
    accepted,
    is_expired,
    by,
    created_at,
    expires_at,
  } = run
  return {
    ...{ optimisation_id, status, progress, failure, is_expired, by, created_at, expires_at },
    from_at: request.from_at,
    to_at: request.to_at,
    orders: request.order_ids.length,
    combinations: request.combinations.length,
    before: result?.before ?? null,
    after: result?.after ?? null,
    left_out: result?.left_out.length ?? 0,
    accepted: Object.keys(accepted).length,
  }
}

async function explained({ ctx }: Server, tx: Tx, id: string, orderId: string, render: Render) {
  const run = await findOptimisation(tx, id)
  if (!run?.request.order_ids.includes(orderId)) throw new Problem('not_found')
  const desk = await loadDesk(ctx, tx, run.request)
  const order = desk.world.orders.get(orderId)
  if (!order) throw new Problem('not_found')
  const names = (ids: readonly string[]) =>
    ids.flatMap((resource_id): CombinationMember[] => {
      const known = desk.facts.resources.get(resource_id)
      return known ? [{ resource_id, resource_type: known.resource_type, name: known.name }] : []
    })
  const combinations = answersFor(order, run.result?.trips ?? [], desk).map(({ reasons, ...one }) => ({
    ...one,
    resources: names(run.request.combinations[one.combination]!.resource_ids),
    verdict: gravestOf(reasons),
    reasons: reasons.map((reason) => ({ ...reason, is_new: true, message: render(reason.message) })),
  }))
  return { combinations }
}

function gravestOf(reasons: readonly Reason[]): 'OK' | 'SOFT' | 'HARD' {
  if (reasons.some(({ severity }) => severity === 'HARD')) return 'HARD'
  return reasons.length > 0 ? 'SOFT' : 'OK'
}
