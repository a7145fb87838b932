import { uploadDriverCard } from '@cartage/contract/tachograph/app'
import { expect } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { id } from '../testing/sample.ts'
import { DriverCardDialog } from './driver-card.dialog.tsx'

const card = new File([new Uint8Array([0, 2])], 'C_20260302_0801.ddd')

test('TACHO-6: a download says whose card it is and of which days', async ({ page }) => {
  const days = { first_day: '2026-02-02', last_day: '2026-03-01' }
  const ann = { id: id(1), name: 'Ann Peeters' }
  const ofCard = { driver: ann, plate: null, drivers: [ann] }
  page.server.on(uploadDriverCard, { reason: null, ...ofCard, ...days })
  await page.show(<DriverCardDialog onClose={() => {}} />)
  await page.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, card)
  expect(await screen.findByText('Ann Peeters')).toBeDefined()
  expect(screen.getByRole('listitem').textContent).toContain('2 Feb')
})

test('TACHO-6: one that waits says why', async ({ page }) => {
  const nothing = { driver: null, plate: null, drivers: [], first_day: null, last_day: null }
  page.server.on(uploadDriverCard, { reason: 'No driver has this card.', ...nothing })
  await page.show(<DriverCardDialog onClose={() => {}} />)
  await page.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, card)
  expect(await screen.findByText('No driver has this card.')).toBeDefined()
  expect(screen.getByText('C_20260302_0801.ddd')).toBeDefined()
})

test('TACHO-12: a vehicle unit says which vehicle and drivers it is of, and which card waits', async ({ page }) => {
  const drivers = [
    { id: id(1), name: 'Ann Peeters' },
    { id: id(2), name: 'Jan Maes' },
  ]
  const reason = 'No driver has the card of Eva Bos (NL1). Choose the driver.'
  const days = { first_day: '2026-02-02', last_day: '2026-03-01' }
  page.server.on(uploadDriverCard, { reason, driver: null, plate: 'BJKL88', drivers, ...days })
  await page.show(<DriverCardDialog onClose={() => {}} />)
  await page.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, card)
  expect(await screen.findByText('BJKL88: Ann Peeters, Jan Maes')).toBeDefined()
  expect(screen.getByText(reason)).toBeDefined()
})
