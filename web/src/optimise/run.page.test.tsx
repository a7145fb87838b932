import {
  acceptOptimisation,
  explainOptimisation,
  getOptimisation,
  listCombinations,
  listOptimisations,
  OptimisationRecord,
  retryOptimisation,
  startOptimisation,
} from '@cartage/contract/planning/app/optimise'
import { addDays } from '@cartage/contract/reading/day'
import { expect } from 'vitest'
import { screen, test, within } from '../testing/page.tsx'
import { faultAt, id, sampleOf } from '../testing/sample.ts'
import '../testing/sized.ts'
import { midnightOf, todayOf } from '../ui/time/zone.ts'
import { optimisationRoute, optimisationsRoute } from './routes.ts'
import { PlanTheseDialog } from './start.dialog.tsx'

const today = todayOf(new Date())
const figures = {
  ...{ trips: 1, distance_km: 120, empty_km: 40, late_minutes: 0, planned_orders: 1 },
  distance_is_estimated: false,
}
const resources = [
  { resource_id: id(7), resource_type: 'VAN', name: 'Van 1' },
  { resource_id: id(8), resource_type: 'DRIVER', name: 'Ann' },
]
const message = 'Ann has no ADR licence for the dangerous goods of O-2. Assign a driver who has one.'
const stop = {
  ...{ stop_id: id(4), order_id: id(2), order_number: 'O-1', location_id: id(5), location_name: 'Mill' },
  ...{ activity_label: 'Pickup', start_at: '2026-02-02T07:00:00Z', end_at: '2026-02-02T07:30:00Z', leg_km: 0 },
}
const run = sampleOf(OptimisationRecord, {
  ...{ optimisation_id: id(1), status: 'DONE', progress: 1, failure: null, is_expired: false, accepted: 0 },
  ...{ before: { ...figures, distance_km: 180 }, after: figures, left_out: 1 },
  trips: [{ index: 0, combination: 0, resources, stops: [stop], figures, reasons: [], trip_id: null, outdated: null }],
  present: [],
  left_out_orders: [{ order_id: id(3), order_number: 'O-2', code: 'adr_licence_missing', message }],
})
const address = `/optimisations/${id(1)}`

test('the figures of a run are compared one by one, and its trips are accepted', async ({ page }) => {
  page.server.on(getOptimisation, run)
  page.server.on(acceptOptimisation, { ...run, command_id: id(90) })
  await page.open(optimisationRoute, address)
  const table = within(await screen.findByRole('table', { name: 'Comparison' }))
  const row = table.getByText('Kilometres').closest('tr')!
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Kilometres', '180', '120', '-60'])
  await page.user.click(screen.getByRole('button', { name: 'Accept 1 trip' }))
  await expect.poll(() => page.server.bodies(acceptOptimisation)).toEqual([{ trips: [0] }])
})

test('OPT-11: an outdated suggestion shows the reason and cannot be chosen; the others are shown on the board', async ({
  page,
}) => {
  const outdated = 'O-1 was planned on By hand after the run.'
  const trips = [run.trips[0]!, { ...run.trips[0]!, index: 1, outdated }]
  page.server.on(getOptimisation, { ...run, trips })
  await page.open(optimisationRoute, address)
  expect(await screen.findByText(outdated)).toBeDefined()
  expect(screen.getByText('The plan has changed since. Suggest again for the plan of now.')).toBeDefined()
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Accept 1 trip' })).toBeDefined()
  const link = screen.getByRole('link', { name: 'Show on the board' })
  expect(link.getAttribute('href')).toBe(`/planning?run=${id(1)}&from=2026-02-02`)
})

test('kilometres without a routing engine are marked in the comparison, on the trips and in the list', async ({
  page,
}) => {
  const { distance_is_estimated: _, ...older } = figures
  const trips = [{ ...run.trips[0]!, figures: { ...figures, distance_is_estimated: true } }]
  const estimated = { ...run, before: older, trips }
  page.server.on(getOptimisation, estimated)
  await page.open(optimisationRoute, address)
  const row = (await screen.findByText('Kilometres')).closest('tr')!
  const marks = within(row)
    .getAllByRole('cell')
    .map((cell) => within(cell).queryByTitle(/^Estimated distance/) !== null)
  expect(marks).toEqual([false, true, false, false])
  expect(within(screen.getByText(/km of them empty/)).getByTitle(/^Estimated distance/)).toBeDefined()
  page.server.on(listOptimisations, { items: [{ ...estimated, after: older }], total: 1 })
  await page.open(optimisationsRoute, '/optimisations')
  const list = within(await screen.findByRole('grid'))
  expect(await list.findByTitle(/^Estimated distance/)).toBeDefined()
})

