import { getLedgerEntry, LedgerEntry } from '@cartage/contract/accounting/app/ledger'
import { createPayment, listPayments, PaymentRecord, reversePayment } from '@cartage/contract/accounting/app/payments'
import { listTasks, requestPosting, TaskRecord } from '@cartage/contract/accounting/app/tasks'
import { getInvoiceRecord, InvoiceRecord, listInvoiceHistory } from '@cartage/contract/billing/app/document'
import {
  CreditPreview,
  changeDraft,
  createDrafts,
  creditInvoice,
  discardDrafts,
  finaliseDrafts,
  previewCredit,
  reviewDrafts,
} from '@cartage/contract/billing/app/draft'
import { expect } from 'vitest'
import { type Page, screen, test, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { invoiceRoute } from '../routes.ts'

const line = sampleOf(InvoiceRecord.shape.lines.element, {
  ...{ invoice_line_id: id(21), position: 1, name: 'Freight', amount: '100.00', credited_amount: '0.00', unit: 'KMT' },
  ...{ quantity: '80', unit_price: '1.25', order_id: id(3), order_name: 'O-1', charge_ids: [id(31)] },
})
const invoice = sampleOf(InvoiceRecord, {
  ...{ invoice_id: id(1), kind: 'SALES_INVOICE', status: 'INVOICED', payment: 'UNPAID', name: '2026/000007' },
  ...{ company_id: id(5), company_name: 'Alpha', currency: 'EUR', accounting_currency: 'EUR', language: 'nl' },
  ...{ date: '2026-02-03', due_date: '2099-03-04', total_excl_tax: '100.00', total_incl_tax: '121.00', version: 4 },
  ...{ open_amount: '121.00', dispatch: 'SENT' },
  ...{ total_tax: '21.00', lines: [line], files: [{ kind: 'UBL', document_id: id(41) }] },
  taxes: [{ category: 'AE', percentage: '0', base: '100.00', tax: '0.00', reason: 'Btw verlegd' }],
})
const draft = { ...invoice, status: 'DRAFT' as const, name: null, files: [] }
const credited = sampleOf(CreditPreview, {
  ...{ currency: 'EUR', total_excl_tax: '50.00', total_tax: '10.50', total_incl_tax: '60.50' },
  taxes: [{ category: 'S', percentage: '21', base: '50.00', tax: '10.50', reason: null }],
})

async function open(page: Page, shown: InvoiceRecord, tab = '') {
  page.server.on(getInvoiceRecord, shown)
  await page.open(invoiceRoute, `/invoices/${id(1)}${tab && `?tab=${tab}`}`)
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const inDialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))

test('an invoice shows its lines, the VAT with its reason, and the PDF next to them', async ({ page }) => {
  await open(page, invoice)
  expect(await screen.findByText('Freight')).toBeDefined()
  expect(screen.getByRole('link', { name: 'O-1' }).getAttribute('href')).toBe(`/orders/${id(3)}`)
  expect(screen.getByText('Btw verlegd')).toBeDefined()
  expect(screen.getByTitle('PDF preview').getAttribute('src')).toContain(`/app/invoices/${id(1)}/preview?v=4`)
})

test('a person who may only read sees no commands', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['invoice.write', 'invoice.finalise', 'task.read', 'task.write'] })
  await open(page, invoice)
  await screen.findByText('Freight')
  expect(screen.queryByRole('button', { name: /Credit|Record payment/ })).toBeNull()
  expect(screen.queryByRole('tab', { name: 'Payments' })).toBeNull()
})

test('half of an invoice is credited: the VAT is shown before the credit note is drafted', async ({ page }) => {
  await open(page, invoice)
  page.server.on(previewCredit, credited)
  page.server.on(creditInvoice, { ...invoice, invoice_id: id(2) })
  await page.user.click(await button('Credit…'))
  const dialog = await inDialog(/^Credit invoice/)
  await page.user.click(dialog.getByRole('button', { name: 'Part' }))
  expect(await dialog.findByText('€60.50')).toBeDefined()
  await expect.poll(() => page.server.bodies(previewCredit).at(-1)).toMatchObject({ fraction: '0.5' })
  await page.user.click(dialog.getByRole('button', { name: /Draft credit note/ }))
  await expect.poll(() => page.server.bodies(creditInvoice)).toEqual([{ fraction: '0.5', release: false, note: '' }])
})

