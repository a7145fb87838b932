import { OperationalVisibilityUpdate } from '@cartage/contract/outbound/visibility-event'
import { VisibilityStopStatus, VisibilityStopType } from '@cartage/contract/outbound/visibility-parts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { directoryFaults } from '../../testing/edifact/directory.ts'
import { followTable, type ReadSegment, readEdifact } from '../../testing/edifact/reader.ts'
import { isPartyId } from './edi-message.format.ts'
import { edifactTypes } from './edi-messages.rules.ts'
import { type EdifactMessage, segment, writeInterchange } from './edifact.format.ts'
import { statusReport } from './iftsta.format.ts'

const parties = { sender: 'CARTAGE', recipient: '5412345000013' }
const at = new Date('2026-11-21T20:46:35.000Z')
const id = '0b8e6f0c-33d6-4b3a-9a53-6b2f0c1f7a11'
const timestamp = '2026-11-21T19:05:59Z'

const order = {
  id,
  order_name: 'O-2026-17',
  customer_reference_number: "PO'12+3:4?",
  status: 'ACCEPTED',
  stops: [],
}
const stop = {
  id,
  location: { name: 'Quay 1742', city: 'Łódź', country_code: 'PL' },
  resources: [
    { type: 'RIGID', license_plate: '1-ABC-234' },
    { type: 'DRIVER', name: 'Ada' },
  ],
  status: 'COMPLETED',
  stop_type: 'DELIVERY',
  actual_end_timestamp: '2026-11-21T18:30:00Z',
  stop_reference: 'R-9',
}

/** Published statuses of orders. */
const orderStates = [
  'ACCEPTED',
  'REJECTED',
  'COMPLETED',
  'DRAFT',
  'QUOTE',
  'TO_PLAN',
  'PLANNED',
  'DEPARTED',
  'IN_TRANSIT',
  'INVOICE_READY',
  'CANCELLED',
  'BLOCKED',
]

const eventOf = (update: object) => ({
  event_id: id,
  payload: JSON.stringify(OperationalVisibilityUpdate.parse({ order, events: [{ timestamp, event_id: id, update }] })),
})

/** Parses the message and checks it against the directory: order, mandatory elements, lengths, characters. */
function expectInDirectory(segments: readonly ReadSegment[]): void {
  followTable(segments)
  expect(directoryFaults(segments)).toEqual([])
}

const written = (message: EdifactMessage | undefined) =>
  readEdifact(writeInterchange({ ...parties, reference: '1000000007', at }, message!))

