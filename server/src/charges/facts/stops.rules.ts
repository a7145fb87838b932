import type { FactThing } from '@cartage/contract/rates/app/facts'
import { localTime } from '../../locations/local-time.rules.ts'
import { listedStops } from '../../orders/stops/sequence.rules.ts'
import { requestedWindow } from '../../orders/stops/window.rules.ts'
import { type HolidayFinder, isHoliday } from './holidays.rules.ts'
import { isDone, type OrderSource, type StopSource } from './sources.rules.ts'

/** Evidence for a charge for time at a stop (CHARGE-4). Instants are ISO 8601 in UTC. */
export interface StopEvidence {
  readonly stop_id: string
  readonly arrived_at: string | null
  readonly left_at: string | null
  /** Start of the requested window. */
  readonly appointment_at: string | null
  /** From the later of arrival and appointment to departure. */
  readonly minutes: number | null
  /** Whether times are reported rather than planned. */
  readonly is_reported: boolean
  readonly time_zone: string
}

/** Start and end of a stop: reported, or planned as long as the order is not done. */
export function timesOf(stop: StopSource, isOrderDone: boolean): { start: string | null; end: string | null } {
  const { actual_start_at, actual_end_at, planned_start_at, planned_end_at } = stop
  if (actual_start_at !== null || actual_end_at !== null || isOrderDone)
    return { start: actual_start_at, end: actual_end_at }
  return { start: planned_start_at, end: planned_end_at }
}

/** The time zone of a stop. */
export function zoneOf(stop: Pick<StopSource, 'time_zone'>, { time_zone }: Pick<OrderSource, 'time_zone'>): string {
  return stop.time_zone ?? time_zone
}

/** Local day on which the work at a stop ends: reported, planned or requested. */
export function dayOf(stop: StopSource, order: OrderSource): string | null {
  const at = stop.actual_end_at ?? stop.actual_start_at ?? stop.planned_end_at
  return at === null ? stop.requested_date : localTime(at, zoneOf(stop, order)).date
}

/** Evidence for the time at a stop. */
export function evidenceOf(stop: StopSource, order: OrderSource): StopEvidence {
  const { start, end } = timesOf(stop, isDone(order))
  const time_zone = zoneOf(stop, order)
  const window = stop.window_start === null ? null : requestedWindow({ ...stop, window_end: null }, time_zone)
  const appointment_at = window?.from_at ?? null
  const from = start === null ? null : appointment_at !== null && appointment_at > start ? appointment_at : start
  const minutes = from === null || end === null ? null : Math.floor((Date.parse(end) - Date.parse(from)) / 60_000)
  return {
    stop_id: stop.stop_id,
    arrived_at: start,
    left_at: end,
    appointment_at,
    minutes: minutes === null ? null : Math.max(0, minutes),
    is_reported: stop.actual_start_at !== null && stop.actual_end_at !== null,
    time_zone,
  }
}

/** Stops of an order, each with its own values (CHARGE-2, CHARGE-3). */
export function stopThings(order: OrderSource, find: HolidayFinder): FactThing[] {
  const given = new Map(listedStops(order.document).map(({ stop }) => [stop.id, stop]))
  return order.stops.map((stop) => {
    const sent = given.get(stop.stop_id)
    const values: FactThing['values'] = {
      'stop.role': stop.role,
      'stop.activity': stop.activity,
      'stop.country': stop.country,
      'stop.extras': (sent?.extras ?? []).flatMap(({ code, name }) => code || name || []),
      'stop.place_in_sequence': String(stop.sequence),
    }
    const minutes = evidenceOf(stop, order).minutes ?? expectedMinutes(sent?.duration, order)
    if (minutes !== null) values['stop.minutes_at_stop'] = String(minutes)
    return { id: stop.stop_id, values: { ...values, ...whenValues(stop, order, find) } }
  })
}

/** Duration stated by the order, used until the stop is planned. */
function expectedMinutes(seconds: number | undefined, order: OrderSource): number | null {
  return seconds === undefined || isDone(order) ? null : Math.ceil(seconds / 60)
}

function whenValues(stop: StopSource, order: OrderSource, find: HolidayFinder): FactThing['values'] {
  const { start, end } = timesOf(stop, isDone(order))
  const at = start ?? end
  const local = at === null ? undefined : localTime(at, zoneOf(stop, order))
  const requested = isDone(order) ? null : stop.requested_date
  const date = local?.date ?? requested
  if (date === null) return {}
  const time = local?.time ?? stop.window_start
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  const holiday = isHoliday(find, stop, date)
  return {
    'stop.starts_on': date,
    ...(time !== null && { 'stop.starts_at': time }),
    'stop.is_saturday': weekday === 6,
    'stop.is_sunday': weekday === 0,
    ...(holiday !== undefined && { 'stop.is_holiday': holiday }),
  }
}
