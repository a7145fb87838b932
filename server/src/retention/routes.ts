import * as contract from '@cartage/contract/retention/app'
import { byCaller } from '../audit/rules.ts'
import { type Server, serve } from '../http/serve.ts'
import { readRetention } from '../tenants/tenants.views.ts'
import { erasePerson } from './people.commands.ts'
import { previewPurge, startPurge } from './purge.commands.ts'
import { listLeavers, listRuns, readRun } from './views.ts'

/** Registers the retention routes for personal data of an organisation. */
export function serveRetention(server: Server): void {
  const { ctx } = server
  serve(server, contract.previewPurge, async ({ caller }) => ({ items: await previewPurge(ctx, caller.tenantId) }))
  serve(server, contract.listRetentionRuns, async ({ inTenant }) => ({ items: await inTenant(listRuns) }))
  serve(server, contract.runPurge, async ({ caller, requestId, inTenant }) => {
    const runId = await startPurge(ctx, caller.tenantId, byCaller(caller, requestId))
    return await inTenant((tx) => readRun(tx, runId))
  })
  serve(server, contract.listRetentionPeople, async ({ inTenant }) => ({
    items: await inTenant(async (tx) => listLeavers(tx, (await readRetention(tx)).people_days)),
  }))
  serve(server, contract.erasePerson, async ({ caller, requestId, body, inTenant }) => {
    const runId = await erasePerson(ctx, caller.tenantId, byCaller(caller, requestId), body)
    return await inTenant((tx) => readRun(tx, runId))
  })
}
