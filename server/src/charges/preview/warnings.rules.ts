import type { PreviewWarning } from '@cartage/contract/charges/app/preview'
import { isOverNight } from '@cartage/contract/reading/time'
import { dateAfter, localTime, minutesOf } from '../../locations/local-time.rules.ts'
import type { OpeningHoursReader } from '../../locations/opening-hours.rules.ts'
import { requestedWindow, wholeMinutes } from '../../orders/stops/window.rules.ts'
import type { RoadFinder } from '../../positions/roads/rules.ts'
import { type EnteredOrder, type PlacedStop, unNumbersOf } from './source.rules.ts'

/** What warnings are decided by besides the order. */
export interface WarningWorld {
  readonly stops: readonly PlacedStop[]
  readonly now: string
  /** Of the haulier, for places whose zone is not known. */
  readonly time_zone: string
  readonly opens: OpeningHoursReader
  readonly road: RoadFinder
}

const none = { place: null, on: null, time: null, minutes: null, un_numbers: [] as string[] }

/** What a planner has to look at before the order is saved (CHARGE-43). It can be saved all the same. */
export function warningsOf(order: EnteredOrder, world: WarningWorld): PreviewWarning[] {
  const un_numbers = unNumbersOf(order)
  const early = order.consignments.some((_, at) => isEarly(at, world))
  return [
    ...(early ? [{ ...none, kind: 'DELIVERY_EARLY' as const }] : []),
    ...pastStops(world),
    ...order.consignments.flatMap((_, at) => (isEarly(at, world) ? [] : tooFar(at, world))),
    ...world.stops.flatMap((stop) => openingWarnings(stop, world.opens)),
    ...(un_numbers.length > 0 ? [{ ...none, kind: 'ADR' as const, un_numbers }] : []),
    ...world.stops.flatMap(unknownPlace),
  ]
}

/** What a stop is called. */
export function nameOf({ place }: Pick<PlacedStop, 'place'>): string | null {
  return place?.name || place?.city || null
}

function pastStops({ stops, now, time_zone }: WarningWorld): PreviewWarning[] {
  const todayAt = (place: PlacedStop['place']) => localTime(now, place?.time_zone ?? time_zone).date
  const past = stops.find(({ given, place }) => given.date != null && given.date < todayAt(place))
  return past ? [{ ...none, kind: 'IN_THE_PAST', place: nameOf(past), on: past.given.date! }] : []
}

/** A place that is entered and not found on the map has no distance. */
function unknownPlace(stop: PlacedStop): PreviewWarning[] {
  if (stop.place === null || stop.place.latitude !== null) return []
  return [{ ...none, kind: 'PLACE_UNKNOWN', place: nameOf(stop) }]
}

/** The pickup and the delivery of a consignment with their windows, each on the calendar of its place (TIME-4). */
function endsOf(consignment: number, { stops, time_zone }: WarningWorld) {
  const [pickup, delivery] = ['PICKUP', 'DELIVERY'].map((role) => {
    const stop = stops.find((one) => one.consignment === consignment && one.role === role)
    const { start_time, end_time } = stop?.given.time_window ?? {}
    const requested = {
      requested_date: stop?.given.date ?? null,
      window_start: start_time ?? null,
      window_end: end_time ?? null,
    }
    return { stop, window: requestedWindow(requested, stop?.place?.time_zone ?? time_zone) }
  })
  return { pickup: pickup!, delivery: delivery! }
}

/** Whether the delivery is over before the pickup may begin. */
function isEarly(consignment: number, world: WarningWorld): boolean {
  const { pickup, delivery } = endsOf(consignment, world)
  return pickup.window !== null && delivery.window !== null && delivery.window.to_at < pickup.window.from_at
}

/** The drive takes longer than there is between the earliest pickup and the latest delivery. */
function tooFar(consignment: number, world: WarningWorld): PreviewWarning[] {
  const { pickup, delivery } = endsOf(consignment, world)
  if (!pickup.window || !delivery.window || !pickup.stop?.place || !delivery.stop?.place) return []
  const driving = world.road(pickup.stop.place, delivery.stop.place)?.driving_minutes
  if (driving === undefined || wholeMinutes(pickup.window.from_at, delivery.window.to_at) >= driving) return []
  const { date } = delivery.stop.given
  return [{ ...none, kind: 'TOO_FAR', place: nameOf(delivery.stop), on: date!, minutes: driving }]
}

const stepMinutes = 15
const dayMinutes = 1440

/** Closed in all of the requested window, or closing before it ends. */
function openingWarnings({ given, place }: PlacedStop, opens: OpeningHoursReader): PreviewWarning[] {
  const { date } = given
  if (!date || !place?.opening_hours) return []
  const window = given.time_window
  const first = minutesOf(window?.start_time ?? '00:00')
  const night = isOverNight(window ?? {}) ? dayMinutes : 0
  const last = minutesOf(window?.end_time ?? window?.start_time ?? '23:45') + night
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

/** The day that minutes after a midnight are on. */
function dayOf(date: string, minutes: number): string {
  return dateAfter(date, Math.floor(minutes / dayMinutes))
}

function timeText(minutes: number): string {
  return `${String(Math.floor((minutes % dayMinutes) / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
