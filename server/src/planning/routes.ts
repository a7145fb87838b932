import {
  givePlanningCommand,
  type PlanningAnswer,
  redoCommand,
  undoCommand,
} from '@cartage/contract/planning/app/commands'
import { byCaller } from '../audit/rules.ts'
import type { Render } from '../http/language.ts'
import { type Call, type Server, serve } from '../http/serve.ts'
import { serveBoard } from './board.routes.ts'
import { carryOut, type PlanningOutcome } from './commands.ts'
import { serveOptimisations } from './optimise/routes.ts'
import { asCommand } from './request.commands.ts'
import { undoOrRedo } from './undo.commands.ts'

/** Binds the planning commands, their list, and the board. */
export function servePlanning(server: Server): void {
  serveCommands(server)
  serveUndo(server)
  serveBoard(server)
  serveOptimisations(server)
}

function serveCommands(server: Server): void {
  const { ctx } = server
  serve(server, givePlanningCommand, async ({ caller, requestId, body, render }) => {
    const { dry_run, override, versions, ...given } = body
    const requested = {
      tenantId: caller.tenantId,
      by: byCaller(caller, requestId),
      dry_run,
      override_reason: override?.reason ?? null,
      may_lift: caller.permissions.includes('carrier.override'),
      versions,
    }
    const command = await asCommand(ctx, caller.tenantId, given, dry_run)
    return spoken(await carryOut(ctx, requested, command), render)
  })
}

function serveUndo(server: Server): void {
  const requested = ({ caller, requestId, body }: Pick<Call<typeof undoCommand>, 'caller' | 'requestId' | 'body'>) => ({
    tenantId: caller.tenantId,
    by: byCaller(caller, requestId),
    dry_run: body.dry_run,
    command_id: body.command_id,
  })
  serve(server, undoCommand, async (call) => spoken(await undoOrRedo(server.ctx, requested(call), 'UNDO'), call.render))
  serve(server, redoCommand, async (call) => spoken(await undoOrRedo(server.ctx, requested(call), 'REDO'), call.render))
}

/** The response with its reasons in the caller's language. */
function spoken(reported: PlanningOutcome, render: Render): PlanningAnswer {
  return { ...reported, reasons: reported.reasons.map((reason) => ({ ...reason, message: render(reason.message) })) }
}
