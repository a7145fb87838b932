import {
  createLedgerExport,
  getLedgerEntry,
  LedgerEntry,
  LedgerExport,
  listLedgerExports,
} from '@cartage/contract/accounting/app/ledger'
import { getPeriodSummary } from '@cartage/contract/accounting/app/summary'
import { listTasks, retryTasks, TaskRecord } from '@cartage/contract/accounting/app/tasks'
import { listSettings, Setting } from '@cartage/contract/tenants/app/settings'
import { expect } from 'vitest'
import { fireEvent, type Page, screen, test, waitFor, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { ledgerRoute } from '../routes.ts'
import { EntrySection } from './entry.section.tsx'

const made = sampleOf(LedgerExport, {
  ...{ ledger_export_id: id(1), billing_entity_code: 'BE', profile: 'DATEV', entries: 12 },
  ...{ file_name: 'ledger-BE.csv', created_by: 'Ann' },
})
const waiting = sampleOf(TaskRecord, { task_id: id(2), document: 'INV-7', company_name: 'Bakery', status: 'WAITING' })

async function open(page: Page, items = [made], tasks: TaskRecord[] = []) {
  page.server.on(listLedgerExports, { items, total: items.length })
  page.server.on(listTasks, { items: tasks, total: tasks.length })
  page.server.on(listSettings, {
    items: [sampleOf(Setting, { setting_id: id(3), values: { code: 'BE', name: 'Belgium' } })],
  })
  await page.open(ledgerRoute, '/ledger?view=files')
}

test('LEDGER-12: a month has its VAT, its accounts, unbooked documents, and files for people', async ({ page }) => {
  page.server.on(listSettings, {
    items: [sampleOf(Setting, { setting_id: id(3), values: { code: 'BE', name: 'Belgium' } })],
  })
  const row = {
    journal: 'SALES' as const,
    tax_code: 'S21',
    name: 'Standard',
    category: 'S',
    percentage: '21',
    documents: 2,
  }
  page.server.on(getPeriodSummary, {
    ...{ currency: 'EUR', entries: 3, unbooked: 1 },
    vat: [{ ...row, base: '60.00', vat_due: '12.60', vat_deductible: '0.00' }],
    accounts: [{ account: '700000', name: 'Freight', debit: '40.00', credit: '100.00', balance: '-60.00' }],
    totals: { vat_due: '12.60', vat_deductible: '0.00', debit: '112.60', credit: '112.60' },
  })
  await page.open(ledgerRoute, '/ledger?month=2026-01')
  const vat = within(await screen.findByRole('table', { name: 'VAT' }))
  expect(vat.getByText('€60.00')).toBeDefined()
  expect(vat.getAllByText('€12.60')).toHaveLength(2)
  const accounts = within(screen.getByRole('table', { name: 'Trial balance' }))
  expect(accounts.getByText('-€60.00')).toBeDefined()
  expect(screen.getByText(/1 finalised document of these days is not booked yet/)).toBeDefined()
  const days = `billing_entity_id=${id(3)}&from=2026-01-01&to=2026-01-31`
  expect(screen.getByRole('link', { name: 'Journal (CSV)' }).getAttribute('href')).toBe(
    `/app/ledger/summary/file?${days}&file=JOURNAL`,
  )
  expect(page.server.requests(getPeriodSummary)[0]?.query).toEqual(Object.fromEntries(new URLSearchParams(days)))
})

test('exports show who exported what, and each file can be downloaded again', async ({ page }) => {
  await open(page)
  const table = within(await screen.findByRole('table', { name: 'Exports' }))
  expect(table.getByText('Ann')).toBeDefined()
  expect(table.getByText('DATEV')).toBeDefined()
  const link = table.getByRole('link', { name: 'ledger-BE.csv' })
  expect(link.getAttribute('href')).toBe(`/app/ledger-exports/${id(1)}/file`)
})

test('LEDGER-3: the ledger is exported since the last export or between two days', async ({ page }) => {
  await open(page, [])
  await screen.findByText('No exports yet')
  await page.user.click(screen.getAllByRole('button', { name: /Export…/ })[0]!)
  const dialog = within(await screen.findByRole('dialog', { name: 'Export ledger' }))
  await page.user.click(dialog.getByRole('combobox', { name: 'Entries' }))
  await page.user.click(await screen.findByRole('option', { name: 'Booked between two days' }))
  await page.user.click(dialog.getByRole('button', { name: /^Export/ }))
  expect(dialog.getByText('Enter a first and a last day.')).toBeDefined()
  fireEvent.change(dialog.getByLabelText('From'), { target: { value: '2026-10-01' } })
  fireEvent.change(dialog.getByLabelText('Until'), { target: { value: '2026-10-31' } })
  page.server.on(createLedgerExport, made)
  await page.user.click(dialog.getByRole('button', { name: /^Export/ }))
  await waitFor(() =>
    expect(page.server.bodies(createLedgerExport)).toEqual([
      { billing_entity_id: id(3), profile: 'NEUTRAL', from: '2026-10-01', to: '2026-10-31' },
    ]),
  )
})

test('LEDGER-9: reasons why a billing entity cannot use DATEV are shown at their field', async ({ page }) => {
  await open(page, [made])
  const message = 'Main has no DATEV adviser and client number. Enter them under Settings, Billing entities.'
  page.server.reject(createLedgerExport, {
    ...{ status: 422, code: 'validation_failed' },
    errors: [{ path: 'billing_entity_id', field: 'billing_entity_id', message, detail: 'billing_entity_id' }],
  })
  await page.user.click(screen.getByRole('button', { name: /Export…/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export ledger' }))
  await page.user.click(dialog.getByRole('combobox', { name: 'Format' }))
  await page.user.click(await screen.findByRole('option', { name: 'DATEV' }))
  await page.user.click(dialog.getByRole('button', { name: /^Export/ }))
  expect(await dialog.findByText(/has no DATEV adviser/)).toBeDefined()
  expect(dialog.queryByText('Request rejected')).toBeNull()
})

test('POST-3: documents without an account lead to their task and are checked again', async ({ page }) => {
  await open(page, [made], [waiting])
  const list = within(await screen.findByRole('list', { name: 'Documents without an account' }))
  expect(list.getByRole('link', { name: 'INV-7' }).getAttribute('href')).toBe(
    `/tasks?waiting_for=ACCOUNT&peek=${id(2)}`,
  )
  page.server.on(retryTasks, { items: [{ id: id(2), is_done: true, message: null }] })
  await page.user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText('Accounts checked again')).toBeDefined()
})

test('the entry of a document shows its accounts, debit and credit', async ({ page }) => {
  const line = { account_name: 'Customers', credit: '0.00', amount_currency: '121.00', currency: 'EUR', line_text: '' }
  const entry = { journal: 'SALES' as const, year: 2026, entry_number: 7, booking_date: '2026-10-31', currency: 'EUR' }
  page.server.on(
    getLedgerEntry,
    sampleOf(LedgerEntry, { ...entry, lines: [{ ...line, account: '400000', debit: '121.00', tax_code: null }] }),
  )
  await page.show(<EntrySection invoiceId={id(9)} />)
  const table = within(await screen.findByRole('table', { name: 'Ledger entry' }))
  expect(table.getByText('400000')).toBeDefined()
  expect(table.getByText('€121.00')).toBeDefined()
})

test('users who may only read exports have no button', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['task.write'] })
  await open(page)
  await screen.findByRole('table', { name: 'Exports' })
  expect(screen.queryByRole('button', { name: /Export/ })).toBeNull()
})
