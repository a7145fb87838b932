import { listSavedViews } from '@cartage/contract/app/saved-views'
import { Dispatch, DispatchRevision, dispatchTrip, listTripDispatches } from '@cartage/contract/dispatch/app'
import { answerTrip, CarrierStanding, getTripAnswer } from '@cartage/contract/dispatch/app/answers'
import {
  countDispatchBoard,
  DispatchBoardRow,
  dispatchTrips,
  listDispatchBoard,
} from '@cartage/contract/dispatch/app/board'
import { listDriversOfDay } from '@cartage/contract/papers/app'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../../testing/page.tsx'
import { id, type Members, sampleOf } from '../../testing/sample.ts'
import '../../testing/sized.ts'
import { dispatchRoute } from '../routes.ts'

const rowOf = (number: number, members: Members<DispatchBoardRow> = {}) =>
  sampleOf(DispatchBoardRow, {
    ...{ trip_id: id(number), trip_name: `T-${number}`, trip_status: 'PLANNED', company_name: 'Hauler One' },
    ...{ from: { city: 'Ghent' }, to: { city: 'Lille' }, ...members },
  })
const answer = {
  ...{ answer: 'REFUSED', reason: 'No truck left.', plate: null, driver_name: null, revision: 1 },
  ...{ answered_at: '2026-03-02T08:00:00Z', answered_through: 'LINK', answered_by: 'Office Ghent' },
} as const
const refused = rowOf(1, { state: 'REFUSED', answer })
const overdue = rowOf(2, { state: 'SILENT', is_overdue: true, answer_by: '2026-03-02T08:00:00Z', revision: 1 })
const failed = rowOf(3, { state: 'FAILED', failure: 'The connection was closed.' })
const draft = rowOf(4, { state: 'NOT_SENT', trip_status: 'CREATED' })

async function open(page: Page, address = '/dispatch', items = [refused, failed, overdue, draft]) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countDispatchBoard, {
    ...{ total: 4, overdue: 1, by_state: { REFUSED: 1, FAILED: 1, SILENT: 1, NOT_SENT: 1 } },
    companies: [{ company_id: id(9), company_name: 'Hauler One', count: 4 }],
  })
  page.server.on(listDispatchBoard, { items, total: items.length, is_cut: false })
  await page.open(dispatchRoute, address)
}

function detail(page: Page) {
  const standing = sampleOf(CarrierStanding, {
    ...{ trip_id: id(2), company_id: id(9), company_name: 'Hauler One', state: 'SILENT', is_overdue: true },
    ...{ can_answer: true, answer_by: '2026-03-02T08:00:00Z' },
  })
  const revisions = [sampleOf(DispatchRevision, { revision: 1, operation: 'CREATE', status: 'SENT' })]
  page.server.on(getTripAnswer, { standing })
  page.server.on(listTripDispatches, {
    items: [sampleOf(Dispatch, { trip_id: id(2), destination_name: 'Hauler server', is_open: true, revisions })],
  })
}

test('DISP-7: trips of today are listed with state, reason and deadline, and counted by state', async ({ page }) => {
  await open(page)
  const grid = within(await screen.findByRole('grid', { name: 'Dispatch' }))
  expect(await grid.findByText('No truck left.')).toBeDefined()
  expect(grid.getByText('The connection was closed.')).toBeDefined()
  expect(grid.getByText('Answer overdue')).toBeDefined()
  expect(grid.getByText('Draft: confirm the trip first')).toBeDefined()
  expect(grid.getAllByText('Ghent → Lille')).toHaveLength(4)
  const query = page.server.requests(listDispatchBoard)[0]?.query
  expect(Date.parse(query!.to) - Date.parse(query!.from)).toBeGreaterThan(22 * 3_600_000)
  const views = within(screen.getByRole('navigation', { name: 'Views' }))
  await page.user.click(await views.findByRole('button', { name: 'Refused 1' }))
  await waitFor(() => expect(page.server.requests(listDispatchBoard).at(-1)?.query).toMatchObject({ state: 'REFUSED' }))
})

