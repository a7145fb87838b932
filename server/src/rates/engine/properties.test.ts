import { Condition } from '@cartage/contract/rates/app/conditions'
import { Facts, type FactValue } from '@cartage/contract/rates/app/facts'
import type { NewRateCardDoc } from '@cartage/contract/rates/app/rate-card'
import { Big } from 'big.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardOf, orderFacts, tariffOf } from '../../testing/data/money/rates.ts'
import { bracketsOf } from '../blocks/brackets.rules.ts'
import { incremental } from '../blocks/incremental.rules.ts'
import { stepped } from '../blocks/stepped.rules.ts'
import { explain } from './explain.rules.ts'
import { holdsFor } from './holds.rules.ts'
import { nearestFor } from './nearest.rules.ts'
import { isFailed } from './outcome.rules.ts'
import { rate } from './rate.rules.ts'

const cents = (most: number) => fc.integer({ min: 1, max: most }).map((value) => new Big(value).div(100).toFixed())

/** Brackets from zero, with ascending quantities and arbitrary prices. */
const brackets = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 400 }), cents(5_000)), { minLength: 1, maxLength: 8 })
  .map((parts) => {
    let from = 0
    return parts.map(([step, price], place) => {
      from += place === 0 ? 0 : step
      return { from: String(from), price }
    })
  })
const quantity = fc.integer({ min: 0, max: 400_000 }).map((value) => new Big(value).div(100))
const per = fc.constantFrom('UNIT' as const, '100_UNITS' as const)

function amountOf(price: ReturnType<typeof stepped>): Big {
  if (isFailed(price)) throw new Error(String(price.message()))
  return price.amount
}

/** Prices that fall with quantity, as in a typical tariff. */
const falling = brackets.map((all) => {
  const prices = all.map(({ price }) => price).sort((one, other) => Number(other) - Number(one))
  return all.map(({ from }, place) => ({ from, price: prices[place]! }))
})

describe('brackets', () => {
  test('PRICE-12: with the lower break a larger quantity is never cheaper', () => {
    fc.assert(
      fc.property(falling, quantity, quantity, per, (given, one, other, unit) => {
        const read = bracketsOf(given)
        const [less, more] = one.lt(other) ? [one, other] : [other, one]
        expect(amountOf(stepped(read, less, unit, true)).lte(amountOf(stepped(read, more, unit, true)))).toBe(true)
      }),
    )
  })

  test('PRICE-13: with partial brackets the price never falls, and a small step changes it little', () => {
    fc.assert(
      fc.property(brackets, quantity, per, (given, from, unit) => {
        const read = bracketsOf(given)
        const step = new Big('0.01')
        const difference = amountOf(incremental(read, from.plus(step), unit)).minus(
          amountOf(incremental(read, from, unit)),
        )
        expect(difference.gte(0)).toBe(true)
        expect(difference.lte(step.times(50))).toBe(true)
      }),
    )
  })
})

const countries = ['BE', 'NL', 'FR', 'DE']
const values = fc.record({
  'delivery.country': fc.constantFrom(...countries, null),
  'goods.weight_kg': fc.option(cents(500_000), { nil: undefined }),
  'order.is_adr': fc.boolean(),
  'order.pickup_on': fc.constantFrom('2026-06-10', '2026-06-13', '2026-07-01'),
})

const doc: NewRateCardDoc = {
  lines: [
    {
      key: 'fuel',
      type: 'FUEL',
      block: { kind: 'PERCENT', of: ['FREIGHT', 'ADR'], rate: { kind: 'FIXED', percent: '9.9' } },
    },
    {
      key: 'near',
      type: 'FREIGHT',
      group: 'freight',
      when: [{ kind: 'IN', fact: 'delivery.country', values: ['BE', 'NL'] }],
      block: {
        kind: 'STEPPED',
        quantity: { kind: 'FACT', fact: 'goods.weight_kg', round_up: '100' },
        brackets: [
          { from: '0', price: '14.20' },
          { from: '500', price: '11.80' },
        ],
        per: '100_UNITS',
      },
    },
    { key: 'far', type: 'FREIGHT', group: 'freight', block: { kind: 'FIXED', price: '410' } },
    {
      key: 'adr',
      type: 'ADR',
      when: [{ kind: 'IS', fact: 'order.is_adr', value: true }],
      block: { kind: 'PERCENT', of: ['FREIGHT'], rate: { kind: 'FIXED', percent: '12' } },
      min: '15.00',
    },
    {
      key: 'saturday',
      type: 'WEEKEND',
      when: [{ kind: 'WEEKDAY', fact: 'order.pickup_on', days: ['SATURDAY'] }],
      block: { kind: 'FORMULA', formula: 'max(dec("50"), goods.weight_kg / 100)' },
    },
  ],
}

/** Permutations of the lines that preserve the order within a group. */
const orders = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5, maxLength: 5 }).map((places) => {
  const [near, far] = [places.indexOf(1), places.indexOf(2)]
  return near < far ? places : places.map((place) => (place === 1 ? 2 : place === 2 ? 1 : place))
})

function given(members: Record<string, FactValue | undefined>): Facts {
  const known = Object.entries(members).filter((entry): entry is [string, FactValue] => entry[1] !== undefined)
  return orderFacts(Object.fromEntries(known))
}

