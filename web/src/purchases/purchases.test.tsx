import { listSavedViews } from '@cartage/contract/app/saved-views'
import * as contract from '@cartage/contract/purchases/app'
import { ReceivedParts } from '@cartage/contract/purchases/app/received'
import { listUnplacedPurchases } from '@cartage/contract/purchases/app/unplaced'
import { uploadPurchase } from '@cartage/contract/purchases/app/upload'
import { expect } from 'vitest'
import { fireEvent, screen, test, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import '../testing/sized.ts'
import { purchaseRoute, purchasesRoute } from './routes.ts'

const line = sampleOf(contract.PurchaseLine, {
  ...{ position: 1, name: 'Fuel surcharge', trip_name: 'T-1', agreed: '32.40', executed: '32.40', invoiced: '37.80' },
  ...{ difference: '5.40', reason: 'FUEL_RATE', proposal: null },
})
const sample = sampleOf(contract.PurchaseRecord, {})
const record = {
  invoice: { ...sample.invoice, invoice_id: id(1), external_name: 'F-17', currency: 'EUR', files: [] },
  match: {
    ...{ result: 'DISPUTED' as const, agreed: '572.40', executed: '593.40', invoiced: '610.00', difference: '16.60' },
    ...{ tolerance: '5.00', lines: [line], decision: null, message: null, credit_request: null },
  },
  received: null,
  self_billing: null,
  transfer_files: [],
}

test('the list has a tab for each result, with its count', async ({ page }) => {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(listUnplacedPurchases, { items: [], total: 4 })
  page.server.on(contract.countPurchases, { by_kind: {}, by_status: {}, by_result: { DISPUTED: 3 } })
  page.server.on(contract.listPurchases, {
    items: [sampleOf(contract.ListedPurchase, { external_name: 'F-17', result: 'DISPUTED' })],
    total: 1,
  })
  await page.open(purchasesRoute, '/purchases?result=DISPUTED')
  expect(await screen.findAllByText('F-17')).not.toHaveLength(0)
  expect(page.server.requests(contract.listPurchases)[0]?.query).toMatchObject({ result: 'DISPUTED' })
  const views = within(screen.getByRole('navigation', { name: 'Views' }))
  expect(views.getByRole('button', { name: /Disputed/ }).textContent).toContain('3')
  expect(views.getByRole('button', { name: /To assign/ }).textContent).toContain('4')
})

test('PURCH-31: files dropped on the list are assigned, or wait with the reason', async ({ page }) => {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(listUnplacedPurchases, { items: [], total: 0 })
  page.server.on(contract.countPurchases, { by_kind: {}, by_status: {}, by_result: {} })
  const placed = (number: string) => sampleOf(contract.ListedPurchase, { invoice_id: id(7), external_name: number })
  page.server.on(contract.listPurchases, { items: [sampleOf(contract.ListedPurchase)], total: 1 })
  page.server.on(uploadPurchase, { reason: null })
  await page.open(purchasesRoute, '/purchases')
  const hint = await screen.findByText(/Drop invoices of suppliers here/)
  const files = (...names: string[]) => names.map((name) => new File(['<Invoice/>'], name, { type: 'application/xml' }))
  await expect.poll(() => page.server.requests(contract.listPurchases)).not.toHaveLength(0)
  const rows = [placed('F-18'), sampleOf(contract.ListedPurchase)]
  page.server.on(contract.listPurchases, { items: rows, total: 2 })
  fireEvent.drop(hint, { dataTransfer: { files: files('a.xml') } })
  expect(await screen.findByText('a.xml placed')).toBeDefined()
  // The user's own document is shown without delay.
  expect(await screen.findAllByText('F-18')).not.toHaveLength(0)
  page.server.on(uploadPurchase, { reason: 'No company has this VAT number.' })
  fireEvent.drop(hint, { dataTransfer: { files: files('b.xml') } })
  expect(await screen.findAllByText('b.xml waits under To assign')).not.toHaveLength(0)
  expect(screen.getAllByText('No company has this VAT number.')).not.toHaveLength(0)
  const message = 'This is a picture, from which no invoice can be read.'
  page.server.reject(uploadPurchase, { status: 422, code: 'body_not_json', message })
  fireEvent.drop(hint, { dataTransfer: { files: files('c.png') } })
  expect(await screen.findAllByText('c.png waits under To assign')).not.toHaveLength(0)
  expect(screen.getAllByText(message)).not.toHaveLength(0)
  expect(page.server.requests(uploadPurchase)).toHaveLength(3)
})

test('PURCH-6: a line with a difference describes it in prose, and the executed amount is accepted', async ({
  page,
}) => {
  page.server.on(contract.getPurchase, record)
  page.server.on(contract.acceptPurchase, record)
  await page.open(purchaseRoute, `/purchases/${id(1)}`)
  expect(await screen.findByText(/Fuel rate differs/)).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Accept €593.40' }))
  expect(page.server.bodies(contract.acceptPurchase)[0]).toEqual({ amount: 'EXECUTED' })
  expect(screen.queryByRole('button', { name: /request a credit note/ })).toBeNull()
})

test('PURCH-33: the executed amount is accepted and the credit note requested in one act', async ({ page }) => {
  const credit_request = { amount: '16.60', address: 'office@supplier.example' }
  page.server.on(contract.getPurchase, { ...record, match: { ...record.match, credit_request } })
  page.server.on(contract.acceptPurchase, record)
  await page.open(purchaseRoute, `/purchases/${id(1)}`)
  const ask = await screen.findByRole('button', { name: 'Accept €593.40 and request a credit note' })
  expect(ask.title).toBe('E-mail to office@supplier.example')
  await page.user.click(ask)
  expect(page.server.bodies(contract.acceptPurchase)[0]).toEqual({ amount: 'EXECUTED', requests_credit: true })
  expect(await screen.findAllByText('Credit note of €16.60 requested from office@supplier.example')).not.toHaveLength(0)
})

test('the received file is next to the lines: XML as text, a PDF as a page', async ({ page }) => {
  const invoice = { ...record.invoice, files: [{ kind: 'RECEIVED' as const, document_id: id(8) }] }
  page.server.on(contract.getPurchase, { ...record, invoice })
  page.server.file(contract.openReceivedFile, '<Invoice>F-17</Invoice>', 'text/plain; charset=utf-8')
  const { unmount } = await page.open(purchaseRoute, `/purchases/${id(1)}`)
  const file = within(await screen.findByRole('region', { name: 'Received file' }))
  expect(await file.findByText('<Invoice>F-17</Invoice>')).toBeDefined()
  unmount()
  page.queries.removeQueries({ queryKey: ['documents'] })
  page.server.file(contract.openReceivedFile, '%PDF-1.7', 'application/pdf')
  await page.open(purchaseRoute, `/purchases/${id(1)}`)
  const frame = await screen.findByTitle('Received file')
  expect(frame.getAttribute('src')).toContain(`/app/purchases/${id(1)}/file`)
})

test('PURCH-30: an unknown bank account is shown next to ours, and confirmed', async ({ page }) => {
  const held = {
    ...{
      ...sampleOf(ReceivedParts, {}),
      account: 'BE68539007547034',
      payment_hold: 'ACCOUNT' as const,
      amount_due: '610.00',
    },
    known: { name: 'De Vries', vat_number: null, accounts: ['NL91ABNA0417164300'] },
    other: [{ path: 'Item / BrandName', text: 'Zeeland' }],
  }
  page.server.on(contract.getPurchase, { ...record, received: held })
  page.server.on(contract.confirmPurchaseAccount, { ...record, received: { ...held, payment_hold: null } })
  await page.open(purchaseRoute, `/purchases/${id(1)}`)
  const section = within(await screen.findByRole('region', { name: 'On the document' }))
  expect(section.getByText('NL91ABNA0417164300')).toBeDefined()
  expect(section.getByText('Zeeland')).toBeDefined()
  await page.user.click(section.getByRole('button', { name: 'Confirm account' }))
  expect(page.server.bodies(contract.confirmPurchaseAccount)[0]).toEqual({ account: 'BE68539007547034' })
})

test('PURCH-11: a document is rejected with a reason', async ({ page }) => {
  page.server.on(contract.getPurchase, record)
  page.server.on(contract.rejectPurchase, record)
  await page.open(purchaseRoute, `/purchases/${id(1)}`)
  await page.user.click(await screen.findByRole('button', { name: 'Reject' }))
  await page.fill(await screen.findByRole('textbox', { name: 'Reason' }), 'Wrong rate')
  await page.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reject' }))
  expect(page.server.bodies(contract.rejectPurchase)[0]).toEqual({ reason: 'Wrong rate' })
})

test('PAYOUT-10: the page of an invoice shows the transfer file that pays it', async ({ page }) => {
  const file = {
    transfer_file_id: id(9),
    message_name: 'M9',
    status: 'PAID',
    execution_day: '2026-11-27',
    amount: '83.40',
  }
  page.server.on(contract.getPurchase, { ...record, transfer_files: [{ ...file, status: 'PAID' as const }] })
  await page.open(purchaseRoute, `/purchases/${id(1)}`)
  const fact = (await screen.findByText('Transfer file')).parentElement!
  expect(fact.textContent).toMatch(/M9 · .*83\.40.* · Paid/)
})