test('OPT-9: unknown routes are mentioned with the kilometres, which are then not compared', async ({ page }) => {
  page.server.on(getOptimisation, { ...run, before: { ...figures, distance_km: 0, unknown_ways: 2 } })
  await page.open(optimisationRoute, address)
  const row = (await screen.findByText('Kilometres')).closest('tr')!
  const cells = within(row).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['Kilometres', '0 + 2 unknown ways', '120', '–'])
})

test('warnings require a reason', async ({ page }) => {
  const reason = { code: 'over_length', severity: 'SOFT' as const, message: 'Too long', is_new: true }
  const about = { trip_id: id(9), stop_id: null, resource_id: null, order_id: null }
  page.server.on(getOptimisation, { ...run, trips: [{ ...run.trips[0]!, reasons: [{ ...reason, ...about }] }] })
  page.server.on(acceptOptimisation, { ...run, command_id: id(90) })
  await page.open(optimisationRoute, address)
  await page.user.click(await screen.findByRole('button', { name: 'Accept 1 trip' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept with warnings' }))
  await page.user.type(dialog.getByRole('textbox'), 'measured')
  await page.user.click(dialog.getByRole('button', { name: 'Accept' }))
  const body = { trips: [0], override: { reason: 'measured' } }
  await expect.poll(() => page.server.bodies(acceptOptimisation)).toEqual([body])
})

test('FIT-6: a carrier that was blocked since the run is overridden with a reason', async ({ page }) => {
  page.server.on(getOptimisation, run)
  const errors = [faultAt(null, 'Subco is blocked as a carrier.')]
  page.server.reject(acceptOptimisation, { status: 409, code: 'plan_doubtful', errors })
  await page.open(optimisationRoute, address)
  await page.user.click(await screen.findByRole('button', { name: 'Accept 1 trip' }))
  expect(await screen.findByText('Subco is blocked as a carrier.')).toBeDefined()
  page.server.on(acceptOptimisation, { ...run, command_id: id(90) })
  await page.user.type(screen.getByLabelText('Reason'), 'Agreed{Enter}')
  const body = { trips: [0], override: { reason: 'Agreed' } }
  await expect.poll(() => page.server.bodies(acceptOptimisation).at(-1)).toEqual(body)
})

test('an omitted order shows the reason, for each combination', async ({ page }) => {
  page.server.on(getOptimisation, run)
  const missingLicence = {
    code: 'adr_licence_missing',
    severity: 'HARD' as const,
    message,
    is_new: true,
    trip_id: id(9),
  }
  const reasons = [{ ...missingLicence, stop_id: null, resource_id: id(8), order_id: id(3) }]
  const combination = {
    combination: 0,
    resources,
    is_suggested: false,
    verdict: 'HARD' as const,
    extra_km: null,
    extra_is_estimated: false,
    reasons,
  }
  page.server.on(explainOptimisation, { combinations: [combination] })
  await page.open(optimisationRoute, address)
  await page.user.click(await screen.findByRole('button', { name: 'Why not this combination?' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Combinations for O-2' }))
  expect(await dialog.findByText('Van 1 · Ann')).toBeDefined()
  expect(dialog.getByText(message)).toBeDefined()
})

test('a failed run is in the list with its reason, and is run again', async ({ page }) => {
  const failure = 'The server stopped while it ran. Run it again.'
  const failed = {
    ...run,
    status: 'FAILED' as const,
    failure,
    before: null,
    after: null,
    trips: [],
    left_out_orders: [],
  }
  page.server.on(listOptimisations, { items: [failed], total: 1 })
  page.server.on(getOptimisation, failed)
  page.server.on(retryOptimisation, run)
  await page.open(optimisationsRoute, '/optimisations')
  expect(await screen.findByText(failure)).toBeDefined()
  await page.open(optimisationRoute, address)
  await page.user.click(await screen.findByRole('button', { name: 'Run again' }))
  await expect.poll(() => page.server.requests(retryOptimisation)).toHaveLength(1)
})

test('chosen orders are planned on the ticked combinations, for whole days of the organisation', async ({ page }) => {
  const other = [{ resource_id: id(6), resource_type: 'VAN', name: 'Van 2' }]
  page.server.on(listCombinations, {
    combinations: [
      { resources, lacks: [] },
      { resources: other, lacks: [] },
      { resources: [{ ...other[0]!, resource_id: id(16), name: 'Tractor' }], lacks: ['DRIVER', 'TRAILER'] },
    ],
  })
  page.server.on(startOptimisation, run)
  let started = ''
  await page.show(
    <PlanTheseDialog
      orderIds={[id(2), id(3)]}
      days={[]}
      onClose={() => undefined}
      onStarted={(runId) => (started = runId)}
    />,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan 2 orders' }))
  await page.user.click(await dialog.findByRole('checkbox', { name: 'Van 2' }))
  expect(dialog.getByText('Tractor · no driver, no trailer')).toBeDefined()
  expect(dialog.queryByRole('checkbox', { name: /Tractor/ })).toBeNull()
  await page.fill(dialog.getByRole('textbox', { name: 'From' }), '2026-02-02')
  await page.fill(dialog.getByRole('textbox', { name: 'Until' }), '2026-02-03')
  await page.user.click(dialog.getByRole('button', { name: 'Suggest trips' }))
  await expect.poll(() => started).toBe(id(1))
  const [body] = page.server.bodies(startOptimisation)
  expect(body).toMatchObject({ order_ids: [id(2), id(3)], combinations: [{ resource_ids: [id(7), id(8)] }] })
  const { from_at, to_at } = body as { from_at: string; to_at: string }
  expect(Date.parse(to_at) - Date.parse(from_at)).toBe(2 * 86_400_000)
})

test('the key that starts a run may be pressed before the permission is known', async ({ page }) => {
  const answer = page.server.hold(listCombinations, { combinations: [{ resources, lacks: [] }] })
  page.server.on(startOptimisation, run)
  await page.show(
    <PlanTheseDialog orderIds={[id(2)]} days={[]} onClose={() => undefined} onStarted={() => undefined} />,
  )
  await screen.findByRole('dialog', { name: 'Plan 1 order' })
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  answer()
  await expect.poll(() => page.server.bodies(startOptimisation)).toHaveLength(1)
  expect(page.server.bodies(startOptimisation)).toMatchObject([{ combinations: [{ resource_ids: [id(7), id(8)] }] }])
})

test.for([
  { requested: ['2099-03-06', '2099-03-04'], from: '2099-03-04', until: '2099-03-06' },
  { requested: ['2020-03-04', addDays(today, 1)], from: today, until: addDays(today, 1) },
  { requested: ['2020-03-04', '2020-03-05'], from: today, until: today },
  { requested: ['2099-03-04', '2099-04-04'], from: '2099-03-04', until: '2099-03-10' },
  { requested: [], from: today, until: today },
])('the requested days of the orders are proposed, from today on and at most a week: %j', async (one, { page }) => {
  page.server.on(listCombinations, { combinations: [{ resources, lacks: [] }] })
  page.server.on(startOptimisation, run)
  await page.show(
    <PlanTheseDialog orderIds={[id(2)]} days={one.requested} onClose={() => undefined} onStarted={() => undefined} />,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan 1 order' }))
  await dialog.findByRole('checkbox', { name: /Van 1/ })
  await page.user.click(dialog.getByRole('button', { name: 'Suggest trips' }))
  await expect.poll(() => page.server.bodies(startOptimisation)).toHaveLength(1)
  const at = (day: string, later: number) => new Date(midnightOf(Date.parse(`${day}T12:00:00Z`), later)).toISOString()
  expect(page.server.bodies(startOptimisation)).toMatchObject([{ from_at: at(one.from, 0), to_at: at(one.until, 1) }])
})
