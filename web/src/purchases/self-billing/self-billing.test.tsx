import { listSavedViews } from '@cartage/contract/app/saved-views'
import { search } from '@cartage/contract/app/shell'
import * as purchases from '@cartage/contract/purchases/app'
import * as agreements from '@cartage/contract/purchases/app/agreement'
import * as contract from '@cartage/contract/purchases/app/self-billing'
import { listUnplacedPurchases } from '@cartage/contract/purchases/app/unplaced'
import { listSettings, Setting } from '@cartage/contract/tenants/app/settings'
import { expect } from 'vitest'
import { currentCommands } from '../../shell/commands.ts'
import { type Page, screen, test, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import '../../testing/sized.ts'
import { purchaseRoute, purchasesRoute } from '../routes.ts'
import { monthBefore } from './period.ts'

const agreement = sampleOf(agreements.SelfBillingAgreement, {
  ...{ self_billing_agreement_id: id(1), company_id: id(2), company_name: 'De Vries', billing_entity_id: id(3) },
  ...{ billing_entity_name: 'Vermeulen', reference: 'C-7', valid_from: '2026-01-01', valid_to: null },
  ...{ days_to_object: 7, state: 'IN_FORCE', version: 4 },
})
const invoice = sampleOf(purchases.PurchaseRecord, {}).invoice
const consent = {
  ...{ state: 'WAITING' as const, objections_until: '2026-12-07', comment: '', decided_at: null, is_by_time: false },
  next_step: 'Wait until the supplier agrees.',
}
const record = {
  invoice: { ...invoice, invoice_id: id(1), status: 'PRE_INVOICED' as const, currency: 'EUR', is_self_billed: true },
  match: null,
  received: null,
  self_billing: consent,
  transfer_files: [],
}

async function openList(page: Page, query: string, rows: purchases.ListedPurchase[] = []) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(listUnplacedPurchases, { items: [], total: 0 })
  page.server.on(purchases.countPurchases, { by_kind: { PURCHASE_INVOICE: 2 }, by_status: {}, by_result: {} })
  page.server.on(purchases.listPurchases, { items: rows, total: rows.length })
  page.server.on(agreements.listSelfBillingAgreements, { items: [agreement], total: 1 })
  page.server.on(listSettings, {
    items: [sampleOf(Setting, { setting_id: id(3), values: { code: 'MAIN', name: 'Vermeulen' } })],
  })
  page.server.on(search, {
    items: [
      {
        kind: 'company',
        id: id(2),
        title: 'De Vries',
        text: 'K-12',
        status: null,
        route: null,
        day: null,
        driver: null,
      },
    ],
  })
  await page.open(purchasesRoute, `/purchases${query}`)
}

async function chooseSupplier(page: Page, dialog: ReturnType<typeof within>, label: RegExp) {
  await page.user.type(dialog.getByRole('combobox', { name: label }), 'De V')
  await page.user.click(await screen.findByRole('option', { name: /De Vries/ }))
}

test('PURCH-13: an agreement is created with a supplier, first and last day and days to object', async ({ page }) => {
  await openList(page, '?view=agreements')
  page.server.on(agreements.createSelfBillingAgreement, agreement)
  const rows = within(await screen.findByRole('grid', { name: 'Self-billing agreements' }))
  expect(await rows.findByText('In force')).toBeDefined()
  expect(rows.getByText('7 days')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: /New agreement/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByText('Choose a supplier.')).toBeDefined()
  await chooseSupplier(page, dialog, /Supplier/)
  await page.fill(dialog.getByRole('textbox', { name: 'First day of supply' }), '2026-02-01')
  await page.fill(dialog.getByRole('textbox', { name: 'Days to object' }), '14')
  await page.user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await screen.findAllByText('Agreement created')).not.toHaveLength(0)
  expect(page.server.bodies(agreements.createSelfBillingAgreement)).toMatchObject([
    { company_id: id(2), billing_entity_id: id(3), valid_from: '2026-02-01', valid_to: null, days_to_object: 14 },
  ])
})

