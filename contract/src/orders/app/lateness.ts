import type { Punctuality, StopFacts, WorstPunctuality } from './punctuality.ts'

/** Minutes from which lateness is severe. */
const severeMinutes = 60
const minute = 60_000

/** Actual, planned and requested times of a stop. Instants are ISO 8601 in UTC. */
export interface StopTimes {
  stop_id: string
  order_id: string | null
  trip_id: string | null
  status: string
  time_zone: string
  /** Start of the window, or of the day; null without a requested day. */
  asked_from: string | null
  /** End of the window, or of the day; for stops without an order, their planned end. */
  asked_to: string | null
  planned_start_at: string | null
  planned_end_at: string | null
  eta_start_at: string | null
  eta_end_at: string | null
  /** Null: unknown. */
  eta_is_estimated: boolean | null
  actual_start_at: string | null
  actual_end_at: string | null
}

/** Times that determine lateness. */
export type TimesOfStop = Omit<StopTimes, 'stop_id' | 'order_id' | 'trip_id' | 'time_zone' | 'eta_is_estimated'>

type Verdict = Pick<Punctuality, 'state' | 'minutes' | 'severity'>

/** States of a stop that will no longer be served. */
const over = ['CANCELLED', 'IGNORED', 'TEMPLATE']

/**
 * Whether a stop is, will be or was on time, late, early, or has missed its window, in minutes: for plan, estimate and
 * actual times, decided by the strongest of them. This is the only place that decides it.
 * @param now milliseconds since 1970
 */
export function punctualityOf(stop: TimesOfStop, now: number): Punctuality | null {
  if (over.includes(stop.status) || (stop.asked_from === null && stop.asked_to === null)) return null
  const isReached = stop.status === 'AT_STOP' || stop.status === 'COMPLETED'
  // An unreported arrival took place before the departure.
  const arrival = stop.actual_start_at ?? stop.actual_end_at
  const plan = verdictOn(stop, stop.planned_start_at, stop.planned_end_at)
  const estimate = verdictOn(stop, stop.eta_start_at, stop.eta_end_at)
  const fact = isReached ? verdictOn(stop, arrival, stop.actual_end_at) : null
  const all = { plan, estimate, fact }
  if (fact) return { ...fact, basis: 'FACT', ...all }
  if (isReached) return null
  const basis = estimate ? 'ESTIMATE' : plan ? 'PLAN' : null
  const missed = missedBy(stop, estimate ? stop.eta_start_at : null, now)
  if (missed) return { ...missed, basis, ...all }
  const expected = estimate ?? plan
  return expected && { ...expected, basis, ...all }
}

/** Whether a stop's ETA is based on estimated driving times instead of a router. */
export function isEstimatedEta(stop: Pick<StopTimes, 'eta_start_at' | 'eta_is_estimated'> | undefined): boolean {
  return stop?.eta_start_at != null && stop.eta_is_estimated !== false
}

/** Punctuality facts shown with a stop. */
export function stopFacts(stop: StopTimes, now: number): StopFacts {
  const { stop_id, time_zone, asked_from, asked_to } = stop
  return { stop_id, time_zone, asked_from, asked_to, punctuality: punctualityOf(stop, now) }
}

const ranks: Readonly<Record<string, number>> = { NONE: 0, SLIGHT: 1, SEVERE: 2 }

/** Whether a trip of this status can still be late: neither a draft nor over. */
export const isUnderWay = (status: string) => status === 'PLANNED' || status === 'IN_PROGRESS'

/** A stop not reached yet, with its expected times. */
export interface ExpectedStop<Stop extends TimesOfStop = StopTimes> {
  stop: Stop
  verdict: Punctuality
}

/**
 * TIME-7: late stops ahead: not reached, and expected after their window, or not served although it has passed. A stop
 * reached late counts as served late instead, and an early one is not late. `lateAhead` of `punctuality.views.ts` does
 * the same in SQL.
 */
