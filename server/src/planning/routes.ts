import * as contract from '@cartage/contract/planning/app/commands'
import { changeCrossing, insertCrossing } from '@cartage/contract/planning/app/cross'
import { placeTrip } from '@cartage/contract/planning/app/place'
import { byCaller } from '../audit/rules.ts'
import type { Render } from '../http/language.ts'
import { type Call, type Server, serve } from '../http/serve.ts'
import { usualMinutes } from '../locations/stop-minutes.rules.ts'
import { serveBoard } from './board.routes.ts'
import { carryOut, type PlanningCall, type PlanningOutcome } from './commands.ts'
import { serveOptimisations } from './optimise/routes.ts'
import { asActivity, asTarget } from './request.commands.ts'
import type { Chosen, PlanningCommand } from './rules.ts'
import { undoOrRedo } from './undo.commands.ts'

/** Binds the commands of planners, their list, and the board. */
export function servePlanning(server: Server): void {
  servePlans(server)
  serveCrossings(server)
  serveTrips(server)
  serveHolds(server)
  serveUndo(server)
  serveBoard(server)
  serveOptimisations(server)
}

function servePlans(server: Server): void {
  const { ctx } = server
  serve(server, contract.planOrders, async (call) => {
    const { before_stop_id, starts_at, times = [] } = call.body
    const target = await asTarget(ctx, call.caller.tenantId, call.body)
    return await run(server, call, {
      kind: 'PLAN',
      chosen: chosenIn(call.body),
      target,
      before_stop_id,
      starts_at,
      times,
    })
  })
  serve(server, contract.moveStops, async (call) => {
    const { before_stop_id, starts_at } = call.body
    const target = await asTarget(ctx, call.caller.tenantId, call.body)
    return await run(server, call, { kind: 'MOVE', chosen: chosenIn(call.body), target, before_stop_id, starts_at })
  })
  serve(server, contract.splitOrder, async (call) => {
    const { order_id, from_trip_id, location_id, stop_ids = [] } = call.body
    const target = await asTarget(ctx, call.caller.tenantId, call.body)
    return await run(server, call, { kind: 'SPLIT', order_id, from_trip_id, location_id, stop_ids, target })
  })
  serve(server, contract.unplan, async (call) => run(server, call, { kind: 'UNPLAN', chosen: chosenIn(call.body) }))
  serve(server, contract.resequenceTrip, async (call) => {
    const { trip_id, stop_ids, starts_at } = call.body
    return await run(server, call, { kind: 'RESEQUENCE', trip_id, stop_ids, starts_at })
  })
  serve(server, contract.insertStop, async (call) => {
    const { trip_id, location_id, before_stop_id, minutes = usualMinutes, note = '' } = call.body
    const activity = await asActivity(ctx, call.caller.tenantId, call.body)
    return await run(server, call, {
      kind: 'INSERT_STOP',
      trip_id,
      location_id,
      before_stop_id,
      minutes,
      note,
      ...activity,
    })
  })
  serve(server, placeTrip, async (call) => {
    const { trip_id, resource_ids, starts_at } = call.body
    return await run(server, call, { kind: 'PLACE', trip_id, resource_ids, starts_at })
  })
  serve(server, contract.setStopTimes, async (call) => {
    const { trip_id, times = [], starts_at } = call.body
    return await run(server, call, { kind: 'SET_TIMES', trip_id, times, starts_at })
  })
}

function serveCrossings(server: Server): void {
  serve(server, insertCrossing, async (call) => {
    const { trip_id, from_location_id, to_location_id, before_stop_id } = call.body
    const { boarding_minutes = usualMinutes, leaving_minutes = usualMinutes / 2 } = call.body
    const places = { trip_id, from_location_id, to_location_id, before_stop_id, boarding_minutes, leaving_minutes }
    return await run(server, call, { kind: 'INSERT_CROSSING', ...places, crossing: crossingIn(call.body) })
  })
  serve(server, changeCrossing, async (call) => {
    const { trip_id, stop_id } = call.body
    return await run(server, call, { kind: 'CHANGE_CROSSING', trip_id, stop_id, crossing: crossingIn(call.body) })
  })
}

