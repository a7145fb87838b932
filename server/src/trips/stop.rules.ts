import type { TripStop, TripStopStatus } from './state.rules.ts'

/** Progress of a stop. Once reached, it never goes back; until then it follows its trip. */
const ranks: Readonly<Record<TripStopStatus, number>> = {
  TO_PLAN: 0,
  PLANNED: 1,
  DISPATCHED: 2,
  ROUTE_TO_STOP: 3,
  AT_STOP: 4,
  COMPLETED: 5,
  CANCELLED: 6,
}

/** A reached stop is history: planning can no longer move it. */
export function isReached({ status }: { status: string }): boolean {
  return status === 'AT_STOP' || status === 'COMPLETED'
}

/** Whether the stop is not cancelled. */
export function isLive({ status }: { status: string }): boolean {
  return status !== 'CANCELLED'
}

/** Whether `status` comes after `earlier`. */
export function isLater(status: TripStopStatus, earlier: TripStopStatus): boolean {
  return ranks[status] > ranks[earlier]
}

/** A report on a stop. Instants are ISO 8601 in UTC. */
export interface StopUpdate {
  status?: 'AT_STOP' | 'COMPLETED'
  event_at: string
  eta_start_at?: string | null
  eta_end_at?: string | null
}

/** A stop after a report, and whether any of the report was applied. */
export interface ReportedStop {
  stop: TripStop
  is_applied: boolean
  /** Why a contradicting report was refused; null if it was applied, or was late and only goes into the history. */
  refusal: string | null
}

/**
 * Applies a report to a stop, or leaves it to the history: a status that is not later than the current one, and reports
 * older than what is known, change nothing. An arrival reported after the completion is still recorded.
 * @param estimatedAt instant of the estimate taken last, null when there is none
 */
export function applyReport(stop: TripStop, report: StopUpdate, estimatedAt: string | null): ReportedStop {
  const isStale = estimatedAt !== null && instantOf(report.event_at) < instantOf(estimatedAt)
  const refusal = statusFault(stop, report) ?? (isStale ? null : estimateFault(stop, report))
  if (refusal !== null) return { stop, is_applied: false, refusal }
  const reached = reachedStop(stop, report)
  const received = isStale ? reached : withEstimate(reached, report)
  return { stop: received, is_applied: received !== stop, refusal: null }
}

/** The departure must be after the arrival. */
function statusFault(stop: TripStop, { status, event_at }: StopUpdate): string | null {
  const at = instantOf(event_at)
  const arrival = stop.actual_start_at ?? stop.status_at
  if (status === 'COMPLETED' && stop.status === 'AT_STOP' && arrival !== null && at < arrival) {
    return `COMPLETED at ${spoken(at)} is before the arrival at ${spoken(arrival)}, so it was not applied. Send when the stop was left.`
  }
  const { actual_end_at: end } = stop
  if (status === 'AT_STOP' && isLateArrival(stop) && end !== null && at > end) {
    return `AT_STOP at ${spoken(at)} is after the stop was left at ${spoken(end)}, so it was not applied. Send when the stop was reached.`
  }
  return null
}

/** An end alone must fit the known start. With a status, the actual time counts and the end follows it. */
function estimateFault(stop: TripStop, { status, eta_start_at, eta_end_at }: StopUpdate): string | null {
  if (status !== undefined || !eta_end_at || stop.status === 'COMPLETED' || stop.status === 'CANCELLED') return null
  const start = stop.status === 'AT_STOP' ? stop.actual_start_at : eta_start_at ? null : stop.eta_start_at
  if (start === null || instantOf(eta_end_at) >= start) return null
  const known = stop.status === 'AT_STOP' ? 'arrival' : 'expected arrival'
  const next = stop.status === 'AT_STOP' ? 'Send a later one.' : 'Send eta_start with it.'
  return `eta_end ${spoken(instantOf(eta_end_at))} is before the ${known} at ${spoken(start)}, so it was not applied. ${next}`
}