describe('rating', () => {
  const byKey = (charges: readonly { key: string }[]) =>
    charges.toSorted((one, other) => (one.key < other.key ? -1 : 1))

  test('PRICE-3: the same facts and version give the same charges, whatever the order of lines of different groups', () => {
    fc.assert(
      fc.property(values, orders, (members, places) => {
        const facts = given(members)
        const shuffled = { ...doc, lines: places.map((place) => doc.lines[place]!) }
        const one = rate(facts, 'SALES', tariffOf({ cards: [cardOf('A', doc)] }))
        const again = rate(
          Facts.parse(JSON.parse(JSON.stringify(facts))),
          'SALES',
          tariffOf({ cards: [cardOf('A', doc)] }),
        )
        const other = rate(facts, 'SALES', tariffOf({ cards: [cardOf('A', shuffled)] }))
        expect(again.charges).toEqual(one.charges)
        expect(byKey(other.charges)).toEqual(byKey(one.charges))
        expect(other.result).toBe(one.result)
      }),
    )
  })

  test('PRICE-7: the explanation of a price from its facts has the same amounts, and every line has a sentence', () => {
    fc.assert(
      fc.property(values, (members) => {
        const facts = given(members)
        const tariff = tariffOf({ cards: [cardOf('A', doc)] })
        const stored = rate(facts, 'SALES', tariff)
        const explained = explain(rate(facts, 'SALES', tariff), facts, tariff)
        expect(explained.charges).toEqual(stored.charges)
        expect(explained.cards[0]!.lines).toHaveLength(doc.lines.length)
        for (const line of explained.cards[0]!.lines) {
          expect(String(line.message)).toMatch(/\.$/)
          expect(line.amount !== null).toBe(line.result === 'APPLIED')
        }
      }),
    )
  })

  test('PRICE-4: an unknown weight makes the price incomplete, never zero', () => {
    fc.assert(
      fc.property(values, (members) => {
        const rating = rate(given(members), 'SALES', tariffOf({ cards: [cardOf('A', doc)] }))
        const needsWeight = ['BE', 'NL'].includes(members['delivery.country'] ?? '')
        const isSaturday = members['order.pickup_on'] === '2026-06-13'
        const lacks = members['goods.weight_kg'] === undefined && (needsWeight || isSaturday)
        expect(rating.result).toBe(lacks ? 'INCOMPLETE' : 'COMPLETE')
      }),
    )
  })
})

const number = fc.integer({ min: -5_000, max: 5_000 }).map((value) => new Big(value).div(10).toFixed())
const country = fc.constantFrom(...countries)
const packaging = fc.uniqueArray(fc.constantFrom('EUR', 'BOX', 'IBC'))
const date = fc
  .integer({ min: 0, max: 700 })
  .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10))
const weekday = fc.constantFrom('MONDAY' as const, 'FRIDAY' as const, 'SUNDAY' as const)

/** A closed condition of each kind with a value of its fact. */
const conditions = fc.oneof(
  fc.tuple(
    fc.record({ kind: fc.constantFrom('IS', 'IS_NOT'), fact: fc.constant('pickup.country'), value: country }),
    country,
  ),
  fc.tuple(
    fc.record({ kind: fc.constantFrom('IS', 'IS_NOT'), fact: fc.constant('order.is_adr'), value: fc.boolean() }),
    fc.boolean(),
  ),
  fc.tuple(
    fc.record({
      kind: fc.constantFrom('IN', 'NOT_IN'),
      fact: fc.constant('pickup.country'),
      values: fc.uniqueArray(country, { minLength: 1 }),
    }),
    country,
  ),
  fc.tuple(
    fc.tuple(fc.constantFrom('from', 'above', 'to', 'below'), number).map(([bound, value]) => {
      return { kind: 'BETWEEN', fact: 'goods.weight_kg', [bound]: value }
    }),
    number,
  ),
  fc.tuple(
    fc.tuple(fc.constantFrom('from', 'above', 'to', 'below'), date).map(([bound, value]) => {
      return { kind: 'BETWEEN', fact: 'order.pickup_on', [bound]: value }
    }),
    date,
  ),
  fc.tuple(
    fc.record({
      kind: fc.constant('PREFIX'),
      fact: fc.constant('pickup.postal_code'),
      prefixes: fc.constant(['90', '1']),
    }),
    fc.constantFrom('9000', '1000', '2000'),
  ),
  fc.tuple(
    fc.record({
      kind: fc.constant('WEEKDAY'),
      fact: fc.constant('order.pickup_on'),
      days: fc.uniqueArray(weekday, { minLength: 1 }),
    }),
    date,
  ),
  fc.tuple(
    fc.record({
      kind: fc.constantFrom('HAS', 'HAS_NOT'),
      fact: fc.constant('goods.packaging'),
      value: fc.constantFrom('EUR', 'BOX'),
    }),
    packaging,
  ),
)

test('PRICE-7: the nearest change, applied to the fact, reverses the condition', () => {
  fc.assert(
    fc.property(conditions, ([raw, value]) => {
      const condition = Condition.parse(raw)
      if (condition.kind === 'FORMULA' || holdsFor(condition, value) !== false) return
      const nearest = nearestFor(condition, value)
      expect(nearest).not.toBeNull()
      expect(holdsFor(condition, nearest!.to)).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})