function crossingIn(body: Omit<Call<typeof changeCrossing>['body'], 'stop_id'>) {
  const { kind, minutes, departs_at = null, berth, line = null } = body
  return { kind, minutes, departs_at, berth, line }
}

function serveTrips(server: Server): void {
  serve(server, contract.combineTrips, async (call) => {
    const { trip_id, trip_ids } = call.body
    return await run(server, call, { kind: 'COMBINE', trip_id, trip_ids })
  })
  serve(server, contract.assignResources, async (call) => {
    const { trip_id, resources = [], subcontractor_id } = call.body
    return await run(server, call, { kind: 'ASSIGN', trip_id, resources, subcontractor_id })
  })
  serve(server, contract.takeOffResources, async (call) => {
    const { trip_id, resource_ids = [], subcontractor = false } = call.body
    return await run(server, call, { kind: 'TAKE_OFF', trip_id, resource_ids, subcontractor })
  })
  serve(server, contract.confirmTrips, async (call) =>
    run(server, call, { kind: 'CONFIRM', trip_ids: call.body.trip_ids }),
  )
  serve(server, contract.takeBackTrips, async (call) =>
    run(server, call, { kind: 'TAKE_BACK', trip_ids: call.body.trip_ids }),
  )
  serve(server, contract.cancelTrips, async (call) =>
    run(server, call, { kind: 'CANCEL', trip_ids: call.body.trip_ids }),
  )
}

function serveHolds(server: Server): void {
  serve(server, contract.blockOrders, async (call) => {
    const { order_ids, reason } = call.body
    return await run(server, call, { kind: 'BLOCK', order_ids, reason })
  })
  serve(server, contract.unblockOrders, async (call) =>
    run(server, call, { kind: 'UNBLOCK', order_ids: call.body.order_ids }),
  )
}

function serveUndo(server: Server): void {
  const requested = ({
    caller,
    requestId,
    body,
  }: Pick<Call<typeof contract.undoCommand>, 'caller' | 'requestId' | 'body'>) => ({
    tenantId: caller.tenantId,
    by: byCaller(caller, requestId),
    dry_run: body.dry_run ?? false,
    command_id: body.command_id,
  })
  serve(server, contract.undoCommand, async (call) =>
    spoken(await undoOrRedo(server.ctx, requested(call), 'UNDO'), call.render),
  )
  serve(server, contract.redoCommand, async (call) =>
    spoken(await undoOrRedo(server.ctx, requested(call), 'REDO'), call.render),
  )
}

type Framed = Pick<Call<typeof contract.confirmTrips>, 'caller' | 'requestId' | 'render'> & {
  body: Pick<Call<typeof contract.confirmTrips>['body'], 'dry_run' | 'override' | 'versions'>
}

async function run({ ctx }: Server, { caller, requestId, body, render }: Framed, command: PlanningCommand) {
  const requested: PlanningCall = {
    tenantId: caller.tenantId,
    by: byCaller(caller, requestId),
    dry_run: body.dry_run ?? false,
    override_reason: body.override?.reason ?? null,
    may_lift: caller.permissions.includes('carrier.override'),
    versions: body.versions ?? [],
  }
  return spoken(await carryOut(ctx, requested, command), render)
}

/** The answer with its reasons in the language of the caller. */
function spoken(reported: PlanningOutcome, render: Render): contract.PlanningAnswer {
  return { ...reported, reasons: reported.reasons.map((reason) => ({ ...reason, message: render(reason.message) })) }
}

function chosenIn(body: { order_ids?: string[] | undefined; stop_ids?: string[] | undefined }): Chosen {
  return { order_ids: body.order_ids ?? [], stop_ids: body.stop_ids ?? [] }
}