function spoken(instant: string): string {
  return instant.replace('.000Z', 'Z')
}

function isLateArrival({ status, actual_start_at }: TripStop): boolean {
  return status === 'COMPLETED' && actual_start_at === null
}

function reachedStop(stop: TripStop, report: StopUpdate): TripStop {
  const { status, event_at } = report
  if (status === 'AT_STOP' && isLateArrival(stop)) return { ...stop, actual_start_at: instantOf(event_at) }
  return movesStop(stop, report) ? movedStop(stop, status!, instantOf(event_at)) : stop
}

function movesStop(stop: TripStop, { status, event_at }: StopUpdate): boolean {
  if (status === undefined || !isLater(status, stop.status)) return false
  return stop.status_at === null || instantOf(event_at) >= stop.status_at
}

function movedStop(stop: TripStop, status: 'AT_STOP' | 'COMPLETED', at: string): TripStop {
  const moved = { ...stop, status, status_at: at }
  return status === 'AT_STOP' ? inOrder({ ...moved, actual_start_at: at }) : { ...moved, actual_end_at: at }
}

/** Arrival and end are estimated until they happen; afterwards the estimate stays unchanged. */
function withEstimate(stop: TripStop, { eta_start_at, eta_end_at }: StopUpdate): TripStop {
  if (stop.status === 'COMPLETED' || stop.status === 'CANCELLED') return stop
  const start = eta_start_at && stop.status !== 'AT_STOP' ? instantOf(eta_start_at) : stop.eta_start_at
  const end = eta_end_at ? instantOf(eta_end_at) : shiftedEnd(stop, start)
  // A reported start was not computed here; an end alone reveals nothing about the drive.
  const eta_is_estimated = eta_start_at ? false : stop.eta_is_estimated
  const reported = inOrder({ ...stop, eta_start_at: start, eta_end_at: end, eta_is_estimated })
  const isSame =
    reported.eta_start_at === stop.eta_start_at &&
    reported.eta_end_at === stop.eta_end_at &&
    reported.eta_is_estimated === stop.eta_is_estimated
  return isSame ? stop : reported
}

/** A new start shifts the end along, keeping the estimated or planned duration. */
function shiftedEnd(stop: TripStop, start: string | null): string | null {
  const { eta_start_at, eta_end_at, planned_start_at, planned_end_at } = stop
  if (start === null || start === eta_start_at) return eta_end_at
  const length = lengthOf(eta_start_at, eta_end_at) ?? lengthOf(planned_start_at, planned_end_at)
  return length === undefined ? eta_end_at : after(start, length)
}

/** The stop with an estimate that ends neither before its start nor before the arrival. */
export function inOrder(stop: TripStop): TripStop {
  const { eta_start_at: start, eta_end_at: reported, actual_start_at: arrival, planned_start_at, planned_end_at } = stop
  if (reported === null) return stop
  const isBefore = arrival !== null && reported < arrival
  const length = lengthOf(start, reported) ?? lengthOf(planned_start_at, planned_end_at) ?? 0
  const end = isBefore ? after(arrival, length) : reported
  if (start === null || start <= end) return end === reported ? stop : { ...stop, eta_end_at: end }
  // A reached stop starts at its arrival; otherwise the last reported start counts.
  return arrival === null ? { ...stop, eta_end_at: start } : { ...stop, eta_start_at: arrival, eta_end_at: end }
}

function lengthOf(start: string | null, end: string | null): number | undefined {
  if (start === null || end === null) return undefined
  return Math.max(0, Date.parse(end) - Date.parse(start))
}

function after(instant: string, milliseconds: number): string {
  return new Date(Date.parse(instant) + milliseconds).toISOString()
}

/** The canonical form in which instants are compared: UTC with milliseconds. */
export function instantOf(text: string): string {
  return new Date(text).toISOString()
}
