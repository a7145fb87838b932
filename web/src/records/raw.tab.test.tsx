import { expect, vi } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { RawTab } from './raw.tab.tsx'

test('a record is shown as the interface returns it, and copied as it is shown', async ({ page }) => {
  const record = { order_number: 'ORD-1', stops: [{ city: 'Ghent' }] }
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await page.show(<RawTab value={record} />)
  const text = screen.getByRole('figure', { name: 'API response' }).querySelector('pre')!.textContent
  expect(JSON.parse(text!)).toEqual(record)
  await page.user.click(screen.getByRole('button', { name: 'Copy: API response' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined()
  expect(write).toHaveBeenCalledExactlyOnceWith(text)
  write.mockRestore()
})
