import { listPlanCandidates, PlanCandidate } from '@cartage/contract/planning/app/candidates'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { getTripRecord, TripRecord } from '@cartage/contract/trips/app/record'
import { expect } from 'vitest'
import { screen, test, waitFor, within } from '../testing/page.tsx'
import { answerOf } from '../testing/plan.ts'
import { id, sampleOf } from '../testing/sample.ts'
import { ReplaceDriverDialog } from './replace-driver.dialog.tsx'

test('FIT-13: another driver replaces one who is away; a warning about that one requires a reason', async ({
  page,
}) => {
  const record = sampleOf(TripRecord)
  const carrier = { ...record.trip.resources[0]!, resource_id: id(7) }
  const trip = { ...record.trip, version: 4, resources: [carrier, { ...carrier, resource_id: id(3) }] }
  page.server.on(getTripRecord, { ...record, trip })
  const other = sampleOf(PlanCandidate, { id: id(9), name: 'Joris', verdict: 'SOFT', message: 'No ADR certificate.' })
  page.server.on(listPlanCandidates, { items: [other], is_cut: false })
  const errors = [{ field: 'override', path: 'override', message: 'No ADR certificate.', detail: {} }]
  page.server.reject(givePlanningCommand, { status: 409, code: 'plan_doubtful', errors })
  const driver = { resource_id: id(7), name: 'Piet' }
  await page.show(<ReplaceDriverDialog tripId={id(1)} tripName="T-4" driver={driver} onClose={() => {}} />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Replacement for Piet' }))
  await page.user.click(dialog.getByRole('button', { name: /^Assign/ }))
  expect(dialog.getByText('Choose a driver.')).toBeDefined()
  await page.user.click(dialog.getByRole('combobox', { name: 'Driver' }))
  await page.user.click(await screen.findByRole('option', { name: /^Joris/ }))
  await page.user.click(dialog.getByRole('button', { name: /^Assign/ }))
  const verdict = within(await screen.findByRole('dialog', { name: 'T-4: Joris' }))
  page.server.on(givePlanningCommand, answerOf([]))
  await page.user.type(verdict.getByRole('textbox', { name: 'Reason' }), 'Agreed{Enter}')
  await waitFor(() =>
    expect(page.server.bodies(givePlanningCommand).at(-1)).toEqual({
      ...{ kind: 'PLACE', trip_id: id(1), resource_ids: [id(9), id(3)], versions: [{ trip_id: id(1), version: 4 }] },
      override: { reason: 'Agreed' },
    }),
  )
})
