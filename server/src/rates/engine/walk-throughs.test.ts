import type { NewRateCardDoc } from '@cartage/contract/rates/app/rate-card'
import { Big } from 'big.js'
import { describe, expect, test } from 'vitest'
import { cardOf, orderFacts, tariffOf } from '../../testing/data/rates.ts'
import { allocate } from './allocation.rules.ts'
import { rateGroup } from './consolidation.rules.ts'
import { type Rating, rate } from './rate.rules.ts'

const zones = {
  entries: [
    { zone: '3', country: 'BE', from: '40', to: '49' },
    { zone: '1', country: 'BE', from: '90', to: '99' },
    { zone: '2', country: 'BE' },
  ],
}
const table = {
  currency: 'EUR',
  zone_set: 'BE',
  breaks: ['0', '500', '1000', '2000', '3000'],
  rows: [{ key: ['3'], prices: ['14.20', '11.80', '9.60', '8.10', '6.20'] }],
}

const klantA: NewRateCardDoc = {
  lines: [
    {
      key: 'freight',
      type: 'FREIGHT',
      scope: 'CONSIGNMENT',
      when: [{ kind: 'IS', fact: 'pickup.country', value: 'BE' }],
      min: '45.00',
      block: {
        kind: 'TABLE',
        table: 'BE-ZONES',
        rows: ['delivery.zone'],
        quantity: { kind: 'CHARGEABLE', m3: '333', ldm: '1850', round_up: '100' },
        per: '100_UNITS',
        lower_break: true,
      },
    },
    {
      key: 'fuel',
      type: 'FUEL',
      block: { kind: 'PERCENT', of: ['FREIGHT'], rate: { kind: 'DIRECT', index: 'DIESEL-BE' } },
    },
    {
      key: 'waiting',
      type: 'WAITING',
      scope: 'STOP',
      approval: 'TO_REQUEST',
      block: { kind: 'TIME', fact: 'stop.minutes_at_stop', free: '60', unit: '15', price: '12.00' },
    },
  ],
}

const groupage = {
  'pickup.country': 'BE',
  'pickup.postal_code': '9000',
  'delivery.country': 'BE',
  'delivery.postal_code': '4000',
  'goods.weight_kg': '1240',
  'goods.volume_m3': '4.2',
  'goods.loading_meters': '1.2',
  'goods.pallet_spaces': '3',
}
const parts = {
  tables: { 'BE-ZONES': table },
  zones: { BE: zones },
  indexes: { 'DIESEL-BE': { values: { '2026-06-01': '12.5' } } },
}
const stop = (minutes: string) => [{ id: 's1', values: { 'stop.minutes_at_stop': minutes } }]
const amounts = (rating: Rating) => Object.fromEntries(rating.charges.map(({ line_key, amount }) => [line_key, amount]))

function priceOf(doc: NewRateCardDoc, values: Record<string, string>, minutes = '105'): Rating {
  return rate(
    orderFacts(values, { stops: stop(minutes) }),
    'SALES',
    tariffOf({ ...parts, cards: [cardOf('KLANT-A', doc)] }),
  )
}

describe('PRICE-5: walk-through 1, groupage', () => {
  test('chargeable weight, the next break, fuel of it and waiting', () => {
    const rating = priceOf(klantA, groupage)
    expect(String(rating.message())).toBe('Card KLANT-A, valid from 2026-01-01, is used.')
    expect(rating.result).toBe('COMPLETE')
    expect(amounts(rating)).toEqual({ freight: '186.00', fuel: '23.25', waiting: '36.00' })
    expect(rating.total.toFixed(2)).toBe('245.25')
    expect(rating.charges.map(({ approval }) => approval)).toEqual([null, null, 'TO_REQUEST'])
    expect(rating.charges[0]).toMatchObject({ quantity: '3000', unit: 'KGM', unit_price: '0.062' })
  })

  test('each part at its own price instead', () => {
    const [freight, ...others] = klantA.lines
    const block = { ...freight!.block, breaks: 'INCREMENTAL', lower_break: false } as NonNullable<
      typeof freight
    >['block']
    expect(amounts(priceOf({ lines: [{ ...freight!, block }, ...others] }, groupage)).freight).toBe('250.30')
  })

  test.each([
    ['60', undefined],
    ['61', '12.00'],
    ['76', '24.00'],
    ['106', '48.00'],
  ])('PRICE-14: waiting of %s minutes', (minutes, amount) => {
    expect(amounts(priceOf(klantA, groupage, minutes)).waiting).toBe(amount)
  })
})

