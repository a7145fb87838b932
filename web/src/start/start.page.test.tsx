import { getMoneyIssues, MoneyIssues } from '@cartage/contract/accounting/app/home'
import { listTasks, TaskRecord } from '@cartage/contract/accounting/app/tasks'
import { Day, DayException, DayVehicle, getDay } from '@cartage/contract/app/day'
import { getSampleState, loadSampleData } from '@cartage/contract/app/sample'
import { Counts, getCounts } from '@cartage/contract/app/shell'
import { dismissJobs, listStandstills, runJobsAgain, Standstill } from '@cartage/contract/app/standstills'
import { listRecentUploads, RecentUpload } from '@cartage/contract/app/start'
import { getMoneyHome, MoneyHome } from '@cartage/contract/charges/app/list'
import { OrderState, unblockOrder } from '@cartage/contract/orders/app/commands'
import { dismissPlanChanges } from '@cartage/contract/orders/app/plan-changes'
import { acceptStopProposal, dismissStopProposal, StopProposal } from '@cartage/contract/positions/app/fleet'
import { describe, expect, vi } from 'vitest'
import { currentCommands } from '../shell/commands.ts'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { standstillsRoute, startRoute } from './routes.ts'

const group = { id: id(9), name: 'Benelux' }
const now = '2026-03-02T09:00:00Z'
const today = { now, from: '2026-03-01T23:00:00Z', to: '2026-03-02T23:00:00Z' }
const figure = (value: number | null) => ({ value, week: [1, 2, 3, 4, 5, 6, 7] })

/** A day without problems. Tests pass the members they need. */
function dayOf(page: Page, members: Partial<Day> = {}) {
  page.server.on(getCounts, sampleOf(Counts))
  page.server.on(getDay, { ...sampleOf(Day), ...today, groups: [group], ...members })
}

const open = async (page: Page, address = '/') => await page.open(startRoute, address)
const hrefOf = async (name: string | RegExp) => (await screen.findByRole('link', { name })).getAttribute('href')
const exception = (members: Partial<DayException>) => ({
  ...sampleOf(DayException, { damage_at: '2026-03-02T08:00:00Z', severity: 'SEVERE' }),
  ...members,
})