test('amounts of lines are credited, and an excess is reported before anything is written', async ({ page }) => {
  await open(page, invoice)
  page.server.on(previewCredit, credited)
  await page.user.click(await button('Credit…'))
  const dialog = await inDialog(/^Credit invoice/)
  await page.user.click(dialog.getByRole('button', { name: 'Lines' }))
  page.server.reject(previewCredit, { status: 409, code: 'credit_exceeds', message: 'Only 100.00 EUR are left.' })
  await page.fill(dialog.getByRole('textbox', { name: 'Credit of Freight' }), '100.01')
  expect(await dialog.findByText('Only 100.00 EUR are left.')).toBeDefined()
  expect(page.server.bodies(previewCredit).at(-1)).toMatchObject({
    lines: [{ invoice_line_id: id(21), amount: '100.01' }],
  })
  expect((dialog.getByRole('button', { name: /Draft credit note/ }) as HTMLButtonElement).disabled).toBe(true)
})

test('released charges are billed again on a draft that opens', async ({ page }) => {
  await open(page, { ...invoice, can_bill_again: true })
  page.server.on(createDrafts, { invoice_ids: [id(9)], rejected: [] })
  await page.user.click(await button('Bill again'))
  await expect.poll(() => page.address).toBe(`/invoices/${id(9)}`)
  expect(page.server.bodies(createDrafts)).toEqual([{ charge_ids: [id(31)] }])
})

test('a payment is recorded with the open amount', async ({ page }) => {
  const payments = { status: 'UNPAID' as const, total: '121.00', open: '121.00', currency: 'EUR', items: [] }
  page.server.on(listPayments, payments)
  page.server.on(createPayment, { ...payments, status: 'PAID' })
  await open(page, invoice)
  await page.user.click(await button('Record payment…'))
  const dialog = await inDialog('Record payment')
  const amount = dialog.getByRole('textbox', { name: 'Amount (EUR)' })
  await expect.poll(() => (amount as HTMLInputElement).value).toBe('121.00')
  await page.fill(amount, '21')
  await page.user.click(dialog.getByRole('button', { name: /^Record/ }))
  await expect.poll(() => page.server.bodies(createPayment)[0]).toMatchObject({ amount: '21' })
})

test('a payment is reversed after a confirmation', async ({ page }) => {
  const payment = sampleOf(PaymentRecord, {
    payment_id: id(51),
    amount: '21.00',
    currency: 'EUR',
    paid_on: '2026-02-09',
  })
  const payments = { status: 'UNPAID' as const, total: '121.00', open: '100.00', currency: 'EUR', items: [payment] }
  page.server.on(reversePayment, payments)
  page.server.on(listPayments, payments)
  await open(page, invoice, 'payments')
  await page.user.click(await button('Reverse…'))
  await page.user.click((await inDialog(/^Reverse/)).getByRole('button', { name: 'Reverse' }))
  await expect.poll(() => page.server.requests(reversePayment)).toHaveLength(1)
})

test('the posting shows the reason of a failed task, and the entry with its accounts', async ({ page }) => {
  const task = sampleOf(TaskRecord, {
    ...{ task_id: id(61), invoice_id: id(1), task_type: 'POST_INVOICE', status: 'FAILED' },
    failure: { error_type: 'USER_INPUT_ERROR', error_message: 'Unknown customer' },
  })
  page.server.on(listTasks, { items: [task], total: 1 })
  const entry = sampleOf(LedgerEntry.shape.lines.element, { account: '700000', debit: '0.00', credit: '100.00' })
  page.server.on(getLedgerEntry, sampleOf(LedgerEntry, { currency: 'EUR', booking_date: '2026-02-03', lines: [entry] }))
  await open(page, invoice, 'posting')
  expect(await screen.findByText('Unknown customer')).toBeDefined()
  expect(screen.getAllByText('Post invoice')).toHaveLength(1)
  expect(page.server.requests(listTasks)[0]?.query).toMatchObject({ invoice_id: id(1) })
  expect(await screen.findByText('700000')).toBeDefined()
})

test('an open task shows which client reports it, and links to the page for a person', async ({ page }) => {
  const members = { task_id: id(61), invoice_id: id(1), task_type: 'POST_INVOICE', status: 'TODO' } as const
  page.server.on(listTasks, {
    items: [sampleOf(TaskRecord, { ...members, waiting_for: null, failure: null })],
    total: 1,
  })
  page.server.reject(getLedgerEntry, { status: 404, code: 'not_found' })
  await open(page, invoice, 'posting')
  expect(await screen.findByText(/mark it as done/)).toBeDefined()
  const link = screen.getByRole('link', { name: 'Post invoice' })
  expect(link.getAttribute('href')).toContain(id(61))
})

test('an invoice that is not in the ledger shows this, and a person can request posting', async ({ page }) => {
  page.server.on(listTasks, { items: [], total: 0 })
  await open(page, { ...invoice, posting: 'NONE' }, 'posting')
  page.server.reject(getLedgerEntry, { status: 404, code: 'not_found' })
  page.server.on(requestPosting, { items: [{ id: id(1), is_done: true, message: null }] })
  expect(await screen.findByText('No tasks yet')).toBeDefined()
  await page.user.click(await button('Post'))
  await expect.poll(() => page.server.bodies(requestPosting)).toEqual([{ ids: [id(1)] }])
})

