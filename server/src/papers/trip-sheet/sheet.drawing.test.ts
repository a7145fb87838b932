import { languages } from '@cartage/contract/reading/languages'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dangerousGood,
  paperConsignment,
  paperFacts,
  paperGood,
  paperStop,
  paperTrip,
} from '../../testing/data/papers.ts'
import { pdfPages } from '../../testing/data/pdf-text.ts'
import type { PaperFacts, PaperTrip } from '../facts.rules.ts'
import { sheetLabels } from './labels.ts'
import { printDayList, printTripSheet } from './print.rules.ts'

const pagesOf = async (facts: PaperFacts) => pdfPages((await printTripSheet(facts, 'en')).bytes)
const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

/** A trip that loads and unloads one consignment, with driver instructions at the pickup. */
function onTrip(members: Partial<PaperTrip> = {}): PaperFacts {
  const pickup_stop = paperStop('p1', {
    ...{ note: 'Gate 4, safety shoes', reference_number: 'LOAD-7', mobile_number: '+32 470 11 22 33' },
    ...{ time_window: { start_time: '08:00', end_time: '10:00' }, planning_instructions: 'Only by Ann' },
  })
  const goods = [paperGood(), dangerousGood({ quantity: 2 })]
  const facts = paperFacts([paperConsignment({ pickup_stop, goods })], { customer_reference_number: 'PO-1' })
  const { stops } = paperTrip(['p1', 'd1'])
  const times = { planned_start_at: '2026-11-25T07:15:00.000Z', planned_end_at: '2026-11-25T07:45:00.000Z' }
  const trip = paperTrip([], { stops: stops.map((stop) => ({ ...stop, ...times })), ...members })
  return { ...facts, trip }
}

