import { expect, test } from 'vitest'
import type { TaxRateRow } from '../../books/tax-rates.rules.ts'
import type { PurchaseDocument } from '../intake/document.rules.ts'
import { taxDocument } from './tax.rules.ts'

const rate = (code: string, category: TaxRateRow['category'], percentage: string): TaxRateRow => ({
  ...{ tax_rate_id: code, code, name: code, treatment: 'STANDARD', category, percentage, base_percentage: null },
  ...{ vatex_code: null, tax_type: 'VAT', description: '', valid_from: '2020-01-01', valid_to: null },
  includes_subcontractors: null,
})
const rates = [rate('S21', 'S', '21'), rate('S6', 'S', '6'), rate('AE', 'AE', '0'), rate('Z', 'Z', '0')]

function documentOf(total_tax: string, tax: PurchaseDocument['lines'][number]['tax'] = null): PurchaseDocument {
  const line = (position: number, amount: string) => ({
    ...{ position, name: 'Freight', description: '', code: null, quantity: '1', unit: 'C62', unit_price: amount },
    ...{ amount, currency: 'EUR', account: null, tax, references: [] },
  })
  return {
    ...{ kind: 'PURCHASE_INVOICE', is_self_billed: false, external_name: 'F1', date: '2026-11-15', due_date: null },
    ...{ currency: 'EUR', total_excl_tax: '30.09', total_tax, total_incl_tax: '0', buyer: null, preceding: null },
    supplier: { id: null, name: 'Carrier', vat_number: null, iban: null },
    ...{ customer_reference_numbers: [], custom_fields: {} },
    lines: [line(1, '10.03'), line(2, '10.03'), line(3, '10.03')],
  }
}

const taxed = (document: PurchaseDocument, isForeign = false) => {
  const { taxes, vat, untaxed, base_percentages } = taxDocument(document, rates, { isForeign, standard: '21' })
  return { code: taxes[0]?.code, tax: vat[0]?.tax, disputed: [...untaxed], base: base_percentages[0] }
}

test('PURCH-7: without a rate the only one that produces the tax of the document is used, by line or by sum', () => {
  expect(taxed(documentOf('6.32'))).toEqual({ code: 'S21', tax: '6.32', disputed: [], base: null })
  // Rounded per line: the VAT stated by the supplier is kept.
  expect(taxed(documentOf('6.33'))).toEqual({ code: 'S21', tax: '6.33', disputed: [], base: null })
  expect(taxed(documentOf('1.81')).code).toBe('S6')
  expect(taxed(documentOf('3.00'))).toMatchObject({ code: undefined, disputed: [1, 2, 3] })
})

test('PURCH-7: without tax a foreign supplier leaves it to us, at the standard rate of our country', () => {
  expect(taxed(documentOf('0.00'), true)).toEqual({ code: 'AE', tax: '0.00', disputed: [], base: '21' })
  expect(taxed(documentOf('0.00')).code).toBe('Z')
})

test('PURCH-7: a rate on the line is used, and tax that does not match it is disputed', () => {
  const named = { category: 'S', percentage: '21.00', code: null, tax_type: null }
  expect(taxed(documentOf('6.32', named))).toMatchObject({ code: 'S21', disputed: [] })
  expect(taxed(documentOf('7.00', named))).toMatchObject({ tax: '7.00', disputed: [1, 2, 3] })
  expect(taxed(documentOf('0.00', { ...named, category: null, percentage: null, code: 'ae' })).code).toBe('AE')
})

test('PURCH-7: K is declared by us like a reverse charge, G is exempt, with the reason of the supplier', () => {
  const own = [
    ...rates,
    { ...rate('DIS', 'E', '0'), vatex_code: 'VATEX-EU-79-C' },
    { ...rate('EXP', 'E', '0'), vatex_code: 'VATEX-EU-G' },
  ]
  const exempt = (category: string, reason_code: string | null, reason: string | null) => {
    const document = documentOf('0.00', { category, percentage: '0', code: null, tax_type: null })
    const vat = [{ category, rate: '0', base: '30.09', tax: '0.00', reason_code, reason }]
    const {
      taxes,
      base_percentages,
      vat: rows,
    } = taxDocument({ ...document, vat }, own, { isForeign: true, standard: '21' })
    return [taxes[0]?.code, base_percentages[0], rows[0]?.reason]
  }
  expect(exempt('K', 'VATEX-EU-IC', 'Intra-community supply')).toEqual(['AE', '21', 'Intra-community supply'])
  expect(exempt('AE', null, 'Btw verlegd')).toEqual(['AE', '21', 'Btw verlegd'])
  expect(exempt('G', 'VATEX-EU-G', 'Export')).toEqual(['EXP', null, 'Export'])
  expect(exempt('E', null, null)).toEqual(['DIS', null, 'DIS'])
})
