import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type CanonicalOrder, canonicalOrder, withoutNulls } from './canonical.ts'
import { OrderExport, OrderUpload } from './order-input.ts'

const folder = new URL('../../fixtures/orders/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
const fixture = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))
const canonicalOf = (body: unknown) => canonicalOrder(OrderUpload.parse(body))
const goodsOf = (order: CanonicalOrder) => order.consignments?.[0]?.goods?.[0]

/** The export of an order: its canonical form, under CREATE. */
function exportOf(order: CanonicalOrder): z.input<typeof OrderExport> {
  const { consignments = [], customer = {}, ...rest } = order
  return { ...rest, operation: 'CREATE', consignments, customer }
}

/** Random order with any mix of the two spellings. */
const anyText = fc
  .oneof(fc.constant(''), fc.string({ unit: 'grapheme', maxLength: 8 }))
  .filter((text) => !text.includes('\0'))
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const anyAmount = fc.double({ min: -1e6, max: 1e6, noNaN: true })
const anyAdr = fc.record(
  {
    un_number: maybe(fc.constantFrom('1202', '1203', '1993')),
    name: maybe(anyText),
    tunnel_code: maybe(fc.constantFrom('D', 'E')),
    transport_category_tunnel_restriction_code: maybe(fc.constantFrom('D', 'E')),
    adr_name_by_locale: maybe(fc.constant({ en: 'made up' })),
    technical_name_by_locale: maybe(fc.dictionary(fc.constantFrom('en', 'nl', 'id'), anyText)),
  },
  { requiredKeys: [] },
)
const anyGood = fc.record(
  {
    quantity: maybe(anyAmount),
    ordered_quantity: maybe(anyAmount),
    total_volume_m3: maybe(anyAmount),
    ordered_total_volume_value: maybe(anyAmount),
    absolute_max_temperature_degrees: maybe(anyAmount),
    absolute_max_temperature_value: maybe(fc.constantFrom('-18', '4.50', '007')),
    product: maybe(fc.record({ name: maybe(anyText), code: maybe(anyText) }, { requiredKeys: [] })),
    product_name: maybe(anyText),
    packaging_type: maybe(fc.record({ name: maybe(anyText), code: maybe(anyText) }, { requiredKeys: [] })),
    package_type: maybe(anyText),
    total_weight: maybe(anyAmount),
    total_weight_kg: maybe(anyAmount),
    custom_fields: maybe(fc.constant({ kept: null, deep: { kept: null } })),
    good_items: maybe(fc.record({ adr: maybe(anyAdr) }, { requiredKeys: [] })),
    packaged_items: maybe(
      fc.array(fc.record({ adr: maybe(anyAdr), description: maybe(anyText) }, { requiredKeys: [] })),
    ),
  },
  { requiredKeys: [] },
)
const anyStop = fc.record(
  {
    location: fc.record({ name: maybe(anyText), id: fc.constantFrom('', null), latitude: fc.constantFrom('', 51.2) }),
    date: maybe(fc.constantFrom('2026-01-31', '2028-02-29')),
    custom_fields: maybe(fc.constant({ kept: null })),
  },
  { requiredKeys: ['location'] },
)
const anyUpload = fc.record(
  {
    operation: fc.constantFrom('CREATE', 'UPDATE'),
    order_identifier: fc.constantFrom('A', 'B'),
    customer: fc.constant({ code: 'C', name: null }),
    consignments: fc.array(
      fc.record(
        { pickup_stop: anyStop, delivery_stop: anyStop, goods: maybe(fc.array(anyGood, { maxLength: 3 })) },
        { requiredKeys: ['pickup_stop', 'delivery_stop'] },
      ),
      { minLength: 1, maxLength: 2 },
    ),
    container: maybe(
      fc.record(
        { container_number: maybe(anyText), container_scenario: maybe(fc.constantFrom('IMPORT', 'EXPORT')) },
        { requiredKeys: [] },
      ),
    ),
    container_number: maybe(anyText),
    container_scenario: maybe(fc.constantFrom('IMPORT', 'EXPORT')),
    container_type: maybe(fc.constant({ code: '22G1' })),
    setup_stops: maybe(fc.array(anyStop, { maxLength: 2 })),
    setup_input: maybe(fc.array(anyStop, { maxLength: 2 })),
    teardown_input: maybe(fc.array(anyStop, { maxLength: 2 })),
    container_load_unload_stop: maybe(anyStop),
  },
  { requiredKeys: ['operation', 'order_identifier', 'customer', 'consignments'] },
)
/** Bodies whose two spellings agree: others are refused before canonicalisation. */
const acceptedUpload = anyUpload
  .map((body) => OrderUpload.safeParse(body))
  .filter((result) => result.success)
  .map((result) => result.data as OrderUpload)

