import { getLedgerEntry } from '@cartage/contract/accounting/app/ledger'
import {
  countTasks,
  getTaskRecord,
  listTasks,
  retryTasks,
  setTaskStatus,
  TaskRecord,
} from '@cartage/contract/accounting/app/tasks'
import { listSavedViews } from '@cartage/contract/app/saved-views'
import { listSettings } from '@cartage/contract/tenants/app/settings'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import '../../testing/sized.ts'
import { tasksRoute } from '../routes.ts'

const company = { company_id: id(4), company_name: 'Bakery', total: '296.75', currency: 'EUR' }
const taskOf = (number: number, members: Partial<TaskRecord>): TaskRecord =>
  sampleOf(TaskRecord, {
    ...{ task_id: id(number), invoice_id: id(100 + number), document: `INV-${number}`, ...company },
    ...{ task_type: 'POST_INVOICE', status: 'TODO', kind: 'SALES_INVOICE', ...members },
  })

const todo = taskOf(1, {})
const late = taskOf(2, { is_overdue: true })
const leased = taskOf(3, { leased_by: 'Yuki', lease_until: '2026-03-02T08:05:00Z' })
const failed = taskOf(4, {
  status: 'FAILED',
  failure: { error_type: 'USER_INPUT_ERROR', error_message: 'Unknown VAT code' },
  finished_by: 'Yuki',
})
const waiting = taskOf(5, { status: 'WAITING', waiting_for: 'ACCOUNT' })

async function open(page: Page, address = '/tasks', items: TaskRecord[] = [todo, late, leased, failed, waiting]) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(listSettings, { items: [] })
  page.server.on(countTasks, {
    ...{ by_status: { TODO: 3, FAILED: 1, WAITING: 1 }, by_waiting: { ACCOUNT: 1 } },
    ...{ leased: 1, attention: 3 },
  })
  page.server.on(listTasks, { items, total: items.length })
  await page.open(tasksRoute, address)
}

function detail(page: Page, task: TaskRecord, members: object = {}) {
  page.server.reject(getLedgerEntry, { status: 404, code: 'not_found' })
  page.server.on(getTaskRecord, sampleOf(getTaskRecord.response, { ...task, ...members }))
}

test('tasks show what they wait for, who leased them and why they failed', async ({ page }) => {
  await open(page)
  const grid = within(await screen.findByRole('grid', { name: 'Accounting tasks' }))
  expect(await grid.findByText('Missing account')).toBeDefined()
  expect(grid.getByText('Data to correct: Unknown VAT code')).toBeDefined()
  expect(grid.getByText(/Yuki, until/)).toBeDefined()
  expect(grid.getByTitle('Open for more than 24 hours').className).toContain('tone-red')
})

test('views are states, leased tasks and those that need attention, with counts', async ({ page }) => {
  await open(page)
  const views = within(await screen.findByRole('navigation', { name: 'Views' }))
  await page.user.click(await views.findByRole('button', { name: 'Needs attention 3' }))
  await waitFor(() => expect(page.server.requests(listTasks).at(-1)?.query).toMatchObject({ attention: 'true' }))
  await page.user.click(views.getByRole('button', { name: 'Failed 1' }))
  await waitFor(() => expect(page.server.requests(listTasks).at(-1)?.query).toMatchObject({ status: 'FAILED' }))
  expect(page.server.requests(listTasks).at(-1)?.query).not.toHaveProperty('attention')
  await page.user.click(views.getByRole('button', { name: 'Leased 1' }))
  await waitFor(() => expect(page.server.requests(listTasks).at(-1)?.query).toMatchObject({ leased: 'true' }))
})

test('tasks are filtered by what they wait for', async ({ page }) => {
  await open(page, '/tasks?waiting_for=ACCOUNT')
  await screen.findByRole('grid', { name: 'Accounting tasks' })
  expect(page.server.requests(listTasks)[0]?.query).toMatchObject({ waiting_for: 'ACCOUNT', sort: 'newest' })
  await page.user.click(screen.getAllByRole('button', { name: /Waits for/ })[0]!)
  expect(await screen.findAllByText('Missing account')).not.toHaveLength(0)
})