describe('the day', () => {
  test('is one request, with five figures that link to the rows they count', async ({ page }) => {
    dayOf(page, {
      ...{ underway: figure(12), on_time: figure(91), late: figure(3), unplanned: figure(7), proof_missing: figure(0) },
    })
    await open(page)
    expect(await hrefOf(/^Underway.*12$/)).toBe('/trips?status=IN_PROGRESS')
    expect(await hrefOf(/^On time.*91%$/)).toBe('/trips?when=today')
    expect(await hrefOf(/^Late.*3$/)).toBe('/trips?late=true')
    expect(await hrefOf(/^Unplanned.*7$/)).toBe('/orders?status=TO_PLAN&pickup_from=2026-02-23&pickup_to=2026-03-03')
    expect(await hrefOf(/^POD missing.*0$/)).toBe('/documents/proofs')
    expect(screen.getByText('3').className).toContain('text-red')
    expect(screen.getByText('0').className).not.toMatch(/text-(red|amber)/)
    expect(page.server.requests(getDay)).toHaveLength(1)
  })

  test('shows problems with the customer, the driver and the delay', async ({ page }) => {
    const late = exception({
      ...{ kind: 'LATE', minutes: 56, trip_id: id(1), trip_name: 'T-4', order_id: id(2), order_number: 'ORD-7' },
      ...{ customer_name: 'Polder Fresh', carrier_name: 'A. Peeters', phone_number: '+32470123456' },
      place: { name: null, city: 'Venlo', country: 'NL' },
    })
    dayOf(page, { exceptions: [late], exceptions_total: 1 })
    await open(page)
    const row = within((await screen.findByText('Late in Venlo')).closest('li')!)
    expect(row.getByText('+56 min')).toBeDefined()
    expect(row.getByText('Polder Fresh')).toBeDefined()
    expect(row.getByRole('link', { name: 'ORD-7' }).getAttribute('href')).toBe(`/orders/${id(2)}`)
    expect(row.getByRole('link', { name: '+32 470 12 34 56' }).getAttribute('href')).toBe('tel:+32470123456')
    expect(row.getByRole('link', { name: 'Open trip' }).getAttribute('href')).toBe(`/trips/${id(1)}`)
  })

  test.for([
    ['UNPLANNED', 'Plan', '/planning?find=ORD-7'],
    ['DECLINED', 'Dispatch…', `/trips/${id(1)}?tab=dispatch`],
    ['OUTDATED', 'Dispatch…', `/trips/${id(1)}?tab=dispatch`],
  ] as const)('offers one action for an exception of kind %s: %s', async ([kind, name, href], { page }) => {
    const one = exception({ kind, trip_id: id(1), order_id: id(2), order_number: 'ORD-7' })
    dayOf(page, { exceptions: [one], exceptions_total: 1 })
    await open(page)
    expect(await hrefOf(name)).toBe(href)
  })

  test('ORD-22: shows changes after planning, and removes one once it is confirmed', async ({ page }) => {
    const side = { place: 'Venlo', date: '2026-03-03', from: '08:00', to: '10:00', good: null }
    const apples = {
      ...{ name: 'Apples', quantity: 12, packaging: 'EUR', weight_kg: 8400, loading_meters: null, pallet_spaces: null },
      ...{ volume_m3: null, un_numbers: [], temperatures: [] },
    }
    const one = exception({
      ...{ kind: 'CHANGED', trip_id: id(1), trip_name: 'T-4', order_id: id(2), order_number: 'ORD-7' },
      ...{ vehicle_name: 'Truck 3', happened_at: '2026-03-02T08:55:00Z', change_ids: [id(5)] },
      changes: [
        { what: 'TIME', role: 'DELIVERY', before: side, after: { ...side, date: '2026-03-04' } },
        { what: 'GOODS', role: null, before: { ...side, good: apples }, after: null },
        { what: 'STOP_ADDED', role: 'PICKUP', before: null, after: side },
      ],
    })
    dayOf(page, { exceptions: [one], exceptions_total: 1 })
    page.server.on(dismissPlanChanges, { changed: 1 })
    await open(page)
    const row = within((await screen.findByText('Changed after planning')).closest('li')!)
    const lines = row.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(lines[0]).toBe('Delivery Venlo: time Tue 3 Mar 08:00–10:00 → Wed 4 Mar 08:00–10:00')
    expect(lines[1]).toBe('Goods from Venlo 12 × EUR · Apples · 8,400 kg → none')
    expect(lines[2]).toBe('Pickup added Venlo · Tue 3 Mar 08:00–10:00')
    expect(lines[3]).toContain('Truck 3')
    expect(row.getByRole('link', { name: 'Open trip' }).getAttribute('href')).toBe(`/trips/${id(1)}`)
    expect(row.getByRole('link', { name: 'Plan again' }).getAttribute('href')).toBe('/planning?find=ORD-7')
    const before = page.server.requests(getDay).length
    await page.user.click(row.getByRole('button', { name: 'Seen: ORD-7' }))
    await waitFor(() => expect(page.server.requests(getDay).length).toBeGreaterThan(before))
    expect(page.server.requests(dismissPlanChanges)).toMatchObject([{ body: { change_ids: [id(5)] } }])
  })

  test('on a phone a change after planning is read only, like every exception', async ({ page }) => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      () => Object.assign(new EventTarget(), { matches: true }) as MediaQueryList,
    )
    const side = { place: 'Venlo', date: '2026-03-03', from: null, to: null, good: null }
    const one = exception({
      ...{ kind: 'CHANGED', trip_id: id(1), order_id: id(2), order_number: 'ORD-7', change_ids: [id(5)] },
      changes: [{ what: 'STOP_ADDED', role: 'PICKUP', before: null, after: side }],
    })
    dayOf(page, { exceptions: [one], exceptions_total: 1 })
    await open(page)
    await screen.findByText('Pickup added')
    expect(screen.queryByRole('button', { name: 'Seen: ORD-7' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Plan again' })).toBeNull()
    vi.restoreAllMocks()
  })

  test('releases an order on hold in place', async ({ page }) => {
    const held = exception({ kind: 'ON_HOLD', order_id: id(2), order_number: 'ORD-7', reason: 'No credit' })
    dayOf(page, { exceptions: [held], exceptions_total: 1 })
    page.server.on(unblockOrder, sampleOf(OrderState))
    await open(page)
    expect(await screen.findByText('No credit')).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: 'Release: ORD-7' }))
    expect(await screen.findByText('Order ORD-7 released')).toBeDefined()
    expect(page.server.requests(unblockOrder)).toMatchObject([{ params: { order_id: id(2) } }])
  })

  test('CREDIT-2: translates a reason of Cartage itself', async ({ page }) => {
    const reason = { reason: 'as it is kept', hold_reason_code: 'CREDIT_LIMIT' }
    const held = exception({ kind: 'ON_HOLD', order_id: id(2), order_number: 'ORD-7', ...reason })
    dayOf(page, { exceptions: [held], exceptions_total: 1 })
    await open(page)
    expect(await screen.findByText('Credit limit exceeded')).toBeDefined()
  })

  test('is one calm line without problems', async ({ page }) => {
    dayOf(page)
    await open(page)
    expect(await screen.findByText(/^All clear/)).toBeDefined()
    expect(await screen.findByText('Integrations are running.')).toBeDefined()
    expect(screen.getByText('Nothing expires within 30 days.')).toBeDefined()
  })

  test('shows the busiest vehicles with their trips, and expiring certificates', async ({ page }) => {
    const trip = { trip_id: id(1), name: 'T-4', status: 'IN_PROGRESS', late_minutes: 56, to_city: 'Venlo' }
    const times = { starts_at: '2026-03-02T06:00:00Z', ends_at: '2026-03-02T10:00:00Z' }
    const truck = { resource_id: id(3), name: '1-ABC-123', driver_name: 'A. Peeters', trips: [{ ...trip, ...times }] }
    const licence = { resource_id: id(4), name: 'R. Claes', type: 'DRIVER_CARD', ends_at: '2026-03-09T00:00:00Z' }
    dayOf(page, { vehicles: [sampleOf(DayVehicle, truck)], certificates: [licence], certificates_total: 12 })
    await open(page)
    const bar = await screen.findByRole('link', { name: 'Trip T-4 · Venlo · 07:00 – 11:00 · +56 min' })
    expect(bar.style.left).toBe(`${(7 / 24) * 100}%`)
    expect(await hrefOf(/R\. Claes/)).toBe(`/resources/${id(4)}?tab=validities`)
    expect(await hrefOf('All 12')).toBe('/resources?expiring=true')
  })

  test('shows problems of integrations in one line', async ({ page }) => {
    dayOf(page, { open_issues: 1 })
    page.server.on(getCounts, sampleOf(Counts, { receivers_stopped: 2, deliveries_failed: 9, inbox_open: 1 }))
    await open(page)
    const line = within(await screen.findByRole('region', { name: 'Integrations' }))
    expect((await line.findByRole('link', { name: '2 endpoints stopped' })).getAttribute('href')).toBe(
      '/settings/receivers',
    )
    expect(line.getByRole('link', { name: '9 failed webhooks' })).toBeDefined()
    expect(line.getByRole('link', { name: '1 unresolved message' })).toBeDefined()
    expect(line.getByRole('link', { name: '1 open issue' })).toBeDefined()
  })

  test('of a group is requested for it, and its figures link to rows of the group', async ({ page }) => {
    dayOf(page)
    await open(page, `/?group=${group.id}`)
    expect(await hrefOf(/^Underway/)).toBe(`/trips?status=IN_PROGRESS&group=${group.id}`)
    expect(page.server.requests(getDay).map(({ query }) => query)).toEqual([{ group: group.id }])
    expect(screen.getByRole('combobox', { name: 'Group' }).textContent).toContain('Benelux')
  })

  test('is loaded again with the key R, and shows the reason of a failure', async ({ page }) => {
    dayOf(page)
    await open(page)
    await screen.findByText(/^All clear/)
    page.server.disconnect(getDay)
    currentCommands()
      .find(({ keys }) => keys === 'r')!
      .run()
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByText(/^All clear/)).toBeDefined()
    dayOf(page)
    await page.user.click(again)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('is read-only for a viewer', async ({ page }) => {
    page.signIn({ role: 'VIEWER' })
    dayOf(page, { exceptions: [exception({ kind: 'ON_HOLD', order_id: id(2) })], exceptions_total: 1 })
    await open(page)
    await screen.findByText('On hold')
    expect(screen.queryByRole('button', { name: /^Release/ })).toBeNull()
  })
})

