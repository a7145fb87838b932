import { BoardOrder } from '@cartage/contract/planning/app/board'
import { expect, vi } from 'vitest'
import { fireEvent, type Page, screen, test, within } from '../../testing/page.tsx'
import { boardOf, tripOf } from '../../testing/plan.ts'
import { id, sampleOf } from '../../testing/sample.ts'
import { modelOf } from '../rows.ts'
import { placeAt, reordered } from './stop-order.ts'
import { TripPanel } from './trip.panel.tsx'

const from = Date.parse('2026-03-02T00:00:00Z')
const week = { from, to: Date.parse('2026-03-09T00:00:00Z'), now: from }

async function openPanel(page: Page, isReadOnly = false, first = tripOf(1, '08:00', '12:00')) {
  const orders = [sampleOf(BoardOrder, { order_id: id(31), order_number: 'O-31', is_blocked: false })]
  const model = modelOf(boardOf({ trips: [first, tripOf(2, '13:00', '15:00')], orders }), 'vehicle', week)
  const deeds = { onRun: vi.fn(), onDialog: vi.fn(), onOpen: vi.fn(), onClose: vi.fn() }
  const trip = model.trips.get(id(1))!
  await page.show(<TripPanel {...{ trip, model, isReadOnly, ...deeds }} />)
  return { ...deeds, trip, panel: within(await screen.findByRole('complementary', { name: 'Trip' })) }
}

test('Alt and an arrow move a stop in the sequence, and its menu has the other actions', async ({ page }) => {
  const { panel, trip, onRun, onDialog } = await openPanel(page)
  const [first, second] = trip.trip.stops.map(({ stop_id }) => stop_id)
  fireEvent.keyDown(panel.getByRole('button', { name: 'Move stop 1, Rotterdam' }), { key: 'ArrowDown', altKey: true })
  expect(onRun).toHaveBeenLastCalledWith({ kind: 'RESEQUENCE', trip_id: id(1), stop_ids: [second, first] })
  const choose = async (name: RegExp) => {
    await page.user.click(panel.getByRole('button', { name: 'Actions for stop 2, Tilburg' }))
    await page.user.click(await screen.findByRole('menuitem', { name }))
  }
  await choose(/^Set times/)
  expect(onDialog).toHaveBeenLastCalledWith({ what: 'times', trip, stop: trip.trip.stops[1] })
  await choose(/^Move to another trip/)
  expect(onDialog).toHaveBeenLastCalledWith({ what: 'to-trip', trip, orderIds: [], stopIds: [second] })
  await choose(/^Unplan stop/)
  expect(onRun).toHaveBeenLastCalledWith({ kind: 'UNPLAN', stop_ids: [second] })
})

test('a stop is dragged to another place in the sequence', async ({ page }) => {
  const { panel, trip, onRun } = await openPanel(page)
  const [first, second] = trip.trip.stops.map(({ stop_id }) => stop_id)
  const lines = panel.getByRole('list', { name: 'Stops in sequence' }).children
  for (const [at, line] of [...lines].entries()) line.getBoundingClientRect = () => new DOMRect(0, at * 50, 300, 50)
  fireEvent.pointerDown(panel.getByRole('button', { name: 'Move stop 1, Rotterdam' }), { button: 0, clientY: 20 })
  fireEvent.pointerMove(window, { clientY: 90 })
  fireEvent.pointerUp(window, { clientY: 90 })
  expect(onRun).toHaveBeenCalledWith({ kind: 'RESEQUENCE', trip_id: id(1), stop_ids: [second, first] })
})

