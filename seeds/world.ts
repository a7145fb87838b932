import { sampleCompanies } from './companies.ts'
import { canDrive, type Load } from './crews.ts'
import { createDice, dayAfter } from './dice.ts'
import { type Duty, dutiesOn, isAtHome, type Laid, laidFor, lastLaidDay, placesOf } from './duties.ts'
import { type SampleResource, sampleFleet } from './fleet.ts'
import { allRelations, type Relation } from './lanes.ts'
import { samplePlaces } from './places.ts'
import { blockedCarrier, type Planted, plantedOn } from './planted.ts'
import { carriageOf, type OrderKind, type SampleOrder } from './sample-orders.ts'
import { restedAt, visits } from './timetable.ts'

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

/** How far a trip of the sample world has come: those of today as far as the hour says. */
export type TripStage = 'COMPLETED' | 'IN_PROGRESS' | 'PLANNED' | 'CREATED'

/** A trip of the sample world. What carries it is named by the external ids of the fleet. */
export interface WorldTrip {
  stage: TripStage
  /** When its first stop is requested from. */
  starts_at: string
  /** Day whose orders it takes, as YYYY-MM-DD. */
  day: string
  load: Load
  /** Vehicle, driver and what is towed; none when a carrier drives. */
  resources: readonly string[]
  /** Index of the carrier that drives it instead of our own driver. */
  carrier: number | undefined
  /** Identifiers of its orders. */
  orders: string[]
  /** What goes wrong with it on purpose, and the minutes by which its driver began late. */
  planted?: Pick<Planted, 'fault' | 'delay'>
}

const seed = 2_026
/** Days before and after today on which orders are picked up. */
const [daysBefore, daysAfter] = [7, 13]
/** Days ahead that the office has planned, at most. */
const planned = 6
/** Days before today of which all trips are there; of those before it a quarter, for no one looks at them and each takes a while to make. */
const daysShown = 2
/** Days ahead whose last trips are drafts. */
const drafted = 5

