import { readdirSync, readFileSync } from 'node:fs'
import type { TemperatureRecord } from '@cartage/contract/temperatures/app'
import { describe, expect, test } from 'vitest'
import type { DocumentContent } from '../billing/documents/content.rules.ts'
import { drawInvoice } from '../billing/files/invoice.drawing.ts'
import type { PaperFacts } from '../papers/facts.rules.ts'
import { printPaper } from '../papers/print.rules.ts'
import { printTemperatureRecord } from '../papers/temperature-record/print.rules.ts'
import { printDayList, printDayLists, printTripSheet } from '../papers/trip-sheet/print.rules.ts'
import { invoiceContent } from '../testing/data/contents.ts'
import { paperConsignment, paperFacts, paperGood, paperStop, paperTrip } from '../testing/data/papers.ts'
import { pdfPages } from '../testing/data/pdf-text.ts'
import { directedRuns } from './direction.rules.ts'
import { footerLabels } from './labels.ts'
import { plainLetterhead } from './letterhead.ts'

/** Facts of papers in which every person, place and good has this name. */
function factsNamed(name: string): PaperFacts {
  const location = { name, address: name, postal_code: '1000', city: name, country: 'BE' }
  const stop = (id: string) =>
    paperStop(id, { location: { id: `location-${id}`, ...location }, note: name, reference_number: name })
  const goods = [paperGood({ description: name, packaging_type: { code: 'X', name } })]
  const consignments = [paperConsignment({ pickup_stop: stop('p1'), delivery_stop: stop('d1'), goods })]
  const customer = { id: 'company', name, currency: 'EUR', billing_location: location }
  const facts = paperFacts(consignments, { customer, customer_reference_number: name })
  const trip = paperTrip(['p1', 'd1'], { note: name, drivers: [name], plates: ['1-AAA-111'] })
  return { ...facts, carrier: { ...facts.carrier, name, address: [name] }, trip, trips: new Map([['trip-1', trip]]) }
}

function invoiceNamed(name: string, members: Partial<DocumentContent> = {}): DocumentContent {
  const content = invoiceContent([{ name, amount: '10.00', description: name }])
  const party = ({ seller }: DocumentContent) => ({
    ...seller,
    name,
    address: { ...seller.address, street: name, city: name },
  })
  return {
    ...content,
    ...{ seller: party(content), buyer: party(content), notes: [name], payment_terms: name, buyer_reference: name },
    ...members,
  }
}

/** A record of two vehicles with this name, both too warm. */
function temperaturesNamed(name: string): TemperatureRecord {
  const range = { least: 2, most: 4 }
  const [from, until] = ['2026-11-25T08:00:00Z', '2026-11-25T10:00:00Z']
  const of = { order_id: 'order-1', trip_id: 'trip-1', resource_id: 'vehicle-1', resource_name: name, from, until }
  const measurements = [{ at: from, degrees: 9, reading: 'OUTSIDE' as const }]
  const leg = { ...of, order_number: 'O-1', trip_name: 'T-1', measurements }
  const excursion = { ...of, range, minutes: 120, worst_degrees: 9, is_over: true, is_seen: false }
  const accepted = { tolerance_degrees: 1, tolerated_minutes: 15 }
  return { ranges: [range], ...accepted, legs: [leg, leg], excursions: [excursion, excursion] }
}

const frame = (footer: string) => ({ footer, letterhead: plainLetterhead })
const paper = (kind: 'consignment_note' | 'loading_list' | 'delivery_note') => async (name: string) =>
  (await printPaper(factsNamed(name), { paper: kind, language: 'en', withCopies: true })).bytes
const invoice = (members: Partial<DocumentContent>) => (name: string) =>
  drawInvoice(invoiceNamed(name, { language: 'en', ...members }), frame(name))

