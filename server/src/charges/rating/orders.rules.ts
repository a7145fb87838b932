import { msg, type Sentence } from '@cartage/contract/message'
import type { Facts } from '@cartage/contract/rates/app/facts'
import { RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import { Big } from 'big.js'
import { amountText } from '../../books/money.rules.ts'
import { groupsOf, rateGroup } from '../../rates/engine/consolidation.rules.ts'
import { type Rating, rate, rateWith, type Shares } from '../../rates/engine/rate.rules.ts'
import type { CardVersion, Tariff } from '../../rates/engine/tariff.rules.ts'

/** Amounts of GROUP lines by key, as text. */
export type KeptShares = Readonly<Record<string, string>>

/** An order to rate. */
export interface OrderToRate {
  readonly facts: Facts
  /** Currency of the customer, for a requested price without a card. */
  readonly currency: string
  /** The first trip that carries it. */
  readonly trip_id: string | undefined
  /** Set if an order of its shipment is on a finalised document: its share is fixed (CHARGE-9). */
  readonly frozen: { readonly rating_group_id: string; readonly shares: KeptShares } | null
}

/** A rated order. */
export interface RatedOrder {
  readonly order: OrderToRate
  readonly rating: Rating
  readonly message: Sentence
  /** Its share of the shipment's lines; null: rated alone. */
  readonly shares: KeptShares | null
  /** What the orders of its shipment have in common; null: rated alone. */
  readonly group_key: string | null
}

/** Key of the line that replaces the base lines if a price was requested. */
export const requestedLine = 'requested'

/**
 * Rates orders together, since some may form a shipment (CHARGE-9). A pure function of orders and tariff; the sequence
 * of orders has no effect.
 */
export function rateOrders(orders: readonly OrderToRate[], tariff: Tariff): RatedOrder[] {
  const rated = new Map<string, RatedOrder>()
  const groupable = new Map<string, { order: OrderToRate; card: CardVersion }[]>()
  for (const order of [...orders].sort(byId)) {
    const choice = chooseFor(order, tariff)
    const { rating } = choice
    const { card } = rating
    if (card && isConsolidated(card) && order.frozen === null && !isRequested(order)) {
      const list = groupable.get(card.version_id) ?? []
      groupable.set(card.version_id, [...list, { order, card }])
    }
    rated.set(order.facts.id, choice)
  }
  const taken = new Set(
    orders.flatMap((order) => {
      const card = rated.get(order.facts.id)?.rating.card
      return order.frozen && card && isConsolidated(card) ? (keyOf(order, card) ?? []) : []
    }),
  )
  for (const members of groupable.values()) {
    for (const one of rateShipments(members, taken, tariff)) rated.set(one.order.facts.id, one)
  }
  return orders.map(({ facts }) => rated.get(facts.id)!)
}

function byId(one: OrderToRate, other: OrderToRate): number {
  return one.facts.id < other.facts.id ? -1 : 1
}

function alone(order: OrderToRate, rating: Rating): RatedOrder {
  return { order, rating, message: rating.message(), shares: null, group_key: null }
}

function chooseFor(order: OrderToRate, tariff: Tariff): RatedOrder {
  const { facts, frozen } = order
  const rating = rate(facts, 'SALES', tariff, frozen ? sharesOf(frozen.shares) : undefined)
  if (isRequested(order)) return alone(order, rateRequested(order, rating, tariff))
  return frozen ? { ...alone(order, rating), shares: frozen.shares } : alone(order, rating)
}

/** Shares of a shipment as input for the engine. */
export function sharesOf(kept: KeptShares): Shares {
  return new Map(Object.entries(kept).map(([key, amount]) => [key, new Big(amount)]))
}

function isConsolidated({ doc }: CardVersion): boolean {
  return doc.consolidation !== 'NONE' && doc.lines.some(({ scope }) => scope === 'GROUP')
}

function isRequested({ facts }: OrderToRate): boolean {
  return facts.values['order.requested_price'] !== undefined && facts.values['order.is_cancelled'] !== true
}

/** Key of the shipment of an order; undefined if it is alone. */
function keyOf({ facts, trip_id }: OrderToRate, { doc, version_id }: CardVersion): string | undefined {
  const { consolidation: by } = doc
  if (by === 'TRIP') return trip_id === undefined ? undefined : [by, version_id, facts.company, trip_id].join(' ')
  const place = facts.values['delivery.location']
  const day = facts.values['order.delivery_on']
  if (typeof place !== 'string' || typeof day !== 'string') return undefined
  return [by, version_id, facts.company, place, day].join(' ')
}

/** Rates orders of one card by shipment. Those added after their shipment was invoiced are rated alone, with a note. */
function rateShipments(
  members: readonly { order: OrderToRate; card: CardVersion }[],
  taken: ReadonlySet<string>,
  tariff: Tariff,
): RatedOrder[] {
  const { card } = members[0]!
  const orders = new Map(members.map(({ order }) => [order.facts.id, order]))
  const facts = members.map(({ order }) => order.facts)
  const isLive = (one: Facts) => one.values['order.is_cancelled'] !== true
  const groups = groupsOf(facts.filter(isLive), card.doc.consolidation, (id) => orders.get(id)?.trip_id)
  return groups.flatMap((group) => {
    const first = orders.get(group[0]!.id)!
    const key = keyOf(first, card)
    if (key !== undefined && taken.has(key)) return group.map((one) => late(orders.get(one.id)!, tariff))
    if (group.length < 2 || key === undefined) return []
    const ratedOn = rate(group[0]!, 'SALES', tariff).ratedOn!
    return rateGroup(group, card, ratedOn, tariff).map((rating, at): RatedOrder => {
      const shares = Object.fromEntries(
        rating.lines.flatMap(({ line, amount }) =>
          line.scope === 'GROUP' && amount ? [[line.key, amountText(amount, card.currency)]] : [],
        ),
      )
      return { ...alone(orders.get(group[at]!.id)!, rating), shares, group_key: key }
    })
  })
}

function late(order: OrderToRate, tariff: Tariff): RatedOrder {
  const one = alone(order, rate(order.facts, 'SALES', tariff))
  return { ...one, message: msg`${one.message} The other orders of the shipment are invoiced, so it is rated alone.` }
}

/**
 * A requested price replaces the base lines of the card as freight; percentages apply to it (CHARGE-10). Without a card
 * it is the whole price.
 */
function rateRequested(order: OrderToRate, rating: Rating, tariff: Tariff): Rating {
  const { facts, currency } = order
  const { card } = rating
  const based = requestedCard(facts, card, currency, tariff)
  const requested = rateWith(facts, based, rating.ratedOn ?? facts.created_on, tariff)
  const message =
    requested.result === 'COMPLETE' ? () => msg`The price that the customer requested is used.` : requested.message
  return { ...requested, card, ratedOn: rating.ratedOn, candidates: rating.candidates, message }
}

/** The card with the requested price instead of its base lines. */
export function requestedCard(
  facts: Facts,
  card: CardVersion | null,
  currency: string,
  { types }: Pick<Tariff, 'types'>,
): CardVersion {
  const price = String(facts.values['order.requested_price'])
  const kept = (card?.doc.lines ?? []).filter(({ role, type }) => (role ?? types.get(type)?.role) !== 'BASE')
  const line = { key: requestedLine, type: 'FREIGHT', role: 'BASE', block: { kind: 'FIXED', price } }
  const doc = RateCardDoc.parse({ lines: [line] })
  const base = card ?? { version_id: requestedLine, valid_from: facts.created_on, valid_to: null, code: requestedLine }
  return {
    ...base,
    side: 'SALES',
    currency: card?.currency ?? currency,
    doc: { ...(card?.doc ?? doc), lines: [...doc.lines, ...kept] },
  }
}
