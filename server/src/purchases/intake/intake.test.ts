import { deflateSync } from 'node:zlib'
import { listPurchaseInvoiceDocuments } from '@cartage/contract/billing/documents'
import { listInboxItems } from '@cartage/contract/messages/app/record'
import { listPurchases } from '@cartage/contract/purchases/app'
import { afterAll, describe, expect, test } from 'vitest'
import { writeUbl } from '../../billing/einvoice/ubl-write.format.ts'
import { buyers, eInvoice, treatments } from '../../testing/data/money/einvoices.ts'
import {
  addSupplier,
  invoiceLine,
  onlyPurchase,
  purchaseInvoice,
  purchaseTenant,
} from '../../testing/data/money/purchases.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer({ now: () => new Date('2026-11-23T08:00:00Z') })
afterAll(() => server.close())

const xml = { 'content-type': 'application/xml' }
const one = [invoiceLine('Freight', '100.00')]

/** A UBL document from the carrier to the haulier. */
function ubl(type_code = '380'): string {
  const terms = eInvoice({ type_code, lines: [{ name: 'Freight', amount: '100.00', treatment: treatments.AE }] })
  return writeUbl({ ...terms, seller: { ...buyers.NL, contact: null }, number: 'NL-77', due_on: terms.due_on })
}

/** The same document as a Cross Industry Invoice. */
const cii = `<?xml version="1.0"?>
<rsm:CrossIndustryInvoice xmlns:rsm="a" xmlns:ram="b" xmlns:udt="c">
  <rsm:ExchangedDocument><ram:ID>NL-78</ram:ID><ram:TypeCode>380</ram:TypeCode>
    <ram:IssueDateTime><udt:DateTimeString format="102">20261115</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    <ram:IncludedSupplyChainTradeLineItem>
      <ram:SpecifiedTradeProduct><ram:Name>Freight</ram:Name></ram:SpecifiedTradeProduct>
      <ram:SpecifiedLineTradeAgreement>
        <ram:NetPriceProductTradePrice><ram:ChargeAmount>100.00</ram:ChargeAmount></ram:NetPriceProductTradePrice>
      </ram:SpecifiedLineTradeAgreement>
      <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">1</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
      <ram:SpecifiedLineTradeSettlement>
        <ram:ApplicableTradeTax><ram:CategoryCode>AE</ram:CategoryCode></ram:ApplicableTradeTax>
        <ram:SpecifiedTradeSettlementLineMonetarySummation>
          <ram:LineTotalAmount>100.00</ram:LineTotalAmount>
        </ram:SpecifiedTradeSettlementLineMonetarySummation>
      </ram:SpecifiedLineTradeSettlement>
    </ram:IncludedSupplyChainTradeLineItem>
    <ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>De Vries</ram:Name>
      <ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">NL001234567B01</ram:ID></ram:SpecifiedTaxRegistration>
    </ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:SpecifiedTradePaymentTerms>
        <ram:DueDateDateTime><udt:DateTimeString format="102">20261215</udt:DateTimeString></ram:DueDateDateTime>
      </ram:SpecifiedTradePaymentTerms>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:LineTotalAmount>100.00</ram:LineTotalAmount>
        <ram:TaxBasisTotalAmount>100.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">0.00</ram:TaxTotalAmount>
        <ram:GrandTotalAmount>100.00</ram:GrandTotalAmount><ram:DuePayableAmount>100.00</ram:DuePayableAmount>
      </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`

