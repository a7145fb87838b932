import type { Day, DayException, DayVehicle } from '@cartage/contract/app/day'
import { isEstimatedEta, lateAhead, type StopTimes } from '@cartage/contract/orders/app/lateness'
import type { ListedOrder } from '@cartage/contract/orders/app/list'
import type { TemperatureExcursion } from '@cartage/contract/temperatures/app'
import type { ListedTrip } from '@cartage/contract/trips/app/list'
import type { EnteredEta } from '@cartage/contract/trips/app/record'
import type { SilentCarrier } from '../dispatch/answers/silent.views.ts'
import type { OpenReport } from '../doors/driver/open.views.ts'
import { dateAfter, firstInstantOf, instantText, localTime } from '../locations/local-time.rules.ts'
import type { OpenPlanChange } from '../orders/planned/views.ts'
import type { RequestedWindow } from '../orders/stops/window.rules.ts'
import type { AwayDriver } from '../unavailabilities/away.views.ts'

const minute = 60_000
const hour = 60 * minute

/** Damage due within this time is severe. */
const urgentMs = 2 * hour
/** Maximum number of vehicles on the page. */
export const mostVehicles = 8
/** Maximum number of exceptions on the page. */
export const mostExceptions = 50

/** Today in a time zone. Dates are local, instants ISO 8601. */
export interface Today {
  now: number
  zone: string
  date: string
  from: string
  to: string
}

/** Today's date and limits in a time zone. */
export function todayIn(zone: string, now: number): Today {
  const { date } = localTime(instantText(now), zone)
  return { now, zone, date, from: startOf(date, zone), to: startOf(dateAfter(date, 1), zone) }
}

/** The local midnight at which a date begins. */
export function startOf(date: string, zone: string): string {
  return firstInstantOf(date, '00:00', zone)
}

/** Seven dates in a row. */
export function weekFrom(date: string): string[] {
  return Array.from({ length: 7 }, (_, at) => dateAfter(date, at))
}

/** Counts of one day of trips. */
export interface DayCounts {
  day: string
  trips: number
  late_trips: number
  /** Stops that were due. */
  due: number
  late_stops: number
}

/** Percentage of due stops that were on time; null while none was due. */
export function onTimePercent({ due, late_stops }: Pick<DayCounts, 'due' | 'late_stops'>): number | null {
  return due === 0 ? null : Math.round((100 * (due - late_stops)) / due)
}

/** Trip figures for the seven days up to today. */
export function tripFigures(
  counts: readonly DayCounts[],
  today: string,
  now: { underway: number; late: number },
): Pick<Day, 'underway' | 'on_time' | 'late'> {
  const byDay = new Map(counts.map((one) => [one.day, one]))
  const days = weekFrom(dateAfter(today, -6)).map((date) => byDay.get(date))
  const percents = days.map((one) => (one === undefined ? null : onTimePercent(one)))
  return {
    underway: { value: now.underway, week: days.map((one) => one?.trips ?? 0) },
    on_time: { value: percents.at(-1) ?? null, week: percents },
    late: { value: now.late, week: days.map((one) => one?.late_trips ?? 0) },
  }
}

/** The stop of a trip that will be late or has missed its window, while action is still possible. */
export interface LateStop {
  stop: StopTimes
  minutes: number
  isOverdue: boolean
}

/** The first late stop not yet reached; undefined when all are reached or none is late. */
export function nextLateStop(stops: readonly StopTimes[], now: number): LateStop | undefined {
  const [first] = lateAhead(stops, now)
  return first && { stop: first.stop, minutes: first.verdict.minutes, isOverdue: first.verdict.state === 'MISSED' }
}

/** Data about the stop of an exception. */
export interface StopSubject {
  stop_id: string
  order_id: string | null
  order_number: string | null
  customer_name: string | null
  place: DayException['place']
  /** When the customer was last notified of a delay of the order. */
  notified_at: string | null
}

/** Defaults of members that only some kinds of exceptions have. */
export const nothing = {
  hold_reason_code: null,
  minutes: null,
  eta_is_estimated: false,
  order_id: null,
  order_number: null,
  trip_id: null,
  trip_name: null,
  customer_name: null,
  place: null,
  carrier_name: null,
  phone_number: null,
  reason: null,
  vehicle_name: null,
  happened_at: null,
  changes: [],
  late_stop: null,
  away: null,
  silent: null,
  temperature: null,
  driver_report: null,
  request: null,
  change_ids: [],
}

/**
 * The exception of a late trip.
 * @param said who entered the ETA of its stop by hand
 */