describe('a trip sheet', () => {
  test('PAPER-14: has each stop in order with times, address, reference, contact, instructions and goods', async () => {
    const [page] = await pagesOf(onTrip({ note: 'Fuel in Gent', distance_km: 211.4 }))
    const lines = page!.split('\n')
    const at = (text: string) => lines.findIndex((line) => line.startsWith(text))
    expect(at('2. Unload: Site d1')).toBeGreaterThan(at('1. Load: Site p1'))
    expect(at('1. Load: Site p1')).toBeGreaterThan(at('Fuel in Gent'))
    for (const text of ['25 Nov 2026 08:15–08:45', '25 Nov 2026 08:00–10:00', 'LOAD-7', '+32 470 11 22 33'])
      expect(lines).toContain(text)
    for (const text of [
      'Gate 4, safety shoes',
      '1-AAA-111 / 1-QQQ-111',
      'Ann Driver',
      '211 km',
      'Transport Vermeulen BV',
    ])
      expect(lines).toContain(text)
    expect(flat(page!)).toContain('Kaai 1, BE – 1000 Town p1')
    expect(flat(page!)).toContain('O-2026-00417 · Alpha · PO-1')
    expect(page).toContain('Name and signature')
    expect(page).toContain('Page 1 of 1')
  })

  test('PAPER-14: lists dangerous goods at the top and with the goods, and totals the goods of each stop', async () => {
    const [page] = await pagesOf(onTrip())
    expect(flat(page!)).toContain('UN 1098 ALLYL ALCOHOL')
    expect(page).toContain('Dangerous goods (ADR)')
    expect(page!.split('\n')).toContain('2,401')
    expect(await pagesOf({ ...paperFacts(), trip: paperTrip(['p1', 'd1']) })).not.toContain('ADR')
  })

  test('PAPER-14: leaves out instructions for planners, prices and cancelled stops', async () => {
    const { stops } = onTrip().trip!
    const [first, last] = [stops[0]!, stops[1]!]
    const [page] = await pagesOf(onTrip({ stops: [{ ...first, status: 'CANCELLED' }, last] }))
    expect(page).toContain('1. Unload: Site d1')
    expect(page).not.toContain('Site p1')
    expect((await pagesOf(onTrip())).join('')).not.toContain('Only by Ann')
  })

  test('PAPER-14: prints a stop without an order with its activity and place', async () => {
    const [stop] = paperTrip(['yard']).stops
    const yard = { id: 'location-yard', name: 'Own yard', city: 'Gent', country: 'BE' }
    const own = { ...stop!, kind: 'STANDALONE' as const, order_id: null, activity_label: 'Couple', note: 'Trailer 12' }
    const [page] = await pagesOf({ ...onTrip({ stops: [own] }), places: new Map([[yard.id, yard]]) })
    expect(page).toContain('1. Couple: Own yard')
    expect(page).toContain('Trailer 12')
  })

  test('CROSS-6: lists the ferry where it is boarded, and both stops, in terms of the trade', async () => {
    const [boarding, landing] = paperTrip(['hoek', 'harwich']).stops.map((stop) => {
      return { ...stop, kind: 'STANDALONE' as const, order_id: null, activity_label: 'Board ferry' }
    })
    const ferry = { kind: 'FERRY', minutes: 450, departs_at: '2026-11-25T21:00:00.000Z', berth: 'CABIN' } as const
    const crossing = { ...ferry, line: 'Stena Line', lands_stop_id: 'harwich' }
    const stops = [
      { ...boarding!, crossing },
      { ...landing!, activity_label: 'Leave ferry' },
    ]
    const place = (city: string) => [`location-${city.toLowerCase()}`, { id: city, name: city, city }] as const
    const facts = { ...onTrip({ stops }), places: new Map([place('Hoek'), place('Harwich')]) }
    const textIn = async (language: 'nl' | 'de') => flat(pdfPages((await printTripSheet(facts, language)).bytes).join())
    const dutch = await textIn('nl')
    expect(dutch).toContain('1. Ferry op: Hoek')
    expect(dutch).toContain('2. Ferry af: Harwich')
    expect(dutch).toContain('Stena Line · 7 u 30 · vertrekt 25-11-2026 22:00 · hut')
    expect(await textIn('de')).toContain('Stena Line · 7 h 30 · ab 25.11.2026 22:00 · Kabine')
  })

  test('PAPER-14: long instructions continue over lines and pages, every word once', async () => {
    const labels = Array.from({ length: 2_500 }, (_, at) => `word-${at}.`)
    const pages = await pagesOf(onTrip({ note: labels.join(' ') }))
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`)
    expect(pages.join('\n').match(/word-\d+\./g)).toEqual(labels)
  })

  test('PAPER-14: any text can be printed', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 2_000 })
    await fc.assert(
      fc.asyncProperty(text, text, async (note, name) => {
        const { bytes } = await printTripSheet(onTrip({ note, name: name || 'T' }), 'nl')
        expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      }),
      { numRuns: 15 },
    )
  })

  test.for(languages)('PAPER-14: has its labels in %s, and identical bytes each time', async (language) => {
    const { name, bytes } = await printTripSheet(onTrip(), language)
    expect(name).toBe('trip-sheet-T-2026-0099.pdf')
    expect(pdfPages(bytes)[0]).toContain(sheetLabels(language).tripSheet)
    expect(bytes.toString('latin1')).toContain('pdfaid:part>3<')
    expect((await printTripSheet(onTrip(), language)).bytes.equals(bytes)).toBe(true)
  })
})

describe('a day list', () => {
  const dayOf = (trips: readonly PaperTrip[]) => {
    const facts = { ...onTrip(), trip: null, trips: new Map(trips.map((trip) => [trip.trip_id, trip])) }
    return printDayList({ driver: 'Ann Driver', facts }, '2026-11-25', 'nl')
  }

  test('PAPER-15: has an overview of the driver’s trips, then each with its stops', async () => {
    const second = paperTrip([], { trip_id: 'trip-2', name: 'T-2026-0100', stops: onTrip().trip!.stops.slice(1) })
    const { name, bytes } = await dayOf([onTrip().trip!, second])
    expect(name).toBe('day-list-Ann-Driver-2026-11-25.pdf')
    const text = pdfPages(bytes).join('\n')
    expect(text.split('\n')).toContain('Ann Driver')
    expect(text.indexOf('Rit T-2026-0100')).toBeGreaterThan(text.indexOf('Rit T-2026-0099'))
    expect(text.match(/\d\. Lossen: Site d1/g)).toEqual(['2. Lossen: Site d1', '1. Lossen: Site d1'])
    expect(text).toContain('25-11-2026 08:15')
  })

  test('PAPER-15: for a day without a trip has nothing to print', async () => {
    await expect(dayOf([])).rejects.toMatchObject({ status: 409, code: 'state_conflict' })
  })
})
