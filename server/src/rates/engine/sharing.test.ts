import type { NewRateCardDoc } from '@cartage/contract/rates/app/rate-card'
import { Big } from 'big.js'
import { describe, expect, test } from 'vitest'
import { cardOf, groupage, orderFacts, belgium as parts, tariffOf } from '../../testing/data/money/rates.ts'
import { allocate } from './allocation.rules.ts'
import { rateGroup } from './consolidation.rules.ts'
import { type Rating, rate } from './rate.rules.ts'

const amounts = (rating: Rating) => Object.fromEntries(rating.charges.map(({ line_key, amount }) => [line_key, amount]))

describe('walk-through 9, consolidation, own fleet and margin', () => {
  const shared: NewRateCardDoc = {
    consolidation: 'TRIP',
    lines: [
      {
        key: 'freight',
        type: 'FREIGHT',
        scope: 'GROUP',
        block: {
          kind: 'TABLE',
          table: 'BE-ZONES',
          rows: ['delivery.zone'],
          quantity: { kind: 'CHARGEABLE' },
          per: '100_UNITS',
          lower_break: true,
        },
      },
    ],
  }
  const members = (weights: string[]) =>
    weights.map((weight, place) => orderFacts({ ...groupage, 'goods.weight_kg': weight }, { id: `order-${place}` }))

  test('PRICE-20: three orders are one shipment, shared by the deciding measure', () => {
    const card = cardOf('KLANT-A', shared)
    const together = rateGroup(members(['700', '450', '350']), card, '2026-06-10', tariffOf(parts))
    expect(together.map((rating) => rating.charges[0]?.amount)).toEqual(['67.20', '43.20', '33.60'])
    const alone = members(['700', '450', '350']).map((facts) =>
      rate(facts, 'SALES', tariffOf({ ...parts, cards: [card] })),
    )
    expect(alone.map((rating) => rating.charges[0]?.amount)).toEqual(['82.60', '59.00', '49.70'])
  })

  test('PRICE-20: the rest of equal shares goes to the first', () => {
    const lines: NewRateCardDoc['lines'] = [
      { key: 'freight', type: 'FREIGHT', scope: 'GROUP', block: { kind: 'FIXED', price: '100.00' } },
    ]
    const together = rateGroup(members(['1', '1', '1']), cardOf('KLANT-A', { lines }), '2026-06-10', tariffOf(parts))
    expect(together.map((rating) => rating.charges[0]?.amount)).toEqual(['33.34', '33.33', '33.33'])
  })

  test('PRICE-21: the cost of the trip by loading metres and kilometres, and the margin', () => {
    const perUnit = (fact: string, price: string) => ({
      kind: 'PER_UNIT' as const,
      quantity: { kind: 'FACT' as const, fact },
      price,
    })
    const fleet = cardOf(
      'FLEET',
      {
        assignments: [{ to: 'OWN_FLEET' }],
        lines: [
          { key: 'loaded', type: 'KM', block: perUnit('trip.km_loaded', '0.98') },
          { key: 'empty', type: 'KM', block: perUnit('trip.km_empty', '0.82') },
          { key: 'hours', type: 'HOURS', block: perUnit('trip.hours', '34.50') },
          { key: 'toll', type: 'TOLL', block: { kind: 'PASS_THROUGH', of: ['TOLL'] } },
        ],
      },
      { side: 'COST' },
    )
    const costs = [{ type: 'TOLL', amount: '41.30', currency: 'EUR' }]
    const values = { 'trip.km_loaded': '252', 'trip.km_empty': '66', 'trip.hours': '7.25' }
    const trip = orderFacts(values, { subject: 'TRIP', id: 'trip-1', company: null, costs })
    const rating = rate(trip, 'COST', tariffOf({ cards: [fleet] }))
    expect(amounts(rating)).toEqual({ loaded: '246.96', empty: '54.12', hours: '250.13', toll: '41.30' })
    expect(rating.total.toFixed(2)).toBe('592.51')

    const orders = [
      ['5.6', '210', '640.00'],
      ['3.2', '95', '210.00'],
      ['4.0', '160', '355.00'],
    ] as const
    const taken = orders.map(([ldm, km, revenue]) => ({
      loading_meters: new Big(ldm),
      weight_kg: null,
      km: new Big(km),
      stops: 2,
      revenue: new Big(revenue),
    }))
    const { shares, method } = allocate(rating.total, taken, 'LDM_KM', 'EUR')
    expect(shares.map((share) => share.toFixed(2))).toEqual(['328.68', '84.96', '178.87'])
    expect(method).toBe('LDM_KM')
    const margins = orders.map(([, , revenue], place) => new Big(revenue).minus(shares[place]!))
    expect(margins.map((margin) => margin.toFixed(2))).toEqual(['311.32', '125.04', '176.13'])
  })
})

test('PRICE-21: a measure that one order lacks gives precedence to the next method, which the result states', () => {
  const order = { loading_meters: null, weight_kg: null, km: new Big(10), stops: 1, revenue: null }
  const other = { ...order, loading_meters: new Big(2), km: new Big(30) }
  const { shares, method, isFallback } = allocate(new Big('100'), [order, other], 'LDM_KM', 'EUR')
  expect(shares.map(String)).toEqual(['25', '75'])
  expect({ method, isFallback }).toEqual({ method: 'KM', isFallback: true })
})
