import { sampleCompanies } from './companies.ts'
import { createDice, type Dice, dayAfter, isWeekend } from './dice.ts'
import { sampleFleet } from './fleet.ts'
import { kilometresBetween, type SamplePlace, samplePlaces } from './places.ts'
import { type OrderKind, orderOf, type SampleOrder } from './sample-orders.ts'
import { shippers } from './shippers.ts'
import { pastDays, pastTrips, type SampleTrip, sampleTrips } from './trips.ts'

/** What a person does to an order after it came in. */
export type OrderFate =
  | { kind: 'BLOCK'; reason: string }
  | { kind: 'SKIP' }
  | { kind: 'CANCEL' }
  | { kind: 'PLAN' }
  | { kind: 'LEAVE' }

/** An order of the sample world and what happens to it. */
export interface WorldOrder {
  upload: SampleOrder
  kind: OrderKind
  day: string
  fate: OrderFate
}

const seed = 2_026
/** Days before and after today on which orders are picked up. */
const [daysBefore, daysAfter] = [7, 13]

/** Codes of the transport services that each kind of order has. */
export const services: Readonly<Record<OrderKind, readonly string[]>> = {
  ROAD: ['FTL', 'LTL', 'GENERAL'],
  LOCAL: ['GROUPAGE'],
  IMPORT: ['CONTAINER'],
  EXPORT: ['CONTAINER'],
  REEFER: ['REEFER'],
  ADR: ['LTL', 'FTL'],
}

const reasons = [
  'Waiting for customs release',
  'Credit limit reached: accounting is asking for a payment',
  'Customer has to confirm the delivery window',
  'Container is not released by the shipping line yet',
  'Goods are damaged, inspector comes first',
]

/** Of thirteen orders, so many of each kind. */
const mix: readonly OrderKind[] = [
  ...(['ROAD', 'ROAD', 'ROAD', 'LOCAL', 'LOCAL', 'LOCAL', 'LOCAL'] as const),
  ...(['IMPORT', 'IMPORT', 'EXPORT', 'REEFER', 'REEFER', 'ADR'] as const),
]

/** A trip with the identifiers of the orders on it. */
export interface WorldTrip extends SampleTrip {
  orders: string[]
}

/**
 * A Benelux haulier: companies, places, fleet, three weeks of orders and a fortnight of trips around a moment, and what
 * was carried in the month before. The same day gives the same world; how far the trips of the day have come follows the
 * hour.
 * @param size share of the orders, from 0 to 1; tests make a small world
 */
export function sampleWorld(now: Date, size = 1) {
  const today = now.toISOString().slice(0, 10)
  const orders = worldOrders(today, size)
  const trips = loaded(
    sampleTrips(seed, now).filter((_, index) => index % Math.round(1 / size) === 0),
    orders,
  )
  // What should have been carried on a day gone by was carried.
  const carried = new Set(trips.flatMap((trip) => trip.orders))
  const past = pastOf(now, size)
  const isLost = ({ day, fate, upload }: WorldOrder) =>
    day < today && fate.kind === 'PLAN' && !carried.has(upload.order_identifier)
  return {
    companies: sampleCompanies,
    places: samplePlaces,
    fleet: sampleFleet(seed, today),
    orders: orders.filter((order) => !isLost(order)),
    trips,
    past,
  }
}
export type SampleWorld = ReturnType<typeof sampleWorld>

/** Numbers of the orders of the month before begin here. */
const firstPast = 3_000
/** Orders of a past day that its trips choose from. */
const pastADay = 12

/** What was carried in the month before, with one cancelled order of each week. */
function pastOf(now: Date, size: number): { orders: WorldOrder[]; trips: WorldTrip[] } {
  const today = now.toISOString().slice(0, 10)
  const days = pastDays(today)
  const all = days.flatMap((day, at) =>
    Array.from({ length: pastADay }, (_, turn) => worldOrder(firstPast + at * pastADay + turn, day, -8)),
  )
  const trips = loaded(
    pastTrips(seed, now).filter((_, index) => index % Math.round(1 / size) === 0),
    all,
  )
  const carried = new Set(trips.flatMap((trip) => trip.orders))
  const isCancelled = ({ fate, day }: WorldOrder) => fate.kind === 'CANCEL' && days.indexOf(day) % 5 === 0
  return { orders: all.filter((order) => carried.has(order.upload.order_identifier) || isCancelled(order)), trips }
}

