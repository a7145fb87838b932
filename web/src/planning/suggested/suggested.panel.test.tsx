import { listSavedViews } from '@cartage/contract/app/saved-views'
import {
  getPlanningBoard,
  getPlanningBoardParts,
  listDrivingTimes,
  listPlanningConflicts,
} from '@cartage/contract/planning/app/board'
import { undoCommand } from '@cartage/contract/planning/app/commands'
import * as runs from '@cartage/contract/planning/app/optimise'
import { reportPlanningPresence } from '@cartage/contract/planning/app/presence'
import { listGroupSettings } from '@cartage/contract/resources/app/groups'
import { expect } from 'vitest'
import { fireEvent, type Page, screen, test, waitFor, within } from '../../testing/page.tsx'
import '../../testing/sized.ts'
import { answerOf, boardOf, partsOf } from '../../testing/plan.ts'
import { id, sampleOf } from '../../testing/sample.ts'
import { planningRoute } from '../routes.ts'

const figures = {
  ...{ trips: 1, distance_km: 120, empty_km: 40, late_minutes: 0, planned_orders: 1 },
  distance_is_estimated: false,
}

/** A suggested trip on a truck of the board, on 3 March 2026. */
function suggestion(index: number, members: Partial<runs.SuggestedTrip> = {}): runs.SuggestedTrip {
  const stop = (number: number, location_name: string, hour: string) => ({
    ...{ stop_id: id(number), order_id: id(40 + index), order_number: `O-${40 + index}`, location_id: id(51) },
    ...{ location_name, activity_label: 'Pickup', leg_km: 0 },
    ...{ start_at: `2026-03-03T${hour}:00:00Z`, end_at: `2026-03-03T${hour}:30:00Z` },
  })
  const trucks = ['Truck 1', 'Truck 2']
  return {
    ...{ index, combination: index, figures, reasons: [], trip_id: null, outdated: null },
    resources: [{ resource_id: id(11 + index), resource_type: 'RIGID', name: trucks[index]! }],
    stops: [stop(400 + index, 'Mill', '13'), stop(410 + index, 'Shop', '15')],
    ...members,
  }
}

const message =
  'No combination has the time and room for O-32 in this period. Add combinations or make the period longer.'
const found = sampleOf(runs.OptimisationRecord, {
  ...{ optimisation_id: id(1), status: 'DONE', progress: 1, is_expired: false, accepted: 0, left_out: 1 },
  ...{ before: figures, after: figures },
  trips: [suggestion(0), suggestion(1)],
  left_out_orders: [{ order_id: id(32), order_number: 'O-32', code: 'no_place', message }],
})

async function openRun(page: Page, run: runs.OptimisationRecord = found) {
  page.server.on(listGroupSettings, { items: [] })
  page.server.on(listSavedViews, { items: [] })
  page.server.on(getPlanningBoard, boardOf())
  page.server.on(getPlanningBoardParts, ({ query }) => partsOf(boardOf(), query ?? {}))
  page.server.on(listDrivingTimes, { items: [] })
  page.server.on(listPlanningConflicts, { items: [], is_cut: false })
  page.server.on(reportPlanningPresence, { items: [] })
  page.server.on(runs.getOptimisation, run)
  await page.open(planningRoute, `/planning?from=2026-03-03&zoom=week&run=${id(1)}`)
  return within(await screen.findByRole('complementary', { name: 'Suggested trips' }))
}

const ghosts = () => screen.queryAllByRole('button', { name: /^Suggested: / })
const accepted = (...indexes: number[]): runs.AcceptedOptimisation => {
  const trips = found.trips.map((trip) => (indexes.includes(trip.index) ? { ...trip, trip_id: id(90) } : trip))
  return { ...found, trips, accepted: indexes.length, command_id: id(99) }
}

test('suggested trips are shown over the plan on the rows of their vehicles, with a description', async ({ page }) => {
  await openRun(page)
  const row = within(await screen.findByRole('group', { name: 'Truck 2' }))
  const ghost = await row.findByRole('button', { name: /^Suggested: Truck 2, Mill → Shop, O-41, / })
  expect(ghost.title).toContain('Mill → Shop')
  expect(ghosts()).toHaveLength(2)
})

test('OPT-12: one trip is accepted once, its ghost disappears, and the notification offers to undo it', async ({
  page,
}) => {
  const panel = await openRun(page)
  page.server.on(runs.acceptOptimisation, () => {
    page.server.on(runs.getOptimisation, accepted(0))
    return accepted(0)
  })
  const button = await panel.findByRole('button', { name: /^Accept the trip of Truck 1, Tue 3 Mar/ })
  await page.user.dblClick(button)
  await waitFor(() => expect(ghosts()).toHaveLength(1))
  expect(page.server.bodies(runs.acceptOptimisation)).toEqual([{ trips: [0] }])
  page.server.on(undoCommand, () => {
    page.server.on(runs.getOptimisation, found)
    return answerOf([])
  })
  await screen.findByText('Trips accepted')
  await page.user.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1)!)
  await expect.poll(() => page.server.bodies(undoCommand)).toEqual([{ command_id: id(99) }])
  await waitFor(() => expect(ghosts()).toHaveLength(2))
})

