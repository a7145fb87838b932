import type { ResourceState, SampleKind, StopProposal } from '@cartage/contract/positions/app/fleet'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { exactInstant, instant } from '../db/texts.ts'
import { survivorOf } from '../locations/views.ts'
import { usualAccuracyM } from './accuracy.rules.ts'
import type { Place } from './distance.rules.ts'
import type { TrackPoint } from './geofence.rules.ts'

/** Seconds by which a response overlaps its version, for changes that were being committed meanwhile. */
const overlapSeconds = 10

const selectStates = statement(
  'positions.select_states',
  `select r.resource_id, r.name, r.resource_type, r.license_plate, s.states
     from (select c.resource_id,
                  json_agg(json_build_object('kind', c.kind, 'recorded_at', ${instant('c.recorded_at')},
                                             'value', c.doc) order by c.kind) as states
             from resource_state c
            where c.tenant_id = $1 and c.changed_at >= $2::timestamptz
            group by c.resource_id) s
     cross join lateral (select * from resource where tenant_id = $1 and resource_id = s.resource_id limit 1) r
    where not r.is_archived order by r.resource_id`,
)
const selectVersion = statement(
  'positions.select_version',
  `select ${exactInstant('(now() - make_interval(secs => $2))')} as version
    where $1::uuid is not null`,
)

/** The last values of resources changed since a version; without one, of all resources. */
export async function listResourceStates(
  tx: Tx,
  since: string | null,
): Promise<{ version: string; items: ResourceState[] }> {
  const [version, items] = await Promise.all([
    positionVersion(tx),
    tx.query<ResourceState>(selectStates, since ?? '-infinity'),
  ])
  return { version, items }
}

/** The current version of the last values, to be passed to the next read. */
export async function positionVersion(tx: Tx): Promise<string> {
  return (await tx.query<{ version: string }>(selectVersion, overlapSeconds))[0]!.version
}

const selectLastStates = statement(
  'positions.select_last_states',
  `select c.kind, ${instant('c.recorded_at')} as recorded_at, c.doc as value
     from resource_state c where c.tenant_id = $1 and c.resource_id = $2 order by c.kind`,
)

/** The last sample of each kind from one resource. */
export async function listLastStates(tx: Tx, resourceId: string): Promise<ResourceState['states']> {
  return await tx.query<ResourceState['states'][number]>(selectLastStates, resourceId)
}

const selectPositions = statement(
  'positions.select_history',
  `select ${instant('p.recorded_at')} as recorded_at,
          json_strip_nulls(json_build_object('latitude', p.latitude, 'longitude', p.longitude,
                                             'accuracy_m', p.accuracy_m, 'doubt', p.doubt)) as value
     from position_sample p
    where p.tenant_id = $1 and p.resource_id = $2 and p.recorded_at >= $3 and p.recorded_at < $4
    order by p.recorded_at limit $5`,
)
const selectTelemetry = statement(
  'positions.select_telemetry',
  `select ${instant('p.recorded_at')} as recorded_at, p.doc as value
     from telemetry_sample p
    where p.tenant_id = $1 and p.resource_id = $2 and p.kind = $3 and p.recorded_at >= $4 and p.recorded_at < $5
    order by p.recorded_at limit $6`,
)

/** Samples of one kind from one instant to another, oldest first. */
export async function listSamples(
  tx: Tx,
  input: { resourceId: string; kind: SampleKind; from: string; to: string; limit: number },
): Promise<{ recorded_at: string; value: Record<string, unknown> }[]> {
  const { resourceId, kind, from, to, limit } = input
  if (kind === 'POSITION') return await tx.query(selectPositions, resourceId, from, to, limit)
  return await tx.query(selectTelemetry, resourceId, kind, from, to, limit)
}