describe('properties', () => {
  test('the canonical form of a canonical form is unchanged', () => {
    fc.assert(
      fc.property(acceptedUpload, (upload) => {
        const once = canonicalOrder(upload)
        expect(canonicalOrder(once as OrderUpload)).toStrictEqual(once)
      }),
    )
  })

  test('EXP-1: an export is valid input and its canonical form is itself', () => {
    fc.assert(
      fc.property(acceptedUpload, (upload) => {
        const exported = OrderExport.parse(
          exportOf(canonicalOrder({ ...upload, container_scenario: 'EXPORT', container: null })),
        )
        expect(canonicalOf(JSON.parse(JSON.stringify(exported)))).toStrictEqual(exported)
      }),
    )
  })

  test('the original upload is not modified', () => {
    fc.assert(
      fc.property(acceptedUpload, (upload) => {
        const before = structuredClone(upload)
        canonicalOrder(upload)
        expect(upload).toStrictEqual(before)
      }),
    )
  })

  test('no null and no alternative spelling remains', () => {
    fc.assert(
      fc.property(acceptedUpload, (upload) => {
        const { found } = namesAndNulls(canonicalOrder(upload))
        expect(found).toEqual([])
      }),
    )
  })
})

describe('the cost of canonicalising an upload', () => {
  /** Nested objects, each with a null at its end and the innermost unsorted, and a counter of visits. */
  function nested(depth: number) {
    const walks = { count: 0 }
    let inner: object = { b: 1, a: 1 }
    for (let level = 0; level < depth; level += 1) {
      const ownKeys = (target: object) => {
        walks.count += 1
        return Reflect.ownKeys(target)
      }
      inner = new Proxy({ a: inner, b: 1, c: null }, { ownKeys })
    }
    return { value: inner, walks }
  }

  test.each(['custom_fields', 'location'])('grows with the depth of %s, not with a power of it', (name) => {
    const { value, walks } = nested(20)
    withoutNulls({ [name]: value })
    expect(walks.count).toBeGreaterThanOrEqual(20)
    expect(walks.count).toBeLessThanOrEqual(100)
  })

  test('an upload without nulls is not copied, and the original is never modified', () => {
    const clean = { a: [{ b: 1 }], c: { d: 'x' } }
    expect(withoutNulls(clean)).toBe(clean)
    const sent = { a: { b: 1, c: null }, d: [{ e: undefined, f: 2 }], g: 3 }
    expect(JSON.stringify(withoutNulls(sent))).toBe('{"a":{"b":1},"d":[{"f":2}],"g":3}')
    expect(sent).toEqual({ a: { b: 1, c: null }, d: [{ e: undefined, f: 2 }], g: 3 })
  })
})

describe.each(names)('%s', (name) => {
  const body = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))

  test('is a valid upload and its canonical form is stable', () => {
    const order = canonicalOf(body)
    expect(order.order_identifier).toBe(body.order_identifier)
    expect(canonicalOf(order)).toStrictEqual(order)
    expect(namesAndNulls(order).found).toEqual([])
  })
})

