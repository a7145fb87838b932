import type { NewRateCardDoc } from '@cartage/contract/rates/app/rate-card'
import { describe, expect, test } from 'vitest'
import { inLanguage } from '../../http/language.ts'
import { cardOf, orderFacts, type TariffParts, tariffOf } from '../../testing/data/money/rates.ts'
import { type Rating, rate } from './rate.rules.ts'

type Line = NewRateCardDoc['lines'][number]
const fixed = (key: string, price: string, more: Partial<Line> = {}): Line => {
  return { key, type: 'FREIGHT', block: { kind: 'FIXED', price }, ...more }
}

function price(lines: Line[], facts = orderFacts({}), parts: TariffParts = {}, includes: string[] = []): Rating {
  return rate(facts, 'SALES', tariffOf({ ...parts, cards: [cardOf('A', { lines, includes }), ...(parts.cards ?? [])] }))
}
const shown = (rating: Rating) => rating.lines.map(({ line, result, charge }) => [line.key, charge?.amount ?? result])
const why = (rating: Rating) => String(rating.message())

describe('PRICE-8: lines of a group are alternatives', () => {
  const toNl: Partial<Line> = { group: 'freight', when: [{ kind: 'IS', fact: 'delivery.country', value: 'NL' }] }
  const lines = [fixed('nl', '100', toNl), fixed('rest', '200', { group: 'freight' })]

  test('the first whose conditions hold', () => {
    expect(shown(price(lines, orderFacts({ 'delivery.country': 'NL' })))).toEqual([
      ['nl', '100.00'],
      ['rest', 'NOT_TRIED'],
    ])
    expect(shown(price(lines, orderFacts({ 'delivery.country': 'BE' })))).toEqual([
      ['nl', 'SKIPPED'],
      ['rest', '200.00'],
    ])
  })

  test('an undecided condition prevents trying the other lines', () => {
    const rating = price(lines)
    expect(shown(rating)).toEqual([
      ['nl', 'FAILED'],
      ['rest', 'NOT_TRIED'],
    ])
    expect(why(rating)).toBe('Line nl: delivery.country is not known, not NL.')
  })
})

describe('PRICE-6: a charge has the same key however often it is rated', () => {
  test('composed of the key of its line and the id of the repeated record', () => {
    const general = cardOf('GENERAL', { assignments: [], lines: [fixed('adr', '15', { type: 'ADR' })] })
    const stops = ['s1', 's2'].map((id) => ({ id, values: {} }))
    const lines = [fixed('freight', '100'), fixed('stop', '10', { scope: 'STOP', type: 'EXTRA_STOP' })]
    const rating = price(lines, orderFacts({}, { stops }), { cards: [general] }, ['GENERAL'])
    expect(rating.charges.map(({ key }) => key)).toEqual([
      'freight/ORDER/order-1',
      'stop/STOP/s1',
      'stop/STOP/s2',
      'GENERAL:adr/ORDER/order-1',
    ])
  })

  test('PRICE-4: a missing included card makes the price incomplete', () => {
    const rating = price([fixed('freight', '100')], orderFacts({}), {}, ['GENERAL'])
    expect(rating.result).toBe('INCOMPLETE')
    expect(why(rating)).toBe('Line include: Card GENERAL, which A includes, has no version for 10 Jun 2026.')
  })
})

describe('PRICE-5: minimum, maximum, step and rounding', () => {
  test.each([
    [{ min: '45.00' }, '12.345', '45.00'],
    [{ max: '10.00' }, '12.345', '10.00'],
    [{ round: '0.05' }, '12.325', '12.35'],
    [{ round: '5', min: '11' }, '12.4', '11.00'],
    [{}, '12.345', '12.35'],
    [{}, '0.005', '0.01'],
  ])('%j of %s is %s', (limits, amount, expected) => {
    expect(price([fixed('freight', amount, limits)]).charges[0]!.amount).toBe(expected)
  })
})

test('PRICE-26: a cancelled order uses only lines for cancelled orders, and others never do', () => {
  const lines = [fixed('freight', '100'), fixed('cancelled', '50', { on_cancel: true })]
  const amounts = (isCancelled: boolean) =>
    price(lines, orderFacts({ 'order.is_cancelled': isCancelled })).charges.map(({ line_key }) => line_key)
  expect([amounts(false), amounts(true)]).toEqual([['freight'], ['cancelled']])
})