export function lateException(
  trip: ListedTrip,
  { stop, minutes, isOverdue }: LateStop,
  subject: StopSubject | undefined,
  said: EnteredEta | undefined,
  phones: ReadonlyMap<string, string>,
): DayException {
  const { stop_id, time_zone, eta_start_at } = stop
  return {
    ...nothing,
    ...ofTrip(trip, phones),
    kind: isOverdue ? 'OVERDUE' : 'LATE',
    severity: isOverdue || minutes >= 60 ? 'SEVERE' : 'SLIGHT',
    damage_at: stop.asked_to!,
    minutes,
    eta_is_estimated: isEstimatedEta(stop),
    order_id: subject?.order_id ?? null,
    order_number: subject?.order_number ?? null,
    customer_name: subject?.customer_name ?? null,
    place: subject?.place ?? null,
    late_stop: {
      ...{ stop_id, time_zone, asked_to: withSeconds(stop.asked_to!) },
      expected_at: eta_start_at === null ? null : withSeconds(eta_start_at),
      said: said ? { at: said.at, by: said.by } : null,
      notified_at: subject?.notified_at ?? null,
    },
  }
}

/** The exception of a trip that its carrier has not received, or not in its current version; none without times. */
export function carrierException(
  trip: ListedTrip,
  kind: 'REFUSED' | 'DECLINED' | 'OUTDATED',
  now: number,
  phones: ReadonlyMap<string, string>,
): DayException | undefined {
  if (trip.starts_at === null) return undefined
  return {
    ...nothing,
    ...ofTrip(trip, phones),
    kind,
    severity: severityAt(trip.starts_at, now),
    damage_at: trip.starts_at,
    carrier_name: trip.dispatch?.destination_name ?? trip.subcontractor?.name ?? null,
    reason: kind === 'OUTDATED' ? (trip.dispatch?.reason ?? null) : (trip.dispatch_failure?.reason ?? null),
  }
}

/**
 * The exception of an unplanned order; it must be under way when the window of its pickup begins, or before it ends if
 * it has no beginning.
 * @param pickup the window of its first pickup, in the time zone of the place (TIME-4)
 */
export function orderException(
  order: ListedOrder,
  kind: 'UNPLANNED' | 'ON_HOLD' | 'TO_CONFIRM',
  pickup: RequestedWindow | undefined,
  now: number,
): DayException | undefined {
  if (pickup === undefined) return undefined
  const damage_at = order.pickup_from === null ? pickup.to_at : pickup.from_at
  const overdue = Math.floor((now - Date.parse(damage_at)) / minute)
  return {
    ...nothing,
    kind,
    severity: severityAt(damage_at, now),
    damage_at: withSeconds(damage_at),
    minutes: overdue > 0 ? overdue : null,
    order_id: order.order_id,
    order_number: order.order_number,
    customer_name: order.customer.name,
    from: order.from,
    to: order.to,
    reason: order.block_reason,
    hold_reason_code: order.hold_reason_code,
  }
}

const vehicleTypes: ReadonlySet<string> = new Set(['TRACTOR', 'RIGID', 'VAN'])

/**
 * ORD-22: the exception of an order changed after planning, one for each trip that carries it. It is due when the trip
 * begins; trips under way have none.
 * @param found its changes, the newest first
 */
export function changedException(
  trip: ListedTrip,
  found: readonly [OpenPlanChange, ...OpenPlanChange[]],
  now: number,
  phones: ReadonlyMap<string, string>,
): DayException {
  const [{ order_id, order_number, customer_name, happened_at }] = found
  const damage_at = trip.starts_at !== null && Date.parse(trip.starts_at) > now ? trip.starts_at : happened_at
  return {
    ...nothing,
    ...ofTrip(trip, phones),
    kind: 'CHANGED',
    severity: trip.status === 'CANCELLED' ? 'SLIGHT' : severityAt(damage_at, now),
    damage_at: withSeconds(damage_at),
    ...{ order_id, order_number, customer_name, happened_at: withSeconds(happened_at) },
    vehicle_name: trip.resources.find(({ resource_type }) => vehicleTypes.has(resource_type))?.name ?? null,
    changes: found.toReversed().flatMap(({ changes }) => changes),
    change_ids: found.map(({ change_id }) => change_id),
  }
}

/**
 * TEMP-1: the exception of goods measured outside their range, one for each order and trip. A continuing excursion is
 * severe.
 * @param found its unconfirmed excursions
 */
export function temperatureException(
  trip: ListedTrip,
  order: { order_id: string; order_number: string; customer_name: string },
  found: readonly TemperatureExcursion[],
  phones: ReadonlyMap<string, string>,
): DayException {
  const last = found.toSorted((one, other) => one.from.localeCompare(other.from)).at(-1)!
  const { order_id, trip_id, ...temperature } = last
  return {
    ...nothing,
    ...ofTrip(trip, phones),
    kind: 'TEMPERATURE',
    severity: last.is_over ? 'SLIGHT' : 'SEVERE',
    damage_at: last.from,
    ...order,
    vehicle_name: last.resource_name,
    temperature,
  }
}

/**
 * DOOR-6: the exception of a driver's report. Damage, and a report that could not be applied, is severe.
 * @param trip of its stop; undefined when the stop is no longer on any
 */
