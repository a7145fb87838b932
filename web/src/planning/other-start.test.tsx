import { judgeCombinations } from '@cartage/contract/planning/app/candidates'
import { expect, vi } from 'vitest'
import { type Page, screen, test, waitFor } from '../testing/page.tsx'
import { boardOf, tripOf } from '../testing/plan.ts'
import { id } from '../testing/sample.ts'
import { RefusedDialog } from './dialogs/refused.dialog.tsx'
import { type Instead, otherStart } from './other-start.ts'
import { modelOf } from './rows.ts'

const from = Date.parse('2026-03-02T00:00:00Z')
const week = { from, to: Date.parse('2026-03-09T00:00:00Z'), now: from }
const model = modelOf(boardOf({ trips: [tripOf(1, '08:00', '12:00')] }), 'vehicle', week)
const at = (time: string) => Date.parse(`2026-03-03T${time}:00Z`)
const text = (time: number) => new Date(time).toISOString()
const drop = {
  ...{ kind: 'PLAN' as const, order_ids: [id(32)], new_trip: { resource_ids: [id(11)] } },
  starts_at: '2026-03-03T05:00:00Z',
}
const past = { verdict: 'SOFT' as const, reasons: [{ message: 'It has passed.', code: 'starts_before_now' }] }
const busy = { verdict: 'HARD' as const, reasons: [{ message: 'Truck 1 is busy.', code: 'resource_overlap' }] }

/** The server finds one verdict for each earliest start that is requested. */
function serverOf(page: Page, verdicts: Readonly<Record<string, ['OK' | 'SOFT' | 'HARD', start: string]>>): void {
  page.server.on(judgeCombinations, ({ body }) => {
    const [verdict, start] = Object.entries(verdicts).find(([time]) => at(time) === Date.parse(body.from!))![1]
    const range = { starts_at: text(at(start)), ends_at: text(at(start) + 2 * 3_600_000) }
    return { items: [{ verdict, message: verdict === 'OK' ? null : `${verdict} at ${start}`, ...range }] }
  })
}

test('TIME-10: instead of a start in the past the server is asked once, for the earliest from now on', async ({
  page,
}) => {
  serverOf(page, { '12:00': ['OK', '12:30'] })
  expect(await otherStart(drop, model, at('12:05'))).toEqual({ kind: 'start', start: at('12:30'), message: null })
  const { starts_at: _, ...command } = drop
  expect(page.server.bodies(judgeCombinations)).toEqual([
    { command, combinations: [{ resource_ids: [id(11)] }], from: expect.stringContaining('T12:00'), days: 7 },
  ])
})

test('TIME-10: instead of a refused start, the next that fits is offered, else the earliest from now on', async ({
  page,
}) => {
  const overlapping = { ...drop, starts_at: '2026-03-03T08:30:00Z' }
  serverOf(page, { '08:30': ['OK', '12:00'] })
  expect(await otherStart(overlapping, model, at('04:00'))).toMatchObject({ start: at('12:00') })
  serverOf(page, { '08:30': ['HARD', '08:30'], '04:00': ['SOFT', '04:15'] })
  const warned = { kind: 'start', start: at('04:15'), message: 'SOFT at 04:15' }
  expect(await otherStart(overlapping, model, at('04:00'))).toEqual(warned)
})

test('a trip that is only moved in time is judged with its own resources', async ({ page }) => {
  serverOf(page, { '09:00': ['OK', '13:00'] })
  const moved = { kind: 'PLACE' as const, trip_id: id(1), starts_at: '2026-03-03T09:00:00Z' }
  expect(await otherStart(moved, model, at('07:00'))).toMatchObject({ start: at('13:00') })
  expect(page.server.bodies(judgeCombinations)[0]!.combinations).toEqual([{ resource_ids: [id(11), id(21)] }])
})

test('where no start fits, or none could be checked, the dialog says so and why', async ({ page }) => {
  serverOf(page, { '12:00': ['HARD', '12:15'] })
  const none = await otherStart(drop, model, at('12:05'))
  expect(none).toEqual({ kind: 'none', from: at('12:15'), message: 'HARD at 12:15' })
  page.server.reject(judgeCombinations, { status: 409, code: 'state_conflict', message: 'O-32 is planned.' })
  const failed = await otherStart(drop, model, at('12:05'))
  const show = (instead: Instead | undefined) =>
    page.show(
      <RefusedDialog
        refused={{ command: drop, rejectedPlan: busy, instead }}
        isBusy={false}
        onClose={() => {}}
        onRun={() => {}}
      />,
    )
  await show(none)
  expect(screen.getByText(/^No start was found on this row in the 7 days from /)).toBeDefined()
  expect(screen.getByText('HARD at 12:15')).toBeDefined()
  await show(failed)
  expect(screen.getByText('Other starts could not be checked: O-32 is planned.')).toBeDefined()
})

test('TIME-10: the dialog says that the start has passed, and offers the later one or a reason', async ({ page }) => {
  const onRun = vi.fn<(command: object, reason?: string) => void>()
  const instead = { kind: 'start' as const, start: at('12:15'), message: null }
  const refused = { command: drop, rejectedPlan: past, instead }
  await page.show(<RefusedDialog {...{ refused, onRun }} isBusy={false} onClose={() => {}} />)
  expect(screen.getByText('It has passed.')).toBeDefined()
  expect(screen.getByLabelText('Already past')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: /^Start at .* instead$/ }))
  await waitFor(() => expect(onRun).toHaveBeenCalledExactlyOnceWith({ ...drop, starts_at: '2026-03-03T12:15:00Z' }))
  await page.user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Driven already{Enter}')
  expect(onRun).toHaveBeenLastCalledWith(drop, 'Driven already')
})
