import { CreditFigure, getCreditFigure } from '@cartage/contract/accounting/app/receivables'
import { createWebhookCredential, listBindableCompanies, ShownSecret } from '@cartage/contract/auth/app/clients'
import { anyTerms, getCarrierTerms, putCarrierTerms } from '@cartage/contract/companies/app/carrier-terms'
import {
  CompanyRecord,
  changeCompanyRecord,
  confirmCompanyAccount,
  getCompanyRecord,
  listCompanyHistory,
  listCompanyRecords,
  listDocumentsOfCompany,
} from '@cartage/contract/companies/app/record'
import { listPortalLinks } from '@cartage/contract/doors/app/portal-links'
import { listMailChoices } from '@cartage/contract/mails/app/automatic'
import { ListedOrder, listOrders } from '@cartage/contract/orders/app/list'
import { addCompanyDocument, removeCompanyDocument } from '@cartage/contract/validities/app/documents'
import {
  addValidityToCompany,
  listValiditiesOfCompany,
  removeValidityOfCompany,
} from '@cartage/contract/validities/app/validities'
import { describe, expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, type Members, sampleOf } from '../testing/sample.ts'
import { companyRoute } from './routes.ts'

const company = (members: Members<CompanyRecord['company']> = {}): CompanyRecord =>
  sampleOf(CompanyRecord, {
    company: { id: id(1), name: 'Shipper', code: 'S1', is_customer: true, status: 'APPROVED', ...members },
    order_count: 12,
  })
const params = { company_id: id(1) }

async function open(page: Page, given = company(), search = '') {
  page.server.on(getCompanyRecord, given)
  page.server.on(changeCompanyRecord, sampleOf(changeCompanyRecord.response))
  page.server.on(getCreditFigure, sampleOf(CreditFigure))
  page.server.on(listMailChoices, { items: [] })
  page.server.on(getCarrierTerms, anyTerms)
  await page.open(companyRoute, `/companies/${id(1)}${search}`)
  await screen.findByRole('tab', { name: 'Properties' })
}
const bodies = (page: Page) => page.server.bodies(changeCompanyRecord)
const saved = async (page: Page, body: object) => await waitFor(() => expect(bodies(page).at(-1)).toEqual(body))

/** Edits a line inline: opens, types and saves. */
async function edit(page: Page, name: string, text: string) {
  await page.user.click(screen.getByText(`Edit ${name}`).closest('button')!)
  await page.fill(screen.getByRole('textbox', { name }), text)
  await page.user.keyboard('{Enter}')
}
async function choose(page: Page, name: string, option: string, at = 0) {
  await page.user.click(screen.getAllByRole('combobox', { name })[at]!)
  await page.user.click(await screen.findByRole('option', { name: option }))
}
const section = (title: string) => within(screen.getByRole('heading', { name: title }).closest('section')!)

describe('FIT-11: terms of a carrier', () => {
  test('are edited line by line; no country and no day mean all of them', async ({ page }) => {
    page.server.on(putCarrierTerms, anyTerms)
    const puts = () => page.server.bodies(putCarrierTerms)
    await open(page, company({ is_subcontractor: true }))
    await screen.findByRole('heading', { name: 'What it takes' })
    await edit(page, 'Most on board', '24000')
    await waitFor(() => expect(puts().at(-1)).toEqual({ ...anyTerms, max_weight_kg: 24_000 }))
    await edit(page, 'Countries', 'be, nl')
    await waitFor(() => expect(puts().at(-1)).toEqual({ ...anyTerms, countries: ['BE', 'NL'] }))
    await edit(page, 'Coldest', '-5')
    await waitFor(() => expect(puts().at(-1)).toEqual({ ...anyTerms, least_degrees: -5 }))
    await page.user.click(screen.getByText('Dangerous goods (ADR)'))
    await waitFor(() => expect(puts().at(-1)).toEqual({ ...anyTerms, takes_adr: false }))
    await page.user.click(screen.getByText('Sun'))
    await waitFor(() =>
      expect(puts().at(-1)).toEqual({ ...anyTerms, days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] }),
    )
  })
})