describe('the day of other roles', () => {
  test('shows an accountant billing and settlement work', async ({ page }) => {
    page.signIn({ role: 'SUPER_ADMIN', without: ['trip.write', 'order.write'] })
    dayOf(page)
    page.server.on(getMoneyHome, sampleOf(MoneyHome))
    page.server.on(listStandstills, {
      items: [sampleOf(Standstill, { kind: 'JOB', title: 'trips.estimate' })],
      total: 1,
    })
    const failure = { error_type: 'USER_INPUT_ERROR' as const, error_message: 'Unknown VAT code' }
    const task = sampleOf(TaskRecord, { task_id: id(2), document: 'INV-7', status: 'FAILED', failure })
    page.server.on(listTasks, { items: [task], total: 3 })
    const gap = { price_index_id: id(3), name: 'Diesel', last_day: null }
    page.server.on(getMoneyIssues, sampleOf(MoneyIssues, { index_gaps: [gap] }))
    await open(page)
    const tasks = within(await screen.findByRole('region', { name: 'Accounting tasks to settle' }))
    expect((await tasks.findByText(/: Unknown VAT code$/)).closest('a')?.getAttribute('href')).toBe(
      `/tasks?attention=true&peek=${id(2)}`,
    )
    expect(tasks.getByText('3')).toBeDefined()
    const gaps = within(await screen.findByRole('region', { name: 'Price index gaps' }))
    expect((await gaps.findByText('Diesel')).closest('a')?.getAttribute('href')).toBe(`/rates/indexes/${id(3)}`)
    const issues = within(await screen.findByRole('region', { name: 'Open issues' }))
    expect(await issues.findByText('Calculate ETAs of a trip')).toBeDefined()
    expect(screen.queryByRole('heading', { name: 'Exceptions' })).toBeNull()
  })

  test('shows order entry the last uploads', async ({ page }) => {
    page.signIn({ role: 'PLANNER', without: ['trip.write'] })
    dayOf(page)
    const upload = sampleOf(RecentUpload, { upload_id: id(1), order_identifier: 'PO-1', upload_status: 'ERROR' })
    page.server.on(listRecentUploads, { items: [upload] })
    await open(page)
    const uploads = within(await screen.findByRole('region', { name: 'Order uploads' }))
    expect((await uploads.findByText('PO-1')).closest('a')?.getAttribute('href')).toBe(`/uploads?peek=${id(1)}`)
  })
})

