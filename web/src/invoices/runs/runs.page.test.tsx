import { ListedInvoice, listInvoices } from '@cartage/contract/billing/app/document'
import {
  finaliseInvoiceRun,
  getInvoiceRun,
  InvoiceRun,
  listInvoiceRuns,
  resumeInvoiceRun,
  startInvoiceRun,
  stopInvoiceRun,
} from '@cartage/contract/billing/app/run'
import { sendInvoices } from '@cartage/contract/billing/app/sending'
import { listSettings } from '@cartage/contract/tenants/app/settings'
import { act } from 'react'
import { expect } from 'vitest'
import { type Page, screen, test, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import '../../testing/sized.ts'
import { invoiceRunsRoute } from '../routes.ts'

const message = 'The company wants its reference on each order. Enter it on the order.'
const run = sampleOf(InvoiceRun, {
  ...{ invoice_run_id: id(1), status: 'PROPOSED', done: 4, total: 3, finalised: 0, unsent: 0 },
  ...{ first_name: null, last_name: null, sums: [] },
  filter: { up_to: '2026-01-31', date: '2026-02-01', billing_entity_id: null, company_ids: [] },
  rejected: [{ id: id(3), name: 'O-7', code: 'reference_missing', message }],
})

async function open(page: Page, shown: InvoiceRun, address = `/invoice-runs?peek=${id(1)}`) {
  page.server.on(getInvoiceRun, shown)
  page.server.on(listInvoiceRuns, { items: [shown], total: 1 })
  await page.open(invoiceRunsRoute, address)
  if (!address.includes('peek')) return within(document.body)
  return within(await screen.findByRole('complementary', { name: 'Run' }))
}

test('a run lists each omitted order, with the reason', async ({ page }) => {
  const panel = await open(page, run)
  const link = await panel.findByRole('link', { name: 'O-7' })
  expect(link.getAttribute('href')).toBe(`/orders/${id(3)}?tab=charges`)
  expect(panel.getByText(message)).toBeDefined()
  expect(panel.getByRole('link', { name: '3 drafts' }).getAttribute('href')).toBe(`/drafts?run=${id(1)}`)
})

test('a run that is ready is finalised, optionally only the reviewed drafts', async ({ page }) => {
  const panel = await open(page, run)
  page.server.on(finaliseInvoiceRun, { ...run, status: 'FINALISING' })
  await page.user.click(await panel.findByRole('button', { name: 'Finalise run…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Finalise this run/ }))
  await page.user.click(dialog.getByRole('checkbox', { name: 'Only reviewed drafts' }))
  await page.user.click(dialog.getByRole('button', { name: 'Finalise run' }))
  await expect.poll(() => page.server.bodies(finaliseInvoiceRun)).toEqual([{ only_reviewed: true }])
})

test('BILL-36: a completed run shows its numbers, its sum and unsent documents, and sends all of those', async ({
  page,
}) => {
  const done = {
    ...{
      ...run,
      status: 'DONE' as const,
      finalised: 3,
      rejected: [],
      unsent: 2,
      first_name: '2026001',
      last_name: '2026003',
    },
    sums: [{ currency: 'EUR', amount: '363.00' }],
  }
  const panel = await open(page, done)
  expect(await panel.findByText('2026001 – 2026003')).toBeDefined()
  expect(panel.getByText('€363.00')).toBeDefined()
  const unsent = panel.getByRole('link', { name: '2 invoices not sent' })
  expect(unsent.getAttribute('href')).toBe(`/invoices?run=${id(1)}&unsent=true`)
  const listed = { ...{ invoice_id: id(4), name: '2026001', company_name: 'Alpha' } }
  page.server.on(listInvoices, { items: [sampleOf(ListedInvoice, listed)], total: 1 })
  const answer = { id: id(4), is_done: false, message: 'The customer has no e-mail address.' }
  page.server.on(sendInvoices, { items: [answer] })
  await page.user.click(panel.getByRole('button', { name: 'Send all' }))
  const failed = within(await screen.findByRole('dialog', { name: /^Some changes failed/ }))
  expect(failed.getByRole('link', { name: '2026001 · Alpha' }).getAttribute('href')).toBe(`/invoices/${id(4)}`)
})

test('an active run is stopped, and resumed where it was', async ({ page }) => {
  const panel = await open(page, { ...run, status: 'FINALISING', finalised: 1 })
  expect(await panel.findByText('1 of 3 finalised')).toBeDefined()
  page.server.on(stopInvoiceRun, { ...run, status: 'STOPPED' })
  page.server.on(getInvoiceRun, { ...run, status: 'STOPPED' })
  await page.user.click(panel.getByRole('button', { name: 'Stop' }))
  page.server.on(resumeInvoiceRun, { ...run, status: 'FINALISING' })
  await page.user.click(await panel.findByRole('button', { name: 'Resume' }))
  await expect.poll(() => page.server.requests(resumeInvoiceRun)).toHaveLength(1)
})

test('a run is started for all companies, and its panel opens', async ({ page }) => {
  await open(page, run, '/invoice-runs')
  page.server.on(listSettings, { items: [] })
  page.server.on(startInvoiceRun, run)
  await page.user.click((await screen.findAllByRole('button', { name: /^Start run/ }))[0]!)
  const dialog = within(await screen.findByRole('dialog', { name: 'Start run' }))
  await page.fill(dialog.getByRole('textbox', { name: 'Work until' }), '2026-01-31')
  await page.user.click(dialog.getByRole('button', { name: /^Start run/ }))
  await expect.poll(() => page.address).toBe(`/invoice-runs?peek=${id(1)}`)
  expect(page.server.bodies(startInvoiceRun)[0]).toMatchObject({
    ...{ up_to: '2026-01-31', billing_entity_id: null, company_ids: [] },
  })
})

test('a run started by another person waits behind a button; one’s own is in the list at once', async ({ page }) => {
  await open(page, run, '/invoice-runs')
  const rows = within(await screen.findByRole('grid', { name: 'Invoice runs' }))
  const count = () => rows.getAllByRole('row').filter((row) => row.dataset.key !== undefined).length
  await expect.poll(count).toBe(1)
  const another = { ...run, invoice_run_id: id(2) }
  page.server.on(listInvoiceRuns, { items: [another, run], total: 2 })
  await act(() => page.queries.invalidateQueries({ queryKey: ['invoice-runs'] }))
  const button = await screen.findByRole('button', { name: '1 new run' })
  expect(count()).toBe(1)
  await page.user.click(button)
  await expect.poll(count).toBe(2)

  const own = { ...run, invoice_run_id: id(4) }
  page.server.on(listSettings, { items: [] })
  page.server.on(startInvoiceRun, own)
  page.server.on(listInvoiceRuns, { items: [own, another, run], total: 3 })
  await page.user.click((await screen.findAllByRole('button', { name: /^Start run/ }))[0]!)
  const dialog = within(await screen.findByRole('dialog', { name: 'Start run' }))
  await page.fill(dialog.getByRole('textbox', { name: 'Work until' }), '2026-01-31')
  await page.user.click(dialog.getByRole('button', { name: /^Start run/ }))
  await expect.poll(count).toBe(3)
  expect(screen.queryByRole('button', { name: '1 new run' })).toBeNull()
})

test('a person who may only read sees the runs and starts none', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['invoice.write', 'invoice.finalise'] })
  const panel = await open(page, { ...run, status: 'PROPOSING' })
  expect(await panel.findByText('4 orders drafted')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Start run|Stop/ })).toBeNull()
})