export function lateAhead<Stop extends TimesOfStop>(stops: readonly Stop[], now: number): ExpectedStop<Stop>[] {
  return stops.filter(isAhead).flatMap((stop) => {
    const verdict = punctualityOf(stop, now)
    return verdict && isLate(verdict) ? [{ stop, verdict }] : []
  })
}

/**
 * TIME-7: lateness and punctuality of a trip: by its stops ahead, late ones first, and once over by its most deviating
 * stop. Used by Today, the trip list and page, the map and the board.
 */
export function tripPunctuality(
  status: string,
  stops: readonly StopTimes[],
  now: number,
): { is_late: boolean; punctuality: WorstPunctuality | null } {
  if (!isUnderWay(status)) return { is_late: false, punctuality: worstPunctuality(stops, now) }
  const late = lateAhead(stops, now).map(({ stop }) => stop)
  const shown = late.length > 0 ? late : stops.filter(isAhead)
  return { is_late: late.length > 0, punctuality: worstPunctuality(shown, now) }
}

function isAhead({ status }: TimesOfStop): boolean {
  return status !== 'AT_STOP' && status !== 'COMPLETED'
}

/** Verdict of the most deviating stop; null if no stop has one. */
export function worstPunctuality(stops: readonly StopTimes[], now: number): WorstPunctuality | null {
  const verdicts = stops.flatMap((stop): WorstPunctuality[] => {
    const found = punctualityOf(stop, now)
    if (!found) return []
    const { state, minutes, severity, basis } = found
    return [{ state, minutes, severity, basis, stop_id: stop.stop_id }]
  })
  return verdicts.toSorted(byWeight)[0] ?? null
}

/** Whether a stop was, will be or has become late. */
export function isLate({ state }: Pick<Punctuality, 'state'>): boolean {
  return state === 'LATE' || state === 'MISSED'
}

function byWeight(one: WorstPunctuality, other: WorstPunctuality): number {
  const rank = ({ severity, state }: WorstPunctuality) => ranks[severity]! + (isLate({ state }) ? 0.5 : 0)
  return rank(other) - rank(one) || Math.abs(other.minutes) - Math.abs(one.minutes)
}

/** A stop is on time if it is reached before its window ends, and not left before it begins. */
function verdictOn({ asked_from, asked_to }: TimesOfStop, start: string | null, end: string | null): Verdict | null {
  if (start === null) return null
  const late = asked_to === null ? 0 : minutesLate(asked_to, start)
  if (late > 0) return { state: 'LATE', minutes: late, severity: severityOf(late) }
  const early = asked_from === null || (end !== null && end > asked_from) ? 0 : minutesFrom(start, asked_from)
  if (early > 0) return { state: 'EARLY', minutes: -early, severity: severityOf(early) }
  return { state: 'ON_TIME', minutes: 0, severity: 'NONE' }
}

function missedBy({ asked_to }: TimesOfStop, expected: string | null, now: number): Verdict | null {
  if (asked_to === null) return null
  const until = expected === null ? now : Math.max(now, Date.parse(expected))
  const passed = Math.floor((now - Date.parse(asked_to)) / minute)
  if (passed <= 0) return null
  return { state: 'MISSED', minutes: Math.floor((until - Date.parse(asked_to)) / minute), severity: 'SEVERE' }
}

function severityOf(minutes: number): Verdict['severity'] {
  return minutes >= severeMinutes ? 'SEVERE' : 'SLIGHT'
}

/** Minutes from the end of the window to a later start; 0 if not late. */
export function minutesLate(askedTo: string, start: string): number {
  return Math.max(0, minutesFrom(askedTo, start))
}

/** Whole minutes: appointments are agreed to the minute, so 10:30:59 counts as 10:30. */
function minutesFrom(from: string, to: string): number {
  return Math.floor((Date.parse(to) - Date.parse(from)) / minute)
}
