import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eInvoice } from '../../testing/data/money/einvoices.ts'
import type { EInvoice } from './terms.rules.ts'
import { readUbl } from './ubl-read.format.ts'
import { writeUbl } from './ubl-write.format.ts'
import { readXml, UnreadableXml } from './xml-read.format.ts'

const names = (xml: string) => [...xml.matchAll(/^ {2}<([\w:]+)/gm)].map(([, name]) => name)

/** A document with every possible member. */
function full(type_code: string): EInvoice {
  const document = eInvoice({ type_code, lines: [{ name: 'Freight', amount: '100.00' }] })
  const [line] = document.lines
  return {
    ...document,
    ...{ vat_currency: 'GBP', vat_in_vat_currency: '18.18', buyer_reference: 'DEP-4', contract: 'C-2026' },
    ...{ sales_order: 'O-1', despatch_advice: 'CMR-9', note: 'Thank you.\nSee the attachment.' },
    period: { from: '2026-11-01', to: '2026-11-30' },
    delivery: { delivered_on: '2026-11-26', name: 'Shop', address: { ...document.buyer.address, region: 'Hainaut' } },
    payment: {
      means: '58',
      reference: 'RF18539007547034',
      account: 'BE68539007547034',
      account_name: 'V',
      bank: 'KREDBEBB',
    },
    attachments: [
      {
        id: 'A1',
        description: 'Proof of delivery',
        content: { type: 'application/pdf', file_name: 'pod.pdf', base64: 'JVBERg==' },
      },
    ],
    lines: [
      {
        ...line!,
        ...{ note: 'Gent – Liège', order_number: 'O-1', accounting_cost: 'DEP-4', price_quantity: '1' },
        ...{ description: 'Groupage', code: 'FREIGHT', period: { from: '2026-11-25', to: '2026-11-26' } },
      },
    ],
  }
}

const head = ['cbc:CustomizationID', 'cbc:ProfileID', 'cbc:ID', 'cbc:IssueDate']
const references = [
  ...['cbc:Note', 'cbc:DocumentCurrencyCode', 'cbc:TaxCurrencyCode', 'cbc:BuyerReference', 'cac:InvoicePeriod'],
  'cac:OrderReference',
]
const middle = ['cac:DespatchDocumentReference', 'cac:ContractDocumentReference', 'cac:AdditionalDocumentReference']
const rest = [
  ...['cac:AccountingSupplierParty', 'cac:AccountingCustomerParty', 'cac:Delivery', 'cac:PaymentMeans'],
  ...['cac:PaymentTerms', 'cac:TaxTotal', 'cac:TaxTotal', 'cac:LegalMonetaryTotal'],
]

describe('UBL', () => {
  test('has its elements in the order of the schema', () => {
    expect(names(writeUbl(full('380')))).toEqual([
      ...[...head, 'cbc:DueDate', 'cbc:InvoiceTypeCode', ...references, ...middle, ...rest, 'cac:InvoiceLine'],
    ])
    expect(names(writeUbl(full('381')))).toEqual([
      ...[...head, 'cbc:CreditNoteTypeCode', ...references, 'cac:BillingReference', ...middle, ...rest],
      'cac:CreditNoteLine',
    ])
  })

  test('is read back unchanged, and written again with the same bytes', () => {
    for (const document of [full('380'), full('381'), full('389')]) {
      const xml = writeUbl(document)
      expect(readUbl(xml)).toMatchObject(document)
      expect(writeUbl(readUbl(xml))).toBe(xml)
    }
  })

  test('holds any text a person can write, without characters that XML cannot represent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const document = { ...full('380'), number: `${text} 1`, note: text.trim() === '' ? null : text }
        const xml = writeUbl(document)
        expect(xml).not.toMatch(/<(\w+:\w+)[^>]*><\/\1>/)
        expect(writeUbl(readUbl(xml))).toBe(xml)
      }),
      { numRuns: 30 },
    )
    const hostile = writeUbl({ ...full('380'), note: ']]><x a="1"/>&amp;\u0000' })
    expect(readUbl(hostile).note).toBe(']]><x a="1"/>&amp;')
  })

  test('of other senders is read with their prefixes, and with optional elements missing', () => {
    const xml = `<?xml version="1.0"?><i:Invoice xmlns:i="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:b="urn:b">
      <b:ID>7</b:ID><b:Note>caf&#233;</b:Note><b:InvoiceTypeCode>380</b:InvoiceTypeCode></i:Invoice>`
    expect(readUbl(xml)).toMatchObject({ number: '7', note: 'café', type_code: '380', currency: '', lines: [] })
  })
})

describe('foreign XML', () => {
  test.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'document type'],
    ['text that is not XML', 'BT-1: 7', 'cannot be read'],
    ['an element that is not closed', '<a><b></a>', 'cannot be read'],
    ['two roots', '<a/><b/>', 'XML'],
  ])('with %s is refused with an explanation', (_, xml, sentence) => {
    expect(() => readXml(xml)).toThrow(UnreadableXml)
    expect(() => readXml(xml)).toThrow(sentence)
  })

  test('with another root element is refused with its name', () => {
    expect(() => readUbl('<Order><ID>1</ID></Order>')).toThrow('“Order”, not an Invoice')
  })
})
