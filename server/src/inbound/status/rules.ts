import type {
  StatusUpdatePayload,
  StopGroupStatusUpdate,
  StopStatusUpdate,
} from '@cartage/contract/inbound/status-update'
import { isSensibleTime, sensibleYears } from '@cartage/contract/reading/sense'
import type { StopReport } from '../../trips/report.commands.ts'
import type { AnswerSubject, ItemAnswers } from '../answers/rules.ts'
import type { KnownStop } from './views.ts'

/** One reported thing: about a stop or about a group of stops. */
export type StatusReport = { path: string; event_time: string } & (
  | { kind: 'STOP'; news: StopStatusUpdate }
  | { kind: 'STOP_GROUP'; news: StopGroupStatusUpdate }
)

/** Everything a message reports, in its order; an item may report on a stop and about a group. */
export function reportsIn({ updates }: StatusUpdatePayload): StatusReport[] {
  return updates.flatMap(({ stop, stop_group, event_time }, at): StatusReport[] => [
    ...(stop ? [{ kind: 'STOP' as const, path: `updates.${at}.stop`, event_time, news: stop }] : []),
    ...(stop_group
      ? [{ kind: 'STOP_GROUP' as const, path: `updates.${at}.stop_group`, event_time, news: stop_group }]
      : []),
  ])
}

/** The answers of all reports, with the paths at which the body says them. */
export function answersIn(reported: readonly StatusReport[]): ItemAnswers[] {
  return reported.flatMap((one) => (hasAnswers(one) ? [answersOf(one)] : []))
}

/** The answers given with one thing that is reported. */
export function answersOf({ path, news }: StatusReport): ItemAnswers {
  return { path: `${path}.question_answers`, answers: news.question_answers }
}

/** Whether any question is answered. */
export function hasAnswers({ news }: StatusReport): boolean {
  return Object.keys(news.question_answers ?? {}).length > 0
}

/** Whether anything is reported that happens on a trip: a state, or an estimate (SU-4). */
export function reportsProgress({ news }: StatusReport): boolean {
  return [news.status, news.eta_start, news.eta_end].some((one) => one != null)
}

/**
 * What makes two messages report the same: the record, what happened and when, the estimate and the answers. Repeats of
 * it, in one message or in several, have one effect (INB-1).
 */
export function effectKey({ kind, news, event_time }: StatusReport, entityId: string): string {
  const reported = [kind, entityId, news.status ?? null, event_time, news.eta_start ?? null, news.eta_end ?? null]
  return JSON.stringify([...reported, news.question_answers ?? {}])
}

/** SU-5: what is reported of a group is reported of every stop in it. */
export function reportsOf({ news, event_time }: StatusReport, stops: readonly KnownStop[]): StopReport[] {
  return stops.map(({ stop_id }) => ({
    stop_id,
    ...(news.status && { status: news.status }),
    event_at: event_time,
    eta_start_at: news.eta_start ?? null,
    eta_end_at: news.eta_end ?? null,
  }))
}

/** What the answers are about. */
export function subjectOf({ kind }: StatusReport, stops: readonly KnownStop[]): AnswerSubject {
  const [first] = stops
  return {
    kind,
    trip_id: first?.trip_id ?? null,
    order_ids: [...new Set(stops.flatMap(({ order_id }) => order_id ?? []))],
    stop_ids: stops.map(({ stop_id }) => stop_id),
    ...(kind === 'STOP' && { consignment_id: first?.consignment_id ?? undefined }),
  }
}

/** Minutes that the clock of a sender may be ahead of ours, as with positions. */
const mostMinutesAhead = 10
/** Days before a trip is planned to begin in which something may have happened at its stops. */
const mostDaysBefore = 30
const minute = 60_000

/** When the first of the trips of these stops is planned to begin; null when none is. */
export function earliestStart(stops: readonly Pick<KnownStop, 'trip_starts_at'>[]): string | null {
  return stops.flatMap(({ trip_starts_at }) => trip_starts_at ?? []).toSorted()[0] ?? null
}

/**
 * SENSE-2: why an estimate cannot be meant; undefined when it can. Programs send the year 1 or 1970 where they have none,
 * so what else is reported counts all the same.
 */
export function estimateFault({ news }: StatusReport): string | undefined {
  const given = { eta_start: news.eta_start, eta_end: news.eta_end }
  const odd = Object.entries(given).find(([, instant]) => instant != null && !isSensibleTime(instant))
  return (
    odd &&
    `${odd[0]} ${odd[1]} is not in the years ${sensibleYears}, so the estimate is not taken. Leave it out when there is none.`
  )
}

/** What is reported besides the estimate; undefined when that was all. */
export function withoutEstimate(one: StatusReport): StatusReport | undefined {
  const rest = { ...one, news: { ...one.news, eta_start: null, eta_end: null } } as StatusReport
  return reportsProgress(rest) || hasAnswers(rest) ? rest : undefined
}

/**
 * Why an instant cannot be when something happened at a stop; undefined when it can.
 * @param tripStartsAt when the trip of the stop is planned to begin
 * @param now milliseconds since 1970
 */
export function timeFault(eventTime: string, tripStartsAt: string | null, now: number): string | undefined {
  const at = Date.parse(eventTime)
  if (!isSensibleTime(eventTime)) {
    return `event_time ${eventTime} is not in the years ${sensibleYears}. Check the clock of the sender.`
  }
  if (at > now + mostMinutesAhead * minute) {
    return `event_time ${eventTime} is more than ${mostMinutesAhead} minutes ahead. Check the clock of the sender.`
  }
  const earliest = earliestAt(tripStartsAt)
  if (tripStartsAt === null || earliest === null || at >= Date.parse(earliest)) return undefined
  const start = tripStartsAt.replace('.000Z', 'Z')
  return `event_time ${eventTime} is more than ${mostDaysBefore} days before the trip is planned to begin, at ${start}. Check the time and the stop.`
}

/** Before when nothing happened at the stops of a trip, ISO 8601; null when it has no plan. */
export function earliestAt(tripStartsAt: string | null): string | null {
  if (tripStartsAt === null) return null
  return new Date(Date.parse(tripStartsAt) - mostDaysBefore * 1_440 * minute).toISOString()
}