test('PRICE-15, PRICE-16: walk-through 2, an import container with demurrage', () => {
  const rating = priceOf(
    {
      lines: [
        { key: 'freight', type: 'FREIGHT', block: { kind: 'FIXED', price: '410.00' } },
        {
          key: 'fuel',
          type: 'FUEL',
          block: {
            kind: 'PERCENT',
            of: ['FREIGHT'],
            rate: { kind: 'STEPS', index: 'DIESEL', base: '1.20', step: '0.02', per_step: '0.4' },
          },
        },
        {
          key: 'toll',
          type: 'TOLL',
          block: { kind: 'PER_UNIT', quantity: { kind: 'FACT', fact: 'way.km_toll.BE' }, price: '0.164' },
        },
        {
          key: 'chassis',
          type: 'CHASSIS',
          block: {
            kind: 'DAYS',
            days: { kind: 'DATES', from: 'container.chassis_out_on', to: 'container.chassis_in_on' },
            free: 3,
            brackets: [{ from: '1', price: '22.50' }],
          },
        },
        {
          key: 'demurrage',
          type: 'DEMURRAGE',
          block: {
            kind: 'DAYS',
            days: {
              kind: 'DATES',
              from: 'container.discharged_on',
              to: 'container.gate_out_on',
              first: 'DAY_AFTER',
            },
            free: 5,
            brackets: [{ from: '1', price: '75.00' }],
          },
        },
      ],
    },
    {
      'order.pickup_on': '2026-09-07',
      'way.km_toll.BE': '187',
      'container.chassis_out_on': '2026-09-07',
      'container.chassis_in_on': '2026-09-10',
      'container.discharged_on': '2026-09-01',
      'container.gate_out_on': '2026-09-08',
    },
  )
  expect(rating.result).toBe('INCOMPLETE')
  const withIndex = rate(
    orderFacts({
      'order.pickup_on': '2026-09-07',
      'way.km_toll.BE': '187',
      'container.chassis_out_on': '2026-09-07',
      'container.chassis_in_on': '2026-09-10',
      'container.discharged_on': '2026-09-01',
      'container.gate_out_on': '2026-09-08',
    }),
    'SALES',
    tariffOf({ cards: [rating.card!], indexes: { DIESEL: { values: { '2026-09-01': '1.457' } } } }),
  )
  expect(amounts(withIndex)).toEqual({
    freight: '410.00',
    fuel: '19.68',
    toll: '30.67',
    chassis: '22.50',
    demurrage: '150.00',
  })
  expect(withIndex.total.toFixed(2)).toBe('632.85')
})

test('PRICE-18: walk-through 3, an export with a ferry that is passed on', () => {
  const card = cardOf('EXPORT', {
    lines: [
      {
        key: 'freight',
        type: 'FREIGHT',
        block: { kind: 'PER_UNIT', quantity: { kind: 'FACT', fact: 'way.km_direct' }, price: '1.42' },
      },
      { key: 'ferry', type: 'FERRY', block: { kind: 'PASS_THROUGH', of: ['FERRY'], margin_percent: '5' } },
      {
        key: 't1',
        type: 'CUSTOMS',
        when: [{ kind: 'IS', fact: 'delivery.country', value: 'GB' }],
        block: { kind: 'FIXED', price: '65.00' },
      },
      {
        key: 'fuel',
        type: 'FUEL',
        block: { kind: 'PERCENT', of: ['FREIGHT'], rate: { kind: 'FIXED', percent: '8.75' } },
      },
    ],
  })
  const values = { 'way.km_direct': '612', 'delivery.country': 'GB' }
  const costs = [{ type: 'FERRY', amount: '285.00', currency: 'EUR' }]
  const rating = rate(orderFacts(values, { costs }), 'SALES', tariffOf({ cards: [card] }))
  expect(amounts(rating)).toEqual({ freight: '869.04', ferry: '299.25', t1: '65.00', fuel: '76.04' })
  expect(rating.total.toFixed(2)).toBe('1309.33')

  const early = rate(orderFacts(values), 'SALES', tariffOf({ cards: [card] }))
  expect(early.result).toBe('INCOMPLETE')
  expect(String(early.message())).toBe('Line ferry: There is no cost of type FERRY.')
})

