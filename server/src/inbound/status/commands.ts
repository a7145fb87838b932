import {
  FleetStatusUpdatePayload,
  mostStatusUpdates,
  type StatusUpdatePayload,
  type StatusUpdateResponse,
  SubcontractorStatusUpdatePayload,
} from '@cartage/contract/inbound/status-update'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { readMessage } from '../../messages/receive.commands.ts'
import type { InboundMessage, Note, Receiver } from '../../messages/rules.ts'
import { type ReportOutcome, reportStops } from '../../trips/report.commands.ts'
import { applyAnswers, type PreparedAnswers, prepareAnswers } from '../answers/commands.ts'
import type { Match, OwnRecords } from '../matching.rules.ts'
import { matchStops } from '../matching.views.ts'
import { notTheirs, stopsOfSender } from '../partner.commands.ts'
import { bySender } from '../sender.rules.ts'
import { type Misses, openMisses } from '../unmatched.rules.ts'
import {
  answersIn,
  answersOf,
  earliestStart,
  effectKey,
  estimateFault,
  hasAnswers,
  reportsIn,
  reportsOf,
  reportsProgress,
  type StatusReport,
  subjectOf,
  timeFault,
  withoutEstimate,
} from './rules.ts'
import { type KnownStop, knownStops, stopsOfGroups } from './views.ts'

/** A parsed message, with the stored files of its answers. */
interface Prepared {
  reported: StatusReport[]
  answers: PreparedAnswers
}

/** Receives reports of subcontractors on stops and stop groups (SU-1 to SU-7). */
export const receiveSubcontractorStatus = receiverOf(SubcontractorStatusUpdatePayload)

/** The same for fleet applications. */
export const receiveFleetStatus = receiverOf(FleetStatusUpdatePayload)

function receiverOf(schema: typeof FleetStatusUpdatePayload): Receiver<Prepared, StatusUpdateResponse> {
  return {
    async prepare(ctx, message) {
      // An item has a dozen members, so 2,000 of them exceed the default limit of a body.
      const body: StatusUpdatePayload = readMessage(schema, message, 2 * mostStatusUpdates)
      const reported = reportsIn(body)
      return { reported: reported, answers: await prepareAnswers(ctx, message, answersIn(reported)) }
    },
    parts: {
      of: ({ reported }) => reported.map((one) => ({ path: one.path, item: itemOf(one) })),
      only: (prepared, paths) => ({ ...prepared, reported: prepared.reported.filter(({ path }) => paths.has(path)) }),
    },
    apply: applyStatus,
  }
}

/** A report with its matched stops. */
interface MatchedReport {
  reported: StatusReport
  stops: KnownStop[]
}

async function applyStatus(ctx: Context, tx: Tx, note: Note, message: InboundMessage, prepared: Prepared) {
  const misses = openMisses(note)
  const sensible = prepared.reported.flatMap((one) => {
    const fault = estimateFault(one)
    if (fault === undefined) return [one]
    misses.add(one.path, itemOf(one), fault)
    return withoutEstimate(one) ?? []
  })
  const reported = await findStops(tx, message, sensible, misses, ctx.now().getTime())
  const found = await ofSender(tx, message, reported, misses)
  for (const { stops } of found) noteStops(note, stops)
  const fresh = await firstReported(note, found)
  const refused = await report(ctx, tx, message, fresh, misses)
  // A repeat of the message must be rejected as well, and not count as a repeat of an applied one.
  await Promise.all(refused.map((one) => note.forget(keyOf(one))))
  for (const { reported, stops } of fresh) {
    if (!hasAnswers(reported)) continue
    await applyAnswers(ctx, tx, { note, misses }, subjectOf(reported, stops), answersOf(reported), prepared.answers)
  }
  return misses.errors.length > 0 ? { errors: [...misses.errors] } : {}
}

/** SU-1: by id, else by criteria that match exactly one stop; SU-5: groups by id only. In message order. */
async function findStops(
  tx: Tx,
  message: InboundMessage,
  reported: readonly StatusReport[],
  misses: Misses,
  now: number,
): Promise<MatchedReport[]> {
  const byMatch = reported.flatMap((one) =>
    one.kind === 'STOP' && !one.news.id && one.news.match ? [{ one, match: one.news.match }] : [],
  )
  const [matches, groups] = await Promise.all([
    matchStops(
      tx,
      byMatch.map(({ match }) => match),
      ownStops(tx, message),
    ),
    stopsOfGroups(
      tx,
      reported.flatMap(({ kind, news }) => (kind === 'STOP_GROUP' && news.id ? [news.id] : [])),
    ),
  ])
  const matched = new Map<StatusReport, Match<string>>(byMatch.map(({ one }, at) => [one, matches[at]!]))
  const stops = await knownStops(
    tx,
    reported.flatMap((one) => (one.kind === 'STOP' ? (one.news.id ?? matched.get(one)?.found ?? []) : [])),
  )
  return reported.flatMap((one): MatchedReport[] => {
    const found = one.kind === 'STOP_GROUP' ? groups.get(one.news.id) : stopOf(one, stops, matched.get(one)?.found)
    const refusal = found ? faultOf(one, found, now) : (matched.get(one)?.refusal ?? unknown(one))
    if (refusal === undefined) return [{ reported: one, stops: found! }]
    misses.add(one.path, itemOf(one), refusal)
    return []
  })
}

