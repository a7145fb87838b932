import { acceptStopProposal, dismissStopProposal } from '@cartage/contract/positions/app/fleet'
import { byCaller } from '../audit/rules.ts'
import { type Call, type Server, serve } from '../http/serve.ts'
import { decideProposal } from './geofence.commands.ts'

/** Binds the decisions on arrivals and departures that positions show. */
export function serveGeofence(server: Server): void {
  const { ctx } = server
  serve(server, acceptStopProposal, (call) => decideProposal(ctx, { ...commandOf(call), verdict: 'ACCEPTED' }))
  serve(server, dismissStopProposal, (call) => decideProposal(ctx, { ...commandOf(call), verdict: 'DISMISSED' }))
}

type Decision = Pick<Call<typeof acceptStopProposal>, 'caller' | 'params' | 'requestId'>

function commandOf({ caller, params, requestId }: Decision) {
  const { stop_id: stopId, proposal_kind: kind } = params
  return { tenantId: caller.tenantId, by: byCaller(caller, requestId), stopId, kind }
}
