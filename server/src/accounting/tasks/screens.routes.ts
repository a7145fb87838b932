import * as contract from '@cartage/contract/accounting/app/tasks'
import type { Endpoint } from '@cartage/contract/endpoint'
import { byCaller } from '../../audit/rules.ts'
import { type CsvColumns, sendCsv, walkRows } from '../../http/csv.ts'
import { itself } from '../../http/each.ts'
import { Problem } from '../../http/problem.ts'
import { type Call, type Server, serve } from '../../http/serve.ts'
import { readLongWindow } from '../../kept-totals.ts'
import { countTasks, readTasks, tasks } from './list.views.ts'
import { requestPosting } from './post.commands.ts'
import { reportTask, retryTask } from './report.commands.ts'
import { findTaskRecord } from './screens.views.ts'

/** Binds the list of tasks, and the actions of people on them. */
export function serveTaskScreens(server: Server): void {
  const { ctx } = server
  serve(server, contract.listTasks, ({ caller, query }) => {
    const { sort, offset, limit, ...filters } = query
    const page = { sort, offset, limit }
    return readLongWindow(ctx, caller.tenantId, tasks, { name: 'tasks', filters, given: undefined, page })
  })
  serve(server, contract.countTasks, ({ query, inTenant }) => inTenant((tx) => countTasks(tx, query)))
  serve(server, contract.exportTasks, ({ caller, query, reply }) => {
    const chunks = walkRows(ctx, caller.tenantId, tasks, { filters: query, given: undefined })
    return sendCsv(reply, 'tasks', columns, chunks)
  })
  serve(server, contract.getTaskRecord, async ({ params, inTenant, render }) => {
    const task = await inTenant((tx) => findTaskRecord(tx, params.task_id, render))
    if (!task) throw new Problem('not_found')
    return task
  })
  serve(server, contract.retryTasks, async (call) => ({
    items: await call.doEach(call.body.ids, itself, (taskId) => retryTask(ctx, { ...of(call), taskId })),
  }))
  // TASK-7
  serve(server, contract.setTaskStatus, async (call) => {
    const { params, body, inTenant } = call
    const { status, message } = body
    const failure = { error_type: 'USER_INPUT_ERROR', error_message: message || null } as const
    await reportTask(ctx, { ...of(call), taskId: params.task_id }, { status, failure, note: message || null })
    return (await inTenant((tx) => readTasks(tx, [params.task_id])))[0]!
  })
  serve(server, contract.requestPosting, async (call) => ({
    items: await call.doEach(call.body.ids, itself, (id) => {
      const { tenantId, by } = of(call)
      return requestPosting(ctx, tenantId, by, id)
    }),
  }))
}

function of({ caller, requestId }: Pick<Call<Endpoint>, 'caller' | 'requestId'>) {
  return { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
}

const columns: CsvColumns<contract.TaskRecord> = {
  created_at: (row) => row.created_at,
  document: (row) => row.document,
  kind: (row) => row.kind,
  company_name: (row) => row.company_name,
  billing_entity_code: (row) => row.billing_entity_code,
  total: (row) => row.total,
  currency: (row) => row.currency,
  status: (row) => row.status,
  waiting_for: (row) => row.waiting_for,
  error_type: (row) => row.failure?.error_type ?? null,
  error_message: (row) => row.failure?.error_message ?? null,
  finished_at: (row) => row.finished_at,
  finished_by: (row) => row.finished_by,
  task_id: (row) => row.task_id,
}
