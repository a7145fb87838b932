import { describe, expect, test } from 'vitest'
import { eInvoiceOf } from '../documents/einvoice.rules.ts'
import { readUbl } from '../einvoice/ubl-read.format.ts'
import { writeUbl } from '../einvoice/ubl-write.format.ts'
import { faultsOfEInvoice } from '../einvoice/verdict.rules.ts'
import { sampleCases } from './cases.rules.ts'
import { sampleDocuments } from './rules.ts'

const samples = sampleDocuments(200, 7)
const contents = samples.map(({ content }) => content)
const seen = (values: readonly (string | null)[]) => [...new Set(values)].toSorted()

describe('200 sample documents', () => {
  test.each(samples)('$content.name, $name: is written, read back and valid', ({ content }) => {
    const written = eInvoiceOf(content)
    expect(faultsOfEInvoice(readUbl(writeUbl(written)), { isForPeppol: true })).toEqual([])
  })

  test('have every case, category, currency, type of document and kind of adjustment', () => {
    const names = new Set(samples.map(({ name }) => name.split(', credit note')[0]))
    expect(sampleCases.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([])
    expect(seen(contents.flatMap(({ vat }) => vat.map(({ category }) => category)))).toEqual(['AE', 'E', 'O', 'S', 'Z'])
    expect(seen(contents.map(({ currency }) => currency))).toEqual(['CHF', 'DKK', 'EUR', 'GBP', 'PLN', 'SEK'])
    expect(seen(contents.map((content) => eInvoiceOf(content).type_code))).toEqual(['261', '380', '381', '389'])
    expect(seen(contents.flatMap(({ adjustments }) => adjustments.map(({ kind }) => kind)))).toEqual([
      'ALLOWANCE',
      'CHARGE',
    ])
    expect(contents.some(({ totals }) => totals.prepaid !== null)).toBe(true)
    expect(new Set(contents.map(({ name }) => name)).size).toBe(200)
  })

  test('BILL-45: for French businesses state the cost of late payment, and no others do', () => {
    const invoices = contents.filter(({ kind, preceding }) => kind === 'SALES_INVOICE' && preceding.length === 0)
    for (const { seller, payment_terms: terms, name } of invoices) {
      expect([name, / 40 €/.test(terms ?? '')]).toEqual([name, seller.address.country === 'FR'])
    }
    const french = invoices.filter(({ seller, language }) => seller.address.country === 'FR' && language === 'fr')
    expect(french.map(({ payment_terms: terms }) => terms).join()).toContain('Pas d’escompte pour paiement anticipé.')
  })

  test('are the same for the same seed, and different for another', () => {
    const again = sampleDocuments(200, 7).map(({ content }) => writeUbl(eInvoiceOf(content)))
    expect(again).toEqual(contents.map((content) => writeUbl(eInvoiceOf(content))))
    expect(writeUbl(eInvoiceOf(sampleDocuments(1, 8)[0]!.content))).not.toBe(again[0])
  })

  test('credit notes of an invoice sum to the invoice, base and tax alike', () => {
    const cents = (text: string) => Math.round(Number(text) * 100)
    for (const invoice of contents.filter(({ preceding }) => preceding.length === 0)) {
      const notes = contents.filter(({ preceding }) => preceding[0]?.name === invoice.name)
      const isCut = notes.some((note) => note.name === contents.at(-1)!.name)
      if (notes.length === 0 || isCut) continue
      const sum = notes.reduce((total, { totals }) => total + cents(totals.with_vat), 0)
      expect([invoice.name, sum]).toEqual([invoice.name, cents(invoice.totals.with_vat)])
    }
  })
})