test('PRICE-4: a card without applicable base lines gives no complete price', () => {
  const adr: Partial<Line> = { when: [{ kind: 'IS', fact: 'order.is_adr', value: true }] }
  const rating = price([fixed('freight', '100', adr)], orderFacts({ 'order.is_adr': false }))
  expect(rating).toMatchObject({ result: 'INCOMPLETE', charges: [] })
  expect(why(rating)).toBe('No base line of the card applies, so there is no price.')
})

describe('PRICE-9: zones', () => {
  const entries = [
    { zone: 'city', country: 'BE', from: '9000' },
    { zone: 'east', country: 'BE', from: '90', to: '94' },
    { zone: 'rest', country: 'BE' },
    { zone: 'far', country: '*' },
  ]
  const lines = [fixed('freight', '1', { description: 'To zone {delivery.zone.Z}' })]

  test.each([
    ['BE', '9000', 'city'],
    ['BE', '9 050', 'east'],
    ['BE', '9400', 'east'],
    ['BE', '9500', 'rest'],
    ['NL', '1000', 'far'],
    ['BE', undefined, 'not known'],
    ['NL', undefined, 'far'],
  ])('%s %s is in %s', (country, postalCode, zone) => {
    const place = {
      'delivery.country': country,
      ...(postalCode !== undefined && { 'delivery.postal_code': postalCode }),
    }
    const rating = price(lines, orderFacts(place), { zones: { Z: { entries } } })
    expect(rating.charges[0]!.description).toBe(`To zone ${zone}`)
  })
})

describe('PRICE-10 and PRICE-11: quantities', () => {
  const weight = (quantity: object): Line => {
    const block = { kind: 'PER_UNIT', quantity, price: '1' } as Line['block']
    return { key: 'freight', type: 'FREIGHT', block }
  }
  const goods = { 'goods.weight_kg': '1240', 'goods.volume_m3': '4.2', 'goods.pallet_spaces': '3' }

  test.each([
    ['PRICE-10: free units are taken off', { kind: 'FACT', fact: 'goods.weight_kg', free: '40' }, '1200'],
    ['PRICE-10: then it is rounded up', { kind: 'FACT', fact: 'goods.weight_kg', free: '39', round_up: '100' }, '1300'],
    ['PRICE-11: the largest measure by its ratio', { kind: 'CHARGEABLE', m3: '333' }, '1398.6'],
    ['PRICE-11: a measure without a ratio does not count', { kind: 'CHARGEABLE', pallet: '400' }, '1240'],
  ])('%s', (_, quantity, expected) => {
    expect(price([weight(quantity)], orderFacts(goods)).charges[0]!.quantity).toBe(expected)
  })

  test('PRICE-4: an unknown measure is not left out of the comparison', () => {
    expect(why(price([weight({ kind: 'CHARGEABLE', ldm: '1850' })], orderFacts(goods)))).toBe(
      'Line freight: goods.loading_meters is not known.',
    )
  })
})

describe('PRICE-19: tariff tables', () => {
  const tables = {
    T: {
      currency: 'EUR',
      breaks: ['0'],
      rows: [
        { key: ['20DV', 'GENT'], prices: ['310'] },
        { key: ['20DV', '*'], prices: ['350'] },
        { key: ['*', '*'], prices: ['400'] },
      ],
    },
  }
  const line: Line = {
    key: 'freight',
    type: 'FREIGHT',
    block: { kind: 'TABLE', table: 'T', rows: ['container.type', 'delivery.city'] },
  }

  test.each([
    ['20DV', 'GENT', '310.00'],
    ['20DV', 'LIEGE', '350.00'],
    ['40HC', 'GENT', '400.00'],
  ])('%s to %s', (type, city, amount) => {
    const rating = price([line], orderFacts({ 'container.type': type, 'delivery.city': city }), { tables })
    expect(rating.charges[0]!.amount).toBe(amount)
  })

  test('a custom field called zone is a fact, not the zone of a place', () => {
    const own = { T: { currency: 'EUR', breaks: ['0'], rows: [{ key: ['A'], prices: ['7'] }] } }
    const byField: Line = {
      key: 'freight',
      type: 'FREIGHT',
      block: { kind: 'TABLE', table: 'T', rows: ['order.custom.zone'] },
    }
    expect(price([byField], orderFacts({ 'order.custom.zone': 'A' }), { tables: own }).charges[0]!.amount).toBe('7.00')
  })

  test('a missing row is not a price of zero', () => {
    const own = { T: { ...tables.T, rows: tables.T.rows.slice(0, 1) } }
    const rating = price([line], orderFacts({ 'container.type': '40HC', 'delivery.city': 'GENT' }), { tables: own })
    expect(why(rating)).toBe('Line freight: Tariff table T has no row for 40HC, GENT.')
  })
})

