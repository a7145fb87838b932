import { RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import { expect, test } from 'vitest'
import { sampleFacts } from './samples.ts'
import { factsNamedIn, factsToSend, totalsOf } from './typed-facts.ts'

const [groupage] = sampleFacts
const facts = groupage!.facts('2026-11-23')

test('the facts of a card are those in its conditions, measures, formulas and zones', () => {
  const doc = RateCardDoc.parse({
    when: [{ kind: 'KNOWN', fact: 'container.type' }],
    lines: [
      { key: 'a', type: 'A', block: { kind: 'TABLE', table: 'T', rows: ['delivery.zone'], per: 'FLAT' } },
      {
        key: 'b',
        type: 'B',
        block: { kind: 'PER_UNIT', quantity: { kind: 'CHARGEABLE', ldm: '1850' }, price: '1' },
      },
      { key: 'c', type: 'C', block: { kind: 'FORMULA', formula: 'trip.km_empty * dec("0.82")' } },
    ],
  })
  expect(factsNamedIn(doc)).toEqual([
    'order.pickup_on',
    'goods.weight_kg',
    'goods.loading_meters',
    'delivery.country',
    'delivery.postal_code',
    'container.type',
    'trip.km_empty',
  ])
})

test('an empty value is unknown, and a decimal comma becomes a point', () => {
  const typed = { ...facts, values: { 'order.service_level': '', 'order.min_temperature': '-18,5' } }
  const { values } = factsToSend(typed, 'nl')
  expect(values).not.toHaveProperty('order.service_level')
  expect(values['order.min_temperature']).toBe('-18.5')
})

test('a date that cannot be read is unknown', () => {
  const typed = { ...facts, values: { 'order.pickup_on': '25-' } }
  expect(factsToSend(typed, 'en').values).not.toHaveProperty('order.pickup_on')
})

test('the whole order has the sums of its consignments, the first pickup and the last delivery', () => {
  const values = [
    { 'goods.weight_kg': '1240', 'goods.volume_m3': '0.1', 'pickup.country': 'BE', 'delivery.country': 'BE' },
    { 'goods.weight_kg': '60.5', 'goods.volume_m3': '0.2', 'pickup.country': 'NL', 'delivery.country': 'FR' },
  ]
  expect(totalsOf(values.map((one, at) => ({ id: String(at), values: one })))).toEqual({
    'goods.weight_kg': '1300.5',
    'goods.volume_m3': '0.3',
    'pickup.country': 'BE',
    'delivery.country': 'FR',
  })
})

test('a measure missing in one consignment is unknown for the whole', () => {
  const things: Parameters<typeof totalsOf>[0] = [
    { id: 'a', values: { 'goods.weight_kg': '10' } },
    { id: 'b', values: {} },
  ]
  expect(totalsOf(things)).toEqual({})
})

test('values typed for the whole are not replaced by a sum', () => {
  const typed = { ...facts, values: { 'goods.weight_kg': '5' } }
  expect(factsToSend(typed, 'en').values['goods.weight_kg']).toBe('5')
})
