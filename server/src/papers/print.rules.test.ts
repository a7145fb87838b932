import { languages } from '@cartage/contract/reading/languages'
import { describe, expect, test } from 'vitest'
import { dangerousGood, paperConsignment, paperFacts, paperGood, paperStop, paperTrip } from '../testing/data/papers.ts'
import { pdfPages } from '../testing/data/pdf-text.ts'
import { type PaperFacts, printedConsignments } from './facts.rules.ts'
import { type PrintRequest, previewOf, printPaper } from './print.rules.ts'

const note = { paper: 'consignment_note', language: 'en' } as const
const pagesOf = async (facts: PaperFacts, request: PrintRequest) => pdfPages((await printPaper(facts, request)).bytes)

/** Two consignments, the second loaded first and unloaded last. */
function onTrip(members: Partial<PaperFacts> = {}): PaperFacts {
  const second = paperConsignment({ id: 'c2', pickup_stop: paperStop('p2'), delivery_stop: paperStop('d2') })
  return { ...paperFacts([paperConsignment(), second]), trip: paperTrip(['p2', 'p1', 'd1', 'd2']), ...members }
}

/** A stop where the order is transferred between trips. */
const transfer = (kind: 'TRANSFER_DROP' | 'TRANSFER_PICKUP') => ({
  ...paperTrip([kind]).stops[0]!,
  ...{ kind, location_id: 'hub' },
})

