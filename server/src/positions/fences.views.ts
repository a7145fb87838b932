import type { Fence } from '@cartage/contract/positions/app/fences'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

/** Maximum number of locations on a map. */
export const mostFences = 500

/** A section of the map, in degrees. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

// Must match the expression of the index of visible locations.
const selectFences = statement(
  'positions.list_fences',
  `select l.location_id, coalesce(l.display_name, l.name, l.address) as name, l.city, l.latitude, l.longitude,
          coalesce(f.radius_m, $6) as radius_m, f.radius_m is not null as is_own
     from location l
     left join location_fence f on f.tenant_id = $1 and f.location_id = l.location_id
    where l.tenant_id = $1 and l.coordinate_source = 'GIVEN' and l.merged_into is null and not l.is_archived
      and l.latitude between $2 and $3 and l.longitude between $4 and $5
    order by f.radius_m is null, l.location_id limit ${mostFences + 1}`,
)

/** Locations in a box with their effective radius, those with their own radius first; one more than a map shows. */
export async function listFences(tx: Tx, { west, south, east, north }: Box, usualM: number): Promise<Fence[]> {
  return await tx.query<Fence>(selectFences, south, north, west, east, usualM)
}
