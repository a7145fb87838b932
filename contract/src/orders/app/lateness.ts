import type { Punctuality, StopFacts, WorstPunctuality } from './punctuality.ts'

/** From so many minutes on it is severe. */
const severeMinutes = 60
const minute = 60_000

/** What is known of a stop and of the time it was requested. Instants are ISO 8601 in UTC. */
export interface StopTimes {
  stop_id: string
  order_id: string | null
  trip_id: string | null
  status: string
  time_zone: string
  /** From the beginning of the window, or of the day; null when no day is requested. */
  asked_from: string | null
  /** Until the end of the window, or of the day; of stops that no order requests their planned end. */
  asked_to: string | null
  planned_start_at: string | null
  planned_end_at: string | null
  eta_start_at: string | null
  eta_end_at: string | null
  /** Null: not known. */
  eta_is_estimated: boolean | null
  actual_start_at: string | null
  actual_end_at: string | null
}

/** What lateness is decided by. */
export type TimesOfStop = Omit<StopTimes, 'stop_id' | 'order_id' | 'trip_id' | 'time_zone' | 'eta_is_estimated'>

type Verdict = Pick<Punctuality, 'state' | 'minutes' | 'severity'>

/** States in which a stop will not be served any more. */
const over = ['CANCELLED', 'IGNORED', 'TEMPLATE']

/**
 * Whether a stop is, will be or was on time, late, early, or has missed its window, in minutes: for the plan, the
 * estimate and what happened, and by the strongest of them. This is the one place where it is decided.
 * @param now milliseconds since 1970
 */
export function punctualityOf(stop: TimesOfStop, now: number): Punctuality | null {
  if (over.includes(stop.status) || (stop.asked_from === null && stop.asked_to === null)) return null
  const isReached = stop.status === 'AT_STOP' || stop.status === 'COMPLETED'
  // An arrival that was not reported was before the departure.
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

/** Whether a stop has an expected arrival whose driving times no router gave. */
export function isEstimatedEta(stop: Pick<StopTimes, 'eta_start_at' | 'eta_is_estimated'> | undefined): boolean {
  return stop?.eta_start_at != null && stop.eta_is_estimated !== false
}

/** What a screen says next to a stop. */
export function stopFacts(stop: StopTimes, now: number): StopFacts {
  const { stop_id, time_zone, asked_from, asked_to } = stop
  return { stop_id, time_zone, asked_from, asked_to, punctuality: punctualityOf(stop, now) }
}

const ranks: Readonly<Record<string, number>> = { NONE: 0, SLIGHT: 1, SEVERE: 2 }

/** Whether a trip of this status can still be late: it is neither a draft nor over. */
export const isUnderWay = (status: string) => status === 'PLANNED' || status === 'IN_PROGRESS'

/** A stop that was not reached, with what is expected of it. */
export interface ExpectedStop<Stop extends TimesOfStop = StopTimes> {
  stop: Stop
  verdict: Punctuality
}

/**
 * TIME-7: the stops ahead that are late: not reached, and expected after their window, or not served although it has passed. A stop
 * that was reached late was served late, which is another thing; one that is early is not late. `lateAhead` of `punctuality.views.ts`
 * says the same in SQL.
 */
export function lateAhead<Stop extends TimesOfStop>(stops: readonly Stop[], now: number): ExpectedStop<Stop>[] {
  return stops.filter(isAhead).flatMap((stop) => {
    const verdict = punctualityOf(stop, now)
    return verdict && isLate(verdict) ? [{ stop, verdict }] : []
  })
}

/**
 * TIME-7: whether a trip is late, and how punctual it is: by its stops ahead, the late ones first, and once it is over by the stop that
 * was furthest off. Today, the list of trips, its page, the map and the board take it from here.
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

/** The verdict on the stop that is furthest off; null when there is none on any. */
export function worstPunctuality(stops: readonly StopTimes[], now: number): WorstPunctuality | null {
  const verdicts = stops.flatMap((stop): WorstPunctuality[] => {
    const found = punctualityOf(stop, now)
    if (!found) return []
    const { state, minutes, severity, basis } = found
    return [{ state, minutes, severity, basis, stop_id: stop.stop_id }]
  })
  return verdicts.toSorted(byWeight)[0] ?? null
}

/** Whether a stop came, will come or did not come after the time that was requested. */
export function isLate({ state }: Pick<Punctuality, 'state'>): boolean {
  return state === 'LATE' || state === 'MISSED'
}

function byWeight(one: WorstPunctuality, other: WorstPunctuality): number {
  const rank = ({ severity, state }: WorstPunctuality) => ranks[severity]! + (isLate({ state }) ? 0.5 : 0)
  return rank(other) - rank(one) || Math.abs(other.minutes) - Math.abs(one.minutes)
}

/** A stop is on time when it is reached before its window ends, and not left before it begins. */
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

/** Minutes by which something begins after the end of its window; 0 when it does not. */
export function minutesLate(askedTo: string, start: string): number {
  return Math.max(0, minutesFrom(askedTo, start))
}

/** Whole minutes; people agree on times to the minute, so that 10:30:59 is half past ten. */
function minutesFrom(from: string, to: string): number {
  return Math.floor((Date.parse(to) - Date.parse(from)) / minute)
}
