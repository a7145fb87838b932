import { listInvoiceSendings, Sending, sendInvoice } from '@cartage/contract/billing/app/sending'
import { expect } from 'vitest'
import { screen, test, waitFor, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { SendingsPanel } from './sendings.panel.tsx'

const failed = sampleOf(Sending, {
  ...{ sending_id: id(1), invoice_id: id(2), document: 'INV-1', channel: 'ACCESS_POINT', address: '0208:0202239951' },
  ...{ status: 'FAILED', failure: 'No access point is set up.', purpose: 'DOCUMENT', has_repeat: false },
  ...{ reminder_level: null },
})

test('BILL-34: a document shows its sendings and its registration, and is sent to another address', async ({
  page,
}) => {
  const registration = { number: 'PEPPOL-1', url: null, regulator: null }
  page.server.on(listInvoiceSendings, { e_invoicing: registration, items: [failed] })
  await page.show(<SendingsPanel invoiceId={id(2)} />)
  const table = within(await screen.findByRole('table', { name: 'Sendings' }))
  expect(table.getByText('No access point is set up.')).toBeDefined()
  expect(table.getByRole('button', { name: 'Send again' })).toBeDefined()
  expect(screen.getByText(/Registered as PEPPOL-1/)).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Send…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send document' }))
  await page.fill(dialog.getByRole('textbox', { name: /Address/ }), 'copy@customer.example')
  page.server.on(sendInvoice, failed)
  await page.user.click(dialog.getByRole('button', { name: 'Send' }))
  await waitFor(() =>
    expect(page.server.bodies(sendInvoice)[0]).toEqual({ channel: 'MAIL', address: 'copy@customer.example' }),
  )
})
