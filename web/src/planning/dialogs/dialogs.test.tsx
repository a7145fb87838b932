import { judgeCombinations, listPlanCandidates, PlanCandidate } from '@cartage/contract/planning/app/candidates'
import type { ReactNode } from 'react'
import { expect, vi } from 'vitest'
import { type Page, screen, test, within } from '../../testing/page.tsx'
import { boardOf, tripOf } from '../../testing/plan.ts'
import { id, sampleOf } from '../../testing/sample.ts'
import type { PlanningCommand } from '../command.queries.ts'
import { modelOf } from '../rows.ts'
import { AssignDialog } from './assign.dialog.tsx'
import { InsertStopDialog } from './insert-stop.dialog.tsx'
import { TimesDialog } from './times.dialog.tsx'
import { ToTripDialog } from './to-trip.dialog.tsx'

type Run = (command: PlanningCommand) => void

const from = Date.parse('2026-03-02T00:00:00Z')
const week = { from, to: Date.parse('2026-03-09T00:00:00Z'), now: from }
const model = modelOf(boardOf({ trips: [tripOf(1, '08:00', '12:00'), tripOf(2, '13:00', '15:00')] }), 'vehicle', week)
const trip = model.trips.get(id(1))!

async function open(page: Page, name: string, draw: (onRun: Run) => ReactNode) {
  const onRun = vi.fn<Run>()
  await page.show(draw(onRun))
  const dialog = within(await screen.findByRole('dialog', { name }))
  const submit = (verb: RegExp) => page.user.click(dialog.getByRole('button', { name: verb }))
  return { onRun, dialog, submit }
}

test('a resource is assigned; an empty choice is reported', async ({ page }) => {
  const bob = sampleOf(PlanCandidate, {
    id: id(22),
    name: 'Bob Jansen',
    verdict: 'SOFT',
    message: 'Bob has a day off.',
  })
  page.server.on(listPlanCandidates, { items: [bob], is_cut: false })
  const { onRun, dialog, submit } = await open(page, 'Assign to T-1', (onRun) => (
    <AssignDialog {...{ trip, onRun }} onClose={() => {}} />
  ))
  await submit(/^Assign/)
  expect(dialog.getByText('Choose a resource or a carrier.')).toBeDefined()
  await page.user.click(dialog.getByRole('combobox', { name: 'Resource' }))
  await page.user.click(await screen.findByRole('option', { name: /Bob Jansen.*Bob has a day off/ }))
  await submit(/^Assign/)
  expect(onRun).toHaveBeenCalledWith({
    kind: 'ASSIGN',
    trip_id: id(1),
    resources: [{ resource_id: id(22) }],
    subcontractor_id: undefined,
  })
})

test('a separate stop requires a location, an activity and a number of minutes', async ({ page }) => {
  const { onRun, dialog, submit } = await open(page, 'Insert a stop into T-1', (onRun) => (
    <InsertStopDialog {...{ trip, model, onRun }} onClose={() => {}} />
  ))
  await page.fill(dialog.getByRole('textbox', { name: 'Minutes' }), 'an hour')
  await submit(/^Insert stop/)
  for (const fault of ['Choose a location.', 'Enter an activity.', 'Enter a number of minutes.']) {
    expect(dialog.getByText(fault)).toBeDefined()
  }
  expect(onRun).not.toHaveBeenCalled()
})

test('times of a stop are set; a departure before the arrival is refused', async ({ page }) => {
  const stop = trip.trip.stops[1]!
  const { onRun, dialog, submit } = await open(page, 'Times of Tilburg', (onRun) => (
    <TimesDialog {...{ trip, stop, model, onRun }} onClose={() => {}} />
  ))
  await page.fill(dialog.getByRole('textbox', { name: 'Departure' }), '2026-03-03 12:00')
  await submit(/^Save/)
  expect(dialog.getByText('The departure is before the arrival.')).toBeDefined()
  await page.fill(dialog.getByRole('textbox', { name: 'Departure' }), '2026-03-03 14:00')
  await submit(/^Save/)
  expect(onRun).toHaveBeenCalledWith({
    kind: 'SET_TIMES',
    trip_id: id(1),
    times: [{ stop_id: stop.stop_id, start_at: '2026-03-03T12:00:00Z', end_at: '2026-03-03T13:00:00Z' }],
  })
})

test('FIT-8: rows show the objections of the verdict from one request, suitable ones first; a refused one cannot be chosen', async ({
  page,
}) => {
  const none = { starts_at: null, ends_at: null }
  const items = [
    { ...none, verdict: 'HARD' as const, message: 'Truck 1 is on T-1 until 12:00.' },
    { ...none, verdict: 'OK' as const, message: null },
  ]
  page.server.on(judgeCombinations, { items })
  const { dialog } = await open(page, 'Move from T-1', (onRun) => (
    <ToTripDialog {...{ trip, model, onRun }} orderIds={[id(31)]} stopIds={[]} onClose={() => {}} />
  ))
  await page.user.click(dialog.getByRole('combobox', { name: 'Or to a new trip on' }))
  const refused = await screen.findByRole('option', { name: /Truck 1.*is on T-1 until/ })
  expect(refused.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByRole('option').at(-1)).toBe(refused)
  const command = expect.objectContaining({ kind: 'MOVE', order_ids: [id(31)] })
  const combinations = [{ resource_ids: [id(11), id(21)] }, { resource_ids: [id(12)] }]
  expect(page.server.bodies(judgeCombinations)).toEqual([{ command, combinations }])
})

test('FIT-8: a truncated list of candidates shows this', async ({ page }) => {
  const bob = sampleOf(PlanCandidate, { id: id(22), name: 'Bob Jansen', verdict: 'OK' })
  page.server.on(listPlanCandidates, { items: [bob], is_cut: true })
  const { dialog } = await open(page, 'Assign to T-1', (onRun) => (
    <AssignDialog {...{ trip, onRun }} onClose={() => {}} />
  ))
  await page.user.click(dialog.getByRole('combobox', { name: 'Resource' }))
  expect(await screen.findByText('There are more. Type a part of the name to find them.')).toBeDefined()
})

test('an order goes to another trip, or to a new one on a row', async ({ page }) => {
  page.server.reject(judgeCombinations, { status: 409, code: 'state_conflict' })
  const { onRun, dialog, submit } = await open(page, 'Move from T-1', (onRun) => (
    <ToTripDialog {...{ trip, model, onRun }} orderIds={[id(31)]} stopIds={[]} onClose={() => {}} />
  ))
  await submit(/^Move/)
  expect(dialog.getByText('Choose a trip or a row.')).toBeDefined()
  await page.user.click(dialog.getByRole('combobox', { name: 'Or to a new trip on' }))
  await page.user.click(await screen.findByRole('option', { name: /^Truck 2/ }))
  await submit(/^Move/)
  const moved = { kind: 'MOVE', order_ids: [id(31)], stop_ids: [] }
  expect(onRun).toHaveBeenLastCalledWith({ ...moved, new_trip: { resource_ids: [id(12)] } })
  await page.user.click(dialog.getByRole('combobox', { name: 'To trip' }))
  await page.user.click(await screen.findByRole('option', { name: /^T-2/ }))
  await submit(/^Move/)
  expect(onRun).toHaveBeenLastCalledWith({ ...moved, trip_id: id(2) })
})
