import * as contract from '@cartage/contract/unavailabilities/app/calendar'
import { byCaller } from '../audit/rules.ts'
import type { Caller } from '../http/caller.ts'
import { Problem } from '../http/problem.ts'
import { type Server, serve } from '../http/serve.ts'
import { warn } from '../http/warnings.ts'
import { isLongerRange } from '../locations/range.views.ts'
import { findResource } from '../resources/views.ts'
import { serveBatches } from './batch.routes.ts'
import { listOfResource, readCalendar } from './calendar.views.ts'
import { createUnavailability, removeUnavailability, replaceUnavailability } from './commands.ts'
import { checkRange, longestRange, type Unavailability, unavailabilityOutput } from './rules.ts'

/** Binds unavailabilities for screens. */
export function serveCalendar(server: Server): void {
  serve(server, contract.getCalendar, async ({ query, inTenant }) => {
    const { start_time: from, end_time: to } = query
    return inTenant(async (tx) => {
      checkRange(from, to, await isLongerRange(tx, { from, to }, longestRange))
      return await readCalendar(tx, from, to)
    })
  })
  serve(server, contract.listResourceUnavailabilities, async ({ params, inTenant }) =>
    inTenant(async (tx) => {
      if (!(await findResource(tx, params.resource_id))) throw new Problem('not_found')
      return { items: await listOfResource(tx, params.resource_id) }
    }),
  )
  serveChanges(server)
  serveBatches(server)
}

function serveChanges(server: Server): void {
  const { ctx } = server
  serve(server, contract.addUnavailability, async ({ caller, params, body, requestId, reply }) => {
    const { row, warnings } = await createUnavailability(ctx, commandOf(caller, params, requestId), body)
    warn(reply, warnings)
    return recordOf(row)
  })
  serve(server, contract.changeUnavailability, async ({ caller, params, body, requestId, reply }) => {
    const command = commandOf(caller, params, requestId)
    const { row, warnings } = await replaceUnavailability(ctx, command, params.unavailability_id, body)
    warn(reply, warnings)
    return recordOf(row)
  })
  serve(server, contract.removeUnavailability, async ({ caller, params, requestId }) => {
    await removeUnavailability(ctx, commandOf(caller, params, requestId), params.unavailability_id)
    return undefined
  })
}

/** Records of another system are read-only on screens: its next list would undo changes. */
function commandOf(caller: Caller, { resource_id }: { resource_id: string }, requestId: string) {
  return { tenantId: caller.tenantId, resourceId: resource_id, by: byCaller(caller, requestId), isByHand: true }
}

function recordOf(row: Unavailability) {
  return { ...unavailabilityOutput(row), resource_id: row.resource_id, source: row.source }
}
