import type { LocationRecord, PlaceEstimate } from '@cartage/contract/locations/endpoints'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { Coordinates } from './great-circle.rules.ts'
import { type DecidedLocation, searchTerm } from './members.rules.ts'
import { insertMissingLocations, type LocationToMatch } from './store.ts'
import { recordColumns, survivorOf } from './views.ts'

const lockRow = statement(
  'locations.lock_row',
  `select ${recordColumns('l')} from location l where l.tenant_id = $1 and l.location_id = $2 for update`,
)

/** One location, locked until the transaction ends; undefined if it does not exist. */
export async function locationForUpdate(tx: Tx, id: string): Promise<LocationRecord | undefined> {
  return (await tx.query<LocationRecord>(lockRow, id))[0]
}

const lockMerging = statement(
  'locations.lock_merging',
  `select pg_advisory_xact_lock(hashtextextended('locations.merge ' || $1::uuid::text, 0))`,
)
const lockMerged = statement(
  'locations.lock_merged',
  `select ${recordColumns('l')}
     from location l
    where l.tenant_id = $1 and (l.location_id = any($2::uuid[]) or l.merged_into = $3)
    order by l.location_id for update`,
)

/**
 * Locks two locations and those merged into the first. Merges of a tenant are serialised, because each has to see the
 * result of the one before.
 */
export async function locationsForMerge(tx: Tx, id: string, into: string): Promise<LocationRecord[]> {
  await tx.query(lockMerging)
  return await tx.query<LocationRecord>(lockMerged, [id, into], id)
}

const insertRow = statement(
  'locations.insert_location',
  `insert into location (tenant_id, location_id, match_key, name, display_name, code, external_id, address,
                         address_second_line, postal_code, city, state, country, description, latitude, longitude,
                         opening_hours, loading_minutes, unloading_minutes, search_name, search_city, coordinate_source,
                         merged_into)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
   on conflict (tenant_id, match_key) do nothing
   returning location_id`,
)

/**
 * Inserts a new location.
 * @param mergedInto for a further spelling of a location that exists: that location
 * @returns false when the tenant has its key already; nothing is written then
 */
export async function insertLocation(
  tx: Tx,
  id: string,
  location: DecidedLocation,
  mergedInto: string | null = null,
): Promise<boolean> {
  const { match_key: key, coordinate_source: source } = location
  const rows = await tx.query(insertRow, id, key, ...columns(location), source, mergedInto)
  return rows.length > 0
}

const updateRow = statement(
  'locations.update_location',
  `update location
      set name = $3, display_name = $4, code = $5, external_id = $6, address = $7, address_second_line = $8,
          postal_code = $9, city = $10, state = $11, country = $12, description = $13, latitude = $14, longitude = $15,
          opening_hours = $16, loading_minutes = $17, unloading_minutes = $18, search_name = $19, search_city = $20,
          coordinate_source = $21, time_zone = case when $21::text is null then null else time_zone end,
          estimate = case when $21::text = 'ESTIMATE' then estimate end,
          is_unclear = coalesce($21::text = 'ESTIMATE' and is_unclear, false), updated_at = statement_timestamp()
    where tenant_id = $1 and location_id = $2`,
)

/** Updates the fields of a location; its key stays the original one. */
export async function updateLocationMembers(tx: Tx, id: string, location: DecidedLocation): Promise<void> {
  await tx.query(updateRow, id, ...columns(location), location.coordinate_source)
}

function columns({ members }: DecidedLocation): unknown[] {
  return [
    members.name,
    members.display_name,
    members.code,
    members.external_id,
    members.address,
    members.address_second_line,
    members.postal_code,
    members.city,
    members.state,
    members.country,
    members.description,
    members.latitude,
    members.longitude,
    members.opening_hours,
    members.loading_minutes,
    members.unloading_minutes,
    searchTerm(members.name),
    searchTerm(members.city),
  ]
}

const updateArchived = statement(
  'locations.update_archived',
  `update location set is_archived = $3, updated_at = statement_timestamp() where tenant_id = $1 and location_id = $2`,
)

/** Archives or restores a location. */
export async function updateLocationArchived(tx: Tx, id: string, isArchived: boolean): Promise<void> {
  await tx.query(updateArchived, id, isArchived)
}

const updateMerged = statement(
  'locations.update_merged',
  `update location set merged_into = $3, updated_at = statement_timestamp()
    where tenant_id = $1 and location_id = any($2::uuid[])`,
)

