import type { NewRateCardDoc } from '@cartage/contract/rates/app/rate-card'
import { describe, expect, test } from 'vitest'
import { cardOf, orderFacts, tariffOf } from '../../testing/data/money/rates.ts'
import { chooseCard } from './choose.rules.ts'
import { rate } from './rate.rules.ts'

const lines: NewRateCardDoc['lines'] = [{ key: 'freight', type: 'FREIGHT', block: { kind: 'FIXED', price: '100' } }]
const card = (code: string, doc: Omit<NewRateCardDoc, 'lines'>, from = '2026-01-01') =>
  cardOf(code, { ...doc, lines }, { valid_from: from })
const facts = orderFacts({}, { company_group: 'RETAIL', transport_service: 'FTL' })

describe('PRICE-1: the first matching card is used', () => {
  const all = card('ALL', { assignments: [{ to: 'ALL' }] })
  const group = card('GROUP', { assignments: [{ to: 'GROUP', code: 'RETAIL' }] })
  const company = card('COMPANY', { assignments: [{ to: 'COMPANY', code: 'KLANT-A' }] })
  const service = card('SERVICE', { assignments: [{ to: 'COMPANY', code: 'KLANT-A', transport_service: 'FTL' }] })
  const first = card('FIRST', { assignments: [{ to: 'ALL', priority: 1 }] })
  const later = card('LATER', { assignments: [{ to: 'ALL' }] }, '2026-05-01')
  const foreign = card('FOREIGN', { assignments: [{ to: 'COMPANY', code: 'KLANT-B' }] })

  test.each([
    ['company before group before all', [all, group, company], 'COMPANY'],
    ['group before all', [all, group], 'GROUP'],
    ['a transport service before any', [company, service], 'SERVICE'],
    ['a priority before everything', [company, service, first], 'FIRST'],
    ['the latest first day', [all, later], 'LATER'],
    ['never that of another company', [foreign, all], 'ALL'],
  ])('%s', (_, cards, expected) => {
    for (const given of [cards, cards.toReversed()]) {
      expect(chooseCard(facts, 'SALES', tariffOf({ cards: given })).chosen?.card.code).toBe(expected)
    }
  })

  test('a card whose conditions do not hold is skipped for the next, and the result lists it', () => {
    const when = [{ kind: 'IS' as const, fact: 'order.is_adr', value: true }]
    const adr = card('ADR', { assignments: [{ to: 'COMPANY', code: 'KLANT-A' }], when })
    const tariff = tariffOf({ cards: [all, adr] })
    const { candidates, chosen } = chooseCard(orderFacts({ 'order.is_adr': false }), 'SALES', tariff)
    expect(chosen?.card.code).toBe('ALL')
    expect(candidates.map((one) => [one.card.code, one.result, String(one.message())])).toEqual([
      ['ADR', 'SKIPPED', 'order.is_adr is false, not true.'],
      ['ALL', 'APPLIED', 'Card ALL is used.'],
    ])
    // While the fact is unknown, taking the next card would be a guess.
    expect(rate(orderFacts({}), 'SALES', tariff)).toMatchObject({ result: 'INCOMPLETE', card: null })
  })

  test('without a card there is no price, but a reason', () => {
    const rating = rate(facts, 'SALES', tariffOf({ cards: [foreign] }))
    expect(rating).toMatchObject({ result: 'NO_CARD', charges: [] })
    expect(String(rating.message())).toBe('No card is assigned to KLANT-A on that day.')
  })
})

test.each([
  ['PICKUP', 'JUNE'],
  ['DELIVERY', 'JULY'],
  ['ORDERED', 'MAY'],
] as const)('PRICE-2: prices are for the day chosen by the card: %s', (date_of, expected) => {
  const months = [
    ['MAY', '2026-05-01', '2026-05-31'],
    ['JUNE', '2026-06-01', '2026-06-30'],
    ['JULY', '2026-07-01', '2026-07-31'],
  ].map(([code, valid_from, valid_to]) =>
    cardOf(code!, { date_of, lines }, { valid_from: valid_from!, valid_to: valid_to! }),
  )
  const order = orderFacts(
    { 'order.pickup_on': '2026-06-30', 'order.delivery_on': '2026-07-01', 'order.created_on': '2026-05-20' },
    { created_on: '2026-05-20' },
  )
  expect(rate(order, 'SALES', tariffOf({ cards: months })).card?.code).toBe(expected)
})