test('TASK-6: a failed task shows the error and is retried', async ({ page }) => {
  detail(page, failed, {
    reports: [
      sampleOf(getTaskRecord.response.shape.reports.element, {
        ...{ status: 'FAILED', outcome: 'APPLIED', reported_by: 'Yuki' },
        failure: { error_type: 'USER_INPUT_ERROR', error_message: 'Unknown VAT code' },
      }),
    ],
  })
  await open(page, `/tasks?peek=${failed.task_id}`)
  const panel = within(await screen.findByRole('complementary', { name: 'Task' }))
  expect(await panel.findAllByText('Unknown VAT code')).toHaveLength(2)
  expect(panel.getByRole('link', { name: 'INV-4' }).getAttribute('href')).toBe(`/invoices/${failed.invoice_id}`)
  page.server.on(retryTasks, { items: [{ id: failed.task_id, is_done: true, message: null }] })
  await page.user.click(panel.getByRole('button', { name: /Retry/ }))
  expect(await screen.findByText('INV-4 is to be posted again')).toBeDefined()
  expect(page.server.bodies(retryTasks)).toEqual([{ ids: [failed.task_id] }])
})

test('a retry that the server rejects shows why', async ({ page }) => {
  detail(page, failed)
  await open(page, `/tasks?peek=${failed.task_id}`)
  page.server.on(retryTasks, {
    items: [{ id: failed.task_id, is_done: false, message: 'This task was already retried.' }],
  })
  await page.user.click(await screen.findByRole('button', { name: /Retry/ }))
  expect(await screen.findAllByText('This task was already retried.')).not.toHaveLength(0)
})

test('a task that waits for an account shows the setting to fill in and can be checked again', async ({ page }) => {
  const message = 'Add an account for revenue to this billing entity.'
  detail(page, waiting, { missing: [{ setting: 'accounts', code: null, message }] })
  await open(page, `/tasks?peek=${waiting.task_id}`)
  expect(await screen.findByText(message)).toBeDefined()
  const link = screen.getByRole('link', { name: 'Open setting' })
  expect(link.getAttribute('href')).toBe('/settings/reference?kind=accounts')
  expect(screen.getByRole('button', { name: /Check again/ })).toBeDefined()
})

test('TASK-7: a person marks a task as done with a note', async ({ page }) => {
  detail(page, todo)
  await open(page, `/tasks?peek=${todo.task_id}`)
  await page.user.click(await screen.findByRole('button', { name: /Mark as done/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark INV-1 as done?' }))
  await page.user.click(dialog.getByRole('button', { name: /Mark as done/ }))
  expect(dialog.getByText('Enter a note.')).toBeDefined()
  page.server.on(setTaskStatus, { ...todo, status: 'COMPLETED' })
  await page.user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Booked by hand')
  await page.user.click(dialog.getByRole('button', { name: /Mark as done/ }))
  await waitFor(() =>
    expect(page.server.bodies(setTaskStatus)).toEqual([{ status: 'COMPLETED', message: 'Booked by hand' }]),
  )
})

test('the payload is shown as a tree and copied as JSON', async ({ page }) => {
  detail(page, todo, {
    payload: { subject_id: id(101), instance: { name: 'INV-1', line_items: [{ code: 'FREIGHT' }] } },
  })
  await open(page, `/tasks?peek=${todo.task_id}`)
  expect(await screen.findByText('1. FREIGHT')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'JSON' }))
  expect(screen.getByRole('figure', { name: 'Payload' }).textContent).toContain('"code": "FREIGHT"')
})

test('users who may only read tasks have no buttons', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['task.write'] })
  detail(page, failed)
  await open(page, `/tasks?peek=${failed.task_id}`)
  const panel = within(await screen.findByRole('complementary', { name: 'Task' }))
  await panel.findByText('Unknown VAT code')
  expect(panel.queryByRole('button', { name: /Retry|Mark/ })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('without tasks the page links to the orders to invoice', async ({ page }) => {
  await open(page, '/tasks', [])
  expect(await screen.findByText('No tasks yet')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Orders to invoice' })).toBeDefined()
})
