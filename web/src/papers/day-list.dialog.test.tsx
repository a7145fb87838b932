import { expect, vi } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { id } from '../testing/sample.ts'
import { DayListDialog } from './day-list.dialog.tsx'

test('PAPER-15: the day list opens for the typed day, in the language of the driver or a chosen one', async ({
  page,
}) => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const onClose = vi.fn()
  await page.show(<DayListDialog resourceId={id(3)} name="Ann Driver" onClose={onClose} />)
  const day = await screen.findByRole('textbox', { name: 'Day' })
  const confirm = screen.getByRole('button', { name: 'Open PDF' })
  await page.user.clear(day)
  expect(confirm).toHaveProperty('disabled', true)
  await page.user.type(day, '2026-11-25')
  await page.user.click(confirm)
  expect(open).toHaveBeenLastCalledWith(`/app/trips/day-lists/${id(3)}?date=2026-11-25`, '_blank', 'noopener')
  expect(onClose).toHaveBeenCalledOnce()
  await page.user.click(screen.getByRole('combobox', { name: 'Language' }))
  await page.user.click(await screen.findByRole('option', { name: 'Deutsch' }))
  await page.user.click(confirm)
  const address = `/app/trips/day-lists/${id(3)}?date=2026-11-25&language=de`
  expect(open).toHaveBeenLastCalledWith(address, '_blank', 'noopener')
  open.mockRestore()
})
