import { type ListedInvoice, listInvoices } from '@cartage/contract/billing/app/document'
import type { PurchaseCreditNote, PurchaseInvoice, SalesInvoiceOutput } from '@cartage/contract/billing/document-output'
import { beforeAll, describe, expect, test } from 'vitest'
import { accounting, bytesOf, Haulier } from './haulier.ts'
import { hasOperator } from './operator.ts'
import { expectProblem, pathsOf, unique, waitFor } from './world.ts'

const intake = '/v1/webhook/e-invoicing'
const updates = '/v1/webhook/billing-document-update'
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

interface Answer {
  errors?: { error_type: string; error_message: string | null }[]
}

describe.runIf(hasOperator)('documents of suppliers and their updates', () => {
  let haulier: Haulier
  let supplierId: string
  const vat_number = 'BE0202239951'
  beforeAll(async () => {
    haulier = await Haulier.create('purchases')
    for (const invoice_type of ['PURCHASE', 'PURCHASE_CREDIT_NOTE']) {
      await haulier.add('tax_rates', {
        ...{ code: '21', name: 'VAT 21 %', billing_entity: 'MAIN', invoice_type, treatment: 'STANDARD' },
        ...{ percentage: 21, category: 'S', tax_type: 'VAT', valid_from: '2000-01-01' },
      })
    }
    const members = { is_customer: false, is_subcontractor: true, name: 'De Vries', vat_number }
    supplierId = (await haulier.customer(members)).id
  })

  const body = (members: object = {}) => ({
    ...{ name: unique('F').slice(0, 30), date: '2026-11-02', due_date: '2026-12-02', currency: 'EUR' },
    ...{ total_excl_tax: '100.00', total_tax: 21, total_incl_tax: '121.00', invoice_type: 'PURCHASE' },
    supplier: { name: 'De Vries', vat_number },
    customer_reference_numbers: ['T-1'],
    custom_fields: { scan: 7 },
    line_items: [
      {
        ...{ description: 'Trip to Lille', amount: 100, currency: 'EUR' },
        tax_rate: { code: '21', percentage: 21, tax_type: 'VAT' },
      },
    ],
    ...members,
  })
  const send = (sent: unknown, headers: Record<string, string> = {}) =>
    haulier.tenant.webhook<Answer>(intake, { body: sent, headers })

  async function accepted(sent: unknown, headers: Record<string, string> = {}): Promise<void> {
    const answer = await send(sent, headers)
    expect([answer.status, answer.body?.errors ?? []], answer.text).toEqual([200, []])
  }

  /** The supplier's documents with this number. */
  async function listed(external_name: string): Promise<ListedInvoice[]> {
    const { items } = await haulier.admin(listInvoices, { query: {} })
    return items.filter((one) => one.external_name === external_name)
  }

  async function read<Output>(kind: string, external_name: string): Promise<Output> {
    await waitFor(async () => (await listed(external_name)).length === 1)
    const [found] = await listed(external_name)
    const answer = await haulier.tenant.get<Output>(`${accounting}/${kind}/${found!.invoice_id}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }

  test('EINV-1, EINV-3: an invoice as JSON is accepted in the published form, on both spellings of the path', async () => {
    const sent = body()
    await accepted(sent)
    const invoice = await read<PurchaseInvoice>('purchase-invoice', sent.name)
    expect(invoice).toMatchObject({
      ...{ external_name: sent.name, date: '2026-11-02', due_date: '2026-12-02', currency: 'EUR' },
      ...{ total_excl_tax: '100.00', total_tax: '21.00', total_incl_tax: '121.00', custom_fields: { scan: 7 } },
      supplier: { id: supplierId, is_subcontractor: true },
      customer_reference_numbers: ['T-1'],
      line_items: [{ amount: '100.00', currency: 'EUR', is_credit_charge: false }],
    })
    expect(await read('purchase_invoice', sent.name)).toEqual(invoice)
    expect(invoice).not.toHaveProperty('customer')
  })

  test('EINV-1: the same document again has no effect', async () => {
    const sent = body()
    await accepted(sent)
    await accepted(sent)
    expect(await listed(sent.name)).toHaveLength(1)
  })

  test('EINV-1: a form has the JSON first, and files by their Content-Type after it', async () => {
    const sent = body()
    const form = formOf(['application/json', JSON.stringify(sent)], ['application/pdf', pdf])
    await accepted(form.body, form.headers)
    const { id } = await read<PurchaseInvoice>('purchase-invoice', sent.name)
    const files = await haulier.tenant.get<{ content_type: string; download_url: string }[]>(
      `${accounting}/purchase-invoice/${id}/documents`,
    )
    const file = files.body.find(({ content_type }) => content_type === 'application/pdf')
    expect((await bytesOf(haulier.tenant, file!.download_url)).bytes.equals(pdf)).toBe(true)
    const wrong = formOf(['application/xml', '<Invoice/>'], ['application/pdf', pdf])
    expectProblem(await send(wrong.body, wrong.headers), 422)
  })

  test('EINV-1: UBL is accepted as application/xml', async () => {
    const name = unique('U').slice(0, 30)
    await accepted(Buffer.from(ubl(name, vat_number)), { 'content-type': 'application/xml' })
    const invoice = await read<PurchaseInvoice>('purchase-invoice', name)
    expect(invoice).toMatchObject({ total_excl_tax: '100.00', total_tax: '21.00', supplier: { id: supplierId } })
  })

  test('EINV-2: attachments are base64 with a type, a kind and a name, and are listed as files', async () => {
    const document = { content_type: 'application/pdf', document_type: 'INVOICE', filename: 'scan.pdf' }
    const attached = (base64: string, more: object = {}) =>
      body({ attachments: [{ document: { ...document, base64, ...more } }] })
    const sent = attached(pdf.toString('base64'))
    await accepted(sent)
    const { id } = await read<PurchaseInvoice>('purchase-invoice', sent.name)
    const path = `${accounting}/purchase-invoice/${id}/documents`
    const files = (await haulier.tenant.get<{ name: string; content_type: string }[]>(path)).body
    expect(files).toContainEqual(expect.objectContaining({ name: 'scan.pdf', content_type: 'application/pdf' }))
    expectProblem(await send(attached('%%%')), 422)
    expectProblem(await send(attached('JVBERi0=', { document_type: 'PHOTO' })), 422)
  })

  test('EINV-3, ACC-13: a credit note has no due date; negative amounts are read as positive', async () => {
    const { due_date, ...rest } = body({ invoice_type: 'PURCHASE_CREDIT_NOTE' })
    const negative = { total_excl_tax: '-100.00', total_tax: '-21.00', total_incl_tax: '-121.00' }
    const line_items = [{ ...rest.line_items[0], amount: '-100.00' }]
    await accepted({ ...rest, ...negative, line_items })
    const note = await read<PurchaseCreditNote>('purchase-credit-note', rest.name)
    expect(note).toMatchObject({ total_excl_tax: '100.00', line_items: [{ is_credit_charge: true }] })
    expect(note).not.toHaveProperty('due_date')
    expect(due_date).toBeTruthy()
    expect(pathsOf(expectProblem(await send(body({ due_date: undefined })), 422))).toContain('due_date')
    expectProblem(await send(body({ invoice_type: 'SALES' })), 422)
  })

  test('EINV-1: a document that cannot be assigned is kept, and the response explains why; without credentials it is 401', async () => {
    const unknown = body({ supplier: { name: unique('No one'), vat_number: 'BE0417497106' } })
    const odd = body({ total_incl_tax: '999.00' })
    for (const sent of [unknown, odd]) {
      const { status, body: answer } = await send(sent)
      expect([status, answer.errors?.length]).toEqual([200, 1])
      expect(await listed(sent.name)).toEqual([])
    }
    expectProblem(await haulier.tenant.post(intake, body()), 401)
    expectProblem(await haulier.tenant.post(updates, { updates: [] }), 401)
  })

  test('ACC-9: custom fields are updated by id, or by exactly one match on the number; others are named in errors', async () => {
    const { id: customer } = await haulier.customer()
    const first = await haulier.invoice(customer)
    const second = await haulier.invoice(customer)
    const match = (names: string[]) => ({ matches_all: [{ sales_invoice: { name: { matches_any: names } } }] })
    const update = (sales_invoice: object) => ({ sales_invoice: { custom_fields: { booked: true }, ...sales_invoice } })
    const post = (list: object[]) => haulier.tenant.webhook<Answer>(updates, { body: { updates: list } })
    const done = await post([update({ id: first.id }), update({ match: match([second.name, 'NONE']) })])
    expect([done.status, done.body?.errors ?? []], done.text).toEqual([200, []])
    for (const { id } of [first, second]) {
      const { body: now } = await haulier.tenant.get<SalesInvoiceOutput>(`${accounting}/sales-invoice/${id}`)
      expect(now.custom_fields).toMatchObject({ booked: true })
    }
    const open = await haulier.invoice(customer)
    const wrong = await post([
      update({ match: match([first.name, second.name]) }),
      update({ match: match([unique('none')]) }),
      update({ id: crypto.randomUUID() }),
      update({ id: open.id }),
    ])
    expect([wrong.status, wrong.body.errors?.length]).toEqual([200, 3])
    const { body: last } = await haulier.tenant.get<SalesInvoiceOutput>(`${accounting}/sales-invoice/${open.id}`)
    expect(last.custom_fields).toMatchObject({ booked: true })
  })
})

/** A form built by hand to control each byte. */
function formOf(...parts: readonly [type: string, content: string | Buffer][]) {
  const bytes = parts.flatMap(([type, content], at) => [
    `--edge\r\nContent-Disposition: form-data; name="p${at}"; filename="p${at}"\r\nContent-Type: ${type}\r\n\r\n`,
    content,
    '\r\n',
  ])
  const body = Buffer.concat([...bytes, '--edge--\r\n'].map((part) => Buffer.from(part)))
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=edge' } }
}

/** A small UBL invoice of the supplier, as another program writes it. */
function ubl(name: string, vat: string): string {
  const tax = '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>'
  const category = (of: string) => `<cac:${of}><cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent>${tax}</cac:${of}>`
  const party = (number: string, legal: string) =>
    `<cac:Party><cac:PostalAddress><cac:Country><cbc:IdentificationCode>BE</cbc:IdentificationCode></cac:Country></cac:PostalAddress>` +
    `<cac:PartyTaxScheme><cbc:CompanyID>${number}</cbc:CompanyID>${tax}</cac:PartyTaxScheme>` +
    `<cac:PartyLegalEntity><cbc:RegistrationName>${legal}</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party>`
  const money = (of: string, amount: string) => `<cbc:${of} currencyID="EUR">${amount}</cbc:${of}>`
  return (
    '<?xml version="1.0"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ' +
    'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" ' +
    'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">' +
    `<cbc:ID>${name}</cbc:ID><cbc:IssueDate>2026-11-02</cbc:IssueDate><cbc:DueDate>2026-12-02</cbc:DueDate>` +
    '<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>' +
    `<cac:AccountingSupplierParty>${party(vat, 'De Vries')}</cac:AccountingSupplierParty>` +
    `<cac:AccountingCustomerParty>${party('BE0403170701', 'Transport Vermeulen BV')}</cac:AccountingCustomerParty>` +
    `<cac:TaxTotal>${money('TaxAmount', '21.00')}<cac:TaxSubtotal>${money('TaxableAmount', '100.00')}` +
    `${money('TaxAmount', '21.00')}${category('TaxCategory')}</cac:TaxSubtotal></cac:TaxTotal>` +
    `<cac:LegalMonetaryTotal>${money('LineExtensionAmount', '100.00')}${money('TaxExclusiveAmount', '100.00')}` +
    `${money('TaxInclusiveAmount', '121.00')}${money('PayableAmount', '121.00')}</cac:LegalMonetaryTotal>` +
    `<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="C62">1</cbc:InvoicedQuantity>` +
    `${money('LineExtensionAmount', '100.00')}<cac:Item><cbc:Name>Freight</cbc:Name>${category('ClassifiedTaxCategory')}` +
    `</cac:Item><cac:Price>${money('PriceAmount', '100.00')}</cac:Price></cac:InvoiceLine></Invoice>`
  )
}