test('N creates an agreement, as shown on its button, for permitted users', async ({ page }) => {
  await openList(page, '?view=agreements')
  await screen.findByText('In force')
  const commandOfN = () => currentCommands().find(({ keys }) => keys === 'n')
  await expect.poll(() => commandOfN()?.title).toBe('New agreement')
  commandOfN()!.run()
  expect(await screen.findByRole('dialog', { name: 'New self-billing agreement' })).toBeDefined()
})

test('PURCH-13: an agreement in force is ended today, at the displayed version', async ({ page }) => {
  await openList(page, '?view=agreements')
  page.server.on(agreements.changeSelfBillingAgreement, { ...agreement, state: 'ENDED' })
  await page.user.click(await screen.findByText('De Vries'))
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End today' }))
  expect(await screen.findAllByText('Agreement saved')).not.toHaveLength(0)
  expect(page.server.bodies(agreements.changeSelfBillingAgreement)).toMatchObject([
    { version: 4, reference: 'C-7', valid_to: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  ])
})

test('PURCH-14: a period is drafted, and each omitted cost has the reason and a link to fix it', async ({ page }) => {
  await openList(page, '')
  const cost = { charge_id: id(5), trip_id: id(6), trip_name: 'T-6', company_id: id(2) }
  page.server.on(contract.createSelfBilledDrafts, {
    invoice_ids: [id(1)],
    rejected: [
      { ...cost, code: 'approval_missing', message: 'Waiting time is not approved.' },
      { ...cost, charge_id: id(7), code: 'tax_rate_missing', message: 'No tax rate.' },
      { ...cost, charge_id: id(8), code: 'supplier_country_missing', message: 'No country.' },
      {
        ...{ charge_id: null, trip_id: null, trip_name: '', company_id: id(9) },
        ...{ code: 'internal_error', message: 'A fault of the service.' },
      },
    ],
  })
  await page.user.click((await screen.findAllByRole('button', { name: /Draft self-billed documents/ }))[0]!)
  const form = within(await screen.findByRole('dialog'))
  await page.fill(form.getByRole('textbox', { name: 'First day of supply' }), '2026-11-01')
  await page.fill(form.getByRole('textbox', { name: 'Last day of supply' }), '2026-11-30')
  await page.fill(form.getByRole('textbox', { name: 'Document date' }), '2026-11-30')
  await page.user.click(form.getByRole('button', { name: 'Create drafts' }))
  expect(await screen.findByText('1 document drafted')).toBeDefined()
  expect(page.server.bodies(contract.createSelfBilledDrafts)).toEqual([
    { from: '2026-11-01', to: '2026-11-30', date: '2026-11-30' },
  ])
  const table = within(screen.getByRole('table', { name: 'Not drafted' }))
  expect(table.getByText('Waiting time is not approved.')).toBeDefined()
  expect(table.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/trips/${id(6)}?tab=costs`,
    '/settings/reference?kind=tax_rates',
    `/companies/${id(2)}`,
    `/companies/${id(9)}`,
  ])
})

test('PURCH-16: a view of the list has the documents that wait for the supplier, in terms of self-billing', async ({
  page,
}) => {
  const row = sampleOf(purchases.ListedPurchase, { is_self_billed: true, result: 'MATCHED', company_name: 'De Vries' })
  await openList(page, '?view=consent', [row])
  expect(await screen.findByText('Self-billed invoice')).toBeDefined()
  expect(page.server.requests(purchases.listPurchases)[0]?.query).toMatchObject({
    ...{ self_billed: 'true', result: 'MATCHED', status: 'PRE_INVOICED' },
  })
  const views = within(screen.getByRole('navigation', { name: 'Views' }))
  expect((await views.findByRole('button', { name: /Waiting for supplier/ })).textContent).toContain('2')
})

test('PURCH-16: an objection is recorded with its reason, and agreement after all', async ({ page }) => {
  page.server.on(purchases.getPurchase, record)
  page.server.on(contract.objectSelfBilled, record)
  page.server.on(contract.agreeSelfBilled, record)
  await page.open(purchaseRoute, `/purchases/${id(1)}`)
  expect(await screen.findByText('Wait until the supplier agrees.')).toBeDefined()
  expect(screen.getByRole('heading', { name: /No number yet/ })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Finalise' })).toBeNull()
  expect((await screen.findByTitle('PDF preview')).getAttribute('src')).toContain(`/app/invoices/${id(1)}/`)
  await page.user.click(await screen.findByRole('button', { name: 'Record objection…' }))
  await page.fill(await screen.findByRole('textbox', { name: 'Reason' }), 'Two hours of waiting')
  await page.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Record objection' }))
  expect(page.server.bodies(contract.objectSelfBilled)).toEqual([{ reason: 'Two hours of waiting' }])
  await page.user.click(screen.getByRole('button', { name: 'Record agreement' }))
  expect(page.server.bodies(contract.agreeSelfBilled)).toEqual([{}])
})

test('PURCH-17: an agreed document is finalised, or withdrawn with a reason', async ({ page }) => {
  page.server.on(purchases.getPurchase, { ...record, self_billing: { ...consent, state: 'AGREED' } })
  page.server.on(contract.finaliseSelfBilled, record)
  page.server.on(contract.withdrawSelfBilled, record)
  await page.open(purchaseRoute, `/purchases/${id(1)}`)
  await page.user.click(await screen.findByRole('button', { name: 'Finalise' }))
  expect(page.server.bodies(contract.finaliseSelfBilled)).toEqual([{}])
  await page.user.click(screen.getByRole('button', { name: 'Withdraw…' }))
  await page.fill(await screen.findByRole('textbox', { name: 'Reason' }), 'Wrong rate')
  await page.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
  expect(page.server.bodies(contract.withdrawSelfBilled)).toEqual([{ reason: 'Wrong rate' }])
})

test('PURCH-17: an incomplete document lists the missing parts', async ({ page }) => {
  page.server.on(purchases.getPurchase, { ...record, self_billing: { ...consent, state: 'AGREED' } })
  const says = ['The seller has no VAT number.', 'The buyer has no town.']
  page.server.reject(contract.finaliseSelfBilled, {
    ...{ status: 409, code: 'document_incomplete', message: 'The errors list says what to fill.' },
    errors: says.map((message) => ({ message, field: 'document', path: 'document', detail: null })),
  })
  await page.open(purchaseRoute, `/purchases/${id(1)}`)
  await page.user.click(await screen.findByRole('button', { name: 'Finalise' }))
  expect(await screen.findAllByText(says.join(' '))).not.toHaveLength(0)
})

test.for([
  ['PRE_INVOICED', 'Supplier agrees'],
  ['INVOICED', 'Finalised'],
  ['INVOICE_POSTED', 'Posted'],
] as const)(
  'PURCH-17: an agreed document that is %s has the state %s, in the list and on its page',
  async ([status, state], { page }) => {
    const members = { is_self_billed: true, result: 'ACCEPTED', status } as const
    await openList(page, '', [sampleOf(purchases.ListedPurchase, members)])
    const rows = within(await screen.findByRole('grid', { name: 'Purchases' }))
    expect(await rows.findByText(state)).toBeDefined()
    const agreed = { ...consent, state: 'AGREED' as const, next_step: null }
    page.server.on(purchases.getPurchase, { ...record, invoice: { ...record.invoice, status }, self_billing: agreed })
    await page.open(purchaseRoute, `/purchases/${id(1)}`)
    expect(await screen.findByText(state)).toBeDefined()
  },
)

test('a period is the previous month, also over the turn of the year', () => {
  expect(monthBefore('2026-03-15')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(monthBefore('2027-01-01')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
})