/** Every PDF that Cartage writes, by the source file that draws it. */
const papers: Readonly<Record<string, Readonly<Record<string, (name: string) => Promise<Buffer>>>>> = {
  'billing/files/invoice.drawing.ts': {
    'an invoice': invoice({}),
    'a credit note': invoice({ kind: 'SALES_CREDIT_NOTE' }),
    'a self-billed invoice': invoice({ kind: 'PURCHASE_INVOICE', is_self_billed: true }),
    'a self-billed credit note': invoice({ kind: 'PURCHASE_CREDIT_NOTE', is_self_billed: true }),
  },
  'papers/consignment-note/form.drawing.ts': { 'a consignment note': paper('consignment_note') },
  'papers/loading-list/list.drawing.ts': { 'a loading list': paper('loading_list') },
  'papers/delivery-note/note.drawing.ts': { 'a delivery note': paper('delivery_note') },
  'papers/temperature-record/record.drawing.ts': {
    'a record of temperatures': async (name) =>
      (await printTemperatureRecord(factsNamed(name), temperaturesNamed(name), 'en')).bytes,
  },
  'papers/trip-sheet/sheet.drawing.ts': {
    'a trip sheet': async (name) => (await printTripSheet(factsNamed(name), 'en')).bytes,
    'a day list': async (name) =>
      (await printDayList({ driver: name, facts: factsNamed(name) }, '2026-11-25', 'en')).bytes,
    'day lists': async (name) => {
      const drivers = [{ driver: name, language: 'en' as const, tripIds: ['trip-1'] }]
      return (await printDayLists({ drivers, facts: factsNamed(name) }, '2026-11-25', 'en')).bytes
    },
  },
}

const writing = /new PdfDocument\(/

test('PAPER-19: all papers are listed here', () => {
  const files = readdirSync(new URL('..', import.meta.url), { recursive: true, encoding: 'utf8' })
  const own = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing/'))
  const found = own.filter((file) => writing.test(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')))
  expect(found.toSorted()).toEqual(Object.keys(papers).toSorted())
})

const names = {
  Arabic: 'شركة النقل السريع',
  Hebrew: 'חברת הובלות ישראל',
  Greek: 'Μεταφορές Αθήνα',
  Cyrillic: 'Перевозки Ёлкин',
  Polish: 'Spółka Żółć Gęślą',
  'one long word': 'Donaudampfschiff'.repeat(13).slice(0, 200),
  wide: 'ＡＢＣ運輸',
} as const

/** Occurrences of a word in a file, across line breaks, in visual order. */
function countIn(text: string, word: string): number {
  return text.replaceAll(/\s/g, '').split(word).length - 1
}

const seen = (word: string) => (directedRuns(word) === null ? word : Array.from(word).reverse().join(''))

describe.each(Object.values(papers).flatMap((drawn) => Object.entries(drawn)))('PAPER-19: on %s', (_, draw) => {
  const textOf = async (name: string) => pdfPages(await draw(name)).join('\n')

  test('no letter of a name is lost in any script, and words keep their order', async () => {
    const often = countIn(await textOf('Zebra'), 'Zebra')
    expect(often).toBeGreaterThan(4)
    for (const [script, name] of Object.entries(names)) {
      const text = await textOf(name)
      if (script === 'wide') {
        expect([script, countIn(text, 'ABC□□') >= often]).toEqual([script, true])
        continue
      }
      expect(text, script).not.toContain('□')
      for (const word of name.split(' ')) expect([word, countIn(text, seen(word)) >= often]).toEqual([word, true])
    }
    const [first, second] = names.Hebrew.split(' ').map(seen)
    expect((await textOf(names.Hebrew)).replaceAll(/\s+/g, ' ')).toContain(`${second} ${first}`)
  })

  test('letters that the fonts lack are squares, one for each, and the footer explains this', async () => {
    const often = countIn(await textOf('Zebra'), 'Zebra')
    const pages = pdfPages(await draw('日本🚛运👨‍👩‍👧ไ'))
    expect(countIn(pages.join('\n'), '□□□□□□')).toBeGreaterThanOrEqual(often)
    for (const page of pages) expect(page.replaceAll('\n', ' ')).toContain(footerLabels('en').missingLetter)
    expect(await textOf('Zebra')).not.toContain(footerLabels('en').missingLetter)
  })
})

describe('PAPER-19: a line with letters from right to left', () => {
  const shown = (line: string) =>
    directedRuns(line)?.map(({ text, isRightToLeft }) => (isRightToLeft ? Array.from(text).reverse().join('') : text))
  test.each([
    ['שלום עולם', ['םלוע םולש']],
    ['Bakery שלום 12 BV', ['Bakery ', '12', ' םולש', ' BV']],
    ['לקוח: ABC-123 (דחוף)', ['(ףוחד) ', 'ABC-123', ' :חוקל']],
    ['סה"כ 1,250.50 €', ['€ ', '1,250.50', ' כ"הס']],
    ['هاتف +32 9 111', ['111', ' ', '9', ' ', '32', '+ فتاه']],
    ['Gate 4 (ב)', ['Gate 4 (', 'ב', ')']],
  ])('%s is in reading order', (line, runs) => {
    expect(shown(line)?.join('|')).toBe(runs.join('|'))
  })

  test('others are unchanged', () => {
    expect(directedRuns('Gent – Αθήνα 12')).toBeNull()
  })
})
