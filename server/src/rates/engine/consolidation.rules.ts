import type { Facts } from '@cartage/contract/rates/app/facts'
import type { RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import { Big } from 'big.js'
import { splitByLargestRemainder } from '../../books/money.rules.ts'
import { nothing, numberOf } from './facts.rules.ts'
import { type Rating, rateWith, type Shares } from './rate.rules.ts'
import type { CardVersion, Tariff } from './tariff.rules.ts'

/** Measures of a shipment that are sums over its orders. */
const summed = [
  'goods.weight_kg',
  'goods.volume_m3',
  'goods.loading_meters',
  'goods.pallet_spaces',
  'goods.pieces',
  'goods.containers',
  'goods.teu',
] as const

/**
 * Orders of one customer priced as one shipment (PRICE-20): by trip, or by delivery place and day. An order with
 * missing data is alone. Groups and members keep their original order.
 */
export function groupsOf(
  orders: readonly Facts[],
  by: RateCardDoc['consolidation'],
  tripOf: (id: string) => string | undefined,
): Facts[][] {
  const groups = Map.groupBy(orders, (facts) => {
    const alone = `alone ${facts.id}`
    if (by === 'NONE') return alone
    const trip = by === 'TRIP' ? tripOf(facts.id) : undefined
    if (by === 'TRIP') return trip === undefined ? alone : JSON.stringify([facts.company, trip])
    const place = facts.values['delivery.location'] ?? null
    const day = facts.values['order.delivery_on'] ?? null
    return place === null || day === null ? alone : JSON.stringify([facts.company, place, day])
  })
  return [...groups.values()]
}

/** Facts of a shipment: those of its first order, with summed measures. If one is unknown, the sum is too. */
export function factsOfGroup(members: readonly Facts[]): Facts {
  const [first] = members
  const values = { ...first!.values }
  for (const name of summed) {
    const all = members.map((member) => member.values[name])
    const isKnown = all.every((value) => typeof value === 'string')
    if (isKnown) values[name] = all.reduce((sum, value) => sum.plus(numberOf(value)), nothing).toFixed()
    else delete values[name]
  }
  return { ...first!, values, consignments: [], stops: [], trips: [], costs: [] }
}

/**
 * Rates a shipment: GROUP lines once on the summed measures, shared by the measure that determined the price; then each
 * order with its share, as the base of percentages (PRICE-20).
 */
export function rateGroup(members: readonly Facts[], card: CardVersion, ratedOn: string, tariff: Tariff): Rating[] {
  if (members.length < 2) return members.map((facts) => rateWith(facts, card, ratedOn, tariff))
  const whole = rateWith(factsOfGroup(members), card, ratedOn, tariff)
  const shares: Map<string, Big>[] = members.map(() => new Map())
  for (const { line, amount, outcome, result } of whole.lines) {
    if (line.scope !== 'GROUP' || result !== 'APPLIED' || !amount || outcome?.result !== 'APPLIED') continue
    const weights = weightsBy(outcome.decidedBy, members)
    const parts = splitByLargestRemainder(amount, weights, card.currency)
    for (const [place, share] of parts.entries()) shares[place]!.set(line.key, share)
  }
  return members.map((facts, place) => rateWith(facts, card, ratedOn, tariff, shares[place] as Shares))
}

/** Weights for sharing a price; equal if no single measure determined it. */
function weightsBy(fact: string | null, members: readonly Facts[]): Big[] {
  const values = members.map(({ values: own }) => (fact === null ? undefined : own[fact]))
  if (!values.every((value) => typeof value === 'string')) return members.map(() => new Big(1))
  return values.map((value) => numberOf(value))
}
