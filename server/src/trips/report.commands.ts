import { type By, bySystem } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { errorItem, Problem } from '../http/problem.ts'
import { changeTrips } from './change/commands.ts'
import { estimateAgain } from './eta/commands.ts'
import { insertReports, lastEstimates, type NewReport } from './reports.store.ts'
import type { TripState, TripStop } from './state.rules.ts'
import { applyReport, instantOf, type ReportedStop, type StopUpdate } from './stop.rules.ts'
import { tripsOfStopsForUpdate } from './store.ts'

/** A report on a stop. Instants are ISO 8601 with an offset. */
export interface StopReport extends StopUpdate {
  stop_id: string
  /** The source of this report, if it differs from that of the call. */
  source?: string
}

/**
 * The outcome of a report: UNKNOWN if no trip has the stop, KEPT if it was too late and only goes into the history,
 * REFUSED if it contradicts known facts; `reason` then explains it.
 */
export interface ReportOutcome {
  stop_id: string
  outcome: 'APPLIED' | 'KEPT' | 'REFUSED' | 'UNKNOWN'
  reason?: string
}

/**
 * Applies reports on stops: locks their trips, advances statuses, stores every report in the history, and updates
 * trips, orders and events. Reports of one call are applied in the order in which they happened.
 * @param source who reports: the kind of a webhook, `geofence`, `user`
 * @returns one outcome for each report, in the order given
 */
export async function reportStops(
  ctx: Context,
  tx: Tx,
  reports: readonly StopReport[],
  source: string,
  by: By = bySystem,
): Promise<ReportOutcome[]> {
  if (reports.length === 0) return []
  const stopIds = [...new Set(reports.map(({ stop_id }) => stop_id))]
  const before = await tripsOfStopsForUpdate(tx, stopIds)
  const stops = new Map(before.flatMap((trip) => trip.stops.map((stop) => [stop.stop_id, stop])))
  const estimates = await lastEstimates(tx, stopIds)
  const outcomes = new Map<StopReport, Omit<ReportOutcome, 'stop_id'>>()
  const rows: NewReport[] = []
  let at = ''
  for (const report of reports.toSorted(byInstant)) {
    const stop = stops.get(report.stop_id)
    if (!stop) {
      outcomes.set(report, { outcome: 'UNKNOWN' })
      continue
    }
    const received = applyReport(stop, report, estimates.get(report.stop_id) ?? null)
    stops.set(report.stop_id, received.stop)
    if (received.is_applied && (report.eta_start_at || report.eta_end_at)) {
      estimates.set(report.stop_id, instantOf(report.event_at))
    }
    if (received.is_applied) at = instantOf(report.event_at)
    outcomes.set(report, outcomeOf(received))
    rows.push({
      ...report,
      source: report.source ?? source,
      is_applied: received.is_applied,
      reported_by: personOf(by),
    })
  }
  await insertReports(tx, rows)
  if (at === '') return outcomesOf(reports, outcomes)
  await changeTrips(ctx, tx, before, withStops(before, stops), { by, at })
  await followEtas(ctx, tx, before, rows)
  return outcomesOf(reports, outcomes)
}

const personOf = ({ actor }: By) => (actor.kind === 'user' ? actor.id : null)

/** ETA-4: stops after one with a reported ETA are estimated again without waiting for the next position. */
async function followEtas(
  ctx: Context,
  tx: Tx,
  trips: readonly TripState[],
  rows: readonly NewReport[],
): Promise<void> {
  const withEta = new Set(rows.filter((one) => one.is_applied && one.eta_start_at).map(({ stop_id }) => stop_id))
  const moved = trips.filter(({ stops }) => stops.some(({ stop_id }) => withEta.has(stop_id)))
  if (moved.length === 0) return
  await estimateAgain(tx, moved)
  tx.afterCommit(() => ctx.wake('jobs'))
}

function outcomesOf(
  reports: readonly StopReport[],
  outcomes: ReadonlyMap<StopReport, Omit<ReportOutcome, 'stop_id'>>,
): ReportOutcome[] {
  return reports.map((report) => ({ stop_id: report.stop_id, ...outcomes.get(report)! }))
}

function outcomeOf({ is_applied, refusal }: ReportedStop): Omit<ReportOutcome, 'stop_id'> {
  if (refusal !== null) return { outcome: 'REFUSED', reason: refusal }
  return { outcome: is_applied ? 'APPLIED' : 'KEPT' }
}

function byInstant(one: StopReport, other: StopReport): number {
  return Date.parse(one.event_at) - Date.parse(other.event_at)
}

function withStops(trips: readonly TripState[], stops: ReadonlyMap<string, TripStop>): TripState[] {
  return trips.map((trip) => ({ ...trip, stops: trip.stops.map((stop) => stops.get(stop.stop_id)!) }))
}

/**
 * Applies a planner's report on a stop, by phone or from experience: an arrival, a departure, or an ETA (ETA-4).
 * @throws Problem not_found, state_conflict when it contradicts what is known, validation_failed for an ETA that is
 * over
 */
export async function reportStopByHand(
  ctx: Context,
  tenantId: string,
  by: By,
  stopId: string,
  {
    status,
    at,
    eta,
  }: { status?: 'AT_STOP' | 'COMPLETED' | undefined; at?: string | undefined; eta?: string | undefined },
): Promise<{ is_applied: boolean }> {
  const now = ctx.now()
  if (eta !== undefined && Date.parse(eta) < now.getTime() - 60_000) {
    throw new Problem('validation_failed', { errors: [errorItem('eta', 'is over already', 'eta_over')] })
  }
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const event_at = at ?? now.toISOString()
    const report = { stop_id: stopId, event_at, ...(status && { status }), ...(eta && { eta_start_at: eta }) }
    const [result] = await reportStops(ctx, tx, [report], 'user', by)
    if (result!.outcome === 'UNKNOWN') throw new Problem('not_found')
    if (result!.outcome === 'REFUSED') throw new Problem('state_conflict', { message: result!.reason ?? '' })
    return { is_applied: result!.outcome === 'APPLIED' }
  })
}