test.each(names.filter((name) => !['cancel.json', 'update.json'].includes(name)))(
  'EXP-2: %s exported and uploaded again is the same order',
  (name) => {
    const order = canonicalOf(JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
    expect(canonicalOf(OrderExport.parse(exportOf(order)))).toStrictEqual(order)
  },
)

describe('one spelling of everything (CONT-4)', () => {
  test('container members at the top go into container, setup_input and teardown_input into the stops', () => {
    const order = canonicalOf(fixture('import-container-top-level'))
    expect(order.container).toEqual({
      container_number: 'TGHU3042180',
      container_scenario: 'IMPORT',
      container_type: { code: '22G1' },
    })
    expect(order.teardown_stops).toHaveLength(1)
    expect(order).not.toHaveProperty('container_number')
    expect(canonicalOf(fixture('export-container-top-level')).setup_stops).toHaveLength(1)
  })

  test('goods: quantity, litres, degrees in text, product, packaging and weight', () => {
    expect(goodsOf(canonicalOf(fixture('export-container-top-level')))).toEqual({
      quantity: 1,
      total_volume_m3: 21.5,
      absolute_max_temperature_degrees: 35.5,
      product: { name: 'Rapeseed oil' },
      packaging_type: { code: 'TANK' },
      total_weight_kg: 19780,
    })
  })

  test('compatible spellings complete each other, and "" is replaced by the other value', () => {
    const body = { ...fixture('simple'), container_type: { code: '22G1' }, container_number: '' }
    const container = { container_number: 'TGHU3042179', container_type: { name: 'Twenty foot', code: null } }
    expect(canonicalOf({ ...body, container }).container).toEqual({
      container_number: 'TGHU3042179',
      container_type: { name: 'Twenty foot', code: '22G1' },
    })
    body.consignments[0].goods = [{ product: { name: '', code: 'OIL' }, product_name: 'Oil' }]
    expect(goodsOf(canonicalOf(body))).toEqual({ product: { name: 'Oil', code: 'OIL' } })
  })

  test('GOOD-3: good_items becomes a packaged item', () => {
    expect(goodsOf(canonicalOf(fixture('adr-good-items')))?.packaged_items).toEqual([
      { adr: { name: 'Diesel fuel', un_number: '1202' } },
    ])
  })

  test('GOOD-3: good_items completes the packaged item of the same substance', () => {
    const body = fixture('adr-good-items')
    body.consignments[0].goods[0].packaged_items = [{ quantity: 3, adr: { un_number: '1202', adr_class: '3' } }]
    expect(goodsOf(canonicalOf(body))?.packaged_items).toEqual([
      { quantity: 3, adr: { un_number: '1202', adr_class: '3', name: 'Diesel fuel' } },
    ])
  })

  test('GOOD-4, GOOD-5: the submitted official name is dropped, the tunnel code has one spelling', () => {
    const adr = goodsOf(canonicalOf(fixture('adr-packaged-items')))?.packaged_items?.[0]?.adr
    expect(adr).toMatchObject({ tunnel_code: 'E', technical_name_by_locale: { en: 'white spirit', nl: 'terpentine' } })
    expect(adr).not.toHaveProperty('adr_name_by_locale')
    expect(adr).not.toHaveProperty('transport_category_tunnel_restriction_code')
  })

  test.each([
    ['EXPORT', 'setup_stops'],
    ['IMPORT', 'teardown_stops'],
  ] as const)('the deprecated yard stop of an %s goes to %s', (scenario, target) => {
    const yard = { location: { name: 'Depot' } }
    const body = { ...fixture('simple'), container_scenario: scenario, container_load_unload_stop: yard }
    const order = canonicalOf(body)
    expect(order[target]).toEqual([yard])
    expect(order).not.toHaveProperty('container_load_unload_stop')
  })

  test('an update without the scenario keeps the yard stop until the order provides it', () => {
    const yard = { location: { name: 'Depot' } }
    const order = canonicalOf({ ...fixture('update'), container_load_unload_stop: yard })
    expect(order.container_load_unload_stop).toEqual(yard)
  })

  test('"" in id and coordinates of a location is absent, other texts and custom fields are unchanged', () => {
    expect(canonicalOf(fixture('quote')).consignments?.[0]?.pickup_stop.location).toEqual({
      name: '',
      address: '',
      postal_code: '',
      state: '',
      city: 'Gent',
      country: 'BE',
    })
    expect(canonicalOf(fixture('temperature')).custom_fields).toEqual({ probe: null, alarm: { high: -15 } })
  })

  test('absent stays absent: no barcode source, order status or import configuration is added', () => {
    const order = canonicalOf(fixture('handling-units'))
    expect(goodsOf(order)?.handling_units?.[0]).toEqual({ barcode: { value: '340123450000000018' } })
    expect(order).not.toHaveProperty('order_status')
    expect(order).not.toHaveProperty('import_configuration')
    expect(order.consignments?.[0]?.delivery_stop.drop_collect_empty?.date).toBe('2026-06-10')
  })
})

const alternatives = new Set([
  'container_load_unload_stop',
  'setup_input',
  'teardown_input',
  'ordered_quantity',
  'ordered_total_volume_value',
  'absolute_max_temperature_value',
  'product_name',
  'package_type',
  'total_weight',
  'good_items',
  'transport_category_tunnel_restriction_code',
  'adr_name_by_locale',
])

/** Paths of nulls and alternative spellings, except within custom fields. */
function namesAndNulls(order: CanonicalOrder): { found: string[] } {
  const found: string[] = []
  const visit = (value: unknown, path: string) => {
    if (value === null) found.push(path)
    if (typeof value !== 'object' || value === null) return
    for (const [name, member] of Object.entries(value)) {
      const isKeptYard = name === 'container_load_unload_stop' && !order.container?.container_scenario
      if (alternatives.has(name) && !isKeptYard) found.push(`${path}.${name}`)
      if (name !== 'custom_fields') visit(member, `${path}.${name}`)
    }
  }
  visit(order, '')
  for (const name of ['container_number', 'container_scenario', 'container_type']) {
    if (name in order) found.push(name)
  }
  return { found }
}