/** A PDF with an embedded file, as written by Factur-X software. */
function facturX(content: string | Buffer): Buffer {
  const packed = deflateSync(content)
  const head = `%PDF-1.7\n5 0 obj\n<</Type /EmbeddedFile /Subtype /text#2Fxml /Filter /FlateDecode /Length ${packed.length}>>\nstream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\n%%EOF')])
}

function form(...parts: readonly [type: string, name: string, content: string | Buffer][]) {
  const mark = 'cut-here'
  const bytes = parts.flatMap(([type, name, content]) => [
    `--${mark}\r\ncontent-disposition: form-data; name="${name}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    content,
    '\r\n',
  ])
  const body = Buffer.concat([...bytes, `--${mark}--\r\n`].map((part) => Buffer.from(part)))
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${mark}` } }
}

describe('documents of suppliers', () => {
  test('EINV-1: UBL is read, its supplier found by VAT number and its file stored', async () => {
    const purchases = await purchaseTenant(server)
    const company_id = await addSupplier(purchases)
    expect((await purchases.send(Buffer.from(ubl()), xml)).json()).toEqual({})
    const { invoice } = await onlyPurchase(purchases)
    expect(invoice).toMatchObject({ external_name: 'NL-77', company_id, total_excl_tax: '100.00', total_tax: '0.00' })
    expect(invoice.lines[0]!.tax).toMatchObject({ category: 'AE' })
    expect(invoice.files).toMatchObject([{ kind: 'RECEIVED' }])
    const params = { id: invoice.invoice_id }
    const documents = await purchases.tenant.call(listPurchaseInvoiceDocuments, { params })
    expect(documents).toMatchObject([{ name: 'NL-77.xml', content_type: 'application/xml' }])
  })

  test('EINV-1: a UBL credit note has positive amounts and no due date', async () => {
    const purchases = await purchaseTenant(server)
    await addSupplier(purchases)
    await purchases.send(Buffer.from(ubl('381')), xml)
    const { invoice, match } = await onlyPurchase(purchases)
    expect(invoice).toMatchObject({ kind: 'PURCHASE_CREDIT_NOTE', total_excl_tax: '100.00', due_date: null })
    expect(match!.lines[0]!.reason).toBe('NOT_EXECUTED')
  })

  test('EINV-1: CII is read, alone and inside a PDF', async () => {
    const purchases = await purchaseTenant(server)
    await addSupplier(purchases)
    await purchases.send(Buffer.from(cii), xml)
    await purchases.send(facturX(cii.replace('NL-78', 'NL-79')), { 'content-type': 'application/pdf' })
    const { items } = await purchases.admin(listPurchases, { query: { sort: 'created' } })
    expect(items.map(({ external_name, date, due_date }) => [external_name, date, due_date])).toEqual([
      ['NL-78', '2026-11-15', '2026-12-15'],
      ['NL-79', '2026-11-15', '2026-12-15'],
    ])
  })

  test('EINV-1: a form has the JSON first, then files by their type; XML first is 422', async () => {
    const purchases = await purchaseTenant(server)
    await addSupplier(purchases)
    const pdf = Buffer.from('%PDF-1.4 a picture of it')
    const { body, headers } = form(
      ['application/json', 'invoice', JSON.stringify(purchaseInvoice(one))],
      ['application/pdf', 'invoice.pdf', pdf],
    )
    expect((await purchases.send(body, headers)).json()).toEqual({})
    const { invoice } = await onlyPurchase(purchases)
    const params = { id: invoice.invoice_id }
    const documents = await purchases.tenant.call(listPurchaseInvoiceDocuments, { params })
    expect(documents[0]).toMatchObject({ name: 'F-2026-17.json' })
    const wrong = form(['application/xml', 'invoice.xml', ubl()], ['application/pdf', 'invoice.pdf', pdf])
    const refused = await purchases.send(wrong.body, wrong.headers)
    expect([refused.statusCode, refused.json().errors[0].detail]).toEqual([422, 'json_first'])
  })

  test('EINV-2, EINV-3: attachments are base64; an invoice requires its due date', async () => {
    const purchases = await purchaseTenant(server)
    await addSupplier(purchases)
    const document = {
      content_type: 'application/pdf',
      document_type: 'INVOICE',
      filename: 'a.pdf',
      base64: 'JVBERi0=',
    }
    const attached = (base64: string) => purchaseInvoice(one, { attachments: [{ document: { ...document, base64 } }] })
    expect((await purchases.send(attached('%%%'))).statusCode).toBe(422)
    expect((await purchases.send(purchaseInvoice(one, { due_date: undefined }))).statusCode).toBe(422)
    expect((await purchases.send(attached(document.base64))).json()).toEqual({})
  })

  test('PURCH-3: a credit note with only negative amounts is reversed', async () => {
    const purchases = await purchaseTenant(server)
    await addSupplier(purchases)
    const body = { ...purchaseInvoice([invoiceLine('Freight', '-100.00'), invoiceLine('Less', '20.00')]) }
    await purchases.send({ ...body, due_date: undefined, invoice_type: 'PURCHASE_CREDIT_NOTE' })
    const { invoice } = await onlyPurchase(purchases)
    expect(invoice.total_excl_tax).toBe('80.00')
    expect(invoice.lines.map(({ amount }) => amount)).toEqual(['100.00', '-20.00'])
  })

  test('EINV-1: an invoice that a customer wrote in our name waits for a person', async () => {
    const purchases = await purchaseTenant(server)
    await addSupplier(purchases)
    expect((await purchases.send(Buffer.from(ubl('389')), xml)).json().errors).toHaveLength(1)
    expect((await purchases.admin(listInboxItems, { query: {} })).items).toMatchObject([
      { kind: 'e-invoicing', item: { is_self_billed: true, external_name: 'NL-77' } },
    ])
  })

  test('LIMIT-10: decompression bombs and broken documents are answered with the error, and nothing is written', async () => {
    const purchases = await purchaseTenant(server)
    const entity = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><Invoice>&b;</Invoice>'
    const deepXml = '<a>'.repeat(10_000) + '</a>'.repeat(10_000)
    const wide = `<Invoice>${'<a/>'.repeat(500_000)}</Invoice>`
    const deepJson = '['.repeat(10_000) + ']'.repeat(10_000)
    const bodies: [string | Buffer, number][] = [
      [entity, 422],
      [deepXml, 422],
      [wide, 422],
      [deepJson, 422],
      [facturX(Buffer.alloc(20 * 1_048_576, 32)), 422],
      ['%PDF-1.4 without a file', 422],
      ['<Invoice>', 422],
      ['', 400],
      [Buffer.alloc(17 * 1_048_576, 32), 413],
    ]
    for (const [body, status] of bodies) {
      const answer = await purchases.send(Buffer.from(body), xml)
      expect(answer.statusCode, answer.body.slice(0, 200)).toBe(status)
    }
    expect((await purchases.admin(listPurchases, { query: {} })).items).toEqual([])
  })
})
