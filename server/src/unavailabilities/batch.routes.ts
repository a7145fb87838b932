import * as contract from '@cartage/contract/app/unavailability-batch'
import { byCaller } from '../audit/rules.ts'
import { type Server, serve } from '../http/serve.ts'
import { addUnavailabilities, removeUnavailabilities } from './batch.jobs.ts'

/** Unavailabilities of a file, or that repeat, as screens make and take back many at once. */
export function serveBatches(server: Server): void {
  const { ctx } = server
  serve(server, contract.addUnavailabilities, async ({ caller, body, requestId }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
    return { items: await addUnavailabilities(ctx, command, body.rows, body.dry_run ?? false) }
  })
  serve(server, contract.removeUnavailabilities, async ({ caller, body, requestId }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
    await removeUnavailabilities(ctx, command, body.items)
    return undefined
  })
}
