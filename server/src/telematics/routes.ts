import * as contract from '@cartage/contract/positions/app/connections'
import { byCaller } from '../audit/rules.ts'
import { type Server, serve } from '../http/serve.ts'
import { addConnection, allowSharing, changeConnection, removeConnection, rotateToken, setVehicle } from './commands.ts'
import { takeForward } from './receive.commands.ts'
import { readDriverPage } from './sharing.views.ts'
import { listConnections } from './views.ts'

/** Registers sources of positions other than webhooks. */
export function serveTelematics(server: Server): void {
  const { ctx } = server
  serve(server, contract.listTelematicsConnections, async ({ inTenant, render }) => ({
    ...(await inTenant(async (tx) => {
      const [items, driver_page] = await Promise.all([listConnections(tx, render), readDriverPage(tx)])
      return { items, driver_page }
    })),
    forward_url: ctx.config.public_url
      ? new URL(contract.reportTraccarPosition.path, ctx.config.public_url).toString()
      : null,
  }))
  serve(server, contract.addTelematicsConnection, ({ caller, requestId, body }) =>
    addConnection(ctx, caller.tenantId, byCaller(caller, requestId), body),
  )
  serve(server, contract.changeTelematicsConnection, async ({ caller, requestId, params, body }) => {
    await changeConnection(ctx, caller.tenantId, byCaller(caller, requestId), params.connection_id, body)
    return undefined
  })
  serve(server, contract.removeTelematicsConnection, async ({ caller, requestId, params }) => {
    await removeConnection(ctx, caller.tenantId, byCaller(caller, requestId), params.connection_id)
    return undefined
  })
  serve(server, contract.rotateTelematicsToken, ({ caller, requestId, params }) =>
    rotateToken(ctx, caller.tenantId, byCaller(caller, requestId), params.connection_id),
  )
  serve(server, contract.setTelematicsVehicle, async ({ caller, requestId, body }) => {
    const { connection_key: connectionId, source_key: sourceId, resource_id: resourceId } = body
    const chosen = { connectionId, sourceId, resourceId }
    await setVehicle(ctx, caller.tenantId, byCaller(caller, requestId), chosen)
    return undefined
  })
  serve(server, contract.setDriverPositions, async ({ caller, requestId, body, inTenant }) => {
    await inTenant((tx) => allowSharing(tx, byCaller(caller, requestId), body.is_allowed))
    return undefined
  })
  serve(server, contract.reportTraccarPosition, async ({ request, body }) => {
    await takeForward(ctx, request.headers.authorization, body)
    return undefined
  })
}
