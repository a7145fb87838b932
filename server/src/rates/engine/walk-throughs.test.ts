import type { NewRateCardDoc } from '@cartage/contract/rates/app/rate-card'
import { describe, expect, test } from 'vitest'
import { cardOf, groupage, klantA, orderFacts, belgium as parts, tariffOf } from '../../testing/data/money/rates.ts'
import { type Rating, rate } from './rate.rules.ts'

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
  test('chargeable weight, the next break, fuel on it and waiting', () => {
    const rating = priceOf(klantA, groupage)
    expect(String(rating.message())).toBe('Card KLANT-A, valid from 1 Jan 2026, is used.')
    expect(rating.result).toBe('COMPLETE')
    expect(amounts(rating)).toEqual({ freight: '186.00', fuel: '23.25', waiting: '36.00' })
    expect(rating.total.toFixed(2)).toBe('245.25')
    expect(rating.charges.map(({ approval }) => approval)).toEqual([null, null, 'TO_REQUEST'])
    expect(rating.charges[0]).toMatchObject({ quantity: '3000', unit: 'KGM', unit_price: '0.062' })
  })

  test('each bracket at its own price instead', () => {
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

test('PRICE-13, PRICE-17: walk-through 4, loading metres by bracket and percentages of listed types', () => {
  const saturday = [{ kind: 'WEEKDAY' as const, fact: 'order.pickup_on', days: ['SATURDAY' as const] }]
  const percent = (of: string[], value: string) => ({
    kind: 'PERCENT' as const,
    of,
    rate: { kind: 'FIXED' as const, percent: value },
  })
  const card = cardOf('NL', {
    lines: [
      // The percentage comes first: its position in the card has no effect.
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

test('PRICE-5: walk-throughs 5 and 7, freight in pounds with fuel, and payment of a subcontractor', () => {
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
