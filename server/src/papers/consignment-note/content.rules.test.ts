import { describe, expect, test } from 'vitest'
import {
  dangerousGood,
  paperConsignment,
  paperFacts,
  paperGood,
  paperStop,
  paperTrip,
} from '../../testing/data/papers.ts'
import { type PaperFacts, printedConsignments } from '../facts.rules.ts'
import { consignmentNote, emptyBoxes } from './content.rules.ts'

const noteOf = (facts: PaperFacts, at = 0) => consignmentNote(facts, printedConsignments(facts, undefined)[at]!, 'en')
const emptyOf = (facts: PaperFacts) => emptyBoxes(facts, printedConsignments(facts, undefined)[0]!)

/** An order on a trip driven by a subcontractor. */
function subcontracted(): PaperFacts {
  const customs = {
    commercial_invoice: { name: 'INV-88' },
    export_declaration: { declaration_type: 'EX' as const, mrn: '26BE01' },
    import_declaration: { mrn: '26FR02' },
    transit_declarations: [
      {
        ...{ id: 't', sequence_number: 1, declaration_type: 'T1' as const, mrn: '26BE03' },
        ...{ start_office: { code: 'BE212000' }, end_office: { code: 'FR000120' } },
      },
    ],
  }
  const consignment = paperConsignment({
    cmr_reference_number: ' CMR-4711 ',
    consignment_reference_number: 'CONS-9',
    pickup_stop: paperStop('p1', {
      reference_number: 'GATE 4',
      time_window: { start_time: '08:00', end_time: '12:00' },
      note: 'Only for the driver',
      planning_instructions: 'Only for planners',
    }),
    goods: [
      paperGood({
        absolute_min_temperature_degrees: 2,
        absolute_max_temperature_degrees: 8,
        packaged_items: [
          { id: 'i', import_export: { hs_code_export: { code: '11010015' }, shipping_marks: ['MVG 1-4'] } },
        ],
      }),
    ],
    import_export: customs,
    signatures: [
      { type: 'CONSIGNOR', name: 'Jan Peeters', timestamp: '2026-11-25T08:14:00Z' },
      { type: 'DRIVER', name: 'Ann Driver', timestamp: null },
      { type: 'CONSIGNEE', name: 'Luc Martin', timestamp: '2026-11-26T09:00:00Z' },
    ],
  })
  const facts = paperFacts([consignment], { customer_reference_number: 'PO-778', import_export: { incoterm: 'DAP' } })
  const subcontractor = { name: 'Van Dijk', address: ['Kade 3', 'NL – 3011 Rotterdam'], country: 'NL' }
  const trip = paperTrip(['p1', 'd1'], { subcontractor })
  const orders = facts.orders.map((one) => ({ ...one, trips: new Map([['p1', trip.trip_id]]) }))
  return { ...facts, orders, trips: new Map([[trip.trip_id, trip]]) }
}

