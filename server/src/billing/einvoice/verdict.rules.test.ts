import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buyers, eInvoice, haulier, type TestLine, treatments } from '../../testing/data/money/einvoices.ts'
import { belgianCashDiscount, vatRows } from '../documents/totals.rules.ts'
import type { EInvoice } from './terms.rules.ts'
import { readUbl } from './ubl-read.format.ts'
import { writeUbl } from './ubl-write.format.ts'
import { faultsOfEInvoice } from './verdict.rules.ts'

const rulesOf = (document: EInvoice) =>
  faultsOfEInvoice(readUbl(writeUbl(document)), { isForPeppol: true }).map(({ rule }) => rule)

const groupage: TestLine[] = [
  { name: 'Freight Gent – Liège', amount: '186.00', computed: ['30', 'DTN', '6.20'] },
  { name: 'Fuel surcharge', amount: '23.25' },
  { name: 'Waiting time', amount: '36.00', computed: ['3', 'C62', '12.00'] },
]

/** Figures of the design's walk-throughs, with the totals of their invoices. */
const walkThroughs: [number: string, document: EInvoice, totals: [net: string, vat: string, gross: string]][] = [
  ['1, groupage', eInvoice({ lines: groupage }), ['245.25', '51.50', '296.75']],
  [
    '2, import container',
    eInvoice({
      buyer: buyers.NL,
      lines: [
        { name: 'Haulage', amount: '410.00', treatment: treatments.AE },
        { name: 'Fuel', amount: '19.68', treatment: treatments.AE },
        { name: 'Toll', amount: '30.67', treatment: treatments.AE, computed: ['187', 'KMT', '0.164'] },
        { name: 'Chassis', amount: '22.50', treatment: treatments.AE },
        { name: 'Demurrage', amount: '150.00', treatment: treatments.AE, computed: ['2', 'DAY', '75.00'] },
      ],
    }),
    ['632.85', '0.00', '632.85'],
  ],
  [
    '3, export',
    eInvoice({
      lines: ['869.04', '299.25', '65.00', '76.04'].map((amount, at) => {
        return { name: `Export ${at}`, amount, treatment: treatments.E146 }
      }),
    }),
    ['1309.33', '0.00', '1309.33'],
  ],
  [
    '5, pounds with Belgian VAT',
    eInvoice({
      currency: 'GBP',
      lines: [
        { name: 'Freight', amount: '1150.00' },
        { name: 'Fuel', amount: '86.25' },
      ],
      members: {
        vat_currency: 'EUR',
        vat_in_vat_currency: '299.95',
        payment: { means: '30', reference: null, account: 'BE68539007547034', account_name: null, bank: null },
      },
    }),
    ['1236.25', '259.61', '1495.86'],
  ],
  [
    '6, credit of a half',
    eInvoice({
      type_code: '381',
      lines: [
        { name: 'Freight', amount: '93.00' },
        { name: 'Fuel', amount: '11.63' },
        { name: 'Waiting', amount: '18.00' },
      ],
    }),
    ['122.63', '25.75', '148.38'],
  ],
  [
    '7, self-billing',
    eInvoice({
      type_code: '389',
      seller: buyers.NL,
      buyer: haulier,
      lines: [
        { name: 'Trip 1', amount: '540.00', treatment: treatments.AE },
        { name: 'Trip 2', amount: '615.50', treatment: treatments.AE },
        { name: 'Waiting', amount: '63.00', treatment: treatments.AE, computed: ['1.5', 'HUR', '42.00'] },
        { name: 'Deduction', amount: '-25.00', treatment: treatments.AE },
      ],
    }),
    ['1193.50', '0.00', '1193.50'],
  ],
  ['8, Belgian cash discount', cashDiscount(groupage), ['245.25', '50.47', '295.72']],
  [
    '11, not subject to VAT',
    eInvoice({
      buyer: { ...buyers.GB, vat_number: null },
      seller: { ...haulier, vat_number: null, tax_number: 'BE0403170701' },
      lines: [{ name: 'Gent – Birmingham', amount: '100.00', treatment: treatments.O }],
    }),
    ['100.00', '0.00', '100.00'],
  ],
]

