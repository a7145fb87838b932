import type { ResourceTrip } from '@cartage/contract/resources/app/record'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'

const town = (direction: string) => `
  (select coalesce(l.city, l.name) from trip_stop s
     join location l on l.tenant_id = $1 and l.location_id = s.location_id
    where s.tenant_id = $1 and s.trip_id = t.trip_id order by s.sequence ${direction} limit 1)`

const selectTrips = statement(
  'resources.list_trips',
  `select t.trip_id, t.name, t.status, ${instant('t.starts_at')} as starts_at, ${instant('t.ends_at')} as ends_at,
          (select count(*)::int from trip_stop s where s.tenant_id = $1 and s.trip_id = t.trip_id) as stop_count,
          ${town('')} as "from", ${town('desc')} as "to"
     from trip_resource x join trip t on t.tenant_id = $1 and t.trip_id = x.trip_id
    where x.tenant_id = $1 and x.resource_id = $2
    order by x.ends_at desc nulls first, t.trip_id limit 200`,
)

/** Trips a resource was, is or will be on, latest first. */
export async function listTripsOfResource(tx: Tx, resourceId: string): Promise<ResourceTrip[]> {
  return await tx.query<ResourceTrip>(selectTrips, resourceId)
}