export function driverException(
  { stop_id: _stop, trip_id: _trip, resource_id, ...report }: OpenReport,
  trip: ListedTrip | undefined,
  subject: StopSubject | undefined,
  phones: ReadonlyMap<string, string>,
): DayException {
  return {
    ...nothing,
    from: null,
    to: null,
    ...(trip && ofTrip(trip, phones)),
    kind: report.inbox_item_id === null ? 'DRIVER_REPORT' : 'DRIVER_REFUSED',
    severity: report.is_damage || report.inbox_item_id !== null ? 'SEVERE' : 'SLIGHT',
    damage_at: report.happened_at,
    happened_at: report.happened_at,
    order_id: subject?.order_id ?? null,
    order_number: subject?.order_number ?? null,
    customer_name: subject?.customer_name ?? null,
    place: subject?.place ?? null,
    carrier_name: report.driver_name,
    phone_number: phones.get(resource_id) ?? null,
    driver_report: report,
  }
}

/** FIT-10: the exception of a trip that has not begun and whose carrier is blocked; none without times. */
export function blockedException(trip: ListedTrip, carrier_name: string, now: number): DayException | undefined {
  if (trip.starts_at === null) return undefined
  return {
    ...nothing,
    ...ofTrip(trip, new Map()),
    kind: 'CARRIER_BLOCKED',
    severity: severityAt(trip.starts_at, now),
    damage_at: trip.starts_at,
    carrier_name,
  }
}

/** FIT-13: the exception of a trip whose driver is absent during it. */
export function awayException(
  trip: ListedTrip,
  { resource_id, name, from }: AwayDriver,
  now: number,
  phones: ReadonlyMap<string, string>,
): DayException {
  return {
    ...nothing,
    ...ofTrip(trip, phones),
    kind: 'DRIVER_AWAY',
    severity: severityAt(from, now),
    damage_at: withSeconds(from),
    carrier_name: name,
    phone_number: phones.get(resource_id) ?? null,
    away: { resource_id, name },
  }
}

/** DISP-9: the exception of a trip whose carrier did not answer in time; none without times. */
export function silentException(trip: ListedTrip, silent: SilentCarrier, now: number): DayException | undefined {
  if (trip.starts_at === null) return undefined
  const { company_name, answer_by, phone_number } = silent
  return {
    ...nothing,
    ...ofTrip(trip, new Map()),
    kind: 'CARRIER_SILENT',
    severity: severityAt(trip.starts_at, now),
    damage_at: trip.starts_at,
    carrier_name: company_name,
    phone_number,
    silent: { company_name, answer_by, is_dispatched: trip.is_dispatched },
  }
}

/** Severity of damage due at a time. */
export function severityAt(damageAt: string, now: number): DayException['severity'] {
  return Date.parse(damageAt) - now <= urgentMs ? 'SEVERE' : 'SLIGHT'
}

function withSeconds(instant: string): string {
  return `${instant.slice(0, 19)}Z`
}

/** Trip fields of an exception. */
export function ofTrip(trip: ListedTrip, phones: ReadonlyMap<string, string>) {
  const driver = trip.resources.find(({ resource_type }) => resource_type === 'DRIVER')
  return {
    trip_id: trip.trip_id,
    trip_name: trip.name,
    from: trip.from,
    to: trip.to,
    carrier_name: driver?.name ?? trip.subcontractor?.name ?? null,
    phone_number: (driver && phones.get(driver.resource_id)) ?? null,
  }
}

/**
 * Exceptions by time to damage: those nearest to now come first, whether the damage has just occurred or is imminent.
 * Damage from days ago is last.
 */
export function byTimeToDamage(exceptions: readonly DayException[], now: number): DayException[] {
  const distance = ({ damage_at }: DayException) => Math.abs(Date.parse(damage_at) - now)
  return exceptions.toSorted((one, other) => distance(one) - distance(other))
}

/** A vehicle with trips today. */
export interface BusyVehicle {
  resource_id: string
  name: string
}

/** Vehicles with their trips of today, in order of departure. */
export function vehicleDays(vehicles: readonly BusyVehicle[], trips: readonly ListedTrip[]): DayVehicle[] {
  return vehicles.map(({ resource_id, name }) => {
    const own = trips.filter(({ resources }) => resources.some((one) => one.resource_id === resource_id))
    const shown = own
      .flatMap((trip) => {
        const { trip_id, status, starts_at, ends_at, punctuality, to } = trip
        if (starts_at === null || ends_at === null) return []
        const late_minutes = trip.is_late ? (punctuality?.minutes ?? 0) : 0
        return [{ trip_id, name: trip.name, status, starts_at, ends_at, late_minutes, to_city: to?.city ?? null }]
      })
      .toSorted((one, other) => one.starts_at.localeCompare(other.starts_at))
    const driver = own.flatMap(({ resources }) => resources).find(({ resource_type }) => resource_type === 'DRIVER')
    return { resource_id, name, driver_name: driver?.name ?? null, trips: shown }
  })
}
