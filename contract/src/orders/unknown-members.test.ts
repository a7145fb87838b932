import { expect, test } from 'vitest'
import { z } from 'zod'
import { OrderUpload } from './order-input.ts'
import { nearestName, unknownMembers } from './unknown-members.ts'

const body = {
  operation: 'CREATE',
  order_identifier: 'A',
  Customer_reference: 'x',
  customer: { code: 'A', vat: 'NL1' },
  custom_fields: { anything: { goes: 1 } },
  consignments: [
    {
      pickup_stop: { location: { city: 'Rotterdam', countrycode: 'NL' } },
      goods: [{ quantity: 1 }, { Total_weight_kg: 12 }],
    },
  ],
}

test('unknown members are reported with their path and the nearest known name', () => {
  expect(unknownMembers(OrderUpload, body, 10)).toEqual([
    { path: 'Customer_reference', nearest: 'customer_reference_number' },
    { path: 'customer.vat' },
    { path: 'consignments.0.pickup_stop.location.countrycode', nearest: 'country' },
    { path: 'consignments.0.goods.1.Total_weight_kg', nearest: 'total_weight_kg' },
  ])
})

test('at most the requested number is reported, and known members and custom fields are never reported', () => {
  expect(unknownMembers(OrderUpload, body, 1)).toHaveLength(1)
  const { Customer_reference: _, customer: __, consignments: ___, ...known } = body
  expect(unknownMembers(OrderUpload, known, 10)).toEqual([])
  expect(unknownMembers(OrderUpload, { consignments: 'no list', customer: [] }, 10)).toEqual([])
})

test('case, dashes and a single typing error do not affect the nearest name; another word does', () => {
  const known = ['total_weight_kg', 'quantity', 'product']
  expect(nearestName(known, 'totalWeightKG')).toBe('total_weight_kg')
  expect(nearestName(known, 'quantitiy')).toBe('quantity')
  expect(nearestName(known, 'colour')).toBeUndefined()
  expect(nearestName(known, '$$')).toBeUndefined()
})

test('a member is known when any alternative has it, or either the published or the parsed schema', () => {
  const read = z.object({ driver: z.object({ name: z.string() }).optional() })
  const shown = z.looseObject({ note: z.string().optional(), driver: z.object({ id: z.string() }).optional() })
  const body = { note: 'x', nmae: 1, driver: { id: '1', name: 'A', nmae: 2 } }
  expect(unknownMembers(shown.pipe(read as unknown as typeof shown), body, 10)).toEqual([
    { path: 'nmae' },
    { path: 'driver.nmae' },
  ])
  const either = z.union([z.object({ a: z.string() }), z.array(z.object({ b: z.string() }))])
  expect(unknownMembers(either, { a: '1', b: '2' }, 10)).toEqual([{ path: 'b' }])
  expect(unknownMembers(either, [{ a: '1', b: '2' }], 10)).toEqual([{ path: '0.a' }])
  const named = z.record(z.string(), z.object({ code: z.string() }))
  expect(unknownMembers(named, { any: { code: '1', codes: '2' } }, 10)).toEqual([
    { path: 'any.codes', nearest: 'code' },
  ])
  expect(unknownMembers(z.looseObject({ a: z.string() }), { a: '1', b: '2' }, 10)).toEqual([])
  expect(unknownMembers(z.object({ a: z.unknown() }), { a: { b: 1 } }, 10)).toEqual([])
})