describe('the 24 boxes of a consignment note', () => {
  test('PAPER-7: match the order, and costs and unknown values stay empty', () => {
    const { boxes, goods, totals, payment, established, number } = noteOf(subcontracted())
    expect(number).toBe('CMR-4711')
    expect(boxes).toEqual({
      1: ['Site p1', 'Kaai 1', 'BE – 1000 Town p1'],
      2: ['Site d1', 'Kaai 1', 'BE – 1000 Town d1'],
      3: ['Site d1', 'Kaai 1', 'BE – 1000 Town d1', '26 Nov 2026'],
      4: ['Site p1', 'Kaai 1', 'BE – 1000 Town p1', '25 Nov 2026 08:00–12:00 · Ref. GATE 4'],
      5: ['Invoice INV-88', 'Export EX MRN 26BE01', 'Import MRN 26FR02', 'T1 MRN 26BE03'],
      13: ['Ref. PO-778 / CONS-9', 'BE212000 → FR000120', 'Temperature 2 °C to 8 °C'],
      14: ['Incoterms: DAP'],
      15: [],
      16: ['Transport Vermeulen BV', 'Havenlaan 12', 'BE – 9000 Gent', 'BTW/TVA/VAT BE0000000097'],
      17: ['Van Dijk', 'Kade 3', 'NL – 3011 Rotterdam', 'Vehicle: 1-AAA-111 / 1-QQQ-111'],
      18: [],
      19: [],
      22: ['Jan Peeters', '25 Nov 2026 08:14 UTC'],
      23: ['Ann Driver'],
      24: ['Luc Martin', '26 Nov 2026 09:00 UTC'],
    })
    const [line] = goods
    // Boxes 6 to 12.
    expect([
      line!.marks,
      line!.packages,
      line!.packing,
      line!.nature,
      line!.statistical,
      line!.weight,
      line!.volume,
    ]).toEqual(['MVG 1-4', '4', 'Euro pallet', 'Flour in bags', '11010015', '1,200.5', '4.8'])
    expect(line!.below).toEqual(['Temperature 2 °C to 8 °C'])
    expect(totals).toMatchObject({ packages: '4', weight: '1,200.5', volume: '4.8' })
    expect(payment).toBe('PAID')
    expect(established).toEqual({ place: 'Town p1', day: '25 Nov 2026' })
  })

  test('PAPER-7: box 4 has the day on which the goods were actually taken over', () => {
    const window = { time_window: { start_time: '08:00', end_time: '12:00' } }
    const loaded = { ...window, status: 'COMPLETED' as const, start_timestamp: '2026-11-26T06:10:00Z' }
    const boxOf = (members: Parameters<typeof paperStop>[1]) => {
      return noteOf(paperFacts([paperConsignment({ pickup_stop: paperStop('p1', members) })])).boxes[4]
    }
    expect(boxOf(window).at(-1)).toBe('25 Nov 2026 08:00–12:00')
    expect(boxOf(loaded).at(-1)).toBe('26 Nov 2026')
    // Just after midnight in the haulier's time zone.
    expect(boxOf({ ...loaded, start_timestamp: '2026-11-25T23:20:00Z' }).at(-1)).toBe('26 Nov 2026')
  })

  test('PAPER-7: notes for the driver and for planners are not on the note', () => {
    expect(JSON.stringify(noteOf(subcontracted()))).not.toContain('Only for')
  })

  test('PAPER-7: our own vehicle is entered as the carrier, and the payer is empty without terms of delivery', () => {
    const facts = subcontracted()
    const own = paperTrip(['p1', 'd1'])
    const note = noteOf({ ...facts, trips: new Map([[own.trip_id, own]]) })
    expect(note.boxes[16].at(-1)).toBe('Vehicle: 1-AAA-111 / 1-QQQ-111')
    expect(note.boxes[17]).toEqual([])
    expect(noteOf(paperFacts()).payment).toBeNull()
    expect(noteOf(paperFacts(undefined, { import_export: { incoterm: 'FCA' } })).payment).toBe('FORWARD')
  })

  test('PAPER-7: a seller is the sender and a buyer the consignee, if they are known', () => {
    const place = { address: 'Markt 1', postal_code: '9300', city: 'Aalst', country: 'BE' }
    const named = (name: string) => ({ company: { id: name, name, billing_location: place } })
    const { boxes } = noteOf(paperFacts([paperConsignment({ seller: named('Seller'), buyer: named('Buyer') })]))
    expect(boxes[1]).toEqual(['Seller', 'Markt 1', 'BE – 9300 Aalst'])
    expect(boxes[2]).toEqual(['Buyer', 'Markt 1', 'BE – 9300 Aalst'])
    expect(boxes[3][0]).toBe('Site d1')
  })

  test.for([
    ['MASK_PICKUP', 1, 4, 'Town p1'],
    ['MASK_DELIVERY', 2, 3, 'Town d1'],
  ] as const)('PAPER-4: on a neutral order with %s the customer is in box %i', ([masked, party, place, town]) => {
    const { boxes } = noteOf(paperFacts(undefined, { neutral_order_type: masked }))
    expect(boxes[party]).toEqual(['Alpha', 'Dok 4', 'BE – 9000 Gent'])
    expect(boxes[place].slice(0, -1)).toEqual([`BE – ${town}`])
  })

  test('PAPER-1: without its own number a note has the number of the order, with the position of the consignment', () => {
    expect(noteOf(paperFacts()).number).toBe('O-2026-00417')
    const two = paperFacts([paperConsignment(), paperConsignment({ id: 'c2' })])
    expect(noteOf(two, 1).number).toBe('O-2026-00417-2')
  })

  test('PAPER-6: a container is a separate line with number, seal and tare', () => {
    const container = {
      ...{ container_number: 'MSKU1234565', seal_number: 'SL-9', tare_weight: 2_200 },
      container_type: { code: '22G1' },
    }
    const { goods, totals } = noteOf(paperFacts(undefined, { container }))
    expect(goods).toHaveLength(2)
    expect(goods[0]).toMatchObject({
      marks: 'MSKU1234565\nSeal SL-9',
      nature: 'Container 22G1\nTare 2,200 kg',
      weight: '',
    })
    expect(totals.weight).toBe('1,200.5')
  })
})

describe('the empty boxes of a consignment note', () => {
  test('PAPER-8: none are reported of a complete order', () => {
    expect(emptyOf(paperFacts())).toEqual([])
    expect(emptyOf(subcontracted())).toEqual([])
  })

  test('PAPER-8: every empty box required by the convention is reported, and the note is printed anyway', () => {
    const bare = paperConsignment({
      pickup_stop: { id: 'p1', location: {} },
      delivery_stop: { id: 'd1', location: {} },
      goods: [],
    })
    const facts = { ...paperFacts([bare]), carrier: { name: null, address: [], country: null } }
    expect(emptyOf(facts)).toEqual([
      'SENDER',
      'CONSIGNEE',
      'PLACE_OF_DELIVERY',
      'PLACE_OF_TAKING_OVER',
      'DATE_OF_TAKING_OVER',
      'NUMBER_OF_PACKAGES',
      'METHOD_OF_PACKING',
      'NATURE_OF_GOODS',
      'GROSS_WEIGHT',
      'CARRIER',
    ])
    expect(noteOf(facts).boxes[16]).toEqual([])
  })

  test('PAPER-8: dangerous goods without number, name or class are reported', () => {
    const good = dangerousGood()
    const [item] = good.packaged_items!
    const nameless = { ...good, packaged_items: [{ ...item!, adr: { ...item!.adr, un_number: null } }] }
    expect(emptyOf(paperFacts([paperConsignment({ goods: [good] })]))).toEqual([])
    expect(emptyOf(paperFacts([paperConsignment({ goods: [nameless] })]))).toEqual(['DANGEROUS_GOODS'])
    const limited = { ...nameless, adr_type: 'LIMITED_QUANTITY' as const }
    expect(emptyOf(paperFacts([paperConsignment({ goods: [limited] })]))).toEqual([])
  })
})
