import { expect, vi } from 'vitest'
import { faultOf, screen, test } from '../testing/page.tsx'
import { ReasonDialog } from './reason.dialog.tsx'

function dialog() {
  const onConfirm = vi.fn<(reason: string) => void>()
  const onClose = vi.fn<() => void>()
  const parts = (
    <ReasonDialog
      isOpen
      title="Hold 2 orders"
      verb="Hold"
      onClose={onClose}
      onConfirm={onConfirm}
      text="Planners see it."
    />
  )
  return { parts, onConfirm, onClose }
}

test('a reason is passed on without the spaces around it, by the Enter key as well', async ({ page }) => {
  const { parts, onConfirm } = dialog()
  await page.show(parts)
  await page.user.type(screen.getByRole('textbox', { name: 'Reason' }), '  Customs {Enter}')
  expect(onConfirm).toHaveBeenCalledExactlyOnceWith('Customs')
})

test('without a reason nothing is done, and the field shows the requirement until it has one', async ({ page }) => {
  const { parts, onConfirm } = dialog()
  await page.show(parts)
  await page.user.click(screen.getByRole('button', { name: 'Hold' }))
  const field = screen.getByRole('textbox', { name: 'Reason' })
  expect(onConfirm).not.toHaveBeenCalled()
  expect(faultOf(field)).toBe('Enter a reason.')
  await page.user.type(field, 'Customs')
  expect(faultOf(field)).toBeUndefined()
})

test('Back and Escape close it without doing anything', async ({ page }) => {
  const { parts, onConfirm, onClose } = dialog()
  await page.show(parts)
  await page.user.click(screen.getByRole('button', { name: 'Back' }))
  await page.user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(2)
  expect(onConfirm).not.toHaveBeenCalled()
})

test('its texts are in the language of the person', async ({ page }) => {
  await page.speak('nl')
  await page.show(dialog().parts)
  expect(screen.getByRole('textbox', { name: 'Reden' })).toBeDefined()
})
