import type { PreviewWarning } from '@cartage/contract/charges/app/preview'
import { isDeliveryEarly } from '@cartage/contract/orders/early-delivery'
import { instantText, type LocalTime, localTime } from '../../locations/local-time.rules.ts'
import type { OpeningHoursReader } from '../../locations/opening-hours.rules.ts'
import { type RequestedWindow, requestedWindow, wholeMinutes } from '../../orders/stops/window.rules.ts'
import type { RoadFinder } from '../../positions/roads/rules.ts'
import { type EnteredOrder, type PlacedStop, unNumbersOf } from './source.rules.ts'

/** Context of warnings, besides the order. */
export interface WarningWorld {
  readonly stops: readonly PlacedStop[]
  readonly now: string
  /** Time zone of the haulier, for places with an unknown zone. */
  readonly time_zone: string
  readonly opens: OpeningHoursReader
  readonly road: RoadFinder
}

const none = { place: null, on: null, time: null, minutes: null, un_numbers: [] as string[] }

/** Warnings for a planner before the order is saved (CHARGE-43). They do not prevent saving. */
export function warningsOf(order: EnteredOrder, world: WarningWorld): PreviewWarning[] {
  const un_numbers = unNumbersOf(order)
  const early = order.consignments.some((_, at) => isEarly(at, world))
  return [
    ...(early ? [{ ...none, kind: 'DELIVERY_EARLY' as const }] : []),
    ...pastStops(world),
    ...order.consignments.flatMap((_, at) => (isEarly(at, world) ? [] : tooFar(at, world))),
    ...world.stops.flatMap((stop) => openingWarnings(stop, world)),
    ...(un_numbers.length > 0 ? [{ ...none, kind: 'ADR' as const, un_numbers }] : []),
    ...world.stops.flatMap(unknownPlace),
  ]
}

/** Display name of a stop. */
export function nameOf({ place }: Pick<PlacedStop, 'place'>): string | null {
  return place?.name || place?.city || null
}

function pastStops({ stops, now, time_zone }: WarningWorld): PreviewWarning[] {
  const todayAt = (place: PlacedStop['place']) => localTime(now, place?.time_zone ?? time_zone).date
  const past = stops.find(({ given, place }) => given.date != null && given.date < todayAt(place))
  return past ? [{ ...none, kind: 'IN_THE_PAST', place: nameOf(past), on: past.given.date! }] : []
}

/** Warns that a place not found on the map has no distance. If the user is asked to choose, that is enough. */
function unknownPlace(stop: PlacedStop): PreviewWarning[] {
  if (stop.place === null || stop.place.latitude !== null || stop.isAmbiguous) return []
  return [{ ...none, kind: 'PLACE_UNKNOWN', place: nameOf(stop) }]
}

/** Requested window of a stop in the time zone of its place (TIME-4); null without a requested day. */
function windowOf({ given, place }: PlacedStop, { time_zone }: WarningWorld): RequestedWindow | null {
  const { start_time, end_time } = given.time_window ?? {}
  const requested = {
    requested_date: given.date ?? null,
    window_start: start_time ?? null,
    window_end: end_time ?? null,
  }
  return requestedWindow(requested, place?.time_zone ?? time_zone)
}

/** Pickup and delivery of a consignment with their windows. */
function endsOf(consignment: number, world: WarningWorld) {
  const [pickup, delivery] = ['PICKUP', 'DELIVERY'].map((role) => {
    const stop = world.stops.find((one) => one.consignment === consignment && one.role === role)
    return { stop, window: stop ? windowOf(stop, world) : null }
  })
  return { pickup: pickup!, delivery: delivery! }
}

/** Whether the delivery ends before the pickup may begin. */
function isEarly(consignment: number, world: WarningWorld): boolean {
  const { pickup, delivery } = endsOf(consignment, world)
  return isDeliveryEarly(timesOf(pickup.window), timesOf(delivery.window))
}

function timesOf(window: RequestedWindow | null) {
  return window ? { asked_from: window.from_at, asked_to: window.to_at } : undefined
}

/** Warns if driving takes longer than the time between the earliest pickup and the latest delivery. */
function tooFar(consignment: number, world: WarningWorld): PreviewWarning[] {
  const { pickup, delivery } = endsOf(consignment, world)
  if (!pickup.window || !delivery.window || !pickup.stop?.place || !delivery.stop?.place) return []
  const driving = world.road(pickup.stop.place, delivery.stop.place)?.driving_minutes
  if (driving === undefined || wholeMinutes(pickup.window.from_at, delivery.window.to_at) >= driving) return []
  const { date } = delivery.stop.given
  return [{ ...none, kind: 'TOO_FAR', place: nameOf(delivery.stop), on: date!, minutes: driving }]
}

const step = 15 * 60_000

/** Warns if the place is closed during the whole requested window, or closes before it ends, in local time (TIME-4). */
function openingWarnings(stop: PlacedStop, world: WarningWorld): PreviewWarning[] {
  const { given, place } = stop
  const window = windowOf(stop, world)
  if (!window || !place?.opening_hours) return []
  const times: LocalTime[] = []
  for (let at = Date.parse(window.from_at); at <= Date.parse(window.to_at); at += step) {
    times.push(localTime(instantText(at), place.time_zone ?? world.time_zone))
  }
  const states = times.map(({ date, time }) => world.opens(place.opening_hours!, place.country, date, time))
  if (states.includes(undefined)) return []
  const at = { ...none, place: place.name || place.city, on: given.date! }
  const lastOpen = states.lastIndexOf(true)
  if (lastOpen < 0) return [{ ...at, kind: 'CLOSED' }]
  const closes = times[lastOpen + 1]
  // Without an end, any time of the day is acceptable.
  if (closes === undefined || !given.time_window?.end_time) return []
  return [{ ...at, kind: 'CLOSES', time: closes.time }]
}
