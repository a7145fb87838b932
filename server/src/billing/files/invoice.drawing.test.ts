import { languages } from '@cartage/contract/reading/languages'
import { describe, expect, test } from 'vitest'
import { plainLetterhead } from '../../pdf/letterhead.ts'
import { invoiceContent, type TestCharge } from '../../testing/data/contents.ts'
import { pngOf } from '../../testing/data/logos.ts'
import { pdfPages, pdfPieces } from '../../testing/data/pdf-text.ts'
import { eInvoiceOf } from '../documents/einvoice.rules.ts'
import { readUbl } from '../einvoice/ubl-read.format.ts'
import { writeUbl } from '../einvoice/ubl-write.format.ts'
import { faultsOfEInvoice } from '../einvoice/verdict.rules.ts'
import { drawInvoice } from './invoice.drawing.ts'

const plain = { footer: null, letterhead: plainLetterhead }

const groupage: TestCharge[] = [
  { name: 'Freight', amount: '186.00', computed: ['30', 'DTN', '6.20'], description: '2,300 kg, next break' },
  { name: 'Fuel surcharge', amount: '23.25' },
  { name: 'Waiting time', amount: '36.00', computed: ['3', 'C62', '12.00'] },
]

const pagesOf = (file: Buffer) => file.toString('latin1').match(/\/Type \/Page\b/g)?.length

describe('an invoice as PDF', () => {
  test('is PDF/A with embedded fonts, and has the same bytes when it is drawn again', async () => {
    const file = await drawInvoice(invoiceContent(groupage), plain)
    const text = file.toString('latin1')
    expect(text).toMatch(/^%PDF-1\.7/)
    expect(text).toContain('pdfaid:part>3<')
    expect(text).toContain('/FontFile2')
    expect(text).not.toContain('/BaseFont /Helvetica')
    expect((await drawInvoice(invoiceContent(groupage), plain)).equals(file)).toBe(true)
  })

  test('is drawn in four languages, each with its own labels', async () => {
    const files = await Promise.all(
      languages.map((language) => drawInvoice(invoiceContent(groupage, { language }), plain)),
    )
    const titles = files.map((file) => /<dc:title>.*?<rdf:li[^>]*>([^<]*)</s.exec(file.toString('latin1'))?.[1])
    expect(titles).toEqual(['Invoice', 'Factuur', 'Facture', 'Rechnung'].map((word) => `${word} 2026000123`))
  })

  test('continues over several pages', async () => {
    const many = Array.from({ length: 80 }, (_, at) => ({ name: `Freight ${at}`, amount: '10.00' }))
    expect(pagesOf(await drawInvoice(invoiceContent(many), plain))).toBeGreaterThan(3)
    expect(pagesOf(await drawInvoice(invoiceContent(groupage), plain))).toBe(1)
  })

  test('matches its electronic document, which passes every rule', () => {
    const written = readUbl(writeUbl(eInvoiceOf(invoiceContent(groupage))))
    expect(faultsOfEInvoice(written, { isForPeppol: true })).toEqual([])
    expect(written.totals.payable).toBe('296.75')
    expect(written.lines.map(({ order_number }) => order_number)).toEqual(groupage.map(() => 'O-2026-00417'))
  })
})

describe('BILL-42: long texts of an invoice', () => {
  const line = { name: 'Freight', amount: '10.00' }

  test('in addresses and references push the lines down and overlap nothing', async () => {
    const content = invoiceContent([line])
    const { seller, buyer } = content
    const street = 'Straße des siebzehnten Juni, Hinterhof, Seitenflügel, '.repeat(6)
    const references = Array.from({ length: 60 }, (_, at) => `Bestellung-${at}`)
    const long = {
      ...content,
      seller: { ...seller, address: { ...seller.address, street: street.repeat(3) } },
      buyer: { ...buyer, name: 'Großhandelsgesellschaft '.repeat(8), address: { ...buyer.address, street } },
      customer_reference_numbers: references,
    }
    const [page] = pdfPieces(await drawInvoice(long, plain))
    const bottomOf = (word: string) => Math.min(...page!.flatMap(({ text, y }) => (text.includes(word) ? y : [])))
    const lines = bottomOf('Omschrijving')
    for (const word of ['Seitenflügel', references.at(-1)!, 'BE – 9000']) expect(bottomOf(word)).toBeGreaterThan(lines)
    expect(page!.filter(({ text }) => text.includes('Datum'))[0]!.y).toBeLessThan(bottomOf('BE – 9000'))
  })

  test('in descriptions continue over pages, and stay above the footer of each', async () => {
    const description = Array.from({ length: 2_000 }, (_, at) => `word${at}`).join(' ')
    const file = await drawInvoice(invoiceContent([{ ...line, description }]), plain)
    expect(pdfPages(file).join(' ')).toContain('word1999')
    for (const page of pdfPieces(file)) {
      const footer = page.find(({ text }) => text.startsWith('Pagina '))!
      expect(page.filter(({ text, y }) => text.includes('word') && y <= footer.y)).toEqual([])
    }
  })
})