// For each ten seconds the best point per area about a hundred metres wide: a vehicle that reports every second would
// have 86,400 a day, and a coarse fix must not replace a good one elsewhere (TELE-1). The selection depends only on
// stored data, not on arrival order. Jumps are judged with visits, because positions missing at the time may have
// arrived since.
const selectTrack = statement(
  'positions.select_track',
  `select distinct on (p.bin, p.north, p.east) extract(epoch from p.recorded_at)::float8 * 1000 as at, p.latitude, p.longitude,
          p.accuracy_m
     from (select date_bin('10 seconds', s.recorded_at, timestamptz 'epoch') as bin, round(s.latitude * 1000) as north,
                  round(s.longitude * 1000) as east, s.*
             from position_sample s
            where s.tenant_id = $1 and s.resource_id = $2 and s.recorded_at >= $3 and s.recorded_at < $4
              and s.doubt is distinct from 'NO_FIX') p
    order by p.bin, p.north, p.east, coalesce(p.accuracy_m, ${usualAccuracyM}), p.recorded_at limit $5`,
)

/** Maximum number of points read of one track; the rest is ignored. */
const mostPoints = 250_000

/** Positions of a resource between two instants, without those of a device without a fix, but with jumps. */
export async function readTrack(tx: Tx, resourceId: string, from: string, to: string): Promise<TrackPoint[]> {
  return await tx.query<TrackPoint>(selectTrack, resourceId, from, to, mostPoints)
}

const selectLast = statement(
  'positions.select_last_positions',
  `select s.resource_id, extract(epoch from s.recorded_at)::float8 * 1000 as at,
          (s.doc->>'latitude')::float8 as latitude, (s.doc->>'longitude')::float8 as longitude,
          (select r.resource_type from resource r where r.tenant_id = $1 and r.resource_id = s.resource_id) as resource_type
     from resource_state s
    where s.tenant_id = $1 and s.resource_id = any ($2::uuid[]) and s.kind = 'POSITION'
    order by s.resource_id`,
)

/** The last position of a resource. */
export interface LastKnown extends TrackPoint {
  resource_id: string
  resource_type: string
}

/** The last positions of these resources; those without any are left out. */
export async function lastPositions(tx: Tx, resourceIds: readonly string[]): Promise<LastKnown[]> {
  if (resourceIds.length === 0) return []
  return await tx.query<LastKnown>(selectLast, resourceIds)
}

const selectFenced = statement(
  'positions.select_fenced_places',
  `select l.location_id as asked, s.location_id as place_id, s.latitude, s.longitude, s.country, f.radius_m,
          coalesce(s.coordinate_source = 'ESTIMATE', false) as is_estimate
     from location l
     join location s on s.tenant_id = $1 and s.location_id = ${survivorOf('l')}
     left join location_fence f on f.tenant_id = $1 and f.location_id = s.location_id
    where l.tenant_id = $1 and l.location_id = any ($2::uuid[])`,
)

/** A place with its own radius, if it has one. */
export interface FencedPlace extends Place {
  radius_m: number | null
  /** Coordinates of the town, not of the place: good for distances, not for arrivals. */
  is_estimate: boolean
}

/** Places by the given location id. */
export async function findPlaces(tx: Tx, locationIds: readonly string[]): Promise<Map<string, FencedPlace>> {
  if (locationIds.length === 0) return new Map()
  const rows = await tx.query<FencedPlace & { asked: string }>(selectFenced, locationIds)
  return new Map(rows.map(({ asked, ...place }) => [asked, place]))
}

const proposalColumns = `p.stop_id, p.kind, p.trip_id, p.resource_id, ${instant('p.happened_at')} as happened_at,
  ${instant('p.earliest_at')} as earliest_at, ${instant('p.latest_at')} as latest_at, p.state`
const selectOpen = statement(
  'positions.select_open_proposals',
  `select ${proposalColumns} from stop_proposal p
    where p.tenant_id = $1 and p.state = 'OPEN' order by p.created_at, p.stop_id, p.kind limit 500`,
)

/** Undecided proposals, oldest first. */
export async function listOpenProposals(tx: Tx): Promise<StopProposal[]> {
  return await tx.query<StopProposal>(selectOpen)
}
