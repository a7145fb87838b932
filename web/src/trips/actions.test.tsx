import { Dispatch, dispatchTrip, listDispatchDestinations, recallTrip } from '@cartage/contract/dispatch/app'
import { givePlanningCommand, PlanningAnswer, undoCommand } from '@cartage/contract/planning/app/commands'
import { TripRecord } from '@cartage/contract/trips/app/record'
import { expect } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { faultAt, id, type Members, sampleOf } from '../testing/sample.ts'
import { TripActions } from './actions.tsx'

const tripId = id(1)
const trip = (members: Members<TripRecord['trip']> = {}) =>
  sampleOf(TripRecord, { trip: { trip_id: tripId, version: 3, name: 'T-7', status: 'CREATED', ...members } })
const button = (name: string | RegExp) => screen.getByRole('button', { name })

test('a plan is confirmed for the version on the screen, and Undo takes that command back', async ({ page }) => {
  page.server.on(givePlanningCommand, sampleOf(PlanningAnswer, { command_id: id(9) }))
  page.server.on(undoCommand, sampleOf(PlanningAnswer))
  await page.show(<TripActions record={trip()} />)
  await page.user.click(button('Confirm plan'))
  await page.user.click(await screen.findByRole('button', { name: /Undo/ }))
  await screen.findByText('Undone')
  expect(page.server.bodies(givePlanningCommand)).toEqual([
    { kind: 'CONFIRM', trip_ids: [tripId], versions: [{ trip_id: tripId, version: 3 }] },
  ])
  expect(page.server.bodies(undoCommand)).toEqual([{ command_id: id(9) }])
})

test('a plan with warnings is confirmed with a reason', async ({ page }) => {
  page.server.reject(givePlanningCommand, {
    status: 409,
    code: 'plan_doubtful',
    errors: [faultAt(null, 'Stop 2 is late.')],
  })
  await page.show(<TripActions record={trip()} />)
  await page.user.click(button('Confirm plan'))
  expect(await screen.findByText('Stop 2 is late.')).toBeDefined()
  page.server.on(givePlanningCommand, sampleOf(PlanningAnswer))
  await page.user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Agreed')
  await page.user.click(button('Confirm anyway'))
  await screen.findByText('Trip T-7 confirmed')
  expect(page.server.bodies(givePlanningCommand).at(-1)).toMatchObject({ override: { reason: 'Agreed' } })
})

test('a plan that cannot be carried out shows the reason and offers no override', async ({ page }) => {
  page.server.reject(givePlanningCommand, {
    status: 409,
    code: 'plan_refused',
    errors: [faultAt(null, 'The truck is archived.')],
  })
  await page.show(<TripActions record={trip()} />)
  await page.user.click(button('Confirm plan'))
  expect(await screen.findByText('The truck is archived.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Confirm anyway' })).toBeNull()
})

test('a dispatched trip is withdrawn after a confirmation, and is cancelled with a note about its carrier', async ({
  page,
}) => {
  page.server.on(recallTrip, sampleOf(Dispatch))
  page.server.on(givePlanningCommand, sampleOf(PlanningAnswer))
  await page.show(<TripActions record={trip({ status: 'PLANNED', is_dispatched: true })} />)
  await page.user.click(button('More'))
  await page.user.click(await screen.findByRole('menuitem', { name: /Withdraw/ }))
  await page.user.click(await screen.findByRole('button', { name: 'Withdraw' }))
  await screen.findByText('Trip T-7 withdrawn')
  await page.user.click(button('More'))
  await page.user.click(await screen.findByRole('menuitem', { name: /Cancel trip/ }))
  expect(await screen.findByText(/The carrier is notified/)).toBeDefined()
  await page.user.click(button('Cancel trip'))
  await screen.findByText('Trip T-7 cancelled')
  expect(page.server.requests(recallTrip)).toMatchObject([{ params: { trip_id: tripId } }])
  expect(page.server.bodies(givePlanningCommand)).toHaveLength(1)
})

test('a planned trip is dispatched from its page', async ({ page }) => {
  page.server.on(listDispatchDestinations, { items: [] })
  page.server.on(dispatchTrip, sampleOf(Dispatch))
  await page.show(<TripActions record={trip({ status: 'PLANNED' })} />)
  await page.user.click(button(/^Dispatch/))
  await page.user.click(await screen.findByRole('button', { name: 'Dispatch trip' }))
  await screen.findByText('Trip T-7 dispatched')
  expect(page.server.bodies(dispatchTrip)).toEqual([{ dispatch_destination_id: null }])
})

test('a person who may neither plan nor dispatch sees no actions', async ({ page }) => {
  page.signIn({ role: 'VIEWER' })
  await page.show(<TripActions record={trip()} />)
  expect(screen.queryAllByRole('button')).toEqual([])
})
