import type {
  StatusUpdatePayload,
  StopGroupStatusUpdate,
  StopStatusUpdate,
} from '@cartage/contract/inbound/status-update'
import { isSensibleTime, sensibleYears } from '@cartage/contract/reading/sense'
import type { StopReport } from '../../trips/report.commands.ts'
import type { AnswerSubject, ItemAnswers } from '../answers/rules.ts'
import type { KnownStop } from './views.ts'

/** One report on a stop or on a stop group. */
export type StatusReport = { path: string; event_time: string } & (
  | { kind: 'STOP'; news: StopStatusUpdate }
  | { kind: 'STOP_GROUP'; news: StopGroupStatusUpdate }
)

/** All reports of a message, in its order; an item may report on a stop and on a group. */
export function reportsIn({ updates }: StatusUpdatePayload): StatusReport[] {
  return updates.flatMap(({ stop, stop_group, event_time }, at): StatusReport[] => [
    ...(stop ? [{ kind: 'STOP' as const, path: `updates.${at}.stop`, event_time, news: stop }] : []),
    ...(stop_group
      ? [{ kind: 'STOP_GROUP' as const, path: `updates.${at}.stop_group`, event_time, news: stop_group }]
      : []),
  ])
}

/** The answers of all reports, with their paths in the body. */
export function answersIn(reported: readonly StatusReport[]): ItemAnswers[] {
  return reported.flatMap((one) => (hasAnswers(one) ? [answersOf(one)] : []))
}

/** The answers of one report. */
export function answersOf({ path, news }: StatusReport): ItemAnswers {
  return { path: `${path}.question_answers`, answers: news.question_answers }
}

/** Whether the report answers any question. */
export function hasAnswers({ news }: StatusReport): boolean {
  return Object.keys(news.question_answers ?? {}).length > 0
}

/** Whether the report has progress of a trip: a status, or an estimate (SU-4). */
export function reportsProgress({ news }: StatusReport): boolean {
  return [news.status, news.eta_start, news.eta_end].some((one) => one != null)
}

/**
 * Identifies equal reports by record, content and time, estimate and answers. Repeats, in one message or in several,
 * have one effect (INB-1).
 */
export function effectKey({ kind, news, event_time }: StatusReport, entityId: string): string {
  const reported = [kind, entityId, news.status ?? null, event_time, news.eta_start ?? null, news.eta_end ?? null]
  return JSON.stringify([...reported, news.question_answers ?? {}])
}

/** SU-5: a report on a group applies to every stop in it. */
export function reportsOf({ news, event_time }: StatusReport, stops: readonly KnownStop[]): StopReport[] {
  return stops.map(({ stop_id }) => ({
    stop_id,
    ...(news.status && { status: news.status }),
    event_at: event_time,
    eta_start_at: news.eta_start ?? null,
    eta_end_at: news.eta_end ?? null,
  }))
}

/** Subject of the answers. */
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

/** Most minutes that a sender's clock may be ahead of ours, as with positions. */
const mostMinutesAhead = 10
/** Days before the planned start of a trip from which its stops accept reports. */
const mostDaysBefore = 30
const minute = 60_000

/** Earliest planned start of the trips of these stops; null without a plan. */
export function earliestStart(stops: readonly Pick<KnownStop, 'trip_starts_at'>[]): string | null {
  return stops.flatMap(({ trip_starts_at }) => trip_starts_at ?? []).toSorted()[0] ?? null
}

/**
 * SENSE-2: why an estimate is implausible; undefined when it is not. Programs send the year 1 or 1970 for a missing
 * value, so the rest of the report still applies.
 */
export function estimateFault({ news }: StatusReport): string | undefined {
  const given = { eta_start: news.eta_start, eta_end: news.eta_end }
  const odd = Object.entries(given).find(([, instant]) => instant != null && !isSensibleTime(instant))
  return (
    odd &&
    `${odd[0]} ${odd[1]} is not in the years ${sensibleYears}, so the estimate is not taken. Leave it out when there is none.`
  )
}

/** The report without its estimate; undefined when nothing else remains. */
export function withoutEstimate(one: StatusReport): StatusReport | undefined {
  const rest = { ...one, news: { ...one.news, eta_start: null, eta_end: null } } as StatusReport
  return reportsProgress(rest) || hasAnswers(rest) ? rest : undefined
}

/**
 * Why an instant is impossible as a report time of a stop; undefined when it is possible.
 * @param tripStartsAt planned start of the stop's trip
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

/** Earliest possible report time at the stops of a trip, ISO 8601; null without a plan. */
export function earliestAt(tripStartsAt: string | null): string | null {
  if (tripStartsAt === null) return null
  return new Date(Date.parse(tripStartsAt) - mostDaysBefore * 1_440 * minute).toISOString()
}
