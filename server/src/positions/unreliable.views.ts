import type { UnreliablePositionCounts, UnreliableSource } from '@cartage/contract/positions/app/fleet'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import type { Fix, FixesBefore } from './unreliable.rules.ts'

/** Maximum rows of the list of sources. */
const mostSources = 200

// A day is enough for a vehicle to get anywhere. It also limits the query to one or two weekly partitions.
const stretch = `s.recorded_at < f.before and s.recorded_at >= f.before - interval '1 day'`
const fix = `json_build_object('at', extract(epoch from s.recorded_at)::float8 * 1000, 'latitude', s.latitude,
                            'longitude', s.longitude, 'accuracy_m', s.accuracy_m)`
const selectBefore = statement(
  'positions.select_fixes_before',
  `select f.resource_id,
          (select ${fix} from position_sample s
            where s.tenant_id = $1 and s.resource_id = f.resource_id and ${stretch} and s.doubt is null
              and not (abs(s.latitude) < 0.001 and abs(s.longitude) < 0.001)
            order by s.recorded_at desc limit 1) as believed,
          (select coalesce(json_agg(j.fix order by j.recorded_at), '[]') from (
             select s.recorded_at, ${fix} as fix, s.doubt from position_sample s
              where s.tenant_id = $1 and s.resource_id = f.resource_id and ${stretch}
                and s.doubt is distinct from 'NO_FIX'
              order by s.recorded_at desc limit 2) j
            where j.doubt = 'JUMP') as jumped
     from unnest($2::uuid[], $3::timestamptz[]) as f (resource_id, before)`,
)

/** Stored fixes of resources before an instant of each, by resource. */
export async function fixesBefore(
  tx: Tx,
  wanted: readonly { resource_id: string; before: string }[],
): Promise<Map<string, FixesBefore>> {
  if (wanted.length === 0) return new Map()
  const rows = await tx.query<{ resource_id: string; believed: Fix | null; jumped: Fix[] }>(
    selectBefore,
    wanted.map(({ resource_id }) => resource_id),
    wanted.map(({ before }) => before),
  )
  return new Map(
    rows.map(({ resource_id, believed, jumped }) => [resource_id, { reliable: believed ?? undefined, jumped }]),
  )
}

const lastInstant = `${instant('max(d.last_at)')} as last_at`
const counts = `coalesce(sum(d.positions) filter (where d.reason = 'NO_FIX'), 0)::integer as no_fix,
          coalesce(sum(d.positions) filter (where d.reason = 'JUMP'), 0)::integer as jumps, ${lastInstant}`
const recent = `d.day > (now() at time zone 'UTC')::date - $2::integer`

const selectSources = statement(
  'positions.select_doubtful_sources',
  `select d.credential_id as client_id, d.resource_id, ${counts},
          coalesce((select c.name from webhook_credential c where c.tenant_id = $1 and c.client_id = d.credential_id),
                   (select c.name from telematics_connection c
                     where c.tenant_id = $1 and c.connection_id::text = d.credential_id)) as source_name,
          (select r.name from resource r where r.tenant_id = $1 and r.resource_id = d.resource_id) as resource_name
     from position_doubt d where d.tenant_id = $1 and ${recent}
    group by d.credential_id, d.resource_id
    order by sum(d.positions) desc, d.credential_id, d.resource_id limit ${mostSources}`,
)

/** Number of unreliable positions by source and resource in the last days, most first. */
export async function listDoubtfulSources(tx: Tx, days: number): Promise<UnreliableSource[]> {
  return await tx.query<UnreliableSource>(selectSources, days)
}

const selectOfResource = statement(
  'positions.select_doubts_of_resource',
  `select ${counts} from position_doubt d where d.tenant_id = $1 and ${recent} and d.resource_id = $3`,
)

/** Number of unreliable positions of a resource in the last days. */
export async function countUnreliable(tx: Tx, resourceId: string, days: number): Promise<UnreliablePositionCounts> {
  return (await tx.query<UnreliablePositionCounts>(selectOfResource, days, resourceId))[0]!
}
