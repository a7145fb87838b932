import type { StopProposal } from '@cartage/contract/positions/app/fleet'
import type { PositionSettings } from '@cartage/contract/tenants/app/tenant-settings'
import { type By, bySystem } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { hasCoordinates } from '../positions/distance.rules.ts'
import { type FencedStop, visitsOf } from '../positions/geofence.rules.ts'
import { planProposals } from '../positions/proposals.rules.ts'
import { deleteProposals, type Proposal, proposalsForUpdate, saveProposals } from '../positions/proposals.store.ts'
import { findPlaces, lastPositions, readTrack } from '../positions/views.ts'
import { leadingResource } from './eta/rules.ts'
import { correctInstants } from './eta/store.ts'
import { reportStops } from './report.commands.ts'
import { insertReports } from './reports.store.ts'
import type { TripState } from './state.rules.ts'

const hour = 60 * 60 * 1_000
/** Hours before the planned start from which positions count for a trip. */
const hoursBefore = 12
/** Days of positions that count for a trip without planned times. */
const daysWithoutTimes = 3
/** Report sources for positions; a departure without a position of its own is marked as an estimate (TELE-2). */
const sources = { seen: 'GEOFENCE', estimated: 'GEOFENCE_ESTIMATE' } as const

/**
 * Checks whether positions show that a trip has reached or left stops, and proposes or reports it, depending on the
 * tenant's setting. Always recomputed from stored data, so that the arrival order of positions does not matter. A
 * reported instant that changes because of late positions is corrected.
 * @returns whether the trip changed
 */
export async function watchStops(ctx: Context, tx: Tx, trip: TripState, settings: PositionSettings): Promise<boolean> {
  if (settings.geofence === 'OFF') return false
  const [fenced, positions] = await Promise.all([
    fencedStops(tx, trip, settings.geofence_radius_m),
    lastPositions(
      tx,
      trip.resources.map(({ resource_id }) => resource_id),
    ),
  ])
  const range = rangeOf(trip, ctx.now().getTime())
  // TELE-7: a resource without positions since the start of the trip shows none of its stops.
  const heard = positions.filter(({ at }) => at >= Date.parse(range[0]))
  const leading = leadingResource(heard)
  if (!leading || fenced.length === 0) return false
  const track = await readTrack(tx, leading.resource_id, ...range)
  const visits = visitsOf(track, fenced, settings.geofence_dwell_minutes, settings.max_speed_kmh)
  const known = await proposalsForUpdate(
    tx,
    trip.stops.map(({ stop_id }) => stop_id),
  )
  const about = { trip_id: trip.trip_id, resource_id: leading.resource_id }
  const plan = planProposals(visits, trip.stops.filter(isWatched).map(watchedOf), known, about)
  const isApplied = settings.geofence === 'APPLY'
  await deleteProposals(tx, plan.overtaken)
  // Before the reports, because an arrival that moves earlier may make a departure possible.
  if (plan.corrected.length > 0) await correct(tx, plan.corrected)
  await saveProposals(tx, isApplied ? plan.open.map(accepted) : plan.open)
  if (isApplied) await report(ctx, tx, plan.open)
  return (isApplied && plan.open.length > 0) || plan.corrected.length > 0
}

/** Stops with a known place; the centre of a town does not count. */
async function fencedStops(tx: Tx, trip: TripState, usualRadius: number): Promise<FencedStop[]> {
  const watched = trip.stops.filter(isWatched)
  const places = await findPlaces(tx, [...new Set(watched.map(({ location_id }) => location_id))])
  return watched.flatMap(({ stop_id, location_id }) => {
    const place = places.get(location_id)
    if (!place || place.is_estimate || !hasCoordinates(place)) return []
    const { latitude, longitude, radius_m } = place
    return [{ stop_id, place: location_id, latitude, longitude, radius_m: radius_m ?? usualRadius }]
  })
}

function isWatched({ status }: TripState['stops'][number]): boolean {
  return status !== 'CANCELLED'
}

function watchedOf({ stop_id, status, actual_start_at }: TripState['stops'][number]) {
  const is_left = status === 'COMPLETED'
  return { stop_id, is_arrived: is_left || status === 'AT_STOP' || actual_start_at !== null, is_left }
}

function rangeOf({ stops }: TripState, now: number): [from: string, to: string] {
  const starts = stops.flatMap(({ planned_start_at: at }) => (at === null ? [] : [Date.parse(at)]))
  const from = starts.length > 0 ? Math.min(...starts) - hoursBefore * hour : now - daysWithoutTimes * 24 * hour
  return [new Date(Math.min(from, now)).toISOString(), new Date(now + hour).toISOString()]
}

function accepted(proposal: Proposal): Proposal {
  return { ...proposal, state: 'ACCEPTED' }
}

async function report(ctx: Context, tx: Tx, proposals: readonly Proposal[], by: By = bySystem): Promise<void> {
  const reports = proposals.map((one) => ({ ...reportOf(one), source: sourceOf(one) }))
  await reportStops(ctx, tx, reports, sources.seen, by)
}

function sourceOf({ earliest_at }: Proposal): string {
  return earliest_at === null ? sources.seen : sources.estimated
}

function reportOf({ stop_id, kind, happened_at }: Proposal) {
  return { stop_id, status: kind === 'ARRIVAL' ? ('AT_STOP' as const) : ('COMPLETED' as const), event_at: happened_at }
}

/**
 * Corrects instants that came from positions, unless someone else has reported them since. The old ones stay in the
 * history of the stop.
 */
async function correct(tx: Tx, corrected: readonly (Proposal & { reported_at: string })[]): Promise<void> {
  const changed = new Set(await correctInstants(tx, corrected))
  const reports = corrected.filter(({ stop_id }) => changed.has(stop_id))
  await insertReports(
    tx,
    reports.map((one) => ({ ...reportOf(one), source: sourceOf(one), is_applied: true })),
  )
  await saveProposals(
    tx,
    corrected.map(({ reported_at: _, ...proposal }) => proposal),
  )
}

/**
 * Accepts or dismisses a proposal; an accepted one is reported to the stop.
 * @throws Problem not_found, and state_conflict when it was decided on already
 */
export async function decideProposal(
  ctx: Context,
  command: { tenantId: string; by: By; stopId: string; kind: string; verdict: 'ACCEPTED' | 'DISMISSED' },
): Promise<StopProposal> {
  return await ctx.db.asTenant(command.tenantId, async (tx) => {
    const found = (await proposalsForUpdate(tx, [command.stopId])).find(({ kind }) => kind === command.kind)
    if (!found) throw new Problem('not_found')
    if (found.state !== 'OPEN') throw new Problem('state_conflict')
    if (command.verdict === 'ACCEPTED') await report(ctx, tx, [found], command.by)
    const decided: Proposal = { ...found, state: command.verdict }
    await saveProposals(tx, [decided])
    const name = `${command.kind.toLowerCase()}_proposal`
    const about = { entity_type: 'stop', entity_id: command.stopId, action: 'updated' } as const
    await recordChanges(tx, command.by, [{ ...about, before: { [name]: 'OPEN' }, after: { [name]: command.verdict } }])
    return decided
  })
}