test('the history shows the actor of each action', async ({ page }) => {
  await open(page, invoice)
  page.server.on(listInvoiceHistory, { items: [] })
  await page.user.click(await screen.findByRole('tab', { name: 'History' }))
  expect(await screen.findByText('No changes yet')).toBeDefined()
})

test('a credit note and its invoice link to each other', async ({ page }) => {
  const members = { credited_invoice_id: id(8), credited_invoice_name: '2026/000001' }
  const note = { invoice_id: id(7), name: 'CN1', status: 'INVOICED' as const, total_incl_tax: '60.50' }
  await open(page, { ...invoice, ...members, credit_notes: [note] })
  expect((await screen.findByRole('link', { name: '2026/000001' })).getAttribute('href')).toBe(`/invoices/${id(8)}`)
  expect(screen.getByRole('link', { name: 'CN1' }).getAttribute('href')).toBe(`/invoices/${id(7)}`)
})

test('the XML is shown in the page', async ({ page }) => {
  await open(page, invoice)
  await page.user.click(await button('Download'))
  const text = '<Invoice>2026/000007</Invoice>'
  const before = globalThis.fetch
  globalThis.fetch = async () => new Response(text)
  await page.user.click(await screen.findByRole('menuitem', { name: 'View XML' }))
  expect(await (await inDialog(/^Electronic invoice/)).findByText(text)).toBeDefined()
  globalThis.fetch = before
})

test('a draft is edited: only differences are sent', async ({ page }) => {
  await open(page, draft)
  page.server.on(changeDraft, draft)
  await page.user.click(await button('Edit'))
  const dialog = await inDialog('Edit draft')
  await page.fill(dialog.getByRole('textbox', { name: 'Discount' }), '5')
  await page.user.click(dialog.getByRole('button', { name: /^Save/ }))
  expect(await dialog.findByText('Enter a reason.')).toBeDefined()
  await page.fill(dialog.getByRole('textbox', { name: 'Reason on the invoice' }), 'Loyalty')
  await page.user.click(dialog.getByRole('button', { name: /^Save/ }))
  await expect
    .poll(() => page.server.bodies(changeDraft))
    .toEqual([{ discount: { percentage: '5', reason: 'Loyalty' } }])
})

test('BILL-19: a discount of an amount shows as the sum of its parts, and is changed as one', async ({ page }) => {
  const part = { kind: 'ALLOWANCE' as const, percentage: null, reason: 'Damage' }
  const adjustments = [
    { ...part, category: 'S', rate: '21', amount: '10.01' },
    { ...part, category: 'AE', rate: '0', amount: '20.00' },
  ]
  await open(page, { ...draft, adjustments })
  page.server.on(changeDraft, draft)
  await page.user.click(await button('Edit'))
  const dialog = await inDialog('Edit draft')
  const discount = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Discount' })
  expect(discount.value).toBe('30.01')
  await page.fill(discount, '40')
  await page.user.click(dialog.getByRole('button', { name: /^Save/ }))
  await expect.poll(() => page.server.bodies(changeDraft)).toEqual([{ discount: { amount: '40', reason: 'Damage' } }])
})

test('a draft that is not finalised shows the reason, and links to the next step', async ({ page }) => {
  await open(page, { ...draft, is_stale: true, warnings: [{ code: 'due_date_missing', message: 'Enter a due date.' }] })
  const message = 'The company has no country. Enter its billing location.'
  page.server.on(finaliseDrafts, { items: [{ id: id(1), is_done: false, message }] })
  expect(await screen.findByText('Enter a due date.')).toBeDefined()
  await page.user.click(await button(/^Finalise/))
  const dialog = await inDialog('Finalise drafts')
  await page.user.click(dialog.getByRole('button', { name: /^Finalise/ }))
  expect(await dialog.findByText(message)).toBeDefined()
  expect(dialog.getByText('0 of 1 finalised')).toBeDefined()
})

test('a draft is reviewed, and discarded after a confirmation', async ({ page }) => {
  await open(page, draft)
  page.server.on(reviewDrafts, { items: [{ id: id(1), is_done: true, message: null }] })
  page.server.on(discardDrafts, { items: [{ id: id(1), is_done: true, message: null }] })
  await page.user.click(await button('More'))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Mark as reviewed' }))
  await expect.poll(() => page.server.bodies(reviewDrafts)).toEqual([{ ids: [id(1)], is_reviewed: true }])
  await page.user.click(await button('More'))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Discard draft…' }))
  await page.user.click((await inDialog(/^Discard/)).getByRole('button', { name: 'Discard draft' }))
  await expect.poll(() => page.address).toBe('/drafts')
})
