import { DayException } from '@cartage/contract/app/day'
import { recallTrip } from '@cartage/contract/dispatch/app'
import { answerTrip } from '@cartage/contract/dispatch/app/answers'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { ExceptionAction } from './exception-action.tsx'

const silent = { company_name: 'Hauler One', answer_by: '2026-03-02T08:00:00Z', is_dispatched: true }

async function open(page: Page) {
  const members = { trip_id: id(1), trip_name: 'T-4', phone_number: '+3293000000', late_stop: null, away: null, silent }
  await page.show(<ExceptionAction one={sampleOf(DayException, { kind: 'CARRIER_SILENT', ...members })} />)
  await page.user.click(await screen.findByRole('button', { name: 'Answer of the carrier: T-4' }))
  return within(await screen.findByRole('dialog', { name: 'No answer from Hauler One' }))
}

test('DISP-9: a carrier that does not answer is called, and the answer is entered there', async ({ page }) => {
  const ways = await open(page)
  expect(ways.getByRole('link', { name: /93 ?00/ }).getAttribute('href')).toBe('tel:+3293000000')
  await page.user.click(ways.getByRole('button', { name: 'Enter answer…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Answer of Hauler One' }))
  page.server.on(answerTrip, sampleOf(answerTrip.response))
  await page.user.click(dialog.getByRole('button', { name: /^Save answer/ }))
  await waitFor(() => expect(page.server.bodies(answerTrip)).toMatchObject([{ answer: 'ACCEPTED' }]))
})

test('DISP-9: the trip is withdrawn from it', async ({ page }) => {
  const ways = await open(page)
  await page.user.click(ways.getByRole('button', { name: 'Withdraw from carrier…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw trip T-4?' }))
  page.server.on(recallTrip, sampleOf(recallTrip.response))
  await page.user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  await screen.findByText('Trip T-4 withdrawn')
})
