import { expect, vi } from 'vitest'
import { fireEvent, test } from '../testing/page.tsx'
import { EarlyKeys } from './early-keys.tsx'

test('what is typed while the palette loads is gathered and runs no command; Escape closes', async ({ page }) => {
  const text = { current: 'old' }
  const onClose = vi.fn<() => void>()
  const command = vi.fn<() => void>()
  window.addEventListener('keydown', command)
  const { unmount } = await page.show(<EarlyKeys text={text} onClose={onClose} />)
  for (const key of ['n', 'e', 'x', 'Backspace', 'w', 'Shift']) fireEvent.keyDown(document.body, { key })
  expect(text.current).toBe('new')
  expect(command).toHaveBeenCalledOnce()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
  unmount()
  fireEvent.keyDown(document.body, { key: 'x' })
  expect(text.current).toBe('new')
  window.removeEventListener('keydown', command)
})
