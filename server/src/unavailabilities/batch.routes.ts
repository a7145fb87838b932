import * as contract from '@cartage/contract/unavailabilities/app/batch'
import { byCaller } from '../audit/rules.ts'
import { type Server, serve } from '../http/serve.ts'
import { addUnavailabilities, removeUnavailabilities } from './batch.commands.ts'
import { namedResource, registerOf, resourcesNamedBy } from './matching.rules.ts'
import { readNameable } from './matching.views.ts'

/** Binds bulk creation, from a file or as a series, and bulk removal of unavailabilities. */
export function serveBatches(server: Server): void {
  const { ctx } = server
  serve(server, contract.addUnavailabilities, async ({ caller, body, requestId, render }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
    const results = await addUnavailabilities(ctx, command, body.rows, body.dry_run ?? false)
    return { items: results.map((one) => ({ ...one, message: one.message === null ? null : render(one.message) })) }
  })
  serve(server, contract.removeUnavailabilities, async ({ caller, body, requestId }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
    await removeUnavailabilities(ctx, command, body.items)
    return undefined
  })
  serve(server, contract.findMeantResources, async ({ body, inTenant }) => {
    const { resources, time_zone } = await inTenant(readNameable)
    const register = registerOf(resources)
    const items = body.events.map((event) => ({
      line: event.line,
      resources: resourcesNamedBy(event, register).map(namedResource),
    }))
    return { time_zone, items }
  })
}
