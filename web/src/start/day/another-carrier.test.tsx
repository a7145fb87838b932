import { DayException } from '@cartage/contract/app/day'
import { listPlanCandidates, PlanCandidate } from '@cartage/contract/planning/app/candidates'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { expect } from 'vitest'
import { screen, test, waitFor, within } from '../../testing/page.tsx'
import { answerOf } from '../../testing/plan.ts'
import { id, sampleOf } from '../../testing/sample.ts'
import { ExceptionAction } from './exception-action.tsx'

test('FIT-10: a trip of a blocked carrier is given another one there; a warning about that one requires a reason', async ({
  page,
}) => {
  const one = sampleOf(DayException, { kind: 'CARRIER_BLOCKED', trip_id: id(1), trip_name: 'T-4', severity: 'SEVERE' })
  const other = sampleOf(PlanCandidate, { id: id(9), name: 'Other', verdict: 'SOFT', message: 'It is not approved.' })
  page.server.on(listPlanCandidates, { items: [other], is_cut: false })
  const errors = [{ field: 'override', path: 'override', message: 'It is not approved.', detail: {} }]
  page.server.reject(givePlanningCommand, { status: 409, code: 'plan_doubtful', errors })
  await page.show(<ExceptionAction one={one} />)
  await page.user.click(await screen.findByRole('button', { name: 'Choose another carrier: T-4' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Another carrier for T-4' }))
  await page.user.click(dialog.getByRole('button', { name: /^Assign/ }))
  expect(dialog.getByText('Choose a carrier.')).toBeDefined()
  await page.user.click(dialog.getByRole('combobox', { name: 'Carrier' }))
  await page.user.click(await screen.findByRole('option', { name: /^Other/ }))
  await page.user.click(dialog.getByRole('button', { name: /^Assign/ }))
  const verdict = within(await screen.findByRole('dialog', { name: 'T-4: Other' }))
  page.server.on(givePlanningCommand, answerOf([]))
  await page.user.type(verdict.getByRole('textbox', { name: 'Reason' }), 'Agreed{Enter}')
  await waitFor(() =>
    expect(page.server.bodies(givePlanningCommand).at(-1)).toEqual({
      ...{ kind: 'ASSIGN', trip_id: id(1), subcontractor_id: id(9), versions: [] },
      override: { reason: 'Agreed' },
    }),
  )
})
