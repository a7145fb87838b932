import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OrderUpload } from './order-input.ts'

type Body = { [name: string]: unknown }
const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../fixtures/orders/${name}.json`, import.meta.url), 'utf8'))

/** Paths of the reported errors, or an empty list. */
function refused(body: unknown): string[] {
  const result = OrderUpload.safeParse(body)
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.'))
}

/** The simple order with some members replaced. */
const simple = (changes: Body = {}): Body => ({ ...fixture('simple'), ...changes })

/** The simple order with another first good. */
function withGood(good: Body): Body {
  const body = fixture('simple')
  body.consignments[0].goods = [good]
  return body
}

describe('requirements of each operation', () => {
  test('ORD-7: a cancellation needs nothing but the identifier', () => {
    expect(refused({ operation: 'DELETE', order_identifier: 'A' })).toEqual([])
    expect(refused({ ...simple(), operation: 'DELETE', customer: {} })).toEqual([])
  })

  test('CREATE requires customer and consignments, with one error each', () => {
    expect(refused({ operation: 'CREATE', order_identifier: 'A' })).toEqual(['customer', 'consignments'])
    expect(refused(simple({ customer: null, consignments: null }))).toEqual(['customer', 'consignments'])
  })

  test('UPDATE may omit everything', () => {
    expect(refused({ operation: 'UPDATE', order_identifier: 'A' })).toEqual([])
  })

  test('ORD-11: a customer has a code or a name, either is enough', () => {
    expect(refused(simple({ customer: { name: 'Only a name' } }))).toEqual([])
    expect(refused(simple({ customer: { code: 'C' } }))).toEqual([])
    expect(refused(simple({ customer: { code: '', name: null } }))).toEqual(['customer'])
  })

  test('an order has at least one consignment, and each has pickup, delivery and their locations', () => {
    expect(refused(simple({ consignments: [] }))).toEqual(['consignments'])
    expect(refused(simple({ consignments: [{ pickup_stop: {} }] }))).toEqual([
      'consignments.0.pickup_stop.location',
      'consignments.0.delivery_stop',
    ])
  })

  test('operation and order_identifier are required, and the operation is one of three', () => {
    expect(refused({})).toEqual(['operation', 'order_identifier'])
    expect(refused({ operation: 'create', order_identifier: 'A' })).toEqual(['operation'])
  })

  test.each(['', 'x'.repeat(256), 'tab\there', 'line\nend', '\u0000', '\u0085'])(
    'the identifier %j is refused',
    (order_identifier) => {
      expect(new Set(refused(simple({ order_identifier })))).toEqual(new Set(['order_identifier']))
    },
  )

  test.each(['x'.repeat(255), 'Bestellung Nr. 7/ß', '注文-1', ' with spaces '])(
    'the identifier %j is accepted',
    (id) => {
      expect(refused(simple({ order_identifier: id }))).toEqual([])
    },
  )
})

describe('tolerances (CLIENT-25 and CLIENT-26)', () => {
  test('unknown members are dropped everywhere', () => {
    const body = simple({ colour: 'red' }) as { consignments: { pickup_stop: Body }[] }
    body.consignments[0]!.pickup_stop.mood = 'good'
    const upload = OrderUpload.parse(body)
    expect(upload).not.toHaveProperty('colour')
    expect(upload.consignments?.[0]?.pickup_stop).not.toHaveProperty('mood')
  })

  test('every optional member may be null', () => {
    const names = Object.keys(OrderUpload.shape).filter((name) => !['operation', 'order_identifier'].includes(name))
    const nulls = Object.fromEntries(names.map((name) => [name, null]))
    expect(refused({ ...nulls, operation: 'UPDATE', order_identifier: 'A' })).toEqual([])
  })

  test('date null, "" in every field of a location, quantity 0 and decimals are accepted', () => {
    const fields = ['code', 'display_name', 'external_id', 'address', 'city', 'state', 'country', 'postal_code', 'name']
    const more = ['address_second_line', 'id', 'latitude', 'longitude', 'description', 'location_identifier']
    const location = Object.fromEntries([...fields, ...more].map((name) => [name, '']))
    const stop = { location, date: null }
    const goods = [{ quantity: 0 }, { quantity: 2.75 }]
    expect(refused(simple({ consignments: [{ pickup_stop: stop, delivery_stop: stop, goods }] }))).toEqual([])
  })

  test('any text a database can store is accepted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!text.includes('\u0000') && text.isWellFormed())
        expect(refused(simple({ planning_instructions: text, custom_fields: { [text]: text } }))).toEqual([])
      }),
    )
  })

  test('custom fields keep their content', () => {
    const custom_fields = { a: null, b: [1, { c: 'x' }], d: 1.5 }
    expect(OrderUpload.parse(simple({ custom_fields })).custom_fields).toEqual(custom_fields)
  })

  test('numbers are finite, texts end at 64 Ki units, lists at 2,000 entries', () => {
    expect(refused(withGood({ quantity: Number.POSITIVE_INFINITY }))).toEqual(['consignments.0.goods.0.quantity'])
    expect(refused(withGood({ quantity: JSON.parse('1e999') }))).toEqual(['consignments.0.goods.0.quantity'])
    expect(refused(simple({ planning_instructions: 'x'.repeat(65_536) }))).toEqual([])
    expect(refused(simple({ planning_instructions: 'x'.repeat(65_537) }))).toEqual(['planning_instructions'])
    expect(refused(simple({ contact_emails: Array(2001).fill('a@example.com') }))).toEqual(['contact_emails'])
  })

  test('a price is a number or text', () => {
    expect(refused(simple({ pricing: { requested_price: 12.5 } }))).toEqual([])
    expect(refused(simple({ pricing: { requested_price: '12.50' } }))).toEqual([])
    expect(refused(simple({ pricing: { requested_price: true } }))).toEqual(['pricing.requested_price'])
  })
})

describe('two spellings with different values', () => {
  test.each([
    [{ quantity: 1, ordered_quantity: 2 }, 'ordered_quantity'],
    [{ total_volume_m3: 43, ordered_total_volume_value: 43 }, 'ordered_total_volume_value'],
    [{ absolute_max_temperature_degrees: 4, absolute_max_temperature_value: '5' }, 'absolute_max_temperature_value'],
    [{ product: { name: 'Oil' }, product_name: 'Wine' }, 'product_name'],
    [{ packaging_type: { code: 'BOX' }, package_type: 'BAG' }, 'package_type'],
    [{ total_weight_kg: 1, total_weight: 2 }, 'total_weight'],
    [
      { good_items: { adr: { un_number: '1202' } }, packaged_items: [{ adr: { un_number: '1203' } }] },
      'good_items.adr',
    ],
    [
      { good_items: { adr: { tunnel_code: 'D', transport_category_tunnel_restriction_code: 'E' } } },
      'good_items.adr.transport_category_tunnel_restriction_code',
    ],
  ])('%j is refused at %s', (good, path) => {
    expect(refused(withGood(good))).toEqual([`consignments.0.goods.0.${path}`])
  })

  test.each([
    { quantity: 2, ordered_quantity: 2 },
    { total_volume_m3: 43.001, ordered_total_volume_value: 43_001 },
    { absolute_max_temperature_degrees: 4.5, absolute_max_temperature_value: '4.50' },
    { product: { code: 'OIL' }, product_name: 'Oil' },
    { packaging_type: { name: 'Box' }, package_type: 'BOX' },
    { good_items: { adr: { name: 'Diesel' } }, packaged_items: [{ adr: { un_number: '1202' } }] },
  ])('%j is compatible', (good) => {
    expect(refused(withGood(good))).toEqual([])
  })

  test('container members at the top level and inside', () => {
    const container = { container_number: 'A', container_scenario: 'IMPORT', container_type: { code: '22G1' } }
    const same = { container_number: 'A', container_scenario: 'IMPORT', container_type: { name: 'Twenty foot' } }
    expect(refused(simple({ container, ...same }))).toEqual([])
    const other = { container_number: 'B', container_scenario: 'EXPORT', container_type: { code: '45G1' } }
    expect(refused(simple({ container, ...other }))).toEqual([
      'container_number',
      'container_scenario',
      'container_type',
    ])
  })

  test('setup and teardown stops', () => {
    const stop = (name: string) => ({ location: { name } })
    expect(refused(simple({ setup_stops: [stop('A')], setup_input: [stop('A')] }))).toEqual([])
    expect(refused(simple({ setup_stops: [stop('A')], setup_input: [stop('B')] }))).toEqual(['setup_input'])
    expect(refused(simple({ teardown_stops: [stop('A')], teardown_input: [] }))).toEqual(['teardown_input'])
  })

  test('the deprecated yard stop requires a scenario and must match the stops', () => {
    const yard = { location: { name: 'Yard' } }
    const body = { container_load_unload_stop: yard }
    expect(refused(simple(body))).toEqual(['container_load_unload_stop'])
    expect(refused(simple({ ...body, container_scenario: 'IMPORT', teardown_stops: [yard] }))).toEqual([])
    const other = [{ location: { name: 'Elsewhere' } }]
    expect(refused(simple({ ...body, container_scenario: 'IMPORT', teardown_stops: other }))).toEqual([
      'container_load_unload_stop',
    ])
  })
})

describe('standalone stops', () => {
  const standalone = () => fixture('standalone-stops')

  test('SEQ-1: without standalone stops no positions are required', () => {
    expect(refused(simple())).toEqual([])
  })

  test('SEQ-1: with standalone stops every stop without a position is reported', () => {
    const body = standalone()
    delete body.consignments[0].pickup_stop.position
    body.consignments[0].standalone_stops[1].position = null
    body.setup_input = [{ location: { name: 'Depot' } }]
    expect(refused(body)).toEqual([
      'setup_input.0.position',
      'consignments.0.pickup_stop.position',
      'consignments.0.standalone_stops.1.position',
    ])
  })

  test('SEQ-1: a repeated position is reported, across consignments and setup stops', () => {
    const body = standalone()
    body.teardown_stops = [{ location: { name: 'Depot' }, position: { position: 3 } }]
    body.consignments.push({ ...standalone().consignments[0], standalone_stops: [] })
    expect(refused(body)).toEqual([
      'consignments.0.standalone_stops.1.position.position',
      'consignments.1.pickup_stop.position.position',
      'consignments.1.delivery_stop.position.position',
    ])
  })

  test.each([0, -1, 1.5, '2'])('SEQ-1: the position %j is not a positive integer', (position) => {
    const body = standalone()
    body.consignments[0].pickup_stop.position = { position }
    expect(refused(body)).toContain('consignments.0.pickup_stop.position.position')
  })

  test('SEQ-3: a standalone stop has a custom activity, by code or by label', () => {
    const body = standalone()
    delete body.consignments[0].standalone_stops[0].custom_activity
    body.consignments[0].standalone_stops[1].activity = 'PICKUP'
    expect(refused(body)).toEqual([
      'consignments.0.standalone_stops.0.custom_activity',
      'consignments.0.standalone_stops.1.custom_activity',
    ])
  })

  test('SEQ-1: any order of distinct positive positions is accepted, any repeat is not', () => {
    const anyPositions = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(anyPositions, (positions) => {
        const body = standalone()
        const [consignment] = body.consignments
        const stops = [consignment.pickup_stop, consignment.delivery_stop, ...consignment.standalone_stops]
        stops.forEach((stop, index) => {
          stop.position = { position: positions[index] }
        })
        const repeats = positions.length - new Set(positions).size
        expect(refused(body)).toHaveLength(repeats)
      }),
    )
  })
})
