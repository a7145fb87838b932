import { givePlanningCommand, PlanReason } from '@cartage/contract/planning/app/commands'
import { expect, vi } from 'vitest'
import { type Page, screen, test, waitFor } from '../testing/page.tsx'
import { answerOf, boardOf, tripOf } from '../testing/plan.ts'
import { id, sampleOf } from '../testing/sample.ts'
import { RefusedDialog } from './dialogs/refused.dialog.tsx'
import { otherStart } from './other-start.ts'
import { modelOf } from './rows.ts'

const from = Date.parse('2026-03-02T00:00:00Z')
const week = { from, to: Date.parse('2026-03-09T00:00:00Z'), now: from }
// Truck 1 is busy from 08:00 to 12:00.
const model = modelOf(boardOf({ trips: [tripOf(1, '08:00', '12:00')] }), 'vehicle', week)
const at = (time: string) => Date.parse(`2026-03-03T${time}:00Z`)
const drop = {
  ...{ kind: 'PLAN' as const, order_ids: [id(32)], new_trip: { resource_ids: [id(11)] } },
  starts_at: '2026-03-03T05:00:00Z',
}
const past = { verdict: 'SOFT' as const, reasons: [{ message: 'It has passed.', code: 'starts_before_now' }] }

/** The server plans a trip of two hours: as requested at 15:00, in the past before 07:00, with a warning before `fine`. */
function serverOf(page: Page, fine: string): void {
  page.server.on(givePlanningCommand, ({ body }) => {
    const given = 'starts_at' in body ? body.starts_at : undefined
    const start = given === undefined ? at('15:00') : Date.parse(given)
    const text = (time: number) => new Date(time).toISOString()
    const trip = { ...tripOf(5, '08:00', '10:00'), starts_at: text(start), ends_at: text(start + 2 * 3_600_000) }
    const code = start < at('07:00') ? 'starts_before_now' : start < at(fine) ? 'other_day' : undefined
    if (code === undefined) return answerOf([trip])
    return answerOf([trip], {
      verdict: 'SOFT',
      reasons: [sampleOf(PlanReason, { code, severity: 'SOFT', is_new: true })],
    })
  })
}

test('TIME-10: instead of a start in the past, the earliest from now on that is free and has no warning is offered', async ({
  page,
}) => {
  serverOf(page, '07:00')
  expect(await otherStart(drop, past, model, at('12:05'))).toBe(at('12:15'))
  // Between now and the trip of the truck there is not enough time.
  expect(await otherStart(drop, past, model, at('07:10'))).toBe(at('12:00'))
  serverOf(page, '13:00')
  expect(await otherStart(drop, past, model, at('07:10'))).toBe(at('15:00'))
})

test('TIME-10: where every start has a warning, the earliest from now on is offered; no start in the past ever is', async ({
  page,
}) => {
  serverOf(page, '23:45')
  expect(await otherStart(drop, past, model, at('12:05'))).toBe(at('12:15'))
  const refused = { verdict: 'HARD' as const, reasons: [{ message: 'Truck 1 is busy.', code: 'resource_overlap' }] }
  const overlapping = { ...drop, starts_at: '2026-03-03T08:30:00Z' }
  serverOf(page, '07:00')
  expect(await otherStart(overlapping, refused, model, at('04:00'))).toBe(at('12:00'))
  const warned = { verdict: 'SOFT' as const, reasons: [{ message: 'On another day.', code: 'other_day' }] }
  expect(await otherStart(drop, warned, model, at('12:05'))).toBeNull()
})

test('TIME-10: the dialog says that the start has passed, and offers the later one or a reason', async ({ page }) => {
  const onRun = vi.fn<(command: object, reason?: string) => void>()
  const refused = { command: drop, rejectedPlan: past, instead: at('12:15') }
  await page.show(<RefusedDialog {...{ refused, onRun }} isBusy={false} onClose={() => {}} />)
  expect(screen.getByText('It has passed.')).toBeDefined()
  expect(screen.getByLabelText('Already past')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: /^Start at .* instead$/ }))
  await waitFor(() => expect(onRun).toHaveBeenCalledExactlyOnceWith({ ...drop, starts_at: '2026-03-03T12:15:00Z' }))
  await page.user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Driven already{Enter}')
  expect(onRun).toHaveBeenLastCalledWith(drop, 'Driven already')
})