/** Codes of the transport services that each kind of order has. */
const services: Readonly<Record<OrderKind, readonly string[]>> = {
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

/**
 * A Benelux haulier: companies, places, fleet, three weeks of orders and a fortnight of trips around a moment, and what
 * was carried in the month before. The same day gives the same world; how far the trips of the day have come follows the
 * hour.
 * @param size share of the trucks and orders, from 0 to 1; tests make a small world
 */
export function sampleWorld(now: Date, size = 1) {
  const today = dayAt(now)
  const laid = laidFor(today)
  const fleet = sampleFleet(seed, today)
  const last = lastPlanned(today, laid)
  const days = Array.from({ length: daysBefore + planned + 1 }, (_, at) => dayAfter(today, at - daysBefore))
  const first = dayAfter(today, -daysShown)
  const isKept = ({ order }: Carried, at: number) => dayOfDelivery(order) >= first || at % 4 === 0
  const carried = days
    .filter((day) => day <= last)
    .flatMap((day) =>
      dayOf(day, { today, laid, fleet }).filter((one, at) => isIn(at, size) && isKept(one, Math.floor(at * size))),
    )
  const planted = plantedAround(now, today, laid)
  const trips = [...carried.filter(({ trip }) => isApart(trip, planted, today)), ...planted]
  return {
    companies: sampleCompanies,
    places: samplePlaces,
    fleet,
    orders: asTheyCame([...trips.map(({ order }) => order), ...waitingOrders(today, laid, size)]),
    trips: trips.map(({ trip }) => trip),
    past: pastOf({ today, laid, fleet }, size),
  }
}
export type SampleWorld = ReturnType<typeof sampleWorld>

const isIn = (at: number, size: number) => at % Math.round(1 / size) === 0

/** The last day that the office has planned: weeks that are laid later end with it. */
function lastPlanned(today: string, laid: Laid): string {
  const last = dayAfter(today, planned)
  return laid === 0 || last < lastLaidDay(today) ? last : lastLaidDay(today)
}

/** What goes wrong now, and the trip of the carrier that is blocked. */
function plantedAround(now: Date, today: string, laid: Laid): Carried[] {
  const minute = Math.round((now.getTime() - Date.parse(instantAt(today, 0))) / 60_000)
  return [
    ...plantedOn(today, minute).map(({ fault, delay, duty }): Carried => {
      const { trip, order } = carriedBy(duty, 'IN_PROGRESS')
      return { order, trip: { ...trip, planted: { fault, delay } } }
    }),
    carriedBy(blockedDuty(nextWorkingDay(today, laid)), 'PLANNED'),
  ]
}

/** A truck in reserve has one thing to do around today. */
function isApart({ day, resources }: WorldTrip, planted: readonly Carried[], today: string): boolean {
  if (day < dayAfter(today, -1) || day > dayAfter(today, 1)) return true
  return !planted.some(({ trip }) => trip.resources.some((id) => resources.includes(id)))
}

function nextWorkingDay(day: string, laid: Laid): string {
  const next = dayAfter(day, 1)
  return isAtHome(next, laid) ? nextWorkingDay(next, laid) : next
}

/** Lower than the numbers of orders that wait, and higher than those of crews. */
const blockedNumber = 90

/** Nine in the morning, as minutes of the day. */
const nine = 540

function blockedDuty(day: string): Duty {
  const relations = [blockedCarrier.relation]
  const places = placesOf(relations)
  const { begins } = visits(restedAt(places[0]!, nine), places, nine)
  const { carrier } = blockedCarrier
  return { day, load: 'DRY', number: blockedNumber, crew: undefined, carrier, relations, places, begins }
}

function dayOfDelivery({ upload, day }: WorldOrder): string {
  return upload.consignments?.at(-1)?.delivery_stop.date ?? day
}

/** A trip and the order on it. */
export interface Carried {
  trip: WorldTrip
  order: WorldOrder
}

/** The haulier as it is when its world is opened. */
interface Opened {
  today: string
  laid: Laid
  fleet: readonly SampleResource[]
}

/** What it carries on a day with those of its crews that can drive. */
function dayOf(day: string, { today, laid, fleet }: Opened): Carried[] {
  const byId = new Map(fleet.map((one) => [one.members.external_id, one]))
  return dutiesOn(day, laid)
    .filter((duty) => !duty.crew || canDrive(duty.crew, byId, day, lastDayOf(duty)))
    .map((duty, at) => carriedBy(duty, stageOf(day, today, at)))
}

function lastDayOf({ day, begins }: Duty): string {
  return dayAfter(day, Math.floor(begins.at(-1)! / 1_440))
}

function stageOf(day: string, today: string, at: number): TripStage {
  if (day < today) return 'COMPLETED'
  if (day === today) return 'IN_PROGRESS'
  return day > dayAfter(today, drafted - 1) && at % 20 === 3 ? 'CREATED' : 'PLANNED'
}

/** The order of a duty, which its customer sends each time, and the trip. */
export function carriedBy(duty: Duty, stage: TripStage): Carried {
  const { day, load, crew, carrier, relations, begins, number } = duty
  const [{ kind, shipper, from, to }] = relations as [Relation]
  const dice = createDice(seed + Number(day.replaceAll('-', '')) * 1_000 + number)
  const [one = 0, other = 0, last = 0] = begins
  const count = relations.length
  const ways =
    kind === 'IMPORT'
      ? [{ from, to, pickup: one, delivery: other }]
      : kind === 'EXPORT'
        ? [{ from, to, pickup: other, delivery: last }]
        : relations.map((way, at) => ({ ...way, pickup: begins[at]!, delivery: begins[count + at]! }))
  const empty = kind === 'IMPORT' ? last : kind === 'EXPORT' ? one : undefined
  const identifier = `${shipper.code}-${day.slice(2).replaceAll('-', '')}-${1_000 + number}`
  const input = { identifier, kind, customer: shipper.name, day, goods: shipper.goods, ways, empty }
  const upload = carriageOf({ ...input, service: dice.pick(services[kind]) }, dice)
  const order: WorldOrder = { upload, kind, day, fate: { kind: 'PLAN' } }
  const trip: WorldTrip = {
    ...{ stage, day, load, carrier, starts_at: instantAt(day, begins[0]!), resources: crew?.resources ?? [] },
    orders: [identifier],
  }
  return { trip, order }
}

/** The instant of a time of the Benelux. */
export function instantAt(day: string, minute: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + (minute - aheadOn(day)) * 60_000).toISOString()
}

/** The day of the Benelux at an instant. */
function dayAt(at: Date): string {
  const ahead = aheadOn(at.toISOString().slice(0, 10))
  return new Date(at.getTime() + ahead * 60_000).toISOString().slice(0, 10)
}

/** Minutes that its clocks are ahead: summer time is from the last Sunday of March to that of October. */
function aheadOn(day: string): number {
  const year = day.slice(0, 4)
  const isSummer = day >= lastSunday(`${year}-03-31`) && day < lastSunday(`${year}-10-31`)
  return isSummer ? 120 : 60
}

