import { type By, bySystem } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { changeTrips } from './change/commands.ts'
import { insertReports, lastEstimates, type NewReport } from './reports.store.ts'
import type { TripState, TripStop } from './state.rules.ts'
import { applyReport, instantOf, type ReportedStop, type StopUpdate } from './stop.rules.ts'
import { tripsOfStopsForUpdate } from './store.ts'

/** What someone reports on a stop. Instants are ISO 8601 with an offset. */
export interface StopReport extends StopUpdate {
  stop_id: string
  /** Who reports it, where it is another than who reports the rest of them. */
  source?: string
}

/**
 * What happened to a report: UNKNOWN when no trip has the stop, KEPT when it came too late and is history only, REFUSED
 * when it contradicts what is known; then `reason` says how.
 */
export interface ReportOutcome {
  stop_id: string
  outcome: 'APPLIED' | 'KEPT' | 'REFUSED' | 'UNKNOWN'
  reason?: string
}

/**
 * Takes reports on stops: locks their trips, moves what moves forward, keeps every report as history, and lets trips,
 * orders and events follow. Reports of one call count in the order they happened in, whatever order they are reported in.
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
    rows.push({ ...report, source: report.source ?? source, is_applied: received.is_applied })
  }
  await insertReports(tx, rows)
  if (at !== '') await changeTrips(ctx, tx, before, withStops(before, stops), { by, at })
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
 * Takes what a planner says of a stop, by phone or from experience.
 * @throws Problem not_found, state_conflict when it contradicts what is known
 */
export async function reportStopByHand(
  ctx: Context,
  tenantId: string,
  by: By,
  stopId: string,
  { status, at }: { status: 'AT_STOP' | 'COMPLETED'; at?: string | undefined },
): Promise<{ is_applied: boolean }> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const report = { stop_id: stopId, status, event_at: at ?? ctx.now().toISOString() }
    const [result] = await reportStops(ctx, tx, [report], 'user', by)
    if (result!.outcome === 'UNKNOWN') throw new Problem('not_found')
    if (result!.outcome === 'REFUSED') throw new Problem('state_conflict', { message: result!.reason ?? '' })
    return { is_applied: result!.outcome === 'APPLIED' }
  })
}
