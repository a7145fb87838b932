import * as contract from '@cartage/contract/app/simulation'
import { byCaller } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import { type Server, serve } from '../../http/serve.ts'
import { changeSimulation, removeSimulation, startSimulation } from './switch.commands.ts'
import { readSimulationState } from './views.ts'

/** Registers the switch of the simulation. */
export function serveSimulation(server: Server): void {
  const { ctx } = server
  const stateOf = (tenantId: string) => ctx.db.asTenant(tenantId, (tx) => readSimulationState(tx, ctx.now().getTime()))
  serve(server, contract.getSimulation, ({ caller }) => stateOf(caller.tenantId))
  serve(server, contract.startSimulation, async ({ caller, requestId, body }) => {
    const request = { ...body, driven_by: 'SERVER', urls: addressesOf(ctx) } as const
    await startSimulation(ctx, caller.tenantId, byCaller(caller, requestId), request)
    return await stateOf(caller.tenantId)
  })
  serve(server, contract.changeSimulation, async ({ caller, requestId, body }) => {
    await changeSimulation(ctx, caller.tenantId, byCaller(caller, requestId), body)
    return await stateOf(caller.tenantId)
  })
  serve(server, contract.removeSimulation, async ({ caller, requestId }) => {
    await removeSimulation(ctx, caller.tenantId, byCaller(caller, requestId))
    return await stateOf(caller.tenantId)
  })
}

/** Addresses of this server: the local one, then the public one. */
function addressesOf({ config: { port, public_url } }: Context): string[] {
  return [...(port > 0 ? [`http://127.0.0.1:${port}`] : []), ...(public_url === undefined ? [] : [public_url])]
}