/** The stops a sender may report on, by id. Undefined means all. */
function ownStops(tx: Tx, message: InboundMessage): OwnRecords | undefined {
  if (!message.partner) return undefined
  return async (ids) => {
    const stops = await knownStops(tx, ids)
    const isTheirs = await stopsOfSender(tx, message, [...stops.values()])
    return (id) => stops.has(id) && isTheirs(stops.get(id)!)
  }
}

/** Rejects reports of a partner on stops of others, always for whole groups. */
async function ofSender(
  tx: Tx,
  message: InboundMessage,
  found: readonly MatchedReport[],
  misses: Misses,
): Promise<MatchedReport[]> {
  const isTheirs = await stopsOfSender(
    tx,
    message,
    found.flatMap(({ stops }) => stops),
  )
  return found.filter(({ reported, stops }) => {
    if (stops.every(isTheirs)) return true
    misses.add(reported.path, itemOf(reported), notTheirs.stop)
    return false
  })
}

function stopOf(one: StatusReport, stops: ReadonlyMap<string, KnownStop>, matched: string | undefined) {
  const stop = stops.get(one.news.id ?? matched ?? '')
  return stop && [stop]
}

function unknown({ kind, news }: StatusReport): string {
  if (kind === 'STOP_GROUP') return 'Stop group not found.'
  return news.id ? 'Stop not found.' : 'Identify the stop by id or match.'
}

function faultOf(reported: StatusReport, stops: readonly KnownStop[], now: number): string | undefined {
  const isPlanned = stops.every(({ trip_id }) => trip_id !== null)
  if (!isPlanned && reportsProgress(reported)) return onNoTrip
  return timeFault(reported.event_time, earliestStart(stops), now)
}

function noteStops(note: Note, stops: readonly KnownStop[]): void {
  for (const { stop_id, trip_id, order_id } of stops) {
    note.touched('stop', stop_id)
    if (trip_id) note.touched('trip', trip_id)
    if (order_id) note.touched('order', order_id)
  }
}

/** Reports that were not applied before. Keys are claimed in a fixed order, so that two messages never deadlock. */
async function firstReported(note: Note, found: readonly MatchedReport[]): Promise<MatchedReport[]> {
  const keyed = found.map((one) => ({ one, key: keyOf(one) }))
  const isFirst = new Map<MatchedReport, boolean>()
  const inOrder = keyed.toSorted((left, right) => (left.key < right.key ? -1 : 1))
  await Promise.all(inOrder.map(async ({ one, key }) => isFirst.set(one, await note.isFirst(key))))
  return found.filter((one) => isFirst.get(one))
}

function keyOf({ reported, stops }: MatchedReport): string {
  return effectKey(reported, reported.kind === 'STOP_GROUP' ? reported.news.id : stops[0]!.stop_id)
}

/** @returns the rejected reports */
async function report(
  ctx: Context,
  tx: Tx,
  message: InboundMessage,
  fresh: readonly MatchedReport[],
  misses: Misses,
): Promise<MatchedReport[]> {
  const reporting = fresh.filter(({ reported }) => reportsProgress(reported))
  const reports = reporting.map(({ reported, stops }) => reportsOf(reported, stops))
  const outcomes = await reportStops(ctx, tx, reports.flat(), message.kind, bySender(message))
  let at = 0
  return reporting.filter(({ reported }, index) => {
    const own = outcomes.slice(at, at + reports[index]!.length)
    at += own.length
    const refusals = [...new Set(own.flatMap((one) => faultIn(one) ?? []))]
    for (const reason of refusals) misses.add(reported.path, itemOf(reported), reason)
    return refusals.length > 0
  })
}

function faultIn({ outcome, reason }: ReportOutcome): string | undefined {
  return outcome === 'UNKNOWN' ? onNoTrip : reason
}

const onNoTrip = 'The stop is not on a trip, so its status cannot be updated yet.'

/** The item in the form stored for people. */
function itemOf({ kind, news, event_time }: StatusReport): object {
  return { [kind.toLowerCase()]: news, event_time }
}
