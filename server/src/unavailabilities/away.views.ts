import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { isOfGroup } from '../resources/groups/trips.views.ts'

/** Most trips checked, those with the earliest absence first. */
const most = 50

/** A driver who is absent during one of their trips. */
export interface AwayDriver {
  trip_id: string
  resource_id: string
  name: string
  /** Start of the absence within the trip. */
  from: string
}

const selectAway = statement(
  'unavailabilities.list_away_drivers',
  `select x.trip_id, r.resource_id, r.name, ${instant('min(greatest(u.start_at, x.starts_at))')} as from
     from unavailability u
     join resource r on r.tenant_id = $1 and r.resource_id = u.resource_id and r.resource_type = 'DRIVER'
     join trip_resource x on x.tenant_id = $1 and x.resource_id = u.resource_id
      and x.starts_at < u.until_at and x.ends_at > u.start_at
     join trip t on t.tenant_id = $1 and t.trip_id = x.trip_id and t.status not in ('CANCELLED', 'COMPLETED')
    where u.tenant_id = $1 and u.until_at > $2::timestamptz and u.start_at < $3::timestamptz
      and x.ends_at > $2::timestamptz and x.starts_at < $3::timestamptz
      and ${isOfGroup('x.trip_id', '$4')}
    group by x.trip_id, r.resource_id, r.name order by min(greatest(u.start_at, x.starts_at)), x.trip_id limit ${most}`,
)

/**
 * FIT-13: drivers who are absent during a trip that is not over.
 * @param range instants; absences and trips within it
 */
export async function listAwayDrivers(
  tx: Tx,
  { from, to, group }: { from: string; to: string; group: string | undefined },
): Promise<AwayDriver[]> {
  return await tx.query<AwayDriver>(selectAway, from, to, group ?? null)
}
