import { expect, test } from 'vitest'
import { dangerousGood, paperGood } from '../testing/data/papers.ts'
import { categoryOf, pointLines } from './adr-points.rules.ts'

const petrol = { un_number: '1203', adr_class: '3', packing_group: 'II', physical_state: 'LIQUID' as const }
const good = (adr: object, members: object) =>
  dangerousGood({ packaged_items: [{ id: 'item', adr: { ...petrol, ...adr }, quantity: 2, ...members }] })

test('PAPER-5: points are litres of liquids and net kilograms of the rest, times the factor of the transport category', () => {
  const goods = [good({}, { total_volume_l: 200 }), good({ packing_group: 'III' }, { total_volume_l: 150 })]
  expect(pointLines(goods, 'en')).toEqual([
    'ADR 1.1.3.6.3, points of this consignment: transport category 2: 200 × 3, transport category 3: 150 × 1 = 750',
  ])
  const solid = good({ adr_class: '8', physical_state: 'SOLID' }, { total_net_weight_kg: 20.5, total_volume_l: 900 })
  expect(pointLines([solid], 'en')[0]).toContain('20.5 × 3 = 61.5')
})

test('PAPER-5: more than 1,000 points, an unknown quantity or category, and limited quantities print no line', () => {
  expect(pointLines([good({}, { total_volume_l: 334 })], 'en')).toEqual([])
  expect(pointLines([good({}, {})], 'en')).toEqual([])
  expect(pointLines([good({}, { total_volume_l: 300 }), good({}, { total_volume_l: -200 })], 'en')).toEqual([])
  expect(pointLines([good({ adr_class: '7' }, { total_volume_l: 1 })], 'en')).toEqual([])
  expect(pointLines([{ ...good({}, { total_volume_l: 1 }), adr_type: 'LIMITED_QUANTITY' }], 'en')).toEqual([])
  expect(pointLines([paperGood()], 'en')).toEqual([])
})

test('PAPER-5: the transport category follows from class, packing group and classification code', () => {
  const gas = { un_number: '1965', adr_class: '2', packing_group: null }
  const of = (adr: object) => categoryOf({ ...petrol, ...adr })
  expect([of({ ...gas, classification_code: '2F' }), of({ ...gas, classification_code: '2TC' })]).toEqual([2, 1])
  expect([of({ ...gas, classification_code: '1A' }), of(gas)]).toEqual([3, undefined])
  expect([of({ adr_class: '6.1', packing_group: 'III' }), of({ adr_class: '4.2', packing_group: 'I' })]).toEqual([
    2,
    undefined,
  ])
  expect([of({ classification_code: 'D' }), of({ tunnel_code: '3 (E)' })]).toEqual([undefined, 3])
})