test('PRICE-17: circular percentages fail, with the lines involved', () => {
  const percent = (of: string): Line['block'] => ({ kind: 'PERCENT', of: [of], rate: { kind: 'FIXED', percent: '10' } })
  const rating = price([
    { key: 'fuel', type: 'FUEL', block: percent('ADR') },
    { key: 'adr', type: 'ADR', block: percent('FUEL') },
  ])
  expect(rating.result).toBe('INCOMPLETE')
  expect(String(rating.lines[1]!.message())).toBe('Lines adr and fuel are percentages of each other.')
})

test('PRICE-15: working days exclude weekends and holidays, and require a known holiday calendar', () => {
  const line: Line = {
    key: 'chassis',
    type: 'FREIGHT',
    block: {
      kind: 'DAYS',
      days: { kind: 'DATES', from: 'container.chassis_out_on', to: 'container.chassis_in_on', calendar: 'WORKING' },
      free: 2,
      brackets: [
        { from: '1', price: '10' },
        { from: '2', price: '20' },
      ],
    },
  }
  const dates = { 'container.chassis_out_on': '2026-07-16', 'container.chassis_in_on': '2026-07-23' }
  // Thursday to Thursday: six working days, of which one is a holiday.
  const rating = price([line], orderFacts({ ...dates, 'order.holidays': ['2026-07-21'] }))
  expect(rating.charges[0]!.amount).toBe('50.00')
  expect(why(price([line], orderFacts(dates)))).toBe('Line chassis: order.holidays is not known.')
})

describe('PRICE-16: indexes', () => {
  const line = (rate: object): Line => ({
    key: 'freight',
    type: 'FREIGHT',
    block: { kind: 'INDEX', rate } as Line['block'],
  })
  const indexes = { D: { lasts_days: 31, values: { '2026-05-01': '1.10', '2026-06-01': '1.457' } } }
  const steps = { kind: 'STEPS', index: 'D', base: '1.20', step: '0.02', per_step: '0.4' }

  test.each([
    ['the value of the day', { kind: 'DIRECT', index: 'D' }, '1.46'],
    ['full steps above the base', steps, '4.80'],
    ['at most the cap', { ...steps, cap: '3' }, '3.00'],
    ['at least the floor', { ...steps, base: '2', floor: '1' }, '1.00'],
    ['the result of a table', { kind: 'TABLE', index: 'D', brackets: [{ from: '1', price: '7' }] }, '7.00'],
  ])('%s', (_, reading, amount) => {
    expect(price([line(reading)], orderFacts({}), { indexes }).charges[0]!.amount).toBe(amount)
  })

  test('an expired value is not used', () => {
    const late = orderFacts({ 'order.pickup_on': '2026-07-02' })
    expect(why(price([line({ kind: 'DIRECT', index: 'D' })], late, { indexes }))).toBe(
      'Line freight: Index D has no value for 2 Jul 2026; the last is of 1 Jun 2026.',
    )
  })
})

describe('PRICE-7: sentences about missing facts', () => {
  const toNl = fixed('nl', '1', { when: [{ kind: 'IS', fact: 'delivery.country', value: 'NL' }] })
  const rating = (facts = orderFacts({})) => price([toNl], facts).lines[0]!.conditions[0]!

  test('state in each language that a fact is unknown or has no value', () => {
    const [unknown, none] = [rating().message(), rating(orderFacts({ 'delivery.country': null })).message()]
    expect(inLanguage(unknown, 'de')).toBe('delivery.country ist nicht bekannt, nicht NL.')
    expect(inLanguage(none, 'nl')).toBe('delivery.country is geen, niet NL.')
  })

  test('refer to the fact, which the pages translate, and contain no untranslated English', () => {
    const time = { kind: 'TIME', fact: 'stop.minutes_at_stop', free: '60', unit: '15', price: '12' } as const
    const facts = { ...orderFacts({}), stops: [{ id: 's1', values: {} }] }
    const { lines } = price([{ key: 'waiting', type: 'WAITING', scope: 'STOP', block: time }], facts)
    const outcome = lines[0]!.outcome!
    const nearest = outcome.result === 'APPLIED' ? undefined : outcome.nearest?.()
    expect(inLanguage(nearest!.message, 'nl')).toBe('Vul stop.minutes_at_stop in.')
  })
})
