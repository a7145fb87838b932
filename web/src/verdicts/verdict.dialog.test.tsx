import { expect, vi } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { VerdictDialog } from './verdict.dialog.tsx'

const dialog = (verdict: 'HARD' | 'SOFT', onOverride: (reason: string) => void, code?: string) => (
  <VerdictDialog
    title="Trip T-7"
    rejectedPlan={{ verdict, reasons: [{ message: 'Stop 2 is late.', code }] }}
    verb="Confirm anyway"
    isBusy={false}
    onClose={() => {}}
    onOverride={onOverride}
  />
)

test('warnings are overridden with a reason only', async ({ page }) => {
  const onOverride = vi.fn<(reason: string) => void>()
  await page.show(dialog('SOFT', onOverride))
  expect(screen.getByText('Stop 2 is late.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Confirm anyway' })).toHaveProperty('disabled', true)
  await page.user.type(screen.getByRole('textbox', { name: 'Reason' }), '   {Enter}')
  expect(onOverride).not.toHaveBeenCalled()
  await page.user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Agreed{Enter}')
  expect(onOverride).toHaveBeenCalledExactlyOnceWith('Agreed')
})

test('errors cannot be overridden', async ({ page }) => {
  await page.show(dialog('HARD', () => {}))
  expect(screen.getByText('Stop 2 is late.')).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Confirm anyway' })).toBeNull()
})

test('TIME-10: a start that has passed has a mark of its own, which is no error', async ({ page }) => {
  await page.show(dialog('SOFT', () => {}, 'starts_before_now'))
  expect(screen.getByLabelText('Already past')).toBeDefined()
  expect(screen.queryByLabelText('Warning')).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Reason' })).toBeDefined()
})

test('HOURS-10: a plan whose check was not completed is neither wrong nor right, and the dialog shows this', async ({
  page,
}) => {
  await page.show(dialog('SOFT', () => {}, 'hours_not_settled'))
  expect(screen.getByText(/^This plan was not checked to the end/)).toBeDefined()
  expect(screen.getByLabelText('Not checked to the end')).toBeDefined()
  expect(screen.queryByLabelText('Warning')).toBeNull()
})
