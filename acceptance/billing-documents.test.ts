import { listPayments } from '@cartage/contract/accounting/app/payments'
import { requestPosting } from '@cartage/contract/accounting/app/tasks'
import type { SalesCreditNoteOutput, SalesInvoiceOutput } from '@cartage/contract/billing/document-output'
import { beforeAll, describe, expect, test } from 'vitest'
import { accounting, bytesOf, documentOf, Haulier, today } from './haulier.ts'
import { hasOperator } from './operator.ts'
import { b, expectProblem, pathsOf, unique, uuid4 } from './world.ts'

const kinds = ['sales-invoice', 'sales-credit-note'] as const
const pathOf = (kind: string, id: string | null) => `${accounting}/${kind}/${id}`

describe.runIf(hasOperator)('invoices and credit notes', () => {
  let haulier: Haulier
  let customerId: string
  beforeAll(async () => {
    haulier = await Haulier.create('documents')
    customerId = (await haulier.customer()).id
  })

  const create = (body: object, kind = 'sales-invoice', slash = '/') =>
    haulier.tenant.post<SalesInvoiceOutput>(`${accounting}/${kind}${slash}`, body)
  const rejected = async (members: object, status = 422) =>
    pathsOf(expectProblem(await create(documentOf(customerId, members)), status))

  test('ACC-6: a created invoice has every published member, with amounts as text', async () => {
    const invoice = await haulier.invoice(customerId, { customer_reference_numbers: ['PO-1'] })
    expect(invoice).toEqual({
      ...{ date: today(), due_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), booking_date: today() },
      ...{ currency: 'EUR', customer_reference_numbers: ['PO-1'], custom_fields: {} },
      ...{ id: expect.stringMatching(uuid4), name: expect.stringMatching(/^\d{10}$/) },
      ...{ e_invoicing: null, exchange_rate: null },
      ...{ total_excl_tax: '100.00', total_tax: '21.00', total_incl_tax: '121.00' },
      customer: expect.objectContaining({ id: customerId, is_customer: true, currency: 'EUR', status: 'APPROVED' }),
      billing_entity: {
        ...{ id: expect.stringMatching(uuid4), code: 'MAIN', legal_name: 'Transport Vermeulen BV', is_default: true },
        ...{ vat_number: 'BE0403170701', company_registration_number: '0403170701' },
      },
      line_items: [
        {
          ...{ id: expect.stringMatching(uuid4), invoice_line_id: expect.stringMatching(uuid4) },
          ...{ name: 'Freight', code: 'FREIGHT', description: '', amount: '100.00', currency: 'EUR', fraction: '1' },
          account: { code: '700000' },
          tax_rate: { id: expect.stringMatching(uuid4), name: 'VAT 21 %', percentage: 21, code: '21', tax_type: 'VAT' },
          base_tax_rate: { percentage: 21 },
          ...{ order_name: null, order_id: null, trip_id: null, is_credit_charge: false, invoice_name: invoice.name },
          ...{ dimension_1: null, dimension_2: null, dimension_3: null },
          ...{ dimension_4: null, dimension_5: null, dimension_6: null },
        },
      ],
    })
    expect((await haulier.tenant.get(pathOf('sales-invoice', invoice.id))).body).toEqual(invoice)
  })

  test('ACC-6: creating works the same with and without a slash at the end of the path', async () => {
    for (const kind of kinds) {
      for (const slash of ['', '/']) {
        const answer = await create(documentOf(customerId), kind, slash)
        expect([answer.status, answer.headers.get('location')], kind + slash).toEqual([200, null])
      }
    }
  })

  test('ACC-6: a repeat under one Idempotency-Key returns the same document', async () => {
    const headers = { 'idempotency-key': unique() }
    const send = () =>
      haulier.tenant.send<SalesInvoiceOutput>('POST', `${accounting}/sales-invoice/`, { headers, body })
    const body = documentOf(customerId)
    const [first, second] = [await send(), await send()]
    expect([second.status, second.body]).toEqual([200, first.body])
  })

  test('ACC-6: the customer is identified by id or by accounting code, and the id decides when companies share a code', async () => {
    const { id, accounting_code } = await haulier.customer()
    const byCode = await create({ ...documentOf(customerId), customer: { accounting_code } })
    expect(byCode.body.customer).toMatchObject({ id, accounting_code })
    const both = await create({ ...documentOf(customerId), customer: { id, accounting_code } })
    expect(both.body.customer.id).toBe(id)
    expect(await rejected({ customer: {} })).toEqual(['customer'])
    expect(await rejected({ customer: { accounting_code: unique('none') } })).toEqual(['customer.accounting_code'])
    expect(await rejected({ customer: { id: crypto.randomUUID() } })).toEqual(['customer.id'])
  })

  test('ACC-6: amounts are numbers or decimal text; lines require a type and may have name, code and tax rate', async () => {
    const charges = [
      { amount_excl_tax: 10.03, price_list_item: { code: 'FREIGHT' } },
      { amount_excl_tax: '10.03', price_list_item: { code: 'FUEL' }, tax_rate: { code: '21' } },
      {
        ...{ amount_excl_tax: '10.03', price_list_item: { code: 'WAITING' } },
        ...{ name: 'Waiting at the dock', code: 'W1', description: '45 min', tax_rate: null },
      },
    ]
    const { body } = await create(documentOf(customerId, { charges }))
    // VAT on the total: rounding each line would give 6.33.
    expect(body).toMatchObject({ total_excl_tax: '30.09', total_tax: '6.32', total_incl_tax: '36.41' })
    expect(body.line_items.map(({ name, code, description }) => [name, code, description])).toEqual([
      ['Freight', 'FREIGHT', ''],
      ['Fuel surcharge', 'FUEL', ''],
      ['Waiting at the dock', 'W1', '45 min'],
    ])
  })

  test('ACC-6: a document that cannot be billed is 422 with the member at fault, and uses no number', async () => {
    const before = (await haulier.invoice(customerId)).name
    const charge = { amount_excl_tax: '1.00', price_list_item: { code: 'FREIGHT' } }
    const of = (members: object) => rejected({ charges: [{ ...charge, ...members }] })
    expect(await of({ price_list_item: { code: 'NONE' } })).toEqual(['charges.0.price_list_item.code'])
    expect(await of({ price_list_item: undefined })).toEqual(['charges.0.price_list_item'])
    expect(await of({ tax_rate: { code: 'NONE' } })).toEqual(['charges.0.tax_rate.code'])
    expect(await of({ amount_excl_tax: 'one' })).toEqual(['charges.0.amount_excl_tax'])
    expect(await of({ amount_excl_tax: undefined })).toEqual(['charges.0.amount_excl_tax'])
    expect(await rejected({ charges: [] })).toEqual(['charges'])
    expect(await rejected({ date: '23-11-2026' })).toEqual(['date'])
    expect(await rejected({ currency: undefined })).toEqual(['currency'])
    expect(await rejected({ billing_entity: { code: unique('none') } })).toEqual(['billing_entity.code'])
    const after = (await haulier.invoice(customerId)).name
    expect(Number(after)).toBe(Number(before) + 1)
  })

  test('ACC-8: an invoice is PAID and UNPAID again on both spellings of its path, and the payment is recorded', async () => {
    const { id, total_incl_tax } = await haulier.invoice(customerId)
    for (const kind of ['sales-invoice', 'sales_invoice']) {
      for (const status of ['PAID', 'PAID', 'UNPAID', 'PAID']) {
        const answer = await haulier.tenant.post(`${pathOf(kind, id)}/payment/update-status`, { status })
        expect([answer.status, answer.body]).toEqual([200, { status }])
      }
    }
    const payments = await haulier.admin(listPayments, { params: { invoice_id: id! } })
    expect(payments).toMatchObject({ status: 'PAID', total: total_incl_tax, open: '0.00' })
    const path = `${pathOf('sales-invoice', id)}/payment/update-status`
    for (const wrong of [{ status: 'OPEN' }, { status: 'REFUNDED' }, {}]) {
      expect(pathsOf(expectProblem(await haulier.tenant.post(path, wrong), 422))).toEqual(['status'])
    }
    expectProblem(await b.post(path, { status: 'PAID' }), 404, 'not_found')
  })

  test('ACC-8: a credit note is OPEN and REFUNDED; each kind has its own path', async () => {
    const { id } = await haulier.document<SalesCreditNoteOutput>('sales-credit-note', customerId)
    for (const kind of ['sales-credit-note', 'sales_credit_note']) {
      for (const status of ['REFUNDED', 'REFUNDED', 'OPEN']) {
        const answer = await haulier.tenant.post(`${pathOf(kind, id)}/refund/update-status`, { status })
        expect([answer.status, answer.body]).toEqual([200, { status }])
      }
    }
    for (const path of ['sales-invoice', 'purchase-invoice', 'purchase_invoice']) {
      const target = `${pathOf(path, id)}/payment/update-status`
      expectProblem(await haulier.tenant.post(target, { status: 'PAID' }), 404, 'not_found')
    }
    const purchase = `${pathOf('purchase-credit-note', id)}/refund/update-status`
    expectProblem(await haulier.tenant.post(purchase, { status: 'REFUNDED' }), 404, 'not_found')
  })

  test.each(kinds)(
    'ACC-9: a patch of a %s changes its custom fields and nothing else, on both spellings',
    async (kind) => {
      const document = await haulier.document<SalesInvoiceOutput>(kind, customerId, { custom_fields: { own: 1 } })
      expect(document.custom_fields).toEqual({ own: 1 })
      const patch = (spelling: string, body: object) =>
        haulier.tenant.send<SalesInvoiceOutput>('PATCH', pathOf(spelling, document.id), { body })
      const other = { date: '2020-01-01', name: 'X', total_incl_tax: '0.00', line_items: [], currency: 'USD' }
      for (const spelling of [kind, kind.replaceAll('-', '_')]) {
        const custom_fields = { ledger: spelling }
        const answer = await patch(spelling, { ...other, custom_fields })
        expect([answer.status, answer.body]).toEqual([200, { ...document, custom_fields }])
        expect((await haulier.tenant.get(pathOf(spelling, document.id))).body).toEqual(answer.body)
        expect((await patch(spelling, other)).body).toEqual(answer.body)
      }
      expect(pathsOf(expectProblem(await patch(kind, { custom_fields: 'text' }), 422))).toEqual(['custom_fields'])
      expect((await patch(kind, { custom_fields: {} })).body.custom_fields).toEqual({})
    },
  )

  test('ACC-9: a document is found only under its own kind and tenant', async () => {
    const { id } = await haulier.invoice(customerId)
    for (const kind of ['sales-credit-note', 'purchase-invoice', 'purchase-credit-note', 'purchase_invoice']) {
      expectProblem(await haulier.tenant.get(pathOf(kind, id)), 404, 'not_found')
      expectProblem(await haulier.tenant.get(`${pathOf(kind, id)}/documents`), 404, 'not_found')
      const body = { custom_fields: {} }
      expectProblem(await haulier.tenant.send('PATCH', pathOf(kind, id), { body }), 404, 'not_found')
    }
    for (const target of [pathOf('sales-invoice', id), `${pathOf('sales-invoice', id)}/documents`]) {
      expectProblem(await b.get(target), 404, 'not_found')
    }
    expectProblem(await haulier.tenant.get(pathOf('sales-invoice', 'no-uuid')), 404, 'not_found')
    expectProblem(await haulier.tenant.get(`${accounting}/purchase_credit_note/${id}`), 404)
  })

  test('ACC-11: the booking date is the date of the document, even when another one is sent', async () => {
    const invoice = await haulier.invoice(customerId, { booking_date: '2026-01-01' })
    expect(invoice).toMatchObject({ date: today(), booking_date: today() })
    const note = await haulier.document('sales-credit-note', customerId, { booking_date: '2026-01-01' })
    expect(note).toMatchObject({ date: today(), booking_date: today() })
  })

  test('ACC-13: a credit note has no due date even when one is sent; an invoice has the one sent', async () => {
    const due_date = '2030-01-31'
    const note = await haulier.document<SalesCreditNoteOutput>('sales-credit-note', customerId, { due_date })
    expect(note).not.toHaveProperty('due_date')
    expect(note.line_items[0]).toMatchObject({ amount: '100.00', is_credit_charge: true })
    expect(note).toMatchObject({ total_excl_tax: '100.00', total_tax: '21.00', total_incl_tax: '121.00' })
    expect((await haulier.invoice(customerId, { due_date })).due_date).toBe(due_date)
  })

  test('DOC-7: the PDF and the XML of a document are listed on both spellings and fetched whole', async () => {
    const { id, name } = await haulier.invoice(customerId)
    await haulier.taskOf(id)
    const listed = await haulier.tenant.get<{ type: string; subject_type: string; download_url: string }[]>(
      `${pathOf('sales-invoice', id)}/documents`,
    )
    expect((await haulier.tenant.get(`${pathOf('sales_invoice', id)}/documents`)).body).toEqual(listed.body)
    expect(listed.body.map(({ type, subject_type }) => [type, subject_type])).toEqual([
      ['INVOICE', 'INVOICE'],
      ['INVOICE', 'INVOICE'],
    ])
    const [pdf, xml] = await Promise.all(
      listed.body.map(({ download_url }) => bytesOf(haulier.tenant, `${download_url}?direct=true`)),
    )
    expect([pdf!.type, xml!.type.split(';')[0]]).toEqual(['application/pdf', 'application/xml'])
    expect(xml!.bytes.toString()).toMatch(new RegExp(`<cbc:ID>${name}</cbc:ID>`))
    expect(xml!.bytes.toString()).toContain('>121.00</cbc:PayableAmount>')
  })

  test('TASK-1: a document that is already offered can be posted again without effect', async () => {
    const { id } = await haulier.invoice(customerId)
    await haulier.taskOf(id)
    const { items } = await haulier.admin(requestPosting, { body: { ids: [id!] } })
    expect(items).toMatchObject([{ is_done: true }])
    expect((await haulier.tasks()).filter((task) => task.invoice_id === id)).toHaveLength(1)
  })
})