function lastSunday(end: string): string {
  return dayAfter(end, -new Date(`${end}T00:00:00Z`).getUTCDay())
}

/** How many orders of a day no one has planned: a few of the days that are planned, and all that is known of those after. */
function waitingOn(isOff: boolean, away: number, isPlanned: boolean): number {
  if (away < 0) return isOff ? 0 : 1
  if (isOff) return 1
  return isPlanned ? (away < 2 ? 3 : 4) : 12
}

/** Orders that are on no trip: to be planned, on hold, rejected or cancelled. */
function waitingOrders(today: string, laid: Laid, size: number): WorldOrder[] {
  const orders: WorldOrder[] = []
  const last = lastPlanned(today, laid)
  let index = 0
  for (let away = -daysBefore; away <= daysAfter; away += 1) {
    const day = dayAfter(today, away)
    const isPlanned = day <= last
    const count = Math.ceil(waitingOn(isAtHome(day, isPlanned ? laid : 0), away, isPlanned) * size)
    for (let at = 0; at < count; at += 1) {
      const isOnTrip = away < 0
      orders.push({ ...waitingOrder(day, at), fate: isOnTrip ? endOf(index) : fateOf(index) })
      index += 1
    }
  }
  return orders
}

/** Numbers of crews and of carriers are lower. */
const firstWaiting = 100

function waitingOrder(day: string, at: number): Omit<WorldOrder, 'fate'> {
  const dice = createDice(seed * 3 + Number(day.replaceAll('-', '')) * 100 + at)
  const relations = [dice.pick(allRelations)]
  const places = placesOf(relations)
  const start = 7 * 60 + 30 * dice.below(8)
  const { begins } = visits(restedAt(places[0]!, start), places, start)
  const given = { day, load: 'DRY', number: firstWaiting + at, crew: undefined, carrier: undefined } as const
  return carriedBy({ ...given, relations, places, begins }, 'CREATED').order
}

/** How an order ended that was not carried. */
function endOf(index: number): OrderFate {
  return index % 2 === 0 ? { kind: 'CANCEL' } : { kind: 'SKIP' }
}

function fateOf(index: number): OrderFate {
  if (index % 23 === 7) return { kind: 'CANCEL' }
  if (index % 29 === 11) return { kind: 'SKIP' }
  if (index % 9 === 5) return { kind: 'BLOCK', reason: reasons[Math.floor(index / 9) % reasons.length]! }
  return { kind: 'LEAVE' }
}

/** In the order they came in: some weeks before, some the day before, in no order of days. */
function asTheyCame(orders: readonly WorldOrder[]): WorldOrder[] {
  const ranked = orders.map((order) => {
    const dice = createDice(
      Number(order.day.replaceAll('-', '')) * 31 + Number(order.upload.order_identifier.slice(-4)),
    )
    return { order, came: `${dayAfter(order.day, -1 - dice.below(12))} ${String(dice.below(1_000)).padStart(3, '0')}` }
  })
  return ranked.toSorted((one, other) => (one.came < other.came ? -1 : 1)).map(({ order }) => order)
}

/** The working days of the four weeks before the last one. */
function pastDays({ today, laid }: Opened): string[] {
  const days = Array.from({ length: 28 }, (_, at) => dayAfter(today, at - 35))
  return days.filter((day) => !isAtHome(day, laid))
}

/** What was carried in the month before, two trips of each working day, with one cancelled order of each week. */
function pastOf(opened: Opened, size: number): { orders: WorldOrder[]; trips: WorldTrip[] } {
  const days = pastDays(opened)
  const carried = days.flatMap((day, index) => {
    const all = dayOf(day, opened)
    const rounds = all.filter(({ trip }) => trip.load === 'ROUND')
    const hauls = all.filter(({ trip }) => trip.load !== 'ROUND')
    const given = hauls.filter(({ trip }) => trip.carrier !== undefined)
    // A carrier drove on one of seven days.
    const haul = index % 7 === 5 ? given[0] : hauls[(index * 5) % (hauls.length - given.length)]
    return [haul!, rounds[(index * 3) % rounds.length]!]
  })
  const chosen = carried.filter((_, at) => isIn(at, size))
  const cancelled = days
    .filter((_, at) => at % 5 === 0)
    .map(
      (day): WorldOrder => ({
        ...waitingOrder(day, 0),
        fate: { kind: 'CANCEL' },
      }),
    )
  return {
    orders: [...chosen.map(({ order }) => order), ...cancelled].toSorted((one, other) =>
      one.day < other.day ? -1 : 1,
    ),
    trips: chosen.map(({ trip }) => trip),
  }
}