/** In the order they came in: some weeks before, some the day before. */
function worldOrders(today: string, size: number): WorldOrder[] {
  const entered: { order: WorldOrder; away: number }[] = []
  for (let away = -daysBefore; away <= daysAfter; away += 1) {
    const day = dayAfter(today, away)
    const count = Math.ceil((away === 0 ? 36 : isWeekend(day) ? 5 : 22) * size)
    for (let at = 0; at < count; at += 1) {
      const dice = createDice(seed * 1_000 + entered.length)
      const lead = dice.below(12)
      // Nothing comes in tomorrow: orders of later days came in by now, in no order of days.
      entered.push({ away: Math.min(away - lead, dice.below(2) - 1), order: worldOrder(entered.length, day, away) })
    }
  }
  return entered
    .toSorted((one, other) => one.away - other.away || rankOf(one) - rankOf(other))
    .map(({ order }) => order)
}

function rankOf({ order }: { order: WorldOrder }): number {
  return createDice(Number(order.upload.order_identifier.slice(-4))).below(1_000)
}

function worldOrder(index: number, day: string, away: number): WorldOrder {
  const dice = createDice(seed * 1_000 + index)
  const kind = shuffled(mix, createDice(seed + Math.floor(index / mix.length)))[index % mix.length]!
  const shipper = dice.pick(shippers.filter(({ kinds }) => kinds.includes(kind)))
  const identifier = `${shipper.code}-${day.slice(2, 4)}${day.slice(5, 7)}-${String(1_001 + index)}`
  const site = samplePlaces.find(({ code }) => code === shipper.site)
  const input = {
    identifier,
    kind,
    customer: shipper.name,
    day,
    service: dice.pick(services[kind]),
    goods: shipper.goods,
  }
  return { upload: orderOf({ ...input, ...(site && { site }) }, dice), kind, day, fate: fateOf(index, away) }
}

function shuffled<Item>(items: readonly Item[], dice: Dice): Item[] {
  const left = [...items]
  return items.map(() => left.splice(dice.below(left.length), 1)[0]!)
}

function fateOf(index: number, away: number): OrderFate {
  if (index % 23 === 7) return { kind: 'CANCEL' }
  if (index % 29 === 11) return { kind: 'SKIP' }
  if (index % 13 === 5 && away >= 0) return { kind: 'BLOCK', reason: reasons[Math.floor(index / 13) % reasons.length]! }
  return { kind: away < 7 ? 'PLAN' : 'LEAVE' }
}

const loads: Readonly<Record<SampleTrip['load'], readonly OrderKind[]>> = {
  BOX: ['IMPORT', 'EXPORT'],
  COLD: ['REEFER'],
  DRY: ['ROAD', 'ADR'],
  ROUND: ['LOCAL'],
}

/** Each trip takes what fits it of the orders of its day, all from around one place; one that finds nothing is none. */
function loaded(trips: readonly SampleTrip[], orders: readonly WorldOrder[]): WorldTrip[] {
  const taken = new Set<WorldOrder>()
  return trips.flatMap((trip) => {
    const fitting = orders.filter(
      (order) =>
        order.day === trip.day &&
        order.fate.kind === 'PLAN' &&
        !taken.has(order) &&
        loads[trip.load].includes(order.kind),
    )
    const chosen = fitting.filter((order) => liesNear(order, fitting[0]!)).slice(0, trip.most)
    for (const order of chosen) taken.add(order)
    return chosen.length === 0 ? [] : [{ ...trip, orders: chosen.map(({ upload }) => upload.order_identifier) }]
  })
}

/** Whether two orders begin and end close enough to each other for one vehicle. */
function liesNear(one: WorldOrder, other: WorldOrder): boolean {
  const [from, to] = [placesOf(one), placesOf(other)]
  return kilometresBetween(from[0], to[0]) < 60 && kilometresBetween(from[1], to[1]) < 160
}

function placesOf({ upload }: WorldOrder) {
  const { pickup_stop, delivery_stop } = upload.consignments![0]!
  return [pickup_stop, delivery_stop].map(
    ({ location }) => samplePlaces.find(({ name }) => name === location?.name)!,
  ) as [SamplePlace, SamplePlace]
}