describe('a status report', () => {
  test('of a stop is an interchange that another program can read, in the order of the table of IFTSTA D.01B', () => {
    const segments = written(statusReport(eventOf({ id, type: 'Stop', stop }), parties, at))
    expectInDirectory(segments)
    expect(segments.map(({ name, elements }) => [name, ...elements.map((parts) => parts.join(':'))])).toEqual([
      ['UNB', 'UNOC:3', 'CARTAGE', '5412345000013', '261121:2046', '1000000007'],
      ['UNH', '1', 'IFTSTA:D:01B:UN'],
      ['BGM', '23', id.replaceAll('-', ''), '9'],
      ['DTM', '137:202611212046+0000:205'],
      ['NAD', 'MS', 'CARTAGE'],
      ['NAD', 'MR', '5412345000013'],
      ['CNI', '1', 'O-2026-17'],
      ['STS', '1', '21:::DELIVERY COMPLETED'],
      ['RFF', "CR:PO'12+3:4?"],
      ['RFF', 'ACD:R-9'],
      ['DTM', '334:202611211830+0000:205'],
      ['LOC', '7', ':::Quay 1742, Lódz, PL'],
      ['TDT', '20', '', '3', '', '', '', '', ':::1-ABC-234'],
      ['UNT', '13', '1'],
      ['UNZ', '1', '1000000007'],
    ])
  })

  test.each([
    [{ ...stop, status: 'AT_STOP', stop_type: 'PICKUP', actual_start_timestamp: timestamp }, '1:::ARRIVED'],
    [{ ...stop, stop_type: 'PICKUP' }, '13:::COLLECTED'],
    [{ ...stop, stop_type: 'CUSTOM' }, '14:::COMPLETED'],
  ])('of a stop states what was done there', (what, code) => {
    const segments = written(statusReport(eventOf({ id, type: 'Stop', stop: what }), parties, at))
    expectInDirectory(segments)
    expect(segments.find(({ name }) => name === 'STS')!.elements[1]!.join(':')).toBe(code)
  })

  test.each([
    ['ACCEPTED', '6:::BOOKED'],
    ['REJECTED', '7:::BOOKING REJECTED'],
    ['CANCELLED', '7:::BOOKING CANCELLED'],
    ['COMPLETED', '14:::COMPLETED'],
    ['BLOCKED', 'BLK:ZZZ:ZZZ:BLOCKED'],
    ['TO_PLAN', 'TPL:ZZZ:ZZZ:TO PLAN'],
    ['IN_TRANSIT', 'TRA:ZZZ:ZZZ:IN TRANSIT'],
    ['SOMETHING_NEW', 'OTH:ZZZ:ZZZ:SOMETHING NEW'],
  ])('of an order that is %s', (status, code) => {
    const segments = written(statusReport(eventOf({ id, type: 'Order', status }), parties, at))
    expectInDirectory(segments)
    expect(segments.find(({ name }) => name === 'STS')!.elements[1]!.join(':')).toBe(code)
  })

  test('of an estimate has one status per stop, with the estimated arrival', () => {
    const stops = [1, 2, 3].map((hour) => ({ ...stop, status: 'TODO', eta_start_time: `2026-11-22T0${hour}:00:00Z` }))
    const segments = written(statusReport(eventOf({ id, type: 'Eta', stops }), parties, at))
    expectInDirectory(segments)
    const codes = segments.filter(({ name }) => name === 'STS').map(({ elements }) => elements[1]!.join(':'))
    expect(codes).toEqual(Array(3).fill('ETA:ZZZ:ZZZ:ESTIMATED ARRIVAL'))
    const times = segments.filter(({ name, elements }) => name === 'DTM' && elements[0]![0] === '132')
    expect(times.map(({ elements }) => elements[0]![1])).toEqual([1, 2, 3].map((hour) => `202611220${hour}00+0000`))
  })

  test('has the container once: of the order, or of the vehicle that serves the stop', () => {
    const equipmentOf = (members: object, resources: object[]) => {
      const update = { id, type: 'Stop', stop: { ...stop, resources } }
      const payload = JSON.stringify({ order: { ...order, ...members }, events: [{ timestamp, update }] })
      const segments = written(statusReport({ event_id: id, payload }, parties, at))
      expectInDirectory(segments)
      return segments.filter(({ name }) => name === 'EQD').map(({ elements }) => elements)
    }
    const container = { type: 'CONTAINER', container_number: 'MSKU 123456-5' }
    expect(equipmentOf({ container_number: 'msku1234565' }, [container])).toEqual([[['CN'], ['MSKU1234565']]])
    expect(equipmentOf({}, [container, { type: 'RIGID', license_plate: '1-ABC-234' }])).toEqual([
      [['CN'], ['MSKU1234565']],
    ])
    expect(equipmentOf({ container_number: ' ' }, [])).toEqual([])
  })

  test('has sender and receiver ids of the kinds that the partner requires', () => {
    const message = statusReport(eventOf({ id, type: 'Order', status: 'ACCEPTED' }), parties, at)!
    const kinds = { sender_qualifier: 'ZZZ', recipient_qualifier: '14' }
    const segments = readEdifact(writeInterchange({ ...parties, ...kinds, reference: '1', at }, message))
    expectInDirectory(segments)
    expect(segments[0]!.elements.slice(1, 3)).toEqual([
      ['CARTAGE', 'ZZZ'],
      ['5412345000013', '14'],
    ])
  })

  test('does not exist for other kinds of events', () => {
    const update = { type: 'Position', position: { latitude: 51, longitude: 4 } }
    const event = { event_id: id, payload: JSON.stringify({ events: [{ timestamp, update }] }) }
    expect(statusReport(event, parties, at)).toBeUndefined()
    expect(edifactTypes.every((type) => /^(order|stop)\./.test(type))).toBe(true)
  })

  test('of a state with the name of a built-in object member contains that name', () => {
    const segments = written(statusReport(eventOf({ id, type: 'Order', status: 'valueOf' }), parties, at))
    expectInDirectory(segments)
    expect(segments.find(({ name }) => name === 'STS')?.elements.at(-1)).toContain('valueOf')
  })

  test('complies with the directory for every kind of event, with any data and any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('', ' ', "?+:'", '送り状', 'Łódź'),
    )
    const known = (value: fc.Arbitrary<unknown>) => fc.option(value, { nil: undefined })
    const instants = fc.constantFrom('2026-11-22T01:00:00Z', '2027-02-28T23:59:59Z')
    const resource = fc.record({
      type: fc.constantFrom('RIGID', 'TRAILER', 'CONTAINER', 'DRIVER'),
      license_plate: known(text),
      container_number: known(text),
    })
    const stops = fc.record({
      id: fc.constant(id),
      location: fc.record({ name: known(text), address: known(text), city: known(text), country_code: known(text) }),
      resources: known(fc.array(resource, { maxLength: 120 })),
      status: fc.constantFrom(...VisibilityStopStatus.options),
      stop_type: fc.constantFrom(...VisibilityStopType.options),
      eta_start_time: known(instants),
      actual_start_timestamp: known(instants),
      actual_end_timestamp: known(instants),
      stop_reference: known(text),
    })
    const update = fc.oneof(
      fc.record({ type: fc.constant('Order'), status: known(fc.oneof(fc.constantFrom(...orderStates), text)) }),
      fc.record({ type: fc.constant('Stop'), stop: stops }),
      fc.record({ type: fc.constant('Eta'), stops: fc.array(stops, { minLength: 1, maxLength: 250 }) }),
    )
    const orders = fc.record({
      id: fc.constant(id),
      order_name: text,
      customer_reference_number: known(text),
      container_number: known(text),
      status: fc.constant('ACCEPTED'),
      stops: fc.constant([]),
    })
    fc.assert(
      fc.property(update, known(orders), (eventType, about) => {
        const payload = JSON.stringify({ order: about, events: [{ timestamp, update: eventType }] })
        const segments = written(statusReport({ event_id: id, payload }, parties, at))
        expectInDirectory(segments)
        expect(segments.filter(({ name }) => name === 'STS')).toHaveLength(
          'stops' in eventType ? eventType.stops.length : 1,
        )
      }),
      { numRuns: 300 },
    )
  })

  test('accepts any text in the order, reads back unchanged, and complies with the table', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).filter((value) => value.trim() !== '')
    fc.assert(
      fc.property(text, text, text, (name, reference, city) => {
        const update = { id, type: 'Stop', stop: { ...stop, location: { name, city }, stop_reference: reference } }
        const payload = JSON.stringify({
          order: { ...order, order_name: name, customer_reference_number: reference },
          events: [{ timestamp, update }],
        })
        const segments = written(statusReport({ event_id: id, payload }, parties, at))
        expectInDirectory(segments)
        const unt = segments.at(-2)!
        expect(Number(unt.elements[0]![0])).toBe(segments.length - 2)
        expect(segments.filter(({ name: tag }) => tag === 'RFF')).toHaveLength(2)
        for (const { elements } of segments.filter(({ name: tag }) => tag === 'RFF')) {
          expect(elements[0]![1]!.length).toBeLessThanOrEqual(35)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('a segment', () => {
  test('reads back unchanged, with any Latin text', () => {
    const printable = fc.integer({ min: 0x20, max: 0xff }).filter((code) => code < 0x7f || code > 0x9f)
    const value = fc.array(printable, { minLength: 1, maxLength: 30 }).map((codes) => String.fromCharCode(...codes))
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 6 }), value, (parts, last) => {
        const envelope = { ...parties, reference: '1', at }
        const bytes = writeInterchange(envelope, { type: ['IFTSTA'], segments: [['XYZ', 'AAI', parts, last]] })
        const [read] = readEdifact(bytes).filter(({ name }) => name === 'XYZ')
        expect(read!.elements).toEqual([['AAI'], parts, [last]])
      }),
      { numRuns: 500 },
    )
  })

  test('has no empty elements at its end', () => {
    expect(segment(['LOC', '7', ['', '', ''], ''])).toBe("LOC+7'")
    expect(segment(['STS', '', ['1', '', ''], '', '2'])).toBe("STS++1++2'")
  })

  test.each([
    ['CARTAGE', true],
    ['5412345000013', true],
    ['A.B-9', true],
    ['', false],
    ['a', false],
    ["A'B", false],
    ['A'.repeat(36), false],
  ])('%j may be the id of a party: %s', (text, isOne) => {
    expect(isPartyId(text)).toBe(isOne)
  })
})
