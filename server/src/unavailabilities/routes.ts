import * as contract from '@cartage/contract/unavailabilities/endpoints'
import { byCaller } from '../audit/rules.ts'
import { walkList } from '../http/page.ts'
import { Problem } from '../http/problem.ts'
import { type Server, serve } from '../http/serve.ts'
import { warn } from '../http/warnings.ts'
import { serveCalendar } from './calendar.routes.ts'
import { createUnavailability, removeUnavailability, replaceUnavailability } from './commands.ts'
import { findLiveResource } from './resources.views.ts'
import { unavailabilityOutput } from './rules.ts'
import { syncUnavailabilities } from './sync.commands.ts'
import { findUnavailability, unavailabilities } from './views.ts'

/** Binds the operations of unavailabilities. */
export function serveUnavailabilities(server: Server): void {
  serveReads(server)
  serveWrites(server)
  serveCalendar(server)
}

function serveReads(server: Server): void {
  const { ctx } = server
  serve(server, contract.listUnavailabilities, async ({ caller, params, query, inTenant }) => {
    const walk = walkList(ctx, caller, contract.listUnavailabilities.id, query)
    const filters = { ...walk.filters, resource_id: params.resource_id }
    const [resource, page] = await inTenant((tx) =>
      Promise.all([findLiveResource(tx, params.resource_id), walk.read(unavailabilities.open(tx, filters, undefined))]),
    )
    if (!resource) throw new Problem('not_found')
    return page
  })
  serve(server, contract.getUnavailability, async ({ params, inTenant }) => {
    const [resource, row] = await inTenant((tx) =>
      Promise.all([findLiveResource(tx, params.resource_id), findUnavailability(tx, params.resource_id, params.id)]),
    )
    if (!resource || !row) throw new Problem('not_found')
    return unavailabilityOutput(row)
  })
}

function serveWrites(server: Server): void {
  const { ctx } = server
  serve(server, contract.createUnavailability, async ({ caller, params, body, requestId, reply }) => {
    const command = { tenantId: caller.tenantId, resourceId: params.resource_id, by: byCaller(caller, requestId) }
    const { row, warnings } = await createUnavailability(ctx, command, body)
    warn(reply, warnings)
    return unavailabilityOutput(row)
  })
  serve(server, contract.replaceUnavailability, async ({ caller, params, body, requestId, reply }) => {
    const command = { tenantId: caller.tenantId, resourceId: params.resource_id, by: byCaller(caller, requestId) }
    const { row, warnings } = await replaceUnavailability(ctx, command, params.id, body)
    warn(reply, warnings)
    return unavailabilityOutput(row)
  })
  serve(server, contract.deleteUnavailability, async ({ caller, params, requestId }) => {
    const command = { tenantId: caller.tenantId, resourceId: params.resource_id, by: byCaller(caller, requestId) }
    await removeUnavailability(ctx, command, params.id)
    return undefined
  })
  serve(server, contract.syncUnavailabilities, async ({ caller, body, requestId, reply }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
    const { response, warnings } = await syncUnavailabilities(ctx, command, body)
    warn(reply, warnings)
    return response
  })
}
