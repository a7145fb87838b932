import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import type { LocationOutput } from '@cartage/contract/locations/location'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'

/** The columns of a shown location, from the table with alias `l`. */
export function recordColumns(l: string): string {
  return `${l}.location_id as id, ${l}.name, ${l}.display_name, ${l}.code, ${l}.external_id, ${l}.address,
          ${l}.address_second_line, ${l}.postal_code, ${l}.city, ${l}.state, ${l}.country, ${l}.description,
          ${l}.latitude, ${l}.longitude, coalesce(${l}.coordinate_source = 'ESTIMATE', false) as is_coordinate_estimate,
          ${l}.estimate, ${l}.time_zone, ${l}.opening_hours, ${l}.loading_minutes, ${l}.unloading_minutes,
          ${l}.is_archived, ${l}.merged_into,
          ${instant(`${l}.created_at`)} as created_timestamp, ${instant(`${l}.updated_at`)} as updated_timestamp`
}

/**
 * SQL for the entered coordinates of a location. Estimates are not part of the interface: its readers could not
 * distinguish them, and they appear seconds after the location.
 */
export function enteredCoordinates(l: string) {
  const given = (name: string) => `case when ${l}.coordinate_source = 'ESTIMATE' then null else ${l}.${name} end`
  return { latitude: given('latitude'), longitude: given('longitude') }
}

/**
 * The id of the location to show for the row with alias `l`: its own, or that of the one it was merged into. A CASE,
 * because with row security a join on coalesce() uses no index: it is not known to be leakproof.
 */
export function survivorOf(l: string): string {
  return `case when ${l}.merged_into is null then ${l}.location_id else ${l}.merged_into end`
}

const selectRecord = statement(
  'locations.select_record',
  `select ${recordColumns('l')} from location l where l.tenant_id = $1 and l.location_id = $2`,
)

/** One location as stored, even if merged; undefined if it does not exist. */
export async function findLocation(tx: Tx, id: string): Promise<LocationRecord | undefined> {
  return (await tx.query<LocationRecord>(selectRecord, id))[0]
}

const shown = enteredCoordinates('s')

const selectOutputs = statement(
  'locations.select_outputs',
  `select l.location_id as asked, s.location_id as id, s.code, s.external_id, s.address, s.address_second_line, s.city,
          s.state, s.country, s.postal_code, s.name,
          ${shown.latitude} as latitude, ${shown.longitude} as longitude,
          coalesce(s.display_name, s.name, concat_ws(', ', s.address, s.city)) as display_name
     from location l
     join location s on s.tenant_id = $1 and s.location_id = ${survivorOf('l')}
    where l.tenant_id = $1 and l.location_id = any($2::uuid[])`,
)

/**
 * Locations for other records, by the referenced id. A merged one is replaced by its survivor. Unknown ids are left
 * out.
 */
export async function findLocationOutputs(tx: Tx, ids: readonly string[]): Promise<Map<string, LocationOutput>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<LocationOutput & { asked: string }>(selectOutputs, ids)
  return new Map(rows.map(({ asked, ...output }) => [asked, output]))
}

const selectToPlace = statement(
  'locations.select_to_place',
  `select l.location_id, l.name, l.address, l.city, l.postal_code, l.country, l.latitude, l.longitude, l.updated_at::text as updated_at
     from location l
    where l.tenant_id = $1 and l.coordinate_source is null and l.location_id <> all ($3::uuid[])
    order by l.location_id limit $2`,
)

/** A new or changed location that the loop has not placed yet. */
export interface LocationToPlace {
  location_id: string
  name: string | null
  address: string | null
  city: string | null
  postal_code: string | null
  country: string | null
  latitude: number | null
  longitude: number | null
  /** With microseconds. */
  updated_at: string
}

/**
 * Locations without coordinates, time zone or search terms yet.
 * @param without ids to skip
 */
export async function listLocationsToPlace(
  tx: Tx,
  limit: number,
  without: readonly string[],
): Promise<LocationToPlace[]> {
  return await tx.query<LocationToPlace>(selectToPlace, limit, without)
}