test('BILL-42: a long footer text is at the bottom of each page, below the lines', async () => {
  const footer = Array.from({ length: 12 }, (_, at) => `Line ${at} of the footer`).join('\n')
  const many = Array.from({ length: 40 }, (_, at) => ({ name: `Freight ${at}`, amount: '10.00' }))
  const pages = pdfPieces(await drawInvoice(invoiceContent(many), { ...plain, footer }))
  for (const page of pages) {
    const footer = page.filter(({ text }) => text.endsWith('of the footer')).map(({ y }) => y)
    expect([footer.length, footer.at(-1)! > 10]).toEqual([12, true])
    expect(page.filter(({ text, y }) => text.startsWith('Freight') && y < footer[0]!)).toEqual([])
  }
})

test('BILL-43: the day of supply is on an invoice, even if it is a single day', async () => {
  const delivery = { delivered_on: '2026-11-25', name: null, address: null }
  const file = await drawInvoice(invoiceContent(groupage, { language: 'de', period: null, delivery }), plain)
  expect(pdfPages(file)[0]).toContain('Leistungsdatum\n25.11.2026')
})

test('PAPER-17: the logo and the colour of the organisation are on the invoice, and it has the same bytes when drawn again', async () => {
  const logo = { bytes: pngOf(300, 120), width: 300, height: 120 }
  const frame = { footer: null, letterhead: { logo, colour: '#0f766e' } }
  const file = await drawInvoice(invoiceContent(groupage), frame)
  expect(file.toString('latin1')).toMatch(/\/Subtype \/Image/)
  expect((await drawInvoice(invoiceContent(groupage), plain)).toString('latin1')).not.toMatch(/\/Subtype \/Image/)
  expect((await drawInvoice(invoiceContent(groupage), frame)).equals(file)).toBe(true)
  expect(pagesOf(file)).toBe(1)
})

test('BILL-44: each line has the date of its order and the customer’s reference; the reason for missing VAT is printed', async () => {
  const content = invoiceContent(groupage, { language: 'fr' })
  const [line] = content.lines
  const order = { ...line!.order!, reference: 'PO-778-3' }
  const untaxed = { ...line!, tax: { ...line!.tax, category: 'AE', rate: '0' }, order }
  const vat = [{ ...content.vat[0]!, category: 'AE', rate: '0', tax: '0.00' }]
  const [page] = pdfPages(await drawInvoice({ ...content, lines: [untaxed], vat }, plain))
  expect(page).toContain('O-2026-00417 · PO-778-3 · 25/11/2026 – 26/11/2026 · Gent – Liège')
  expect(page).toContain('Autoliquidation')
  expect(page).not.toMatch(/^AE$/m)
})

test('BILL-44: the seller has its register number and contact data', async () => {
  const content = invoiceContent(groupage, { language: 'de' })
  const address = { ...content.seller.address, country: 'DE' }
  const contact = { name: null, phone: '+49 221 123456', email: 'rechnung@spedition.example' }
  const seller = { ...content.seller, address, contact, registration: { scheme: null, id: '71234' } }
  const [page] = pdfPages(await drawInvoice({ ...content, seller }, plain))
  for (const text of ['HRB 71234', 'Tel. +49 221 123456 · rechnung@spedition.example']) expect(page).toContain(text)
  const named = { ...seller, registration: { scheme: null, id: 'HRB 71234 Köln' } }
  expect(pdfPages(await drawInvoice({ ...content, seller: named }, plain))[0]).not.toContain('HRB HRB')
})

test.each([
  ['BE', '0403170701', 'Gent, afdeling Gent', 'BV', 'BV · RPR/RPM Gent, afdeling Gent 0403170701'],
  ['NL', '12345678', '', 'B.V.', 'B.V. · KvK 12345678'],
  ['DE', 'HRB71234', 'Amtsgericht Köln', 'GmbH', 'GmbH · Amtsgericht Köln, HRB 71234'],
  ['FR', '732829320', 'Paris', 'SAS au capital de 50 000 €', 'SAS au capital de 50 000 € · RCS Paris 732829320'],
  ['LU', 'B123456', '', 'S.à r.l.', 'S.à r.l. · RCS Luxembourg B123456'],
  ['AT', '123456a', 'Handelsgericht Wien', 'GmbH', 'GmbH · FN 123456a, Handelsgericht Wien'],
])(
  'BILL-44: a seller of %s has its legal form, and the court or town of its register where its law wants it',
  async (country, id, register_court, legal_form, text) => {
    const content = invoiceContent(groupage, { language: 'en' })
    const address = { ...content.seller.address, country }
    const seller = {
      ...content.seller,
      address,
      name: 'Haulier',
      registration: { scheme: null, id },
      legal_form,
      register_court,
    }
    const [page] = pdfPages(await drawInvoice({ ...content, seller }, plain))
    expect(page).toContain(text)
    const named = { ...seller, name: `Haulier ${legal_form}` }
    expect(pdfPages(await drawInvoice({ ...content, seller: named }, plain))[0]).not.toContain(text)
  },
)
