import type { PreviewWarning } from '@cartage/contract/charges/app/preview'
import { isDeliveryEarly } from '@cartage/contract/orders/early-delivery'
import { utcDay } from '@cartage/contract/reading/calendar'
import { isOverNight } from '@cartage/contract/reading/time'
import type { OpeningHoursReader } from '../../locations/opening-hours.rules.ts'
import type { RoadFinder } from '../../positions/roads/rules.ts'
import { type EnteredOrder, type PlacedStop, unNumbersOf } from './source.rules.ts'

/** What warnings are decided by besides the order. */
export interface WarningWorld {
  readonly stops: readonly PlacedStop[]
  readonly today: string
  readonly opens: OpeningHoursReader
  readonly road: RoadFinder
}

const none = { place: null, on: null, time: null, minutes: null, un_numbers: [] as string[] }

/** What a planner has to look at before the order is saved (CHARGE-43). It can be saved all the same. */
export function warningsOf(order: EnteredOrder, world: WarningWorld): PreviewWarning[] {
  const un_numbers = unNumbersOf(order)
  const early = order.consignments.some(isDeliveryEarly)
  return [
    ...(early ? [{ ...none, kind: 'DELIVERY_EARLY' as const }] : []),
    ...pastStops(world),
    ...order.consignments.flatMap((one, at) => (isDeliveryEarly(one) ? [] : tooFar(at, world))),
    ...world.stops.flatMap((stop) => openingWarnings(stop, world.opens)),
    ...(un_numbers.length > 0 ? [{ ...none, kind: 'ADR' as const, un_numbers }] : []),
    ...world.stops.flatMap(unknownPlace),
  ]
}

/** What a stop is called. */
export function nameOf({ place }: Pick<PlacedStop, 'place'>): string | null {
  return place?.name || place?.city || null
}

function pastStops({ stops, today }: WarningWorld): PreviewWarning[] {
  const past = stops.find(({ given }) => given.date != null && given.date < today)
  return past ? [{ ...none, kind: 'IN_THE_PAST', place: nameOf(past), on: past.given.date! }] : []
}

/** A place that is entered and not found on the map has no distance. */
function unknownPlace(stop: PlacedStop): PreviewWarning[] {
  if (stop.place === null || stop.place.latitude !== null) return []
  return [{ ...none, kind: 'PLACE_UNKNOWN', place: nameOf(stop) }]
}

/** The drive takes longer than there is between the earliest pickup and the latest delivery. */
function tooFar(consignment: number, { stops, road }: WarningWorld): PreviewWarning[] {
  const of = (role: string) => stops.find((stop) => stop.consignment === consignment && stop.role === role)
  const [pickup, delivery] = [of('PICKUP'), of('DELIVERY')]
  if (!pickup?.place || !delivery?.place || !pickup.given.date || !delivery.given.date) return []
  const driving = road(pickup.place, delivery.place)?.driving_minutes
  const from = minuteOf(pickup.given.date, pickup.given.time_window?.start_time ?? '00:00')
  const night = isOverNight(delivery.given.time_window ?? {}) ? dayMinutes : 0
  const to = minuteOf(delivery.given.date, delivery.given.time_window?.end_time ?? '23:59') + night
  if (driving === undefined || to - from >= driving) return []
  return [{ ...none, kind: 'TOO_FAR', place: nameOf(delivery), on: delivery.given.date, minutes: driving }]
}

/** Minutes since 1970 by the clock of the place: an hour between two time zones is within an estimate. */
function minuteOf(date: string, time: string): number {
  return Date.parse(`${date}T${time}:00Z`) / 60_000
}

const stepMinutes = 15
const dayMinutes = 1440

/** Closed in all of the requested window, or closing before it ends. */
function openingWarnings({ given, place }: PlacedStop, opens: OpeningHoursReader): PreviewWarning[] {
  const { date } = given
  if (!date || !place?.opening_hours) return []
  const window = given.time_window
  const first = clock(window?.start_time ?? '00:00')
  const night = isOverNight(window ?? {}) ? dayMinutes : 0
  const last = clock(window?.end_time ?? window?.start_time ?? '23:45') + night
  const times: number[] = []
  for (let at = first; at <= last; at += stepMinutes) times.push(at)
  const states = times.map((at) => opens(place.opening_hours!, place.country, dayOf(date, at), timeText(at)))
  if (states.includes(undefined)) return []
  const at = { ...none, place: place.name || place.city, on: date }
  const lastOpen = states.lastIndexOf(true)
  if (lastOpen < 0) return [{ ...at, kind: 'CLOSED' }]
  const closes = times[lastOpen + 1]
  // Without a window any time of the day will do.
  if (closes === undefined || !window?.end_time) return []
  return [{ ...at, kind: 'CLOSES', time: timeText(closes) }]
}

function clock(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** The day that minutes after a midnight are on. */
function dayOf(date: string, minutes: number): string {
  return utcDay(minuteOf(date, '00:00') * 60_000 + minutes * 60_000)
}

function timeText(minutes: number): string {
  return `${String(Math.floor((minutes % dayMinutes) / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
