import * as contract from '@cartage/contract/accounting/endpoints'
import type { AvailableTasks } from '@cartage/contract/accounting/task'
import type { Endpoint } from '@cartage/contract/endpoint'
import { byCaller } from '../../audit/rules.ts'
import { Problem } from '../../http/problem.ts'
import { type Call, type Server, serve } from '../../http/serve.ts'
import { findTaskDetail } from './detail.views.ts'
import { releaseTask, reportTask } from './report.commands.ts'
import { leaseTasks } from './store.ts'
import { findEntity, listAvailable } from './views.ts'

type Context = Pick<Call<Endpoint>, 'caller' | 'requestId' | 'inTenant'>

/** Binds the endpoints of tasks. */
export function serveTasks(server: Server): void {
  const { ctx } = server
  serve(server, contract.listSyncTasks, ({ caller, query, inTenant }) =>
    inTenant(async (tx): Promise<AvailableTasks> => {
      const { billing_entity_code: code, lease_seconds: seconds, limit } = query
      const billingEntityId = code === undefined ? null : await findEntity(tx, code)
      if (billingEntityId === undefined) return { tasks: [] }
      if (seconds === undefined) return { tasks: await listAvailable(tx, billingEntityId) }
      return { tasks: await leaseTasks(tx, { billingEntityId, limit, seconds, client: caller.id }) }
    }),
  )
  serve(server, contract.getSyncTask, (call) => readTask(call, call.params.task_id))
  serve(server, contract.updateSyncTaskStatus, (call) => report(server, call, call.params.task_id, call.body))
  serve(server, contract.releaseSyncTask, ({ caller, params, body }) =>
    releaseTask(ctx, { tenantId: caller.tenantId, taskId: params.task_id }, body.lease_token),
  )
  serve(server, contract.listAvailableTasks, async ({ caller, inTenant }) => {
    if (!maySee(caller)) return { tasks: [] }
    return { tasks: await inTenant((tx) => listAvailable(tx, null)) }
  })
  serve(server, contract.getTask, async (call) => {
    if (!maySee(call.caller)) throw new Problem('not_found')
    return await readTask(call, call.params.id)
  })
  serve(server, contract.updateTaskStatus, async (call) => {
    if (!maySee(call.caller)) throw new Problem('not_found')
    return await report(server, call, call.params.id, call.body)
  })
}

/** TASK-4: only accounting systems post documents. Other roles have no tasks. */
function maySee({ roles }: Context['caller']): boolean {
  return roles.includes('API_ACCOUNTING')
}

async function readTask({ inTenant }: Pick<Context, 'inTenant'>, id: string) {
  const task = await inTenant((tx) => findTaskDetail(tx, id))
  if (!task) throw new Problem('not_found')
  return task
}

async function report(
  { ctx }: Server,
  { caller, requestId }: Context,
  taskId: string,
  { status, failure }: Call<typeof contract.updateTaskStatus>['body'],
) {
  const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId), taskId }
  return await reportTask(ctx, command, { status, failure: failure ?? null })
}