function cashDiscount(lines: TestLine[]): EInvoice {
  const reason = '2 % discount when paid within 8 days'
  return eInvoice({
    lines,
    adjustments: (taxed) => belgianCashDiscount(vatRows(taxed, 'EUR'), '2', { currency: 'EUR', reason }),
  })
}

describe('an electronic document', () => {
  test.each(walkThroughs)('of walk-through %s passes every rule and has the right totals', (_, document, totals) => {
    expect(faultsOfEInvoice(readUbl(writeUbl(document)), { isForPeppol: true })).toEqual([])
    const { without_vat, vat, with_vat } = document.totals
    expect([without_vat, vat, with_vat]).toEqual(totals)
  })

  test('with a Belgian cash discount subtracts it from the base of VAT and keeps the total without VAT', () => {
    const { adjustments, vat } = cashDiscount(groupage)
    expect(adjustments.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['ALLOWANCE', '4.91'],
      ['CHARGE', '4.91'],
    ])
    expect(vat.map(({ category, base, tax }) => [category, base, tax])).toEqual([
      ['S', '240.34', '50.47'],
      ['E', '4.91', '0.00'],
    ])
  })

  test('shows a line with an inexact unit price as one piece, and a deduction as minus one', () => {
    const { lines } = eInvoice({
      lines: [
        { name: 'Minimum', amount: '45.00', computed: ['3', 'DTN', '6.20'] },
        { name: 'Deduction', amount: '-25.00' },
      ],
    })
    expect(lines.map(({ quantity, unit, price }) => [quantity, unit, price])).toEqual([
      ['1', 'C62', '45'],
      ['-1', 'C62', '25'],
    ])
  })
})

type Change = (document: EInvoice) => Partial<EInvoice>
const firstLine = (document: EInvoice, change: Partial<EInvoice['lines'][0]>) => ({
  lines: document.lines.map((line, at) => (at === 0 ? { ...line, ...change } : line)),
})
const total = (document: EInvoice, change: Partial<EInvoice['totals']>) => ({
  totals: { ...document.totals, ...change },
})

/** Errors planted in a valid invoice, each with the rule that finds it. */
const planted: [fault: string, rule: string, change: Change][] = [
  ['a total a cent too high', 'BR-CO-15', (one) => total(one, { with_vat: '296.76', payable: '296.76' })],
  ['VAT rounded per line', 'BR-S-09', (one) => ({ vat: one.vat.map((row) => ({ ...row, tax: '51.51' })) })],
  ['a line left out of the sum', 'BR-CO-10', (one) => total(one, { lines: '209.25' })],
  [
    'a base that is not that of the lines',
    'BR-S-08',
    (one) => ({ vat: one.vat.map((row) => ({ ...row, base: '245.26' })) }),
  ],
  ['a price that does not give the amount', 'PEPPOL-EN16931-R120', (one) => firstLine(one, { price: '6.21' })],
  ['a negative price', 'BR-27', (one) => firstLine(one, { price: '-6.20', quantity: '-30' })],
  ['no due date and no terms', 'BR-CO-25', () => ({ due_on: null, payment_terms: null })],
  ['a category without its row', 'BR-AE-01', (one) => firstLine(one, { category: 'AE', rate: '0' })],
  [
    'a reason on standard rated VAT',
    'BR-S-10',
    (one) => ({ vat: one.vat.map((row) => ({ ...row, reason: 'Exempt' })) }),
  ],
  [
    'a buyer without electronic address',
    'PEPPOL-EN16931-R010',
    (one) => ({ buyer: { ...one.buyer, electronic_address: null } }),
  ],
  [
    'an enterprise number with dots',
    'PEPPOL-COMMON-R043',
    (one) => ({ seller: { ...one.seller, registration: { scheme: '0208', id: '0403.170.701' } } }),
  ],
  [
    'a Danish number without its country',
    'PEPPOL-COMMON-R042',
    (one) => ({ buyer: { ...one.buyer, electronic_address: { scheme: '0184', id: '12345674' } } }),
  ],
  [
    'a Norwegian number with a wrong check digit',
    'PEPPOL-COMMON-R041',
    (one) => ({ buyer: { ...one.buyer, electronic_address: { scheme: '0192', id: '974760674' } } }),
  ],
  [
    'a Swedish number with a wrong check digit',
    'PEPPOL-COMMON-R049',
    (one) => ({ buyer: { ...one.buyer, electronic_address: { scheme: '0007', id: '5560360794' } } }),
  ],
  ['neither buyer reference nor order', 'PEPPOL-EN16931-R003', () => ({ purchase_order: null })],
  ['a credit transfer without account', 'BR-61', (one) => ({ payment: { ...one.payment!, account: null } })],
  ['a currency that does not exist', 'BR-CL-04', () => ({ currency: 'EUX' })],
  ['a unit of the right shape that does not exist', 'BR-CL-23', (one) => firstLine(one, { unit: 'PLT' })],
  [
    'a register number of an unknown scheme',
    'BR-CL-11',
    (one) => ({ seller: { ...one.seller, registration: { scheme: '0299', id: '1' } } }),
  ],
  [
    'a country that does not exist',
    'BR-CL-14',
    (one) => ({ seller: { ...one.seller, address: { ...one.seller.address, country: 'UK' } } }),
  ],
  ['a means of payment that does not exist', 'BR-CL-16', (one) => ({ payment: { ...one.payment!, means: '72' } })],
  [
    'an exemption that does not exist',
    'BR-CL-22',
    (one) => ({ vat: one.vat.map((row) => ({ ...row, reason_code: 'VATEX-EU-143-1LA' })) }),
  ],
  [
    'an electronic address of an unknown scheme',
    'PEPPOL-EN16931-CL008',
    (one) => ({ buyer: { ...one.buyer, electronic_address: { scheme: '0299', id: '1' } } }),
  ],
  ['a period that ends before it starts', 'BR-29', () => ({ period: { from: '2026-11-30', to: '2026-11-01' } })],
  ['a day that does not exist', 'PEPPOL-EN16931-F001', () => ({ issued_on: '2026-02-30' })],
  ['an amount that is not a number', 'BR-DEC', (one) => total(one, { payable: '296,75' })],
  ['amounts of three places', 'BR-DEC-PLACES', (one) => total(one, { prepaid: '0.000' })],
]