test('the displayed day is shown, also when it is today', async ({ page }) => {
  await open(page)
  expect(await screen.findByRole('button', { name: 'First stop: Today' })).toBeDefined()
  await page.open(dispatchRoute, '/dispatch?when=tomorrow')
  expect(await screen.findByRole('button', { name: 'First stop: Tomorrow' })).toBeDefined()
})

test('a day with more trips than are loaded shows this', async ({ page }) => {
  await open(page)
  await screen.findByText('No truck left.')
  expect(screen.queryByText(/Only the first 2,000 trips/)).toBeNull()
  page.server.on(listDispatchBoard, { items: [refused], total: 1, is_cut: true })
  await page.queries.invalidateQueries({ queryKey: ['dispatch'] })
  expect(await screen.findByText(/Only the first 2,000 trips/)).toBeDefined()
})

test('chosen trips are dispatched at once, and refused ones show the reason', async ({ page }) => {
  const items = [
    { id: id(1), is_done: true, message: null },
    { id: id(4), is_done: false, message: 'The plan of T-4 is not confirmed. Confirm it first.' },
  ]
  page.server.on(dispatchTrips, { items })
  await open(page)
  for (const name of ['T-1', 'T-4']) {
    const line = (await screen.findByText(name)).closest<HTMLElement>('[role=row]')!
    await page.user.click(within(line).getByRole('checkbox'))
  }
  await page.user.click(screen.getByRole('button', { name: 'Dispatch' }))
  expect(await screen.findByText('The plan of T-4 is not confirmed. Confirm it first.')).toBeDefined()
  expect(page.server.bodies(dispatchTrips)).toEqual([{ trip_ids: [id(1), id(4)] }])
})

test('DISP-5: the answer a carrier gave by telephone is entered in the panel; a refusal needs a reason', async ({
  page,
}) => {
  detail(page)
  page.server.on(answerTrip, sampleOf(CarrierStanding))
  await open(page, `/dispatch?peek=${id(2)}`)
  const panel = within(await screen.findByRole('complementary', { name: 'Dispatch' }))
  expect(await panel.findByRole('region', { name: 'Hauler server' })).toBeDefined()
  await page.user.click(await panel.findByRole('button', { name: 'Enter answer…' }))
  const form = within(await screen.findByRole('form', { name: 'Answer of Hauler One' }))
  await page.user.click(form.getByRole('combobox', { name: 'Answer' }))
  await page.user.click(await screen.findByRole('option', { name: 'Refused' }))
  await page.user.click(form.getByRole('button', { name: 'Save answer' }))
  expect(form.getByText('Enter a reason.')).toBeDefined()
  await page.fill(form.getByLabelText('Reason'), 'No driver')
  await page.user.click(form.getByRole('button', { name: 'Save answer' }))
  await screen.findByText('Answer saved')
  expect(page.server.bodies(answerTrip)).toEqual([{ answer: 'REFUSED', reason: 'No driver' }])
})

test('a trip is sent again from its panel', async ({ page }) => {
  detail(page)
  page.server.on(dispatchTrip, sampleOf(Dispatch))
  await open(page, `/dispatch?peek=${id(2)}`)
  const panel = within(await screen.findByRole('complementary', { name: 'Dispatch' }))
  await page.user.click(await panel.findByRole('button', { name: 'Send changes' }))
  await screen.findByText('Trip T-2 dispatched')
  expect(page.server.requests(dispatchTrip)).toMatchObject([{ params: { trip_id: id(2) } }])
})

test('a day without trips of carriers shows a message; with filters it offers to clear them', async ({ page }) => {
  await open(page, '/dispatch', [])
  expect(await screen.findByText('Nothing to dispatch')).toBeDefined()
})

test('PAPER-16: the day lists of the drivers of the shown day are printed from the board', async ({ page }) => {
  page.server.on(listDriversOfDay, { items: [] })
  await open(page, '/dispatch?when=tomorrow')
  await page.user.click(await screen.findByRole('button', { name: 'Day lists…' }))
  expect(await screen.findByText('No driver has a trip on this day.')).toBeDefined()
  const [asked] = page.server.requests(listDriversOfDay)
  const { from } = page.server.requests(listDispatchBoard)[0]!.query!
  expect(Math.abs(Date.parse(`${asked!.query!.date}T12:00:00Z`) - Date.parse(from))).toBeLessThan(24 * 3_600_000)
})
