import { uploadDriverCard } from '@cartage/contract/tachograph/app'
import { expect } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { id } from '../testing/sample.ts'
import { DriverCardDialog } from './driver-card.dialog.tsx'

const card = new File([new Uint8Array([0, 2])], 'C_20260302_0801.ddd')

test('TACHO-6: a download says whose card it is and of which days', async ({ page }) => {
  const days = { first_day: '2026-02-02', last_day: '2026-03-01' }
  page.server.on(uploadDriverCard, { reason: null, driver: { id: id(1), name: 'Ann Peeters' }, ...days })
  await page.show(<DriverCardDialog onClose={() => {}} />)
  await page.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, card)
  expect(await screen.findByText('Ann Peeters')).toBeDefined()
  expect(screen.getByRole('listitem').textContent).toContain('2 Feb')
})

test('TACHO-6: one that waits says why', async ({ page }) => {
  const nothing = { driver: null, first_day: null, last_day: null }
  page.server.on(uploadDriverCard, { reason: 'No driver has this card.', ...nothing })
  await page.show(<DriverCardDialog onClose={() => {}} />)
  await page.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, card)
  expect(await screen.findByText('No driver has this card.')).toBeDefined()
  expect(screen.getByText('C_20260302_0801.ddd')).toBeDefined()
})
