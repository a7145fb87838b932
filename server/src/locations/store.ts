import { ofMany, statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { byRow } from '../db/tenants/combine.ts'
import type { KnownPlace, SentLocation } from './rules.ts'

/** A place to match or create. `location_id` is used only if the place is new. */
export interface LocationToMatch {
  location_id: string
  match_key: Buffer
  sent: SentLocation
}

const intoLocation = `insert into location (tenant_id, location_id, match_key, name, address, address_second_line, postal_code, city,
                         state, country, code, external_id, description, latitude, longitude, display_name)`
const placeLists = `$2::uuid[], $3::bytea[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
     $11::text[], $12::text[], $13::text[], $14::float8[], $15::float8[], $16::text[]`

const insertOfTenant = statement(
  'locations.insert_missing',
  `${intoLocation}
   select $1::uuid, t.* from unnest(${placeLists}) as t (location_id, match_key)
    where not exists (select from location l
                       where l.tenant_id = $1 and l.match_key = any($3::bytea[]) and l.match_key = t.match_key)
    order by t.match_key
   on conflict (tenant_id, match_key) do nothing
   returning tenant_id`,
)

// Individual lookups with a limit each, so that no plan joins the list with all locations.
const insertMissing = ofMany(
  insertOfTenant,
  `${intoLocation}
   select t.* from unnest($1::uuid[], ${placeLists}) as t (tenant_id, location_id, match_key)
    where (select true from location l where l.tenant_id = t.tenant_id and l.match_key = any($3::bytea[]) and l.match_key = t.match_key limit 1) is null
    order by t.tenant_id, t.match_key
   on conflict (tenant_id, match_key) do nothing`,
  byRow(),
)

/**
 * Creates missing places in one statement. Rows are inserted in key order, so that two transactions with the same new
 * places do not deadlock. Their ids are then found by `match_key`.
 */
export async function insertMissingLocations(tx: Tx, given: readonly LocationToMatch[]): Promise<void> {
  if (given.length === 0) return
  const column = (name: keyof SentLocation) => given.map(({ sent }) => sent[name] || null)
  const degrees = (name: 'latitude' | 'longitude') =>
    given.map(({ sent }) => (typeof sent[name] === 'number' ? sent[name] : null))
  await tx.query(
    insertMissing,
    given.map((location) => location.location_id),
    given.map((location) => location.match_key),
    column('name'),
    column('address'),
    column('address_second_line'),
    column('postal_code'),
    column('city'),
    column('state'),
    column('country'),
    column('code'),
    column('external_id'),
    column('description'),
    degrees('latitude'),
    degrees('longitude'),
    column('display_name'),
  )
}

const selectByIds = statement(
  'locations.select_by_ids',
  `select location_id, name, address, address_second_line, postal_code, city, state, country, latitude,
          longitude
     from location l where l.tenant_id = $1 and l.location_id = any($2::uuid[])`,
)

/** Places by id; unknown ids are left out. */
export async function findLocations(tx: Tx, ids: readonly string[]): Promise<KnownPlace[]> {
  if (ids.length === 0) return []
  return await tx.query<KnownPlace>(selectByIds, ids)
}