/** Merges these locations into another one; null undoes that. */
export async function updateLocationsMerged(tx: Tx, ids: readonly string[], into: string | null): Promise<void> {
  await tx.query(updateMerged, ids, into)
}

const selectByKeys = statement(
  'locations.select_by_keys',
  `select encode(l.match_key, 'hex') as key, ${survivorOf('l')} as location_id
     from location l where l.tenant_id = $1 and l.match_key = any($2::bytea[])`,
)

/** The location of an address, after merging; undefined if there is none. */
export async function findLocationByKey(tx: Tx, key: Buffer): Promise<string | undefined> {
  const [row] = await tx.query<{ location_id: string }>(selectByKeys, [key])
  return row?.location_id
}

/**
 * Finds the locations that other records refer to by address, and creates missing ones. For companies and resources;
 * orders do the same within their own statements.
 * @returns their ids in the order of `given`, of the locations that are not merged into another
 */
export async function matchLocations(tx: Tx, given: readonly LocationToMatch[]): Promise<string[]> {
  if (given.length === 0) return []
  await insertMissingLocations(tx, given)
  const keys = given.map(({ match_key }) => match_key)
  const rows = await tx.query<{ key: string; location_id: string }>(selectByKeys, keys)
  const ids = new Map(rows.map(({ key, location_id }) => [key, location_id]))
  return keys.map((key) => ids.get(key.toString('hex'))!)
}

const updateChosen = statement(
  'locations.update_chosen_place',
  `update location
      set latitude = $3, longitude = $4, coordinate_source = 'ESTIMATE', estimate = $5::jsonb, time_zone = $6,
          is_unclear = false, geocode_at = null,
          updated_at = statement_timestamp()
    where tenant_id = $1 and location_id = $2`,
)

/** Moves a location to the candidate that a person chose. */
export async function updateChosenPlace(
  tx: Tx,
  id: string,
  { latitude, longitude }: Coordinates,
  estimate: PlaceEstimate,
  timeZone: string | null,
): Promise<void> {
  await tx.query(updateChosen, id, latitude, longitude, JSON.stringify(estimate), timeZone)
}

/** The coordinates of a location, as determined by the loop. */
export interface Placed {
  location_id: string
  /** Version that was read: a location changed meanwhile is processed again. */
  updated_at: string
  latitude: number | null
  longitude: number | null
  coordinate_source: 'GIVEN' | 'ESTIMATE' | 'UNKNOWN'
  estimate: PlaceEstimate | null
  /** It is ambiguous. */
  is_unclear: boolean
  /** A geocoder is queried as well. */
  asks: boolean
  time_zone: string | null
  search_name: string | null
  search_city: string | null
}

const placeRows = statement(
  'locations.update_places',
  `update location l
      set latitude = t.latitude, longitude = t.longitude, coordinate_source = t.coordinate_source,
          time_zone = t.time_zone, search_name = t.search_name, search_city = t.search_city,
          estimate = t.estimate::jsonb, is_unclear = t.is_unclear,
          geocode_at = case when t.asks then (select now()) end
     from unnest($2::uuid[], $3::timestamptz[], $4::float8[], $5::float8[], $6::text[], $7::text[], $8::text[],
                 $9::text[], $10::text[], $11::boolean[], $12::boolean[])
          as t (location_id, updated_at, latitude, longitude, coordinate_source, time_zone, search_name, search_city,
                estimate, is_unclear, asks)
    where l.tenant_id = $1 and l.location_id = any($2::uuid[]) and l.location_id = t.location_id
      and l.updated_at = t.updated_at and l.coordinate_source is null`,
)

/** Writes the places of locations, unless they were changed since they were read. */
export async function updatePlaces(tx: Tx, places: readonly Placed[]): Promise<void> {
  if (places.length === 0) return
  await tx.query(
    placeRows,
    places.map((place) => place.location_id),
    places.map((place) => place.updated_at),
    places.map((place) => place.latitude),
    places.map((place) => place.longitude),
    places.map((place) => place.coordinate_source),
    places.map((place) => place.time_zone),
    places.map((place) => place.search_name),
    places.map((place) => place.search_city),
    places.map((place) => place.estimate && JSON.stringify(place.estimate)),
    places.map((place) => place.is_unclear),
    places.map((place) => place.asks),
  )
}