describe('the properties of a company', () => {
  test('are edited line by line; an emptied one is sent as null, a name never', async ({ page }) => {
    await open(page)
    await edit(page, 'VAT number', 'BE0123456789')
    await saved(page, { vat_number: 'BE0123456789' })
    await edit(page, 'Code', '')
    await saved(page, { code: null })
    expect(page.server.requests(changeCompanyRecord)[0]).toMatchObject({ params })
    page.server.reject(changeCompanyRecord, { status: 422, code: 'validation_failed', message: 'A name is needed.' })
    const lines = section('General')
    await page.user.click(lines.getByText('Edit Name').closest('button')!)
    await page.fill(lines.getByRole('textbox'), '')
    await page.user.keyboard('{Enter}')
    expect((await lines.findByRole('alert')).textContent).toBe('A name is needed.')
    expect(bodies(page).at(-1)).toEqual({ name: '' })
  })

  test('describe taxes and due dates in prose, and can be chosen', async ({ page }) => {
    await open(page, company({ sales: { payment_term: { code: 'NET_30' } } }))
    expect(screen.getByRole('combobox', { name: 'Payment term' }).textContent).toContain('30 days')
    await choose(page, 'Payment term', '14 days')
    await saved(page, { sales: { payment_term: { code: 'NET_14' } } })
    await choose(page, 'Tax', 'Reverse charge')
    await saved(page, { tax_type: 'REVERSE_CHARGE' })
    await choose(page, 'Status', 'Blocked')
    await saved(page, { sales: { status: 'BLOCKED' } })
  })

  test('have a side for each role', async ({ page }) => {
    const ledger = { id: id(5), code: 'BE', accounting_code: '400' }
    const given = company({ is_subcontractor: true })
    await open(page, {
      ...given,
      company: { ...given.company, purchase: { status: 'APPROVED', billing_entities: [ledger] } },
    } as CompanyRecord)
    await edit(page, 'Ledger of BE', '440')
    await saved(page, { purchase: { billing_entities: [{ id: id(5), accounting_code: '440' }] } })
    await choose(page, 'Status', 'Warning', 1)
    await saved(page, { purchase: { status: 'WARNING' } })
    await edit(page, 'Credit limit', '5000')
    await saved(page, { credit_policy: { limit: 5_000 } })
  })

  test('have roles, and show why one could not be added', async ({ page }) => {
    await open(page)
    await page.user.click(screen.getByRole('checkbox', { name: 'Carrier' }))
    await saved(page, { is_subcontractor: true })
    page.server.reject(changeCompanyRecord, { status: 409, code: 'conflict', message: 'It has open orders.' })
    await page.user.click(screen.getByRole('checkbox', { name: 'Archived as customer' }))
    expect((await screen.findByRole('alert')).textContent).toBe('It has open orders.')
  })

  test('have a billing address, which is sent as a whole, and another company to invoice', async ({ page }) => {
    await open(page, company({ billing_location: { address: 'Quay 1', city: 'Ghent', country: 'BE' } }))
    await edit(page, 'Town', 'Antwerp')
    await saved(page, {
      billing_location: {
        name: null,
        address: 'Quay 1',
        address_second_line: null,
        postal_code: null,
        city: 'Antwerp',
        country: 'BE',
      },
    })
    const row = sampleOf(listCompanyRecords.response.shape.items.element, { company_id: id(4), name: 'Payer' })
    page.server.on(listCompanyRecords, { items: [row], total: 1 })
    await page.user.type(screen.getByRole('combobox', { name: 'Invoice recipient' }), 'Pay')
    await page.user.click(await screen.findByRole('option', { name: /Payer/ }))
    await saved(page, { default_invoice_customer_id: id(4) })
  })

  test('have register numbers and bank accounts; a refusal is reported', async ({ page }) => {
    const given = company()
    const bank_accounts = [
      { iban_code: 'BE68', bic_code: 'GEBABEBB' },
      { iban_code: 'NL91', bic_code: '' },
    ]
    await open(page, { ...given, company: { ...given.company, bank_accounts } })
    await edit(page, 'EORI', 'BE1')
    await saved(page, { reference_numbers: { eori_number: 'BE1' } })
    const accounts = section('Bank accounts')
    await page.user.click(accounts.getByRole('button', { name: 'Remove account NL91' }))
    await saved(page, { bank_accounts: [bank_accounts[0]] })
    page.server.reject(changeCompanyRecord, { status: 422, code: 'validation_failed', message: 'Fill in the IBAN.' })
    await page.user.click(accounts.getByRole('button', { name: 'Add account' }))
    expect((await accounts.findByRole('alert')).textContent).toBe('Fill in the IBAN.')
    expect(bodies(page).at(-1)).toEqual({ bank_accounts: [...bank_accounts, { iban_code: '', bic_code: '' }] })
  })

  test('COMP-12, COMP-13: show which bank account is not confirmed and who entered it; permitted users confirm it', async ({
    page,
  }) => {
    const entry = { account: 'NL91ABNA0417164300', entered_by: 'Piet', entered_at: '2026-11-01T08:00:00Z' }
    const own = { ...entry, account: 'BE68539007547034', may_confirm: false }
    const given = { ...company(), unconfirmed_accounts: [{ ...entry, may_confirm: true }, own] }
    await open(page, given)
    page.server.on(confirmCompanyAccount, { ...given, unconfirmed_accounts: [own] })
    const accounts = section('Bank accounts')
    expect(accounts.getAllByRole('note').map((note) => note.textContent)).toEqual([
      expect.stringMatching(/NL91ABNA0417164300 is not confirmed.*Piet entered it.*Ask the company/),
      expect.stringMatching(/BE68539007547034 is not confirmed.*Someone else who may pay suppliers/),
    ])
    await page.user.click(accounts.getByRole('button', { name: 'Confirm account' }))
    await waitFor(() => expect(page.server.bodies(confirmCompanyAccount)).toEqual([{ account: entry.account }]))
  })

  test('have fields of the organisation; the reason for a failed addition is shown', async ({ page }) => {
    const given = company()
    await open(page, { ...given, company: { ...given.company, custom_fields: { dock: '7' } } })
    const fields = section('Custom fields')
    await page.user.click(fields.getByRole('button', { name: 'Add field' }))
    await page.fill(fields.getByRole('textbox', { name: 'Field name' }), 'gate')
    await page.fill(fields.getByRole('textbox', { name: 'Value' }), 'B')
    page.server.reject(changeCompanyRecord, { status: 422, code: 'validation_failed', message: 'Too many fields.' })
    await page.user.click(fields.getByRole('button', { name: 'Add' }))
    expect((await fields.findByRole('alert')).textContent).toBe('Too many fields.')
    page.server.on(changeCompanyRecord, sampleOf(changeCompanyRecord.response))
    await page.user.click(fields.getByRole('button', { name: 'Add' }))
    await saved(page, { custom_fields: { dock: '7', gate: 'B' } })
    await waitFor(() => expect(fields.queryByRole('alert')).toBeNull())
  })

  test('are read-only for a person who may not change them, with warnings', async ({ page }) => {
    page.signIn({ role: 'VIEWER' })
    await open(page, {
      ...company({ sales: { payment_term: { code: 'NET_30' } } }),
      warnings: [{ ...sampleOf(CompanyRecord.shape.warnings.element), message: 'The VAT number is not valid.' }],
    })
    expect(screen.getByText('The VAT number is not valid.')).toBeDefined()
    expect(screen.getByText('30 days')).toBeDefined()
    expect(screen.queryByRole('button', { name: /Edit/ })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Roles' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
  })
})

describe('a company', () => {
  const more = async (page: Page, command: string) => {
    await page.user.click(screen.getByRole('button', { name: 'More' }))
    await page.user.click(await screen.findByRole('menuitem', { name: command }))
  }

  test('that does not exist shows a message', async ({ page }) => {
    page.server.reject(getCompanyRecord, { status: 404, code: 'not_found' })
    await page.open(companyRoute, `/companies/${id(1)}`)
    expect((await screen.findByRole('alert')).textContent).toContain('This record no longer exists')
  })

  test('links to its orders, is archived, and Undo restores it', async ({ page }) => {
    await open(page)
    expect(screen.getByRole('link', { name: '12 orders' }).getAttribute('href')).toBe(`/orders?company=${id(1)}`)
    await more(page, 'Archive')
    expect(await screen.findByText('Shipper archived')).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Shipper restored')).toBeDefined()
    expect(bodies(page)).toEqual([{ is_archived: true }, { is_archived: false }])
  })

  test('that is archived shows this and gets no credentials', async ({ page }) => {
    await open(page, company({ is_archived: true }))
    expect(screen.getByText(/^Archived\. No longer offered/)).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: 'More' }))
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Restore'])
  })

  test('gets webhook credentials that are limited to it', async ({ page }) => {
    await open(page)
    page.server.on(listBindableCompanies, { items: [] })
    page.server.on(createWebhookCredential, sampleOf(ShownSecret, { client_id: 'board', client_secret: 'once' }))
    await more(page, 'Create credentials')
    await page.user.click(await screen.findByRole('button', { name: 'Create' }))
    expect(await screen.findByText('once')).toBeDefined()
    expect(page.server.bodies(createWebhookCredential)).toEqual([
      { name: 'Shipper', partner: { kind: 'COMPANY', key: id(1) } },
    ])
  })
})