test('all trips are accepted by keyboard, and by the menu of a bar', async ({ page }) => {
  const panel = await openRun(page)
  page.server.reject(runs.acceptOptimisation, { status: 409, code: 'state_conflict' })
  ;(await panel.findByRole('button', { name: 'Accept all 2 trips' })).focus()
  await page.user.keyboard('{Enter}')
  await expect.poll(() => page.server.bodies(runs.acceptOptimisation)).toEqual([{ trips: [0, 1] }])
  page.server.on(runs.acceptOptimisation, accepted(1))
  fireEvent.contextMenu(ghosts()[1]!, { clientX: 50, clientY: 50 })
  await page.user.click(await screen.findByRole('menuitem', { name: 'Accept this trip' }))
  await expect.poll(() => page.server.bodies(runs.acceptOptimisation).at(-1)).toEqual({ trips: [1] })
})

test('Escape leaves the plan unchanged: the ghosts disappear and nothing was accepted', async ({ page }) => {
  const panel = await openRun(page)
  await panel.findByRole('button', { name: 'Accept none' })
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(ghosts()).toEqual([]))
  expect(screen.queryByRole('complementary', { name: 'Suggested trips' })).toBeNull()
  expect(page.server.requests(runs.acceptOptimisation)).toEqual([])
})

test('OPT-11: a change since the run is shown, its ghost disappears, and new suggestions are requested', async ({
  page,
}) => {
  const outdated = 'O-41 was planned on By hand after the run.'
  const panel = await openRun(page, { ...found, trips: [suggestion(0), suggestion(1, { outdated })] })
  expect(await panel.findByText(outdated)).toBeDefined()
  expect(panel.getByText('The plan has changed since. Suggest again for the plan of now.')).toBeDefined()
  expect(ghosts()).toHaveLength(1)
  expect(panel.queryByRole('button', { name: /^Accept the trip of Truck 2/ })).toBeNull()
  page.server.on(runs.retryOptimisation, { ...found, status: 'QUEUED' })
  await page.user.click(panel.getByRole('button', { name: 'Suggest again' }))
  await expect.poll(() => page.server.requests(runs.retryOptimisation)).toHaveLength(1)
})

test('suggestions are requested again for the remaining orders, when trips of the run were accepted', async ({
  page,
}) => {
  const trips = [suggestion(0, { trip_id: id(90) }), suggestion(1, { outdated: 'It changed.' })]
  const combinations = [{ resource_ids: [id(11)] }, { resource_ids: [id(12)] }]
  const chosen = { order_ids: [id(40), id(41), id(32)], combinations }
  const panel = await openRun(page, { ...found, trips, accepted: 1, chosen })
  page.server.on(runs.startOptimisation, { ...found, optimisation_id: id(2) })
  await page.user.click(await panel.findByRole('button', { name: 'Suggest again' }))
  const bodies = () => page.server.bodies(runs.startOptimisation)
  await expect.poll(bodies).toMatchObject([{ order_ids: [id(41), id(32)], combinations }])
})

test('an omitted order shows the reason, and is given a vehicle by hand', async ({ page }) => {
  const panel = await openRun(page)
  expect(await panel.findByText(message)).toBeDefined()
  page.server.on(runs.explainOptimisation, { combinations: [] })
  await page.user.click(panel.getByRole('button', { name: 'Why not this combination?' }))
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }))
  await page.user.click(panel.getByRole('button', { name: 'Pick a vehicle…' }))
  expect(await screen.findByRole('dialog', { name: 'Plan O-32' })).toBeDefined()
})

test('an active run shows its progress, and can be cancelled', async ({ page }) => {
  const panel = await openRun(page, { ...found, status: 'RUNNING', progress: 0.4, trips: [], left_out_orders: [] })
  expect(await panel.findByText('40 %')).toBeDefined()
  page.server.on(runs.cancelOptimisation, { ...found, status: 'CANCELLED', trips: [], left_out_orders: [] })
  page.server.on(runs.getOptimisation, { ...found, status: 'CANCELLED', trips: [], left_out_orders: [] })
  await page.user.click(panel.getByRole('button', { name: 'Cancel run' }))
  expect(await panel.findByText('The run was cancelled.')).toBeDefined()
})
