import { getPlanningBoard, listDrivingTimes, listPlanningConflicts } from '@cartage/contract/planning/app/board'
import { judgeCombinations } from '@cartage/contract/planning/app/candidates'
import * as planning from '@cartage/contract/planning/app/commands'
import { PlanningPresence, reportPlanningPresence } from '@cartage/contract/planning/app/presence'
import { expect, onTestFinished, vi } from 'vitest'
import { address, lay, openBoard, pull } from '../testing/board.ts'
import { fireEvent, screen, test, waitFor, within } from '../testing/page.tsx'
import '../testing/sized.ts'
import { answerOf, boardOf, bobFits, carrierOf, tripOf, unplannedOf } from '../testing/plan.ts'
import { id, sampleOf } from '../testing/sample.ts'

const give = planning.givePlanningCommand

const bar = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name},`) })
const row = (name: string) => screen.findByRole('group', { name })

test('trips are on the rows of their vehicles, and unplanned orders in the pool with their sums', async ({ page }) => {
  await openBoard(page)
  const truck = within(await row('Truck 1'))
  expect(truck.getByRole('button', { name: /^T-1, Rotterdam → Tilburg, Brabant Coatings/ })).toBeDefined()
  expect(truck.getByText('Ann Peeters')).toBeDefined()
  const pool = within(screen.getByRole('region', { name: 'Unplanned orders' }))
  expect(pool.getByRole('button', { name: /O-32 · Maas Machinery/ })).toBeDefined()
  expect(pool.getAllByText(/8 t · 6 LDM · 12 plt/)).toHaveLength(2)
  expect(page.server.requests(getPlanningBoard)[0]?.query).toMatchObject({ from: '2026-03-01T23:00:00Z' })
})

test('an order dropped on a row is tried, then planned with the resources of the row', async ({ page }) => {
  await openBoard(page)
  page.server.on(give, answerOf([tripOf(5, '13:00', '15:00')]))
  const card = await screen.findByRole('button', { name: /O-32/ })
  lay()
  // The second line of the first group: the row of the first truck.
  pull(card, { x: 500, y: 100 })
  await screen.findByText('Planned')
  const bodies = page.server.bodies(give)
  expect(bodies.at(-1)).toMatchObject({ order_ids: [id(32)], new_trip: { resource_ids: [id(11), id(21)] } })
  expect(bodies.at(-1)).not.toHaveProperty('dry_run')
  expect(bodies.some((body) => body.dry_run)).toBe(true)
})

test('Escape ends a drag, and nothing is planned', async ({ page }) => {
  await openBoard(page)
  page.server.on(give, answerOf([]))
  const card = await screen.findByRole('button', { name: /O-32/ })
  lay()
  fireEvent.pointerDown(card, { clientX: 10, clientY: 10, button: 0 })
  fireEvent.pointerMove(window, { clientX: 500, clientY: 100 })
  await page.user.keyboard('{Escape}')
  fireEvent.pointerUp(window, { clientX: 500, clientY: 100 })
  await waitFor(() => expect(page.server.bodies(give)).toHaveLength(1))
  expect(page.server.bodies(give)[0]).toMatchObject({ dry_run: true })
})

test('a selected order follows the pointer after Place, and is planned by a click on a row', async ({ page }) => {
  await openBoard(page)
  page.server.on(give, answerOf([tripOf(5, '13:00', '15:00')]))
  await page.user.click(await screen.findByRole('button', { name: /O-32/ }))
  lay()
  await page.user.click(await screen.findByRole('button', { name: /^Place/ }))
  fireEvent.pointerMove(window, { clientX: 500, clientY: 150 })
  fireEvent.pointerUp(window, { clientX: 500, clientY: 150 })
  await screen.findByText('Planned')
  expect(page.server.bodies(give).at(-1)).toMatchObject({ new_trip: { resource_ids: [id(12)] } })
})

test('an order that follows the pointer is planned on the trip that is clicked', async ({ page }) => {
  await openBoard(page)
  page.server.on(give, answerOf([tripOf(1, '08:00', '15:00')]))
  await page.user.click(await screen.findByRole('button', { name: /O-32/ }))
  lay()
  await page.user.click(screen.getByRole('button', { name: /^Place/ }))
  const trip = await bar('T-1')
  const at = { clientX: Number.parseFloat(trip.style.left) + 5, clientY: 100 }
  fireEvent.pointerMove(window, at)
  fireEvent.pointerDown(trip, { ...at, button: 0 })
  fireEvent.pointerUp(window, at)
  await screen.findByText('Planned')
  expect(page.server.bodies(give).at(-1)).toMatchObject({ order_ids: [id(32)], trip_id: id(1) })
})

test('Alt and arrows move a trip by a quarter of an hour and to the next row; U unplans it', async ({ page }) => {
  await openBoard(page)
  page.server.on(give, answerOf([]))
  const trip = await bar('T-1')
  fireEvent.pointerDown(trip, { clientX: 10, clientY: 10, button: 0 })
  fireEvent.pointerUp(window, { clientX: 10, clientY: 10 })
  fireEvent.keyDown(trip, { key: 'ArrowRight', altKey: true })
  await screen.findByText('Trip moved')
  expect(page.server.bodies(give)).toMatchObject([
    { trip_id: id(1), starts_at: '2026-03-03T08:15:00Z', versions: [{ trip_id: id(1), version: 3 }] },
  ])
  await waitFor(() => {
    fireEvent.keyDown(trip, { key: 'ArrowDown', altKey: true })
    expect(page.server.bodies(give).at(-1)).toMatchObject({ resource_ids: [id(12)] })
  })
  fireEvent.keyDown(await bar('T-1'), { key: 'u' })
  await waitFor(() => expect(page.server.bodies(give).at(-1)).toMatchObject({ kind: 'CANCEL', trip_ids: [id(1)] }))
})

test('the second mouse button opens the menu of a trip, and keys open the same dialogs', async ({ page }) => {
  await openBoard(page)
  page.server.on(give, answerOf([]))
  fireEvent.contextMenu(await bar('T-1'), { clientX: 50, clientY: 60 })
  await page.user.click(await screen.findByRole('menuitem', { name: /^Insert stop/ }))
  await screen.findByRole('dialog', { name: 'Insert a stop into T-1' })
  await page.user.keyboard('{Escape}')
  const trip = await bar('T-1')
  fireEvent.pointerDown(trip, { clientX: 10, clientY: 10, button: 0 })
  fireEvent.pointerUp(window, { clientX: 10, clientY: 10 })
  fireEvent.keyDown(trip, { key: 'a' })
  await screen.findByRole('dialog', { name: 'Assign to T-1' })
  await page.user.keyboard('{Escape}')
  fireEvent.contextMenu(await bar('T-1'), { clientX: 50, clientY: 60 })
  await page.user.click(await screen.findByRole('menuitem', { name: /^Unplan/ }))
  await waitFor(() => expect(page.server.bodies(give).at(-1)).toMatchObject({ kind: 'CANCEL', trip_ids: [id(1)] }))
})

test('a refused move shows the reason and offers the nearest possible start', async ({ page }) => {
  const trips = [tripOf(1, '08:00', '10:00'), tripOf(2, '10:00', '12:00')]
  await openBoard(page, { trips })
  const reason = { message: 'Truck 1 is on T-2 until 12:00.', detail: 'resource_overlap' }
  page.server.reject(give, {
    status: 409,
    code: 'plan_refused',
    errors: [{ path: '', field: null, ...reason }],
  })
  const trip = await bar('T-1')
  fireEvent.pointerDown(trip, { clientX: 10, clientY: 10, button: 0 })
  fireEvent.pointerUp(window, { clientX: 10, clientY: 10 })
  page.server.on(judgeCombinations, {
    items: [{ verdict: 'OK', message: null, starts_at: '2026-03-03T12:00:00Z', ends_at: '2026-03-03T14:00:00Z' }],
  })
  fireEvent.keyDown(trip, { key: 'ArrowRight', altKey: true })
  const dialog = within(await screen.findByRole('dialog', { name: 'Cannot be planned' }))
  expect(dialog.getByText(reason.message)).toBeDefined()
  const other = await dialog.findByRole('button', { name: /^Start at .* instead$/ })
  page.server.on(give, answerOf([]))
  await page.user.click(other)
  await screen.findByText('Trip moved')
  const moved = { kind: 'PLACE', trip_id: id(1), starts_at: '2026-03-03T12:00:00Z' }
  expect(page.server.bodies(give).at(-1)).toMatchObject(moved)
})

test('warnings are overridden with a reason', async ({ page }) => {
  await openBoard(page)
  const errors = [{ path: 'override', field: null, message: 'Too late at Tilburg.', detail: 'too_late' }]
  page.server.reject(give, { status: 409, code: 'plan_doubtful', errors })
  fireEvent.pointerDown(await bar('T-1'), { clientX: 10, clientY: 10, button: 0 })
  fireEvent.pointerUp(window, { clientX: 10, clientY: 10 })
  fireEvent.keyDown(await bar('T-1'), { key: 'u' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan with warnings?' }))
  page.server.on(give, answerOf([]))
  await page.user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Agreed')
  await page.user.click(dialog.getByRole('button', { name: 'Plan anyway' }))
  await screen.findByText('Unplanned')
  expect(page.server.bodies(give).at(-1)).toMatchObject({ override: { reason: 'Agreed' } })
})

test('once a command is undone, its notification does not offer to undo it again', async ({ page }) => {
  await openBoard(page)
  page.server.on(give, answerOf([]))
  page.server.on(planning.undoCommand, answerOf([]))
  fireEvent.keyDown(await bar('T-1'), { key: 'u' })
  expect(await screen.findByText('Unplanned')).toBeDefined()
  await page.user.click(screen.getAllByRole('button', { name: 'Undo' })[0]!)
  expect(page.server.bodies(planning.undoCommand)).toEqual([{}])
  expect(await screen.findByText('Undone')).toBeDefined()
  await waitFor(() => expect(screen.queryByText('Unplanned')).toBeNull())
})

test('a key on a completed trip reports that its plan does not change', async ({ page }) => {
  await openBoard(page, { trips: [tripOf(1, '08:00', '12:00', { status: 'COMPLETED', resources: [carrierOf(12)] })] })
  fireEvent.keyDown(await bar('T-1'), { key: 'ArrowRight', altKey: true })
  expect(await screen.findAllByText('This trip is over: its plan does not change any more.')).not.toEqual([])
  expect(page.server.requests(give)).toEqual([])
})

test('M opens a dialog with row and start, and moves the trip there', async ({ page }) => {
  await openBoard(page)
  page.server.on(give, answerOf([]))
  fireEvent.pointerDown(await bar('T-1'), { clientX: 10, clientY: 10, button: 0 })
  fireEvent.pointerUp(window, { clientX: 10, clientY: 10 })
  fireEvent.keyDown(await bar('T-1'), { key: 'm' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Move T-1' }))
  await page.user.click(dialog.getByRole('combobox', { name: 'Planning row' }))
  await page.user.click(await screen.findByRole('option', { name: 'Truck 2' }))
  await page.fill(dialog.getByRole('textbox', { name: 'Start' }), '2026-03-04 07:00')
  await page.user.click(dialog.getByRole('button', { name: /^Move trip/ }))
  await waitFor(() =>
    expect(page.server.bodies(give).at(-1)).toMatchObject({
      ...{ trip_id: id(1), resource_ids: [id(12)], starts_at: '2026-03-04T06:00:00Z' },
    }),
  )
})

test('driver and trailer are swapped, and an order is split, in a dialog', async ({ page }) => {
  await openBoard(page)
  page.server.on(give, answerOf([]))
  fireEvent.click(await bar('T-1'), { shiftKey: true })
  await page.user.click(await screen.findByRole('button', { name: 'Driver and trailer…' }))
  const swap = within(await screen.findByRole('dialog', { name: 'Driver and trailer of T-1' }))
  page.server.on(...bobFits)
  await page.user.click(swap.getByRole('combobox', { name: 'Driver' }))
  await page.user.click(await screen.findByRole('option', { name: /Bob Jansen/ }))
  await page.user.click(swap.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(page.server.bodies(give)).toMatchObject([{ resource_ids: [id(11), id(22)] }]))
  await page.user.click(screen.getByRole('button', { name: 'Split…' }))
  const split = within(await screen.findByRole('dialog', { name: 'Split T-1' }))
  await page.user.click(split.getByRole('button', { name: /^Split order/ }))
  expect(await split.findByText('Choose a location.')).toBeDefined()
})

/** Mocks only the clock: pending timers stay pending. */
function onTheDayBefore(): void {
  vi.useFakeTimers({ now: new Date('2026-03-02T12:00:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('an order is inserted into one of three trips, the best first', async ({ page }) => {
  onTheDayBefore()
  await openBoard(page, { trips: [1, 2, 3, 4].map((number) => tripOf(number, '08:00', '12:00')) })
  page.server.on(give, ({ body }) => {
    const number = Number('trip_id' in body && body.trip_id?.at(-1))
    return answerOf([tripOf(number, '08:00', '12:00', { distance_is_estimated: true })], { added_km: number })
  })
  await page.user.click(await screen.findByRole('button', { name: /O-32/ }))
  await page.user.click(screen.getByRole('button', { name: 'Insert into a trip…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Insert O-32 into a trip' }))
  expect(await dialog.findByText('+1 km (estimated) · no delay')).toBeDefined()
  expect(dialog.getAllByRole('button', { name: /^Insert into/ })).toHaveLength(3)
  await page.user.click(dialog.getByRole('button', { name: 'Insert into T-1' }))
  await waitFor(() => expect(page.server.bodies(give).at(-1)).not.toHaveProperty('dry_run'))
  expect(page.server.bodies(give).at(-1)).toMatchObject({ trip_id: id(1), order_ids: [id(32)] })
})

test('a trip planned while options are shown is offered too; if there is no answer the dialog shows this', async ({
  page,
}) => {
  onTheDayBefore()
  await openBoard(page, { trips: [tripOf(1, '08:00', '12:00')] })
  page.server.on(give, ({ body }) =>
    answerOf([tripOf(Number('trip_id' in body && body.trip_id?.at(-1)), '08:00', '12:00')]),
  )
  await page.user.click(await screen.findByRole('button', { name: /O-32/ }))
  await page.user.click(screen.getByRole('button', { name: 'Insert into a trip…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Insert O-32 into a trip' }))
  expect(await dialog.findByRole('button', { name: 'Insert into T-1' })).toBeDefined()
  const plan = async (...numbers: number[]) => {
    page.server.on(getPlanningBoard, boardOf({ trips: numbers.map((number) => tripOf(number, '08:00', '12:00')) }))
    await page.queries.invalidateQueries({ queryKey: ['planning-board'] })
  }
  await plan(1, 2)
  expect(await dialog.findByRole('button', { name: 'Insert into T-2' })).toBeDefined()
  page.server.reject(give, { status: 404, code: 'not_found' })
  await plan(3)
  expect(await dialog.findByText('No trip around the requested day can take this.')).toBeDefined()
  page.server.reject(give, { status: 503, code: 'busy' })
  await plan(4)
  expect(await dialog.findByRole('button', { name: 'Try again' })).toBeDefined()
})

test('content beyond the limit of the board is reported, and nothing when all is shown', async ({ page }) => {
  await openBoard(page, { is_cut: true })
  expect(await screen.findByText(/This week has more than the board holds/)).toBeDefined()
  expect(screen.queryByText(/Only the first 500 open trips/)).toBeNull()
  page.server.on(listPlanningConflicts, { items: [], is_cut: true })
  await page.queries.invalidateQueries({ queryKey: ['planning-conflicts'] })
  expect(await screen.findByText(/Only the first 500 open trips/)).toBeDefined()
})

test('conflicts link to their trips, and the history undoes any command', async ({ page }) => {
  await openBoard(page)
  const reason = {
    code: 'resource_overlap',
    severity: 'HARD',
    trip_id: id(1),
    message: 'Ann is on T-2.',
    is_new: false,
  } as const
  const items = [{ ...reason, stop_id: null, resource_id: null, order_id: null }]
  page.server.on(listPlanningConflicts, { items, is_cut: false })
  await page.queries.invalidateQueries({ queryKey: ['planning-conflicts'] })
  await page.user.click(await screen.findByRole('button', { name: '1 conflict' }))
  await page.user.click(await screen.findByRole('button', { name: /^T-1.*Ann is on T-2/ }))
  await waitFor(() => expect(page.address).toContain(`open=${id(1)}`))
  page.server.on(planning.listPlanningCommands, {
    items: [sampleOf(planning.ListedCommand, { command_id: id(7), summary: 'Moved T-1', status: 'DONE', by: 'Pia' })],
    next_cursor: null,
  })
  page.server.on(planning.undoCommand, answerOf([]))
  await page.user.click(screen.getByRole('button', { name: 'Planning history' }))
  const history = within(await screen.findByRole('complementary', { name: 'Planning history' }))
  await page.user.click(await history.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(page.server.bodies(planning.undoCommand)).toEqual([{ command_id: id(7) }]))
})

test('the list has the same trips as the board, and filters are in the address', async ({ page }) => {
  await openBoard(page, { unplanned: [unplannedOf(32), unplannedOf(33, { load: { is_dangerous: true } })] })
  await page.user.click(await screen.findByRole('button', { name: 'List' }))
  const table = within(await screen.findByRole('table', { name: /^Truck 1/ }))
  expect(table.getByRole('button', { name: 'T-1' })).toBeDefined()
  expect(table.getByText('Rotterdam → Tilburg')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Needs' }))
  await page.user.click(await screen.findByRole('menuitemcheckbox', { name: 'ADR' }))
  await waitFor(() => expect(page.address).toContain('need=adr'))
  expect(screen.queryByRole('button', { name: /O-32/ })).toBeNull()
})

test('other planners on the board are shown, with their selection or move', async ({ page }) => {
  await openBoard(page)
  const piet = sampleOf(PlanningPresence, { user_id: id(81), name: 'Piet Vos', order_ids: [id(32)], is_dragging: true })
  page.server.on(reportPlanningPresence, { items: [{ ...piet, trip_ids: [id(1)] }] })
  await page.user.click(await screen.findByRole('button', { name: /O-32/ }))
  expect(await screen.findByRole('list', { name: 'Also on the board' })).toBeDefined()
  expect(within(screen.getByRole('button', { name: /O-32/ })).getByText('Piet Vos is moving this')).toBeDefined()
  expect(within(await bar('T-1')).getByText('Piet Vos is moving this')).toBeDefined()
  await waitFor(() =>
    expect(page.server.bodies(reportPlanningPresence).at(-1)).toMatchObject({
      order_ids: [id(32)],
      is_dragging: false,
    }),
  )
})

test('a viewer reads the board and moves nothing', async ({ page }) => {
  page.signIn({ role: 'VIEWER' })
  await openBoard(page, { trips: [tripOf(1, '08:00', '12:00', { resources: [carrierOf(12)] })] })
  const trip = await bar('T-1')
  pull(trip, { x: 600, y: 100 })
  fireEvent.keyDown(trip, { key: 'u' })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await page.user.click(await screen.findByRole('button', { name: /O-32/ }))
  expect(screen.queryByText('1 selected')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Place/ })).toBeNull()
})

test('HOURS-5: rows of drivers request the hours of visible drivers only', async ({ page }) => {
  await openBoard(page, {}, `${address}&by=driver`)
  await row('Ann Peeters')
  await waitFor(() => expect(page.server.requests(listDrivingTimes)[0]?.query?.driver_ids).toContain(id(21)))
})

test('the board is shown with the first unplanned orders, and more follow', async ({ page }) => {
  const members = { unplanned: [unplannedOf(32)], next_cursor: 'more' }
  await openBoard(page, members, address, { more: [unplannedOf(33)] })
  expect(await screen.findByRole('button', { name: /O-33/ })).toBeDefined()
  expect(screen.getByRole('button', { name: /O-32/ })).toBeDefined()
  expect(await row('Truck 1')).toBeDefined()
  expect(page.server.requests(getPlanningBoard).map(({ query }) => query?.cursor)).toEqual([undefined, 'more'])
})
