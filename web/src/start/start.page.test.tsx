import { getMoneyIssues, MoneyIssues } from '@cartage/contract/accounting/app/home'
import { listTasks, TaskRecord } from '@cartage/contract/accounting/app/tasks'
import { getSampleState, loadSampleData } from '@cartage/contract/app/sample'
import { Counts, getCounts } from '@cartage/contract/app/shell'
import { dismissJobs, listStandstills, runJobsAgain, Standstill } from '@cartage/contract/app/standstills'
import { listRecentEvents, listRecentUploads, RecentUpload } from '@cartage/contract/app/start'
import { getMoneyHome, MoneyHome } from '@cartage/contract/charges/app/list'
import { ListedCompany, listCompanyRecords } from '@cartage/contract/companies/app/record'
import { ListedDelivery, listDeliveries } from '@cartage/contract/deliveries/app/record'
import { listSubscriptions, Subscription } from '@cartage/contract/deliveries/app/subscriptions'
import { RecentEvent } from '@cartage/contract/events/app'
import { InboxItem, listInboxItems, listMissingProofs } from '@cartage/contract/messages/app/record'
import { ListedOrder, listOrders } from '@cartage/contract/orders/app/list'
import { acceptStopProposal, dismissStopProposal, StopProposal } from '@cartage/contract/positions/app'
import { ListedResource, listResourceRecords } from '@cartage/contract/resources/app/record'
import { ListedTrip, listTrips } from '@cartage/contract/trips/app/list'
import { describe, expect, vi } from 'vitest'
import { currentCommands } from '../shell/commands.ts'
import { type Page, screen, test, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { standstillsRoute, startRoute } from './routes.ts'

const upload = sampleOf(RecentUpload, {
  upload_id: id(1),
  order_identifier: 'PO-1',
  upload_status: 'ERROR',
  operation: 'CREATE',
  errors: ['Unknown customer.'],
})

/** A tenant for which nothing waits. */
function quiet(page: Page, uploads = [upload]) {
  page.server.on(listRecentUploads, { items: uploads })
  page.server.on(listRecentEvents, { items: [] })
  page.server.on(getCounts, sampleOf(Counts))
  page.server.on(getSampleState, { is_offered: true, is_loading: false })
  page.server.on(listOrders, { items: [], total: 0 })
  page.server.on(listTrips, { items: [], total: 0 })
  page.server.on(listDeliveries, sampleOf(listDeliveries.response))
  page.server.on(listSubscriptions, { items: [] })
  page.server.on(listInboxItems, sampleOf(listInboxItems.response))
  page.server.on(listMissingProofs, { items: [], next_cursor: null })
  page.server.on(listStandstills, { items: [], total: 0 })
  page.server.on(listResourceRecords, { items: [], total: 0 })
  page.server.on(listCompanyRecords, { items: [], total: 0 })
  page.server.on(getMoneyHome, sampleOf(MoneyHome))
  page.server.on(getMoneyIssues, sampleOf(MoneyIssues))
  page.server.on(listTasks, { items: [], total: 0 })
}

const open = async (page: Page) => await page.open(startRoute, '/')
const openCard = async (title: string) => within(await screen.findByRole('region', { name: title }))
const addresses = (card: Awaited<ReturnType<typeof openCard>>) =>
  card.getAllByRole('link').map((link) => link.getAttribute('href'))

describe('what needs attention', () => {
  test('is requested with the filters that its titles lead to', async ({ page }) => {
    quiet(page)
    await open(page)
    expect(await screen.findByText('No orders on hold.')).toBeDefined()
    expect(await screen.findByText('No declined trips.')).toBeDefined()
    const limit = '5'
    expect(page.server.requests(listOrders).map(({ query }) => query)).toMatchObject([
      { limit, status: 'TO_PLAN', sort: 'pickup', pickup_from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      { limit, status: 'BLOCKED' },
    ])
    expect(page.server.requests(listTrips).map(({ query }) => query)).toEqual([
      { limit, is_late: 'true' },
      { limit, is_refused: 'true' },
      { limit, is_outdated: 'true' },
    ])
    expect(addresses(await openCard('On hold'))).toEqual(['/orders?status=BLOCKED'])
    expect(addresses(await openCard('Late trips'))).toEqual(['/trips?late=true'])
    expect(addresses(await openCard('Declined by carrier'))).toEqual(['/trips?refused=true'])
  })

  test('is named by orders and trips, each leading to its record', async ({ page }) => {
    quiet(page)
    const order = sampleOf(ListedOrder, { order_id: id(2), order_number: 'ORD-7', block_reason: 'No credit' })
    const trip = sampleOf(ListedTrip, { trip_id: id(3), name: 'TRIP-4' })
    page.server.on(listOrders, ({ query }) =>
      String(query?.status) === 'BLOCKED' ? { items: [order], total: 12 } : { items: [], total: 0 },
    )
    page.server.on(listTrips, ({ query }) =>
      query?.is_late === undefined ? { items: [], total: 0 } : { items: [trip], total: 1 },
    )
    await open(page)
    const held = await openCard('On hold')
    expect((await held.findByText('ORD-7')).closest('a')?.getAttribute('href')).toBe(`/orders/${id(2)}`)
    expect(held.getByText('No credit')).toBeDefined()
    expect(held.getByText('12')).toBeDefined()
    const late = await openCard('Late trips')
    expect((await late.findByText('TRIP-4')).closest('a')?.getAttribute('href')).toBe(`/trips/${id(3)}`)
  })

  test('names accounting tasks that failed and price indexes without a value for today', async ({ page }) => {
    quiet(page)
    const failure = { error_type: 'USER_INPUT_ERROR' as const, error_message: 'Unknown VAT code' }
    const task = sampleOf(TaskRecord, { task_id: id(2), document: 'INV-7', status: 'FAILED', failure })
    page.server.on(listTasks, { items: [task], total: 3 })
    const gap = { price_index_id: id(3), name: 'Diesel', last_day: null }
    page.server.on(getMoneyIssues, sampleOf(MoneyIssues, { index_gaps: [gap] }))
    await open(page)
    const tasks = await openCard('Accounting tasks to settle')
    expect((await tasks.findByText('Unknown VAT code')).closest('a')?.getAttribute('href')).toBe(
      `/tasks?attention=true&peek=${id(2)}`,
    )
    expect(tasks.getByText('3')).toBeDefined()
    const gaps = await openCard('Price index gaps')
    expect((await gaps.findByText('Diesel')).closest('a')?.getAttribute('href')).toBe(`/rates/indexes/${id(3)}`)
  })

  test('is named by endpoints that fall behind, the longest queue first, and by what the inbox holds', async ({
    page,
  }) => {
    quiet(page)
    const endpoint = (number: number, members: object) =>
      sampleOf(Subscription, { subscription_id: id(number), name: `Endpoint ${number}`, state: 'ACTIVE', ...members })
    page.server.on(listSubscriptions, {
      items: [endpoint(1, {}), endpoint(2, { state: 'PAUSED', pending: 3 }), endpoint(3, { blocked: 9, pending: 40 })],
    })
    const item = sampleOf(InboxItem, { id: id(4), kind: 'positions', reason: 'Unknown plate.' })
    page.server.on(listInboxItems, { ...sampleOf(listInboxItems.response), items: [item] })
    page.server.on(getCounts, sampleOf(Counts, { inbox_open: 37 }))
    const delivery = sampleOf(ListedDelivery, { event_id: id(5), subscription_id: id(6), receiver: 'Shipper' })
    page.server.on(listDeliveries, { ...sampleOf(listDeliveries.response), items: [delivery] })
    await open(page)
    const behind = await openCard('Webhook endpoints falling behind')
    await behind.findByText('Endpoint 3')
    expect(addresses(behind).slice(1)).toEqual([
      `/settings/receivers?open=${id(3)}`,
      `/settings/receivers?open=${id(2)}`,
    ])
    expect(behind.getByText('9 pending')).toBeDefined()
    expect(behind.getByText('3 pending')).toBeDefined()
    const inbox = await openCard('Inbox')
    expect((await inbox.findByText('Unknown plate.')).closest('a')?.getAttribute('href')).toBe(
      `/messages?tab=inbox&item=${id(4)}`,
    )
    expect(await inbox.findByText('37')).toBeDefined()
    const failed = await openCard('Failed webhooks')
    expect((await failed.findByText('Shipper')).closest('a')?.getAttribute('href')).toBe(
      `/deliveries?state=UNSETTLED&peek=${id(5)}.${id(6)}`,
    )
  })

  test('is named by certificates that expire, of resources and companies', async ({ page }) => {
    quiet(page)
    const truck = sampleOf(ListedResource, { resource_id: id(2), name: '1-ABC-123' })
    const carrier = sampleOf(ListedCompany, { company_id: id(3), name: 'Carrier', city: 'Ghent', country: 'BE' })
    page.server.on(listResourceRecords, { items: [truck], total: 1 })
    page.server.on(listCompanyRecords, { items: [carrier], total: 1 })
    await open(page)
    const resources = await openCard('Resources: certificates expiring')
    await resources.findByText('1-ABC-123')
    expect(addresses(resources)).toEqual(['/resources?expiring=true', `/resources/${id(2)}?tab=validities`])
    const companies = await openCard('Companies: certificates expiring')
    expect((await companies.findByText('Carrier')).closest('a')?.textContent).toContain('Ghent BE')
    expect(addresses(companies)).toEqual(['/companies?expiring=true', `/companies/${id(3)}?tab=validities`])
  })

  test('is shown for what the role may read, and nothing else is requested', async ({ page }) => {
    page.signIn({ role: 'VIEWER' })
    quiet(page)
    await open(page)
    await screen.findByText('No orders on hold.')
    expect(screen.queryByRole('region', { name: 'Failed webhooks' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Inbox' })).toBeNull()
    expect([listDeliveries, listSubscriptions, listInboxItems].flatMap((one) => page.server.requests(one))).toEqual([])
  })

  test('that could not be loaded says why in its card alone, and is loaded again', async ({ page }) => {
    quiet(page)
    page.server.disconnect(listStandstills)
    await open(page)
    const issues = await openCard('Open issues')
    await page.user.click(await issues.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No orders on hold.')).toBeDefined()
    page.server.on(listStandstills, {
      items: [sampleOf(Standstill, { kind: 'JOB', title: 'trips.estimate' })],
      total: 1,
    })
    await page.user.click(await issues.findByRole('button', { name: 'Try again' }))
    expect(await issues.findByText('Background job failed')).toBeDefined()
    expect(issues.getByText('Calculate ETAs of a trip')).toBeDefined()
  })

  test('is loaded again by the key R', async ({ page }) => {
    quiet(page)
    await open(page)
    await screen.findByText('No late trips.')
    const before = page.server.requests(listTrips).length
    currentCommands()
      .find(({ keys }) => keys === 'r')!
      .run()
    await vi.waitFor(() => expect(page.server.requests(listTrips)).toHaveLength(before + 3))
  })
})

describe('what came in and went out', () => {
  test('is shown with its result; a failed upload says why', async ({ page }) => {
    quiet(page)
    const event = sampleOf(RecentEvent, {
      event_id: id(7),
      order_identifier: 'PO-1',
      type: 'Stop',
      entity_type: 'stop',
      entity_name: 'Katoen Natie',
    })
    page.server.on(listRecentEvents, { items: [event] })
    await open(page)
    const uploads = within(await screen.findByRole('region', { name: 'Order uploads' }))
    expect((await uploads.findByRole('link', { name: 'PO-1' })).getAttribute('href')).toBe(`/uploads?peek=${id(1)}`)
    expect(uploads.getByText('Unknown customer.')).toBeDefined()
    const events = within(screen.getByRole('region', { name: 'Events' }))
    expect((await events.findByText('PO-1')).closest('tr')?.textContent).toContain('Katoen Natie')
  })

  test('says why it could not be loaded, and is loaded again', async ({ page }) => {
    quiet(page)
    page.server.reject(listRecentEvents, { status: 403, code: 'role_missing' })
    await open(page)
    const events = within(await screen.findByRole('region', { name: 'Events' }))
    const again = await events.findByRole('button', { name: 'Try again' })
    page.server.on(listRecentEvents, { items: [] })
    await page.user.click(again)
    expect(await events.findByText('No events yet')).toBeDefined()
  })
})

describe('a tenant without orders', () => {
  test('is shown the first steps in place of what needs attention', async ({ page }) => {
    quiet(page, [])
    await open(page)
    expect(await screen.findByRole('heading', { name: 'No orders yet' })).toBeDefined()
    expect(screen.queryByRole('region', { name: 'On hold' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Send a first order by API' }).getAttribute('href')).toBe(
      '/help?guide=first-order',
    )
    await page.user.click(screen.getByRole('button', { name: /^Import orders/ }))
    await vi.waitFor(() => expect(page.address).toBe('/orders/import'))
  })

  test('is filled with sample data once, on request', async ({ page }) => {
    quiet(page, [])
    const respond = page.server.hold(loadSampleData, { is_offered: false, is_loading: true })
    await open(page)
    await page.user.dblClick(await screen.findByRole('button', { name: 'Load sample data' }))
    respond()
    expect(await screen.findByRole('button', { name: 'Loading sample data…' })).toHaveProperty('disabled', true)
    expect(page.server.requests(loadSampleData)).toHaveLength(1)
  })

  test('offers a viewer to read only', async ({ page }) => {
    page.signIn({ role: 'VIEWER' })
    quiet(page, [])
    await open(page)
    await screen.findByRole('heading', { name: 'No orders yet' })
    expect(screen.queryByRole('button', { name: /^New order/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Load sample data' })).toBeNull()
    expect(page.server.requests(getSampleState)).toEqual([])
  })
})

describe('open issues', () => {
  const job = sampleOf(Standstill, { kind: 'JOB', id: id(1), title: 'trips.estimate', reason: 'No route.' })
  const arrival = sampleOf(Standstill, {
    kind: 'ARRIVAL',
    id: id(2),
    title: 'TRIP-4',
    entity_type: 'trip',
    entity_id: id(3),
  })
  const virus = sampleOf(Standstill, { kind: 'INFECTED_DOCUMENT', id: id(4), title: 'cmr.pdf' })

  async function openIssues(page: Page) {
    page.server.on(listStandstills, { items: [job, arrival, virus], total: 3 })
    await page.open(standstillsRoute, '/waiting')
    return await screen.findByRole('button', { name: 'Run again: Calculate ETAs of a trip' })
  }
  const press = async (page: Page, name: string) => await page.user.click(screen.getByRole('button', { name }))

  test('say what, why and since when, and lead to the record', async ({ page }) => {
    await openIssues(page)
    const texts = screen.getAllByRole('row').map(({ textContent }) => textContent)
    expect(texts[1]).toMatch(/Background job failed.*Calculate ETAs of a trip.*No route\./)
    expect(texts[3]).toMatch(/Virus found.*cmr\.pdf/)
    expect(screen.getByRole('link', { name: 'TRIP-4' }).getAttribute('href')).toBe(`/trips/${id(3)}`)
    expect(screen.getAllByRole('button')).toHaveLength(4)
  })

  test('documents of suppliers lead to what is to be decided', async ({ page }) => {
    const disputed = sampleOf(Standstill, { kind: 'DISPUTED_PURCHASE', id: id(5), title: 'F-17' })
    const unplaced = sampleOf(Standstill, { kind: 'UNPLACED_PURCHASE', id: id(6), title: 'F-18' })
    page.server.on(listStandstills, { items: [disputed, unplaced], total: 2 })
    await page.open(standstillsRoute, '/waiting')
    const addressOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await addressOf('F-17')).toBe(`/purchases/${id(5)}`)
    expect(await addressOf('F-18')).toBe(`/purchases?view=to-place&peek=${id(6)}`)
  })

  test('a job runs again once, and is dismissed', async ({ page }) => {
    const run = await openIssues(page)
    const respond = page.server.hold(runJobsAgain, { changed: 1 })
    await page.user.dblClick(run)
    respond()
    expect(await screen.findByText('Queued to run again')).toBeDefined()
    expect(page.server.bodies(runJobsAgain)).toEqual([{ job_ids: [id(1)] }])
    page.server.on(dismissJobs, { changed: 1 })
    await press(page, 'Dismiss: Calculate ETAs of a trip')
    expect(await screen.findByText('Dismissed')).toBeDefined()
    expect(page.server.bodies(dismissJobs)).toEqual([{ job_ids: [id(1)] }])
  })

  test('a time that GPS shows is accepted or dismissed for its stop', async ({ page }) => {
    await openIssues(page)
    page.server.on(acceptStopProposal, sampleOf(StopProposal))
    page.server.on(dismissStopProposal, sampleOf(StopProposal))
    await press(page, 'Accept: TRIP-4')
    expect(await screen.findByText('Time saved on the stop')).toBeDefined()
    await press(page, 'Dismiss: TRIP-4')
    expect(await screen.findByText('Dismissed')).toBeDefined()
    const params = { stop_id: id(2), proposal_kind: 'ARRIVAL' }
    expect(page.server.requests(acceptStopProposal)).toMatchObject([{ params }])
    expect(page.server.requests(dismissStopProposal)).toMatchObject([{ params }])
  })

  test('that someone else has dealt with say so', async ({ page }) => {
    await openIssues(page)
    page.server.reject(acceptStopProposal, { status: 409, code: 'state_conflict', message: 'The stop has a time.' })
    await press(page, 'Accept: TRIP-4')
    expect(await screen.findAllByText('The stop has a time.')).not.toHaveLength(0)
  })

  test('can only be read without permission to act', async ({ page }) => {
    page.signIn({ role: 'VIEWER' })
    page.server.on(listStandstills, { items: [job, arrival], total: 2 })
    await page.open(standstillsRoute, '/waiting')
    await screen.findByText('No route.')
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('that are none say so; that could not be loaded are loaded again', async ({ page }) => {
    page.server.disconnect(listStandstills)
    await page.open(standstillsRoute, '/waiting')
    const again = await screen.findByRole('button', { name: 'Try again' })
    page.server.on(listStandstills, { items: [], total: 0 })
    await page.user.click(again)
    expect(await screen.findByText('No open issues')).toBeDefined()
  })

  test('stay in sight when they could not be loaded again', async ({ page }) => {
    await openIssues(page)
    page.server.disconnect(listStandstills)
    await page.queries.refetchQueries({ queryKey: ['standstills'] })
    expect(await screen.findByRole('alert')).toBeDefined()
    expect(screen.getByText('No route.')).toBeDefined()
  })
})
