import { listSavedViews } from '@cartage/contract/app/saved-views'
import {
  countSendings,
  getSending,
  listSendings,
  resendSendings,
  Sending,
  setSendingStatus,
} from '@cartage/contract/billing/app/sending'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import '../testing/sized.ts'
import { sendingsRoute } from './routes.ts'

const sendingOf = (number: number, members: Partial<Sending>): Sending =>
  sampleOf(Sending, {
    ...{ sending_id: id(number), invoice_id: id(100 + number), document: `INV-${number}`, company_name: 'Bakery' },
    ...{ channel: 'MAIL', address: 'office@bakery.example', purpose: 'DOCUMENT', status: 'SENT', has_repeat: false },
    ...{ failure: null, reminder_level: null, ...members },
  })

const unknown = sendingOf(1, { status: 'UNKNOWN', failure: 'The mail server did not confirm it.' })
const sent = sendingOf(2, {})
const reminder = sendingOf(3, { purpose: 'REMINDER', reminder_level: 'First reminder' })

async function open(page: Page, address = '/sendings') {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countSendings, { by_status: { UNKNOWN: 1, SENT: 2 }, by_channel: { MAIL: 3 }, by_purpose: {} })
  page.server.on(listSendings, { items: [unknown, sent, reminder], total: 3 })
  page.server.on(getSending, unknown)
  await page.open(sendingsRoute, address)
}

test('BILL-33: sendings show their state, the reason why it is unknown, and their reminder level', async ({ page }) => {
  await open(page)
  const grid = within(await screen.findByRole('grid', { name: 'Sent invoices' }))
  expect(await grid.findByText('The mail server did not confirm it.')).toBeDefined()
  expect(grid.getByText('Unknown').closest('.tone-red')).not.toBeNull()
  expect(grid.getByText('First reminder')).toBeDefined()
  const views = within(screen.getByRole('navigation', { name: 'Views' }))
  await page.user.click(await views.findByRole('button', { name: 'Needs attention 1' }))
  await waitFor(() =>
    expect(page.server.requests(listSendings).at(-1)?.query).toMatchObject({ status: 'FAILED,UNKNOWN' }),
  )
})

test('BILL-33: an unknown sending is marked sent with a note, or sent again', async ({ page }) => {
  await open(page, `/sendings?peek=${unknown.sending_id}`)
  const panel = within(await screen.findByRole('complementary', { name: 'Sending' }))
  await page.user.click(await panel.findByRole('button', { name: 'Mark sent' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark INV-1 sent?' }))
  await page.fill(dialog.getByRole('textbox', { name: 'Note' }), 'The customer has it.')
  page.server.on(setSendingStatus, { ...unknown, status: 'SENT' })
  await page.user.click(dialog.getByRole('button', { name: /Mark sent/ }))
  await waitFor(() =>
    expect(page.server.bodies(setSendingStatus)[0]).toEqual({ status: 'SENT', message: 'The customer has it.' }),
  )
  page.server.on(resendSendings, { items: [{ id: unknown.sending_id, is_done: true, message: null }] })
  await page.user.click(panel.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(page.server.bodies(resendSendings)[0]).toEqual({ ids: [unknown.sending_id] }))
})