describe('a tenant without orders', () => {
  test('shows the first steps, sample data first and the call by API last', async ({ page }) => {
    dayOf(page, { is_new: true })
    page.server.on(getSampleState, { is_offered: true, is_loading: false })
    await open(page)
    expect(await screen.findByRole('heading', { name: 'No orders yet' })).toBeDefined()
    await screen.findByRole('button', { name: 'Load sample data' })
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
    expect(names.indexOf('Load sample data')).toBeLessThan(names.findIndex((name) => name?.startsWith('New order')))
    expect(screen.queryByRole('heading', { name: 'Exceptions' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Send a first order by API', hidden: true }).getAttribute('href')).toBe(
      '/help?guide=first-order',
    )
    await page.user.click(screen.getByRole('button', { name: /^Import orders/ }))
    await waitFor(() => expect(page.address).toBe('/orders/import'))
  })

  test('is filled with sample data once, on request', async ({ page }) => {
    dayOf(page, { is_new: true })
    page.server.on(getSampleState, { is_offered: true, is_loading: false })
    const respond = page.server.hold(loadSampleData, { is_offered: false, is_loading: true })
    await open(page)
    await page.user.dblClick(await screen.findByRole('button', { name: 'Load sample data' }))
    respond()
    expect(await screen.findByRole('button', { name: 'Loading sample data…' })).toHaveProperty('disabled', true)
    expect(page.server.requests(loadSampleData)).toHaveLength(1)
  })

  test('is read-only for a viewer', async ({ page }) => {
    page.signIn({ role: 'VIEWER' })
    dayOf(page, { is_new: true })
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

  test('show the subject, the reason and the time, and link to the record', async ({ page }) => {
    await openIssues(page)
    const texts = screen.getAllByRole('row').map(({ textContent }) => textContent)
    expect(texts[1]).toMatch(/Background job failed.*Calculate ETAs of a trip.*No route\./)
    expect(texts[3]).toMatch(/Virus found.*cmr\.pdf/)
    expect(screen.getByRole('link', { name: 'TRIP-4' }).getAttribute('href')).toBe(`/trips/${id(3)}`)
    expect(screen.getAllByRole('button')).toHaveLength(4)
  })

  test('documents of suppliers link to the pending decision', async ({ page }) => {
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

  test('a time detected by GPS is accepted or dismissed for its stop', async ({ page }) => {
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

  test('that someone else has resolved show this', async ({ page }) => {
    await openIssues(page)
    page.server.reject(acceptStopProposal, { status: 409, code: 'state_conflict', message: 'The stop has a time.' })
    await press(page, 'Accept: TRIP-4')
    expect(await screen.findAllByText('The stop has a time.')).not.toHaveLength(0)
  })

  test('are read-only without permission to act', async ({ page }) => {
    page.signIn({ role: 'VIEWER' })
    page.server.on(listStandstills, { items: [job, arrival], total: 2 })
    await page.open(standstillsRoute, '/waiting')
    await screen.findByText('No route.')
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('show a message when there are none; those that could not be loaded are loaded again', async ({ page }) => {
    page.server.disconnect(listStandstills)
    await page.open(standstillsRoute, '/waiting')
    const again = await screen.findByRole('button', { name: 'Try again' })
    page.server.on(listStandstills, { items: [], total: 0 })
    await page.user.click(again)
    expect(await screen.findByText('No open issues')).toBeDefined()
  })

  test('stay visible when they could not be loaded again', async ({ page }) => {
    await openIssues(page)
    page.server.disconnect(listStandstills)
    await page.queries.refetchQueries({ queryKey: ['standstills'] })
    expect(await screen.findByRole('alert')).toBeDefined()
    expect(screen.getByText('No route.')).toBeDefined()
  })
})
