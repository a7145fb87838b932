import { listInboxItems } from '@cartage/contract/messages/app/record'
import { listPurchases } from '@cartage/contract/purchases/app'
import { afterAll, describe, expect, test } from 'vitest'
import { writeCii } from '../../billing/einvoice/cii-write.format.ts'
import type { EInvoice } from '../../billing/einvoice/terms.rules.ts'
import { writeUbl } from '../../billing/einvoice/ubl-write.format.ts'
import { findLines } from '../../billing/records/views.ts'
import { buyers, eInvoice, treatments } from '../../testing/data/money/einvoices.ts'
import { addSupplier, onlyPurchase, type PurchaseTenant, purchaseTenant } from '../../testing/data/money/purchases.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { faultOf } from './document.rules.ts'
import { readDocument } from './read.rules.ts'

const server = await startTestServer({ now: () => new Date('2026-11-23T08:00:00Z') })
afterAll(() => server.close())

const xml = { 'content-type': 'application/xml' }
const freight = [{ name: 'Freight', amount: '100.00', treatment: treatments.AE }]

/** A document from the carrier to the haulier. */
function terms(members: Partial<EInvoice> = {}): EInvoice {
  const written = eInvoice({ type_code: members.type_code ?? '380', lines: freight })
  return { ...written, seller: { ...buyers.NL, contact: null }, number: 'NL-77', ...members }
}

const send = async (purchases: PurchaseTenant, text: string | Buffer) => await purchases.send(Buffer.from(text), xml)

/** Unusual values that replace the text of one element. */
const strange = [
  ...['', ' ', '64.', '+64', '.5', '1 000', '21 %', '1,5', '-0', '1e3', 'NaN', 'zofort', '2026-02-30', '15.12.2026'],
  ...['2026-11-15+01:00', '9999-12-31', '0000-00-00', '12345678901234567890', '0.00000000000000000001', '-100.00'],
  ...['&#0;', '&#x1F69A;', 'é', 'x'.repeat(5_000), '__proto__', '$1', "';--", 'true', '0', '&amp;'],
]

/** The document with one text or attribute value replaced. */
function variantOf(text: string, at: number): string {
  const places = [...text.matchAll(/>([^<>]+)</g), ...text.matchAll(/ (?:unitCode|currencyID|schemeID)="([^"]*)"/g)]
  const place = places[(at * 7) % places.length]!
  const from = place.index + place[0].indexOf(place[1]!)
  const value = strange[at % strange.length]!.replaceAll('"', '')
  return text.slice(0, from) + value + text.slice(from + place[1]!.length)
}