describe('a paper as PDF', () => {
  test.for(['consignment_note', 'loading_list', 'delivery_note'] as const)(
    'PAPER-3: a %s is PDF/A with embedded fonts, and has the same bytes when it is drawn again',
    async (paper) => {
      const facts = paperFacts([paperConsignment({ goods: [dangerousGood()] })])
      const { bytes } = await printPaper(facts, { paper, language: 'nl', withCopies: true })
      const text = bytes.toString('latin1')
      expect(text).toContain('pdfaid:part>3<')
      expect(text).toContain('/FontFile2')
      expect(text).not.toContain('/BaseFont /Helvetica')
      expect((await printPaper(facts, { paper, language: 'nl', withCopies: true })).bytes.equals(bytes)).toBe(true)
    },
  )

  test('PAPER-7: a note has the titles of all boxes in its language and a second one, and no prices', async () => {
    const pages = await Promise.all(languages.map((language) => pagesOf(paperFacts(), { ...note, language })))
    const heads = ['Sender', 'Afzender', 'Expéditeur', 'Absender']
    const seconds = ['Expéditeur', 'Sender', 'Sender', 'Sender']
    for (const [at, [page, ...others]] of pages.entries()) {
      expect(others).toEqual([])
      expect(page!.replaceAll('\n', ' ')).toMatch(new RegExp(`${heads[at]} \\(.*\\) / ${seconds[at]} \\(`))
      const numbers = new Set(page!.split('\n').filter((line) => /^\d{1,2}$/.test(line)))
      for (let box = 1; box <= 24; box += 1) expect(numbers, `box ${box}`).toContain(String(box))
      expect(page).toContain('(CMR)')
    }
  })

  test('PAPER-7: the text of the file matches the order', async () => {
    const [page] = await pagesOf(paperFacts([paperConsignment({ goods: [dangerousGood()] })]), note)
    const lines = page!.replaceAll('\u00a0', ' ').split('\n')
    for (const text of ['Site p1', 'Site d1', 'O-2026-00417', 'Euro pallet', 'Solvent', '1,200.5', '25 Nov 2026'])
      expect(lines).toContain(text)
    expect(page!.replaceAll(/\s/g, ' ')).toContain(
      'UN 1098 ALLYL ALCOHOL, 6.1 (3), PG I, (C/D) · 4 × drum, 800 kg gross',
    )
  })

  test('PAPER-7: the four copies follow each other, each with its recipient', async () => {
    const pages = await pagesOf(paperFacts(), { ...note, withCopies: true })
    const of = pages.map((page) => /(?<=Copy for the )\w+/.exec(page)?.[0])
    expect(of).toEqual(['sender', 'consignee', 'carrier', 'file'])
  })

  test('PAPER-9: the number is drawn as a bar code, or as text alone if a bar code cannot represent it', async () => {
    const bars = async (cmr_reference_number: string) => {
      const facts = paperFacts([paperConsignment({ cmr_reference_number })])
      return (await printPaper(facts, note)).bytes.length
    }
    expect(await bars('CMR-1')).toBeGreaterThan((await bars('CMR-é')) + 50)
  })

  test('PAPER-10: goods and texts that do not fit continue on additional sheets, and every line occurs once', async () => {
    const goods = Array.from({ length: 90 }, (_, at) => paperGood({ description: `Good-${at}.` }))
    const pickup_stop = paperStop('p1', { location: { name: 'Long '.repeat(200), city: 'Gent', country: 'BE' } })
    const pages = await pagesOf(paperFacts([paperConsignment({ goods, pickup_stop })]), note)
    expect(pages.length).toBeGreaterThan(2)
    expect(pages[0]).toContain('Continued on page 2')
    expect(pages[1]).toContain('Continuation sheet')
    expect(pages[1]).toContain('Sender (name, address, country)')
    const lines = pages.join('\n').split('\n')
    for (const { description } of goods) expect(lines.filter((line) => line === description)).toEqual([description])
    expect(pages[0]).toContain('360')
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`)
  })

  test('PAPER-10: a good with many dangerous substances continues over several sheets', async () => {
    const adr = (at: number) => ({ un_number: String(1001 + at), name: 'SUBSTANCE', adr_class: '3' })
    const packaged_items = Array.from({ length: 70 }, (_, at) => ({ id: `i${at}`, adr: adr(at) }))
    const goods = [paperGood({ packaged_items })]
    const text = (await pagesOf(paperFacts([paperConsignment({ goods })]), note)).join('\n')
    expect(text.match(/UN 1\d{3} SUBSTANCE/g)).toEqual(packaged_items.map((_, at) => `UN ${1001 + at} SUBSTANCE`))
  })

  test('PAPER-10: a very long text is cut, and a control character is a blank', async () => {
    const goods = [paperGood({ description: `a\u0007b ${'x'.repeat(60_000)}` })]
    const pages = await pagesOf(paperFacts([paperConsignment({ goods })]), note)
    expect(pages.length).toBeLessThan(4)
    expect(pages.join('\n')).toContain('a b')
  })
})

describe('the papers of a trip', () => {
  test('PAPER-2: cover its whole load, in the order of loading', () => {
    expect(previewOf(onTrip()).map(({ number }) => number)).toEqual(['O-2026-00417-2', 'O-2026-00417-1'])
    const first = onTrip({ trip: paperTrip(['p1', 'd1']) })
    expect(previewOf(first).map(({ number, from, to }) => [number, from, to])).toEqual([
      ['O-2026-00417-1', 'Town p1', 'Town d1'],
    ])
  })

  test('PAPER-2: a cancelled stop has no papers, and between two transfers the whole load is included', () => {
    const { stops } = paperTrip(['p1', 'd1'])
    const cancelled = paperTrip([], { stops: stops.map((stop) => ({ ...stop, status: 'CANCELLED' as const })) })
    expect(printedConsignments(onTrip({ trip: cancelled }), undefined)).toEqual([])
    const middle = paperTrip([], { stops: [transfer('TRANSFER_PICKUP'), transfer('TRANSFER_DROP')] })
    expect(printedConsignments(onTrip({ trip: middle }), undefined)).toHaveLength(2)
    const last = paperTrip([], { stops: [transfer('TRANSFER_PICKUP'), paperTrip(['d2']).stops[0]!] })
    expect(printedConsignments(onTrip({ trip: last }), undefined).map(({ consignment }) => consignment.id)).toEqual([
      'c2',
    ])
  })

  test('PAPER-11: the loading list has the goods loaded at each stop, where they are unloaded, and totals', async () => {
    const [page] = await pagesOf(onTrip(), { paper: 'loading_list', language: 'en' })
    const lines = page!.split('\n')
    const at = (text: string) => lines.findIndex((line) => line.startsWith(text))
    expect(at('1. Load: Site p2')).toBeGreaterThan(0)
    expect(at('2. Load: Site p1')).toBeGreaterThan(at('1. Load: Site p2'))
    expect(at('Unload 4: Site d2')).toBeLessThan(at('Unload 3: Site d1'))
    expect(page).toContain('Total – Packages: 8')
    for (const text of ['T-2026-0099', '1-AAA-111 / 1-QQQ-111', 'Ann Driver', 'Transport Vermeulen BV'])
      expect(lines).toContain(text)
  })

  test('PAPER-11: goods loaded from another trip, and goods that stay on board, are marked as such', async () => {
    const hub = { id: 'hub', name: 'Cross dock', city: 'Luik', country: 'BE' }
    const places = new Map([['hub', hub]])
    const { stops } = paperTrip(['p1'])
    const before = onTrip({ places, trip: paperTrip([], { stops: [stops[0]!, transfer('TRANSFER_DROP')] }) })
    const [first] = await pagesOf(before, { paper: 'loading_list', language: 'en' })
    expect(first).toContain('Unload 2: Cross dock')
    const after = onTrip({
      places,
      trip: paperTrip([], { stops: [transfer('TRANSFER_PICKUP'), ...paperTrip(['d1']).stops] }),
    })
    const [second] = await pagesOf(after, { paper: 'loading_list', language: 'en' })
    expect(second).toContain('1. Load: Cross dock')
    const [third] = await pagesOf(onTrip({ trip: paperTrip(['p1']) }), { paper: 'loading_list', language: 'en' })
    expect(third).toContain('stays on board')
  })

  test('PAPER-11: dangerous goods are listed at the top', async () => {
    const list = { paper: 'loading_list', language: 'de' } as const
    const [dangerous] = await pagesOf(paperFacts([paperConsignment({ goods: [dangerousGood()] })]), list)
    const [without] = await pagesOf(paperFacts(), list)
    expect(dangerous).toContain('Gefahrgut (ADR) geladen')
    expect(without).not.toContain('Gefahrgut')
  })

  test('PAPER-12: a delivery note has a page of its own for each consignment, with the note for the delivery', async () => {
    const stop = paperStop('d1', { note: 'Ring twice', reference_number: 'L-77' })
    const facts = paperFacts([paperConsignment({ delivery_stop: stop }), paperConsignment({ id: 'c2' })])
    const pages = await pagesOf(facts, { paper: 'delivery_note', language: 'fr' })
    expect(pages).toHaveLength(2)
    expect(pages[0]).toContain('Bon de livraison O-2026-00417-1')
    expect(pages[0]).toContain('Remarque: Ring twice')
    expect(pages[0]).toContain('L-77')
    expect(pages[1]).toContain('O-2026-00417-2')
  })

  test('an empty trip has nothing to print, and neither has an unknown consignment', async () => {
    const empty = onTrip({ trip: paperTrip([]) })
    await expect(printPaper(empty, note)).rejects.toMatchObject({ status: 409, code: 'state_conflict' })
    const foreign = printPaper(onTrip(), { ...note, consignmentId: 'elsewhere' })
    await expect(foreign).rejects.toMatchObject({ status: 422, errors: [{ path: 'consignment_id' }] })
  })
})
