import { retryTasks } from '@cartage/contract/accounting/app/tasks'
import type { AvailableTask, AvailableTasks, TaskDetail } from '@cartage/contract/accounting/task'
import { getInvoiceRecord } from '@cartage/contract/billing/app/document'
import { beforeAll, describe, expect, test } from 'vitest'
import { accounting, bytesOf, Haulier, tasksPath } from './haulier.ts'
import { hasOperator } from './operator.ts'
import { b, expectProblem, pathsOf, setup, unique, uuid4 } from './world.ts'

const everyTask = '/v1/tasks'
const failure = { error_type: 'USER_INPUT_ERROR', error_message: 'Customer unknown in the ledger' }

describe.runIf(hasOperator)('tasks of accounting systems', () => {
  let haulier: Haulier
  let customerId: string
  beforeAll(async () => {
    haulier = await Haulier.create('tasks')
    customerId = (await haulier.customer()).id
  })

  /** Tasks of new invoices, once all are listed. */
  async function offered(count: number): Promise<AvailableTask[]> {
    const tasks: AvailableTask[] = []
    for (let at = 0; at < count; at += 1) tasks.push(await haulier.taskOf((await haulier.invoice(customerId)).id))
    return tasks
  }

  const idsOf = async (query = '') => (await haulier.tasks(query)).map(({ id }) => id)

  test('ACC-1: the list has only the id, the document, the type and TODO, oldest first', async () => {
    const tasks = await offered(2)
    for (const task of tasks) {
      expect(task).toEqual({
        ...{ id: expect.stringMatching(uuid4), invoice_id: expect.stringMatching(uuid4) },
        ...{ task_type: 'POST_INVOICE', status: 'TODO' },
      })
    }
    const answer = await haulier.tenant.get<AvailableTasks>(`${tasksPath}/`)
    expect(Object.keys(answer.body)).toEqual(['tasks'])
    const ids = answer.body.tasks.map(({ id }) => id)
    expect(ids.filter((id) => tasks.some((task) => task.id === id))).toEqual(tasks.map(({ id }) => id))
    expect((await haulier.tenant.get(`${everyTask}/available-tasks`)).body).toEqual(answer.body)
    expect((await b.get<AvailableTasks>(tasksPath)).body.tasks.map(({ id }) => id)).not.toContain(tasks[0]!.id)
  })

  test('ACC-2: a task contains its document as it is read separately, with its files, on both paths', async () => {
    const [task] = await offered(1)
    const detail = await haulier.task(task!.id)
    const instance = (await haulier.tenant.get(`${accounting}/sales-invoice/${task!.invoice_id}`)).body
    const files = (await haulier.tenant.get(`${accounting}/sales-invoice/${task!.invoice_id}/documents`)).body
    expect(detail).toEqual({
      ...task,
      execution_metadata: { external_execution: { completed: false } },
      payload: { subject_id: task!.invoice_id, subject_type: 'SALES_INVOICE', documents: files, instance },
    })
    expect((await haulier.tenant.get(`${everyTask}/task/${task!.id}`)).body).toEqual(detail)
    const [pdf, xml] = await Promise.all(
      detail.payload!.documents!.map(({ download_url }) => bytesOf(haulier.tenant, download_url!)),
    )
    expect([pdf!.type, pdf!.bytes.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-'])
    expect(xml!.type).toMatch(/^application\/xml/)
    expect(xml!.bytes.toString()).toContain((instance as { name: string }).name)
  })

  test('ACC-2: tasks that are unknown or of another tenant are 404 on every path', async () => {
    const [task] = await offered(1)
    for (const base of [tasksPath, `${everyTask}/task`]) {
      for (const id of [crypto.randomUUID(), 'no-uuid']) {
        expectProblem(await haulier.tenant.get(`${base}/${id}`), 404, 'not_found')
        expectProblem(
          await haulier.tenant.post(`${base}/${id}/update-status`, { status: 'COMPLETED' }),
          404,
          'not_found',
        )
      }
      expectProblem(await b.get(`${base}/${task!.id}`), 404, 'not_found')
      expectProblem(await b.post(`${base}/${task!.id}/update-status`, { status: 'COMPLETED' }), 404, 'not_found')
    }
    expect(await idsOf()).toContain(task!.id)
  })

  test('ACC-3, ACC-4: some of the tasks are reported, in any order; the others stay listed', async () => {
    const tasks = await offered(4)
    for (const at of [2, 0]) expect((await haulier.report(tasks[at]!.id, { status: 'COMPLETED' })).status).toBe(200)
    for (const at of [1, 3]) await haulier.task(tasks[at]!.id)
    const listed = await idsOf()
    expect(tasks.map(({ id }) => listed.includes(id))).toEqual([false, true, false, true])
  })

  test('ACC-5: COMPLETED returns its status alone, leaves the list, and posts the document', async () => {
    const [task] = await offered(1)
    const path = `${everyTask}/task/${task!.id}/update-status/`
    const answer = await haulier.tenant.post(path, { status: 'COMPLETED' })
    expect([answer.status, answer.body]).toEqual([200, { status: 'COMPLETED' }])
    expect(await idsOf()).not.toContain(task!.id)
    const done = await haulier.task(task!.id)
    expect(done).toMatchObject({
      status: 'COMPLETED',
      execution_metadata: { external_execution: { completed: true } },
      payload: { subject_type: 'SALES_INVOICE' },
    })
    const record = await haulier.admin(getInvoiceRecord, { params: { invoice_id: task!.invoice_id! } })
    expect(record).toMatchObject({ status: 'INVOICE_POSTED', posting: 'POSTED' })
  })

  test('ACC-5: FAILED keeps its failure and leaves the list; a retry is a new task', async () => {
    const [task] = await offered(1)
    const answer = await haulier.report(task!.id, { status: 'FAILED', failure })
    expect([answer.status, answer.body]).toEqual([200, { status: 'FAILED' }])
    expect(await idsOf()).not.toContain(task!.id)
    expect(await haulier.task(task!.id)).toMatchObject({
      status: 'FAILED',
      execution_metadata: { external_execution: { completed: false } },
    })
    await haulier.admin(retryTasks, { body: { ids: [task!.id] } })
    const again = await haulier.taskOf(task!.invoice_id!)
    expect(again.id).not.toBe(task!.id)
    expect((await haulier.report(task!.id, { status: 'FAILED', failure })).status).toBe(200)
    expect(await idsOf()).toContain(again.id)
    expect((await haulier.report(again.id, { status: 'COMPLETED' })).status).toBe(200)
  })

  test('ACC-5: the same report again is 200; a contradicting one is 409 and has no effect', async () => {
    const [task] = await offered(1)
    const other = await haulier.as(['API_ACCOUNTING'])
    const completed = { status: 'COMPLETED', failure: null }
    for (const client of [haulier.tenant, haulier.tenant, other]) {
      const answer = await client.post(`${tasksPath}/${task!.id}/update-status`, completed)
      expect([answer.status, answer.body]).toEqual([200, { status: 'COMPLETED' }])
    }
    expectProblem(await haulier.report(task!.id, { status: 'FAILED', failure }), 409, 'task_already_reported')
    expect((await haulier.task(task!.id)).status).toBe('COMPLETED')
  })

  test('ACC-5: a report in another form than published is 422, and the task stays', async () => {
    const [task] = await offered(1)
    const paths = async (body: object) => pathsOf(expectProblem(await haulier.report(task!.id, body), 422))
    expect(await paths({})).toEqual(['status'])
    expect(await paths({ status: 'TODO' })).toEqual(['status'])
    expect(await paths({ status: 'WAITING' })).toEqual(['status'])
    expect(await paths({ status: 'FAILED', failure: {} })).toEqual(['failure.error_type'])
    expect(await paths({ status: 'FAILED', failure: { error_type: 'OTHER' } })).toEqual(['failure.error_type'])
    expect(await idsOf()).toContain(task!.id)
    for (const error_type of ['INTERNAL_ERROR', 'NOT_SUPPORTED']) {
      const [next] = await offered(1)
      expect((await haulier.report(next!.id, { status: 'FAILED', failure: { error_type } })).status).toBe(200)
    }
    expect((await haulier.report(task!.id, { status: 'FAILED' })).body).toEqual({ status: 'FAILED' })
  })

  test('ACC-6: credit notes have the same flow with a type and a payload of their own', async () => {
    const { id } = await haulier.document<{ id: string }>('sales-credit-note', customerId)
    const task = await haulier.taskOf(id)
    expect(task.task_type).toBe('POST_CREDIT_NOTE')
    const { payload } = await haulier.task(task.id)
    expect(payload).toMatchObject({ subject_id: id, subject_type: 'SALES_CREDIT_NOTE' })
    expect(payload!.instance).toEqual((await haulier.tenant.get(`${accounting}/sales-credit-note/${id}`)).body)
    expect((await haulier.report(task.id, { status: 'COMPLETED' })).body).toEqual({ status: 'COMPLETED' })
    expect(await idsOf()).not.toContain(task.id)
  })

  test('ACC-7: billing_entity_code narrows the list; an unknown one has no tasks', async () => {
    const [task] = await offered(1)
    const { code } = (await haulier.task(task!.id)).payload!.instance.billing_entity
    expect(await idsOf(`?billing_entity_code=${code}`)).toContain(task!.id)
    expect(await haulier.tasks(`?billing_entity_code=${unique('none')}`)).toEqual([])
    expect((await haulier.report(task!.id, { status: 'COMPLETED' })).status).toBe(200)
  })

  test('ACC-12: documents are available as tasks and by their ids only; there is no list of documents', async () => {
    const { paths } = JSON.parse(setup.document) as { paths: Record<string, Record<string, unknown>> }
    for (const kind of ['sales-invoice', 'sales-credit-note', 'purchase-invoice', 'purchase-credit-note']) {
      for (const spelling of [kind, `${kind}/`, kind.replaceAll('-', '_')]) {
        expect(Object.keys(paths[`${accounting}/${spelling}`] ?? {}), spelling).not.toContain('get')
      }
      expect([404, 405]).toContain((await haulier.tenant.get(`${accounting}/${kind}/`)).status)
    }
  })

  test('COMP-11: a company that is updated by an accounting system appears in the task at once, and the document stays', async () => {
    const own = await haulier.customer()
    const invoice = await haulier.invoice(own.id)
    const { id } = await haulier.taskOf(invoice.id)
    const accounting_code = unique('L')
    const sent = { accounting_code, custom_fields: { ledger: 7 } }
    const patched = await haulier.tenant.send('PATCH', `/v1/company/${own.id}`, { body: sent })
    expect(patched.status, patched.text).toBe(200)
    const { payload } = await haulier.task(id)
    expect(payload!.instance).toMatchObject({ customer: { id: own.id, ...sent }, name: invoice.name })
  })

  test('LEASE-1, LEASE-3, LEASE-4: two clients with leases share the list, and a report ends the lease', async () => {
    const tasks = await offered(2)
    const other = await haulier.as(['API_ACCOUNTING'])
    const leased = await haulier.tasks('?lease_seconds=60&limit=100')
    const mine = leased.find(({ id }) => id === tasks[0]!.id)!
    expect(mine).toMatchObject({ lease_token: expect.stringMatching(uuid4), lease_until: expect.stringMatching(/Z$/) })
    expect((await other.get<AvailableTasks>(`${tasksPath}?lease_seconds=60`)).body.tasks).toEqual([])
    const report = (id: string) => other.post(`${tasksPath}/${id}/update-status`, { status: 'COMPLETED' })
    expectProblem(await report(mine.id), 409, 'task_leased')
    expect(await idsOf()).toContain(mine.id)
    const released = await haulier.tenant.post(`${tasksPath}/${mine.id}/release`, { lease_token: mine.lease_token })
    expect([released.status, released.body]).toEqual([200, { status: 'TODO' }])
    expect((await report(mine.id)).status).toBe(200)
    expect((await haulier.report(tasks[1]!.id, { status: 'COMPLETED' })).status).toBe(200)
  })

  test('TASK-4: other roles have no tasks of documents, and cannot read or report one', async () => {
    const [task] = await offered(1)
    for (const role of ['API_ORDER', 'API_MASTER_DATA', 'API_TRIP']) {
      const client = await haulier.as([role])
      expect((await client.get(`${everyTask}/available-tasks`)).body).toEqual({ tasks: [] })
      expectProblem(await client.get<TaskDetail>(`${everyTask}/task/${task!.id}`), 404)
      expectProblem(await client.post(`${everyTask}/task/${task!.id}/update-status`, { status: 'COMPLETED' }), 404)
      expectProblem(await client.get(tasksPath), 403)
      expectProblem(await client.post(`${tasksPath}/${task!.id}/update-status`, { status: 'COMPLETED' }), 403)
    }
    expect(await idsOf()).toContain(task!.id)
  })
})
