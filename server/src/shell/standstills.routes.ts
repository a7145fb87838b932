import * as contract from '@cartage/contract/app/standstills'
import { byCaller } from '../audit/rules.ts'
import { type Server, serve } from '../http/serve.ts'
import { dismissJobs, runJobsAgain } from './standstills.commands.ts'
import { listStandstills } from './standstills.views.ts'

/** Registers the list of standstills and the actions on failed jobs. */
export function serveStandstills(server: Server): void {
  const { ctx } = server
  serve(server, contract.listStandstills, async ({ caller, inTenant }) =>
    inTenant((tx) => listStandstills(tx, caller.permissions)),
  )
  serve(server, contract.runJobsAgain, async ({ caller, requestId, body }) => ({
    changed: await runJobsAgain(ctx, caller.tenantId, byCaller(caller, requestId), body.job_ids),
  }))
  serve(server, contract.dismissJobs, async ({ caller, requestId, body }) => ({
    changed: await dismissJobs(ctx, caller.tenantId, byCaller(caller, requestId), body.job_ids),
  }))
}