describe('XML that differs from our own writer', () => {
  test('EINV-4: each of 200 documents with one strange text is assigned or waits with the reason, without an internal error', async () => {
    const purchases = await purchaseTenant(server)
    await addSupplier(purchases)
    const statuses: number[] = []
    for (let at = 0; at < 200; at += 1) {
      const document = terms({ number: `V-${at}`, type_code: at % 5 === 0 ? '381' : '380' })
      const text = at % 2 === 0 ? writeUbl(document) : writeCii(document)
      statuses.push((await send(purchases, variantOf(text, at))).statusCode)
    }
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    const placed = (await purchases.admin(listPurchases, { query: { limit: 1 } })).total
    const { items } = await purchases.admin(listInboxItems, { query: {} })
    const waiting = items.reduce((sum, { occurrences }) => sum + occurrences, 0)
    expect(placed + waiting).toBe(200)
    expect(items.filter(({ reason }) => reason === '')).toEqual([])
    expect(placed).toBeGreaterThan(40)
  })

  test('EINV-4: numbers and days in any form of XML Schema are read, and invalid ones wait with their element', async () => {
    const purchases = await purchaseTenant(server)
    await addSupplier(purchases)
    const text = writeUbl(terms())
    const schema = text.replaceAll('>100.00<', '>+100.<').replace('>2026-11-27<', '>2026-11-27+01:00<')
    expect((await send(purchases, schema)).json()).toEqual({})
    const { invoice } = await onlyPurchase(purchases)
    expect(invoice).toMatchObject({ date: '2026-11-27', total_excl_tax: '100.00' })
    const wrong = text.replace('NL-77', 'NL-78').replace(/DueDate>[^<]*</, 'DueDate>15.12.2026<')
    const [error] = (await send(purchases, wrong)).json().errors
    expect(error.error_message).toBe('DueDate says “15.12.2026”, which is not a day.')
  })

  test('EINV-5: the root element determines the kind of document, whatever its type', async () => {
    const purchases = await purchaseTenant(server)
    await addSupplier(purchases)
    for (const type of ['262', '296', '308', '384', '420', '458', '503']) {
      const text = writeUbl(terms({ type_code: '381', number: `C-${type}` }))
      await send(purchases, text.replace('TypeCode>381<', `TypeCode>${type}<`))
    }
    const { items } = await purchases.admin(listPurchases, { query: {} })
    expect(items.map(({ kind }) => kind)).toEqual(Array.from({ length: 7 }, () => 'PURCHASE_CREDIT_NOTE'))
  })

  test('PURCH-26: an invoice with a negative total is a credit note with positive amounts', async () => {
    const purchases = await purchaseTenant(server)
    await addSupplier(purchases)
    const text = writeUbl(terms()).replaceAll('>100.00<', '>-100.00<')
    await send(purchases, text.replace(/(PriceAmount [^>]*>)-/, '$1').replace(/(InvoicedQuantity [^>]*>)/, '$1-'))
    const { invoice } = await onlyPurchase(purchases)
    expect(invoice).toMatchObject({ kind: 'PURCHASE_CREDIT_NOTE', total_incl_tax: '100.00', due_date: null })
    expect(invoice.lines[0]).toMatchObject({ quantity: '1', unit_price: '100', amount: '100.00' })
  })

  test('PURCH-28: quantity, unit and price are kept even if their product is not the amount', async () => {
    const purchases = await purchaseTenant(server)
    await addSupplier(purchases)
    const text = writeUbl(terms())
      .replace(/InvoicedQuantity unitCode="[^"]*">[^<]*</, 'InvoicedQuantity unitCode="LTR">286.37<')
      .replace(/(PriceAmount currencyID="EUR">)[^<]*</, '$10.3492<')
    await send(purchases, text)
    await send(
      purchases,
      text.replace('NL-77', 'NL-78').replace('</cac:Price>', '<cbc:BaseQuantity>1000</cbc:BaseQuantity></cac:Price>'),
    )
    const { items } = await purchases.admin(listPurchases, { query: { sort: 'created' } })
    const lines = await Promise.all(
      items.map(async ({ invoice_id }) => (await purchases.tenant.asTenant((tx) => findLines(tx, [invoice_id])))[0]),
    )
    expect(lines).toMatchObject([
      { quantity: '286.37', unit: 'LTR', unit_price: '0.3492' },
      { quantity: '286.37', unit: 'LTR', unit_price: '0.0003492' },
    ])
  })

  test('EINV-5: XML is read in its declared encoding, and an unknown one waits with the reason', async () => {
    const purchases = await purchaseTenant(server)
    await addSupplier(purchases)
    const text = (encoding: string, number: string) =>
      writeUbl(terms({ number, seller: { ...buyers.NL, name: 'Müller & Söhne € Spedition', contact: null } })).replace(
        'UTF-8',
        encoding,
      )
    const wide = Buffer.from(`\uFEFF${text('UTF-16', 'E-3')}`, 'utf16le')
    const bodies = [
      Buffer.from(text('ISO-8859-1', 'E-1').replace('€', ''), 'latin1'),
      Buffer.from(text('windows-1252', 'E-2').replace('€', '\x80'), 'latin1'),
      wide,
      Buffer.from(wide).swap16(),
    ]
    const names = []
    for (const body of bodies) {
      const { document } = await readDocument(body, 'application/xml')
      names.push(document.supplier.name.replaceAll(/\s+/g, ' '))
    }
    expect(names).toEqual([
      'Müller & Söhne Spedition',
      ...Array.from({ length: 3 }, () => 'Müller & Söhne € Spedition'),
    ])
    const refused = await send(purchases, Buffer.from(text('EBCDIC-42', 'E-5')))
    expect(refused.json().error).toContain('the encoding EBCDIC-42, which is unknown')
    const broken = await send(purchases, Buffer.from(text('UTF-8', 'E-6'), 'latin1'))
    expect(broken.json().error).toContain('has bytes that are not in')
    expect((await purchases.admin(listInboxItems, { query: {} })).items).toHaveLength(2)
  })

  test('PURCH-27: a document with totals only is one line, and a person accepts it', async () => {
    const purchases = await purchaseTenant(server)
    await addSupplier(purchases)
    const text = writeCii(terms()).replace(
      /<ram:IncludedSupplyChainTradeLineItem>[\s\S]*<\/ram:IncludedSupplyChainTradeLineItem>/,
      '',
    )
    expect((await send(purchases, text)).json()).toEqual({})
    const { match, invoice } = await onlyPurchase(purchases)
    expect(invoice.lines).toMatchObject([{ amount: '100.00', tax: { category: 'AE' } }])
    expect(match!.result).toBe('DISPUTED')
  })

  test('EINV-4: CII with its own freight charge adds up, and its attachments are stored', async () => {
    const text = writeCii({
      ...terms(),
      attachments: [
        { id: 'POD', description: null, content: { type: 'text/csv', file_name: 'pod.csv', base64: 'YQ==' } },
      ],
    })
      .replace(
        '<ram:SpecifiedTradePaymentTerms>',
        `<ram:SpecifiedLogisticsServiceCharge><ram:Description>Freight</ram:Description><ram:AppliedAmount>10.00</ram:AppliedAmount>
         <ram:AppliedTradeTax><ram:CategoryCode>AE</ram:CategoryCode></ram:AppliedTradeTax></ram:SpecifiedLogisticsServiceCharge><ram:SpecifiedTradePaymentTerms>`,
      )
      .replace(/(TaxBasisTotalAmount>)100/, '$1110')
      .replace(/(GrandTotalAmount>)100/, '$1110')
      .replace(/(DuePayableAmount>)100/, '$1110')
    const { document, files } = await readDocument(Buffer.from(text), 'application/xml')
    expect(faultOf(document)).toBeUndefined()
    expect(document.lines.map(({ name, amount }) => [name, amount])).toEqual([
      ['Freight', '100.00'],
      ['Freight', '10.00'],
    ])
    expect(files.map(({ name }) => name)).toEqual(['NL-77.xml', 'pod.csv'])
  })

  test('EINV-5: ZUGFeRD 1 is read with its own element names', async () => {
    const later: Record<string, string> = {
      CrossIndustryInvoice: 'CrossIndustryDocument',
      ExchangedDocumentContext: 'SpecifiedExchangedDocumentContext',
      ExchangedDocument: 'HeaderExchangedDocument',
      SupplyChainTradeTransaction: 'SpecifiedSupplyChainTradeTransaction',
      RateApplicablePercent: 'ApplicablePercent',
      SpecifiedTradeSettlementHeaderMonetarySummation: 'SpecifiedTradeSettlementMonetarySummation',
      SpecifiedTradeSettlementLineMonetarySummation: 'SpecifiedTradeSettlementMonetarySummation',
    }
    const text = writeCii(terms()).replaceAll(/(<\/?\w+:)(\w+)/g, (_, begin: string, name: string) => {
      const renamed = name
        .replace(/^ApplicableHeaderTrade/, 'ApplicableSupplyChainTrade')
        .replace(/^SpecifiedLineTrade/, 'SpecifiedSupplyChainTrade')
      return begin + (later[name] ?? renamed)
    })
    const { document } = await readDocument(Buffer.from(text), 'application/xml')
    expect(faultOf(document)).toBeUndefined()
    const plain = (await readDocument(Buffer.from(writeCii(terms())), 'application/xml')).document
    expect(document).toEqual(plain)
  })
})
