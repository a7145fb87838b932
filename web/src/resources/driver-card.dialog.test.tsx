import { uploadDriverCard } from '@cartage/contract/tachograph/app'
import { expect } from 'vitest'
import { screen, test, waitFor } from '../testing/page.tsx'
import { id } from '../testing/sample.ts'
import { DriverCardDialog } from './driver-card.dialog.tsx'

const card = new File([new Uint8Array([0, 2])], 'C_20260302_0801.ddd')

test('TACHO-6: a download shows its card holder and days', async ({ page }) => {
  const days = { first_day: '2026-02-02', last_day: '2026-03-01' }
  const ann = { id: id(1), name: 'Ann Peeters' }
  const ofCard = { driver: ann, plate: null, drivers: [ann] }
  page.server.on(uploadDriverCard, { reason: null, ...ofCard, ...days })
  await page.show(<DriverCardDialog onClose={() => {}} />)
  await page.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, card)
  expect(await screen.findByText('Ann Peeters')).toBeDefined()
  expect(screen.getByRole('listitem').textContent).toContain('2 Feb')
})

test('TACHO-6: a waiting one shows the reason', async ({ page }) => {
  const nothing = { driver: null, plate: null, drivers: [], first_day: null, last_day: null }
  page.server.on(uploadDriverCard, { reason: 'No driver has this card.', ...nothing })
  await page.show(<DriverCardDialog onClose={() => {}} />)
  await page.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, card)
  expect(await screen.findByText('No driver has this card.')).toBeDefined()
  expect(screen.getByText('C_20260302_0801.ddd')).toBeDefined()
  expect(screen.getByRole('link', { name: 'View in inbox' })).toBeDefined()
})

test('TACHO-7: the same download again is one line, and a file that cannot be read waits in the inbox', async ({
  page,
}) => {
  const ann = { id: id(1), name: 'Ann Peeters' }
  const days = { first_day: '2026-02-02', last_day: '2026-03-01' }
  page.server.on(uploadDriverCard, { reason: null, driver: ann, plate: null, drivers: [ann], ...days })
  await page.show(<DriverCardDialog onClose={() => {}} />)
  const input = () => document.querySelector<HTMLInputElement>('input[type=file]')!
  await page.user.upload(input(), card)
  await screen.findByText('Ann Peeters')
  await page.user.upload(input(), card)
  await waitFor(() => expect(page.server.requests(uploadDriverCard)).toHaveLength(2))
  expect(await screen.findAllByText('Ann Peeters')).toHaveLength(1)
  expect(screen.queryByRole('link', { name: 'View in inbox' })).toBeNull()
  page.server.reject(uploadDriverCard, { status: 422, code: 'validation_failed', message: 'This is no driver card.' })
  await page.user.upload(input(), new File(['Datum'], 'list.ddd'))
  expect(await screen.findByText('This is no driver card.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'View in inbox' })).toBeDefined()
})

test('TACHO-12: a vehicle unit shows its vehicle and drivers, and the waiting cards', async ({ page }) => {
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