test('resources are assigned and removed; orders are moved, unplanned and held', async ({ page }) => {
  const { panel, trip, onRun, onDialog } = await openPanel(page)
  await page.user.click(panel.getByRole('button', { name: 'Remove Ann Peeters' }))
  expect(onRun).toHaveBeenLastCalledWith({ kind: 'TAKE_OFF', trip_id: id(1), resource_ids: [id(21)] })
  await page.user.click(panel.getByRole('button', { name: 'Assign…' }))
  expect(onDialog).toHaveBeenLastCalledWith({ what: 'assign', trip })
  await page.user.click(panel.getByRole('button', { name: 'Insert stop…' }))
  expect(onDialog).toHaveBeenLastCalledWith({ what: 'insert-stop', trip })
  const choose = async (name: RegExp) => {
    await page.user.click(panel.getByRole('button', { name: 'Actions for order O-31' }))
    await page.user.click(await screen.findByRole('menuitem', { name }))
  }
  await choose(/^Unplan order/)
  expect(onRun).toHaveBeenLastCalledWith({ kind: 'UNPLAN', order_ids: [id(31)] })
  await choose(/^Hold order/)
  expect(onDialog).toHaveBeenLastCalledWith({ what: 'hold', orderIds: [id(31)] })
})

test('CROSS-5: the list of stops shows the ferry; it is changed, and removed with both of its stops', async ({
  page,
}) => {
  const trip = tripOf(1, '08:00', '12:00')
  const [first, second] = trip.stops
  const crossing = { kind: 'FERRY', minutes: 210, departs_at: null, berth: 'CABIN', line: 'Stena Line' }
  const stops = [{ ...first!, crossing: { ...crossing, lands_stop_id: second!.stop_id } }, second!]
  const { panel, onRun, onDialog, trip: shown } = await openPanel(page, false, { ...trip, stops })
  expect(panel.getByText(/Ferry Stena Line · 3 h 30 · cabin/)).toBeDefined()
  expect(shown.ticks.map(({ isAboard }) => isAboard)).toEqual([undefined, true, undefined])
  await page.user.click(panel.getByRole('button', { name: 'Ferry or train…' }))
  expect(onDialog).toHaveBeenLastCalledWith({ what: 'crossing', trip: shown, boarding: undefined })
  const choose = async (name: RegExp) => {
    await page.user.click(panel.getByRole('button', { name: 'Actions for stop 2, Tilburg' }))
    await page.user.click(await screen.findByRole('menuitem', { name }))
  }
  await choose(/^Change ferry or train/)
  expect(onDialog).toHaveBeenLastCalledWith({ what: 'crossing', trip: shown, boarding: stops[0] })
  await choose(/^Remove ferry or train/)
  const stop_ids = [first!.stop_id, second!.stop_id]
  expect(onRun).toHaveBeenLastCalledWith({ kind: 'UNPLAN', stop_ids })
})

test('TIME-7: the lateness of a trip is shown against the window, in the same form as on other pages', async ({
  page,
}) => {
  const trip = tripOf(1, '08:00', '12:00')
  const [begin, end] = trip.stops
  const eta_start_at = new Date(Date.parse(end!.planned_start_at!) + 45 * 60_000).toISOString()
  const { panel } = await openPanel(page, false, { ...trip, stops: [begin!, { ...end!, eta_start_at }] })
  expect(panel.getByText(/45 min late in Tilburg/)).toBeDefined()
})

test('a viewer reads it and changes nothing', async ({ page }) => {
  const { panel } = await openPanel(page, true)
  expect(panel.getByText('Ann Peeters')).toBeDefined()
  expect(panel.queryByRole('button', { name: /^(Move stop|Actions|Remove|Assign|Insert)/ })).toBeNull()
})

test('a dragged line pushes the others aside, and nothing leaves the list', () => {
  expect(reordered(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(reordered(['a', 'b', 'c'], 2, -5)).toEqual(['c', 'a', 'b'])
  const same = ['a', 'b']
  expect(reordered(same, 1, 9)).toBe(same)
  expect([placeAt([10, 20, 30], 5), placeAt([10, 20, 30], 25), placeAt([10, 20, 30], 99)]).toEqual([0, 2, 3])
})