describe('the tabs of a company', () => {
  test('are opened by their digits', async ({ page }) => {
    await open(page)
    page.server.on(listCompanyHistory, { items: [] })
    page.server.on(listPortalLinks, { items: [] })
    await page.user.keyboard('8')
    expect(await screen.findByText('No changes yet')).toBeDefined()
    expect(page.address).toBe(`/companies/${id(1)}?tab=history`)
    await page.user.keyboard('9')
    expect((await screen.findByRole('figure')).textContent).toContain('"name": "Shipper"')
    await page.user.keyboard('2')
    expect(await screen.findByText('No contacts yet')).toBeDefined()
  })

  test('show the newest orders, and a link to all of them', async ({ page }) => {
    const order = sampleOf(ListedOrder, { order_id: id(2), order_number: 'ORD-7', customer_reference_number: 'PO-1' })
    page.server.on(listOrders, { items: [order], total: 12 })
    await open(page, company(), '?tab=orders')
    expect((await screen.findByRole('link', { name: 'ORD-7' })).getAttribute('href')).toBe(`/orders/${id(2)}`)
    expect(screen.getByRole('link', { name: 'View all 12 orders' }).getAttribute('href')).toBe(
      `/orders?company=${id(1)}`,
    )
    expect(page.server.requests(listOrders)[0]?.query).toEqual({ company: id(1), sort: '-created', limit: '50' })
  })

  test('show a message without orders', async ({ page }) => {
    page.server.on(listOrders, { items: [], total: 0 })
    await open(page, company(), '?tab=orders')
    expect(await screen.findByText('Orders of this company appear here, newest first.')).toBeDefined()
  })

  test('upload and remove documents', async ({ page }) => {
    const document = sampleOf(listDocumentsOfCompany.response.shape.items.element, {
      document_id: id(3),
      name: 'a.pdf',
    })
    page.server.on(listDocumentsOfCompany, { items: [document] })
    page.server.on(addCompanyDocument, sampleOf(addCompanyDocument.response))
    page.server.on(removeCompanyDocument, undefined)
    await open(page, company(), '?tab=documents')
    await screen.findByText('a.pdf')
    const input = globalThis.document.querySelector<HTMLInputElement>('input[type=file]')!
    await page.user.upload(input, new File(['x'], 'b.pdf', { type: 'application/pdf' }))
    expect(await screen.findByText(/b\.pdf added|1 file added/)).toBeDefined()
    expect(page.server.requests(addCompanyDocument)).toMatchObject([{ params }])
    await page.user.click(screen.getByRole('button', { name: 'Remove a.pdf' }))
    await page.user.click(await screen.findByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('a.pdf removed')).toBeDefined()
    expect(page.server.requests(removeCompanyDocument)).toMatchObject([{ params: { ...params, document_id: id(3) } }])
  })

  test('add certificates, and remove them', async ({ page }) => {
    const item = sampleOf(listValiditiesOfCompany.response.shape.items.element, {
      id: id(4),
      start_time: '2026-01-01T23:00:00Z',
    })
    page.server.on(listValiditiesOfCompany, { items: [item] })
    page.server.on(addValidityToCompany, item)
    page.server.on(removeValidityOfCompany, undefined)
    await open(page, company(), '?tab=validities')
    await page.user.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(page.server.requests(removeValidityOfCompany)).toMatchObject([
        { params: { ...params, validity_id: id(4) } },
      ]),
    )
    await page.user.click(screen.getByRole('button', { name: /^Add/ }))
    await page.user.click(await screen.findByRole('combobox', { name: 'Type' }))
    await page.user.click((await screen.findAllByRole('option'))[0]!)
    await page.user.click(screen.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(page.server.requests(addValidityToCompany)).toMatchObject([{ params }]))
  })
})