test('PRICE-13, PRICE-17: walk-through 4, loading metres part by part and percentages of named types', () => {
  const saturday = [{ kind: 'WEEKDAY' as const, fact: 'order.pickup_on', days: ['SATURDAY' as const] }]
  const percent = (of: string[], value: string) => ({
    kind: 'PERCENT' as const,
    of,
    rate: { kind: 'FIXED' as const, percent: value },
  })
  const card = cardOf('NL', {
    lines: [
      // The percentage comes first: its place in the card changes nothing.
      { key: 'fuel', type: 'FUEL', block: percent(['FREIGHT', 'EXTRA_STOP'], '10.2') },
      {
        key: 'freight',
        type: 'FREIGHT',
        block: {
          kind: 'INCREMENTAL',
          quantity: { kind: 'FACT', fact: 'goods.loading_meters' },
          brackets: [
            { from: '0', price: '95.00' },
            { from: '2', price: '82.50' },
            { from: '6', price: '74.00' },
          ],
        },
      },
      {
        key: 'extra_stop',
        type: 'EXTRA_STOP',
        scope: 'STOP',
        when: [{ kind: 'BETWEEN', fact: 'stop.place_in_sequence', above: '2' }],
        block: { kind: 'FIXED', price: '45.00' },
      },
      {
        key: 'tail_lift',
        type: 'TAIL_LIFT',
        scope: 'STOP',
        when: [{ kind: 'HAS', fact: 'stop.extras', value: 'TAIL_LIFT' }],
        block: { kind: 'FIXED', price: '35.00' },
      },
      {
        key: 'adr',
        type: 'ADR',
        when: [{ kind: 'IS', fact: 'order.is_adr', value: true }],
        block: percent(['FREIGHT'], '12'),
      },
      { key: 'saturday', type: 'WEEKEND', when: saturday, block: percent(['FREIGHT'], '25') },
    ],
  })
  const stops = ['1', '2', '3'].map((place) => ({
    id: `s${place}`,
    values: { 'stop.place_in_sequence': place, 'stop.extras': place === '3' ? ['TAIL_LIFT'] : [] },
  }))
  const values = { 'goods.loading_meters': '5.6', 'order.is_adr': true, 'order.pickup_on': '2026-06-13' }
  const rating = rate(orderFacts(values, { stops }), 'SALES', tariffOf({ cards: [card] }))
  expect(amounts(rating)).toEqual({
    fuel: '54.26',
    freight: '487.00',
    extra_stop: '45.00',
    tail_lift: '35.00',
    adr: '58.44',
    saturday: '121.75',
  })
  expect(rating.total.toFixed(2)).toBe('801.45')
})

test('PRICE-5: walk-throughs 5 and 7, freight in pounds with fuel, and what a subcontractor is paid', () => {
  const lines: NewRateCardDoc['lines'] = [
    { key: 'freight', type: 'FREIGHT', block: { kind: 'FIXED', price: '1150.00' } },
    { key: 'fuel', type: 'FUEL', block: { kind: 'PERCENT', of: ['FREIGHT'], rate: { kind: 'FIXED', percent: '7.5' } } },
  ]
  const gbp = rate(orderFacts({}), 'SALES', tariffOf({ cards: [cardOf('GB', { lines }, { currency: 'GBP' })] }))
  expect(amounts(gbp)).toEqual({ freight: '1150.00', fuel: '86.25' })
  expect(gbp.charges[1]).toMatchObject({ currency: 'GBP' })

  const cost = cardOf(
    'SUB-NL',
    {
      lines: [
        {
          key: 'trip',
          type: 'FREIGHT',
          block: { kind: 'FORMULA', formula: 'trip.km > 300 ? dec("615.50") : dec("540")' },
        },
        {
          key: 'waiting',
          type: 'WAITING',
          block: { kind: 'PER_UNIT', quantity: { kind: 'FACT', fact: 'trip.hours', free: '8' }, price: '42.00' },
        },
      ],
    },
    { side: 'COST' },
  )
  const trips = [
    { 'trip.km': '280', 'trip.hours': '8' },
    { 'trip.km': '310', 'trip.hours': '9.5' },
  ].map((values) => rate(orderFacts(values, { subject: 'TRIP', id: 'trip-1' }), 'COST', tariffOf({ cards: [cost] })))
  expect(trips.map(amounts)).toEqual([{ trip: '540.00' }, { trip: '615.50', waiting: '63.00' }])
})

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

  test('PRICE-20: three orders are one shipment, shared by the measure that decided', () => {
    const card = cardOf('KLANT-A', shared)
    const together = rateGroup(members(['700', '450', '350']), card, '2026-06-10', tariffOf(parts))
    expect(together.map((rating) => rating.charges[0]?.amount)).toEqual(['67.20', '43.20', '33.60'])
    const alone = members(['700', '450', '350']).map((facts) =>
      rate(facts, 'SALES', tariffOf({ ...parts, cards: [card] })),
    )
    expect(alone.map((rating) => rating.charges[0]?.amount)).toEqual(['82.60', '59.00', '49.70'])
  })

  test('PRICE-20: what is left of equal parts goes to the first', () => {
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

test('PRICE-21: a measure that one order lacks falls to the next method, which the answer names', () => {
  const order = { loading_meters: null, weight_kg: null, km: new Big(10), stops: 1, revenue: null }
  const other = { ...order, loading_meters: new Big(2), km: new Big(30) }
  const { shares, method, isFallback } = allocate(new Big('100'), [order, other], 'LDM_KM', 'EUR')
  expect(shares.map(String)).toEqual(['25', '75'])
  expect({ method, isFallback }).toEqual({ method: 'KM', isFallback: true })
})