describe('the rules of an electronic invoice', () => {
  test.each(planted)('detect %s (%s)', (_, rule, change) => {
    const sound = eInvoice({ lines: groupage })
    expect(rulesOf({ ...sound, ...change(sound) })).toContain(rule)
  })

  test('accept VAT that is rounded to the smallest unit of a currency without cents, and no other', () => {
    const inYen = eInvoice({
      ...{ currency: 'JPY', lines: [{ name: 'Freight', amount: '1235' }] },
      members: { vat_currency: 'EUR', vat_in_vat_currency: '1.53' },
    })
    expect(inYen.vat.map(({ tax }) => tax)).toEqual(['259'])
    expect(rulesOf(inYen)).not.toContain('BR-S-09')
    expect(rulesOf({ ...inYen, vat: inYen.vat.map((row) => ({ ...row, tax: '260' })) })).toContain('BR-S-09')
  })

  test('reject supplies that are not subject to VAT together with other VAT', () => {
    const mixed = eInvoice({
      lines: [
        { name: 'Gent – Birmingham', amount: '100.00', treatment: treatments.O },
        { name: 'Gent – Antwerpen', amount: '200.00' },
      ],
    })
    expect(rulesOf(mixed)).toEqual(expect.arrayContaining(['BR-O-02', 'BR-O-11', 'BR-O-12']))
  })

  test('reject a Dutch credit note without an invoice reference', () => {
    const document = eInvoice({ type_code: '381', seller: buyers.NL, lines: groupage, members: { preceding: [] } })
    expect(rulesOf(document)).toContain('NL-R-001')
  })

  test('accept any mix of lines, categories and discounts', () => {
    const line = fc.record({
      name: fc.constantFrom('Freight', 'Toll & ferry', '<Waiting>'),
      amount: fc.integer({ min: 1, max: 5_000_000 }).map((cents) => (cents / 100).toFixed(2)),
      treatment: fc.constantFrom(treatments.S21, treatments.AE, treatments.E146),
    })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fc.boolean(), (lines, isDiscounted) => {
        const isAllStandard = lines.every(({ treatment }) => treatment.category === 'S')
        const document = isDiscounted && isAllStandard ? cashDiscount(lines) : eInvoice({ lines })
        expect(faultsOfEInvoice(readUbl(writeUbl(document)), { isForPeppol: true })).toEqual([])
      }),
    )
  })
})
