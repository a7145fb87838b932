import type { TrackedPosition, TrackedState, TrackedStop } from '@cartage/contract/doors/app/tracking'
import { punctualityOf } from '@cartage/contract/orders/app/lateness'
import { requestedWindow } from '../../orders/stops/window.rules.ts'

const states: Readonly<Record<string, TrackedState>> = {
  QUOTE: 'RECEIVED',
  TO_PLAN: 'RECEIVED',
  PLANNED: 'PLANNED',
  IN_PROGRESS: 'UNDER_WAY',
  COMPLETED: 'DELIVERED',
  CANCELLED: 'CANCELLED',
  REJECTED: 'CANCELLED',
}

/** State of an order on a tracking page. A hold is not shown: it is between the haulier and its customer. */
export function trackedState(status: string): TrackedState {
  return states[status] ?? 'RECEIVED'
}

/** State of a stop on a tracking page. */
export function trackedStopState(status: string): TrackedStop['state'] {
  if (status === 'COMPLETED') return 'DONE'
  return status === 'AT_STOP' || status === 'CANCELLED' ? status : 'EXPECTED'
}

/** Data that decides the punctuality of a stop; instants are ISO 8601. */
export interface PromisedStop {
  state: TrackedStop['state']
  planned_at: string | null
  expected_at: string | null
  arrived_at: string | null
  left_at: string | null
  requested_date: string | null
  requested_from: string | null
  requested_to: string | null
  time_zone: string
}

const statusOfState = { EXPECTED: 'PLANNED', AT_STOP: 'AT_STOP', DONE: 'COMPLETED', CANCELLED: 'CANCELLED' } as const

/**
 * DOOR-9: punctuality of a stop against its request, and the expected time unless that has passed.
 * @param now milliseconds since 1970
 */
export function promiseOf(
  stop: PromisedStop,
  now: number,
): Pick<TrackedStop, 'expected_at' | 'punctuality' | 'late_minutes'> {
  const hasPassed = stop.arrived_at === null && stop.expected_at !== null && Date.parse(stop.expected_at) < now
  const expected_at = hasPassed ? null : stop.expected_at
  const { requested_date, requested_from: window_start, requested_to: window_end, time_zone } = stop
  const window = requestedWindow({ requested_date, window_start, window_end }, time_zone)
  const isPlanned = (stop.arrived_at ?? stop.expected_at ?? stop.planned_at) !== null
  const verdict =
    window && isPlanned
      ? punctualityOf(
          {
            ...{ status: statusOfState[stop.state], asked_from: window.from_at, asked_to: window.to_at },
            ...{
              planned_start_at: stop.planned_at,
              planned_end_at: null,
              eta_start_at: stop.expected_at,
              eta_end_at: null,
            },
            ...{ actual_start_at: stop.arrived_at, actual_end_at: stop.left_at },
          },
          now,
        )
      : null
  if (verdict === null) return { expected_at, punctuality: null, late_minutes: null }
  if (verdict.state === 'LATE' || verdict.state === 'MISSED') {
    return { expected_at, punctuality: 'LATE', late_minutes: verdict.minutes }
  }
  const isEarly = verdict.state === 'EARLY' && stop.arrived_at !== null
  return { expected_at, punctuality: isEarly ? 'EARLY' : 'ON_TIME', late_minutes: null }
}

/** Hours after which a position is too old to locate an order. */
const longestSilenceHours = 4

/** Degrees to two decimals: about a kilometre, so that a map shows the town and not the street. */
export function roughly(degrees: number): number {
  return Math.round(degrees * 100) / 100
}

/** LINK-6: last position of a vehicle for a tracking page; null without a position, or when it is too old. */
export function shownPosition(
  last: { latitude: number; longitude: number; at: number } | undefined,
  now: number,
): TrackedPosition | null {
  if (last === undefined || now - last.at > longestSilenceHours * 3_600_000) return null
  const at = `${new Date(last.at).toISOString().slice(0, 19)}Z`
  return { latitude: roughly(last.latitude), longitude: roughly(last.longitude), at }
}
