import type { TripStop, TripStopStatus } from './state.rules.ts'

/** How far a stop has come. What was reached never goes back; what was not follows its trip. */
const ranks: Readonly<Record<TripStopStatus, number>> = {
  TO_PLAN: 0,
  PLANNED: 1,
  DISPATCHED: 2,
  ROUTE_TO_STOP: 3,
  AT_STOP: 4,
  COMPLETED: 5,
  CANCELLED: 6,
}

/** What happened there is history: planning can no longer move it. */
export function isReached({ status }: { status: string }): boolean {
  return status === 'AT_STOP' || status === 'COMPLETED'
}

/** Whether `status` comes after `earlier`. */
export function isLater(status: TripStopStatus, earlier: TripStopStatus): boolean {
  return ranks[status] > ranks[earlier]
}

/** What somebody told about a stop. Instants are ISO 8601 in UTC. */
export interface StopNews {
  status?: 'AT_STOP' | 'COMPLETED'
  event_at: string
  eta_start_at?: string | null
  eta_end_at?: string | null
}

/** A stop after news of it, and whether any of the news was taken. */
export interface Heard {
  stop: TripStop
  is_applied: boolean
}

/**
 * Takes news of a stop, or keeps it as history: a status that is not later than the one it has, and news of something
 * that happened before what is known, change nothing.
 * @param estimatedAt instant of the estimate taken last, null when there is none
 */
export function hearNews(stop: TripStop, news: StopNews, estimatedAt: string | null): Heard {
  const reached = movesStop(stop, news) ? movedStop(stop, news.status!, instantOf(news.event_at)) : stop
  const isStale = estimatedAt !== null && instantOf(news.event_at) < instantOf(estimatedAt)
  const heard = isStale ? reached : withEstimate(reached, news)
  return { stop: heard, is_applied: heard !== stop }
}

function movesStop(stop: TripStop, { status, event_at }: StopNews): boolean {
  if (status === undefined || !isLater(status, stop.status)) return false
  return stop.status_at === null || instantOf(event_at) >= stop.status_at
}

function movedStop(stop: TripStop, status: 'AT_STOP' | 'COMPLETED', at: string): TripStop {
  const moved = { ...stop, status, status_at: at }
  return status === 'AT_STOP' ? { ...moved, actual_start_at: at } : { ...moved, actual_end_at: at }
}

/** An arrival is estimated until it happened, and so is an end; afterwards the estimate stays as it was. */
function withEstimate(stop: TripStop, { eta_start_at, eta_end_at }: StopNews): TripStop {
  if (stop.status === 'COMPLETED' || stop.status === 'CANCELLED') return stop
  const start = eta_start_at && stop.status !== 'AT_STOP' ? instantOf(eta_start_at) : stop.eta_start_at
  const end = eta_end_at ? instantOf(eta_end_at) : stop.eta_end_at
  const isSame = start === stop.eta_start_at && end === stop.eta_end_at
  return isSame ? stop : { ...stop, eta_start_at: start, eta_end_at: end }
}

/** The one spelling that states compare by: UTC with milliseconds. */
export function instantOf(text: string): string {
  return new Date(text).toISOString()
}
