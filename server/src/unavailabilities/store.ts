import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import type { Content, Range, Unavailability } from './rules.ts'

const columns = `unavailability_id, resource_id, ${instant('start_at')} as start_at, ${instant('end_at')} as end_at,
          reason, description, external_id, source`

/** A record with the version of its last change. */
export interface Versioned extends Unavailability {
  readonly version: string
}

const lockOne = statement(
  'unavailabilities.lock_one',
  `select ${columns} from unavailability
    where tenant_id = $1 and resource_id = $2 and unavailability_id = $3 for update`,
)

/** One unavailability of a resource, locked until the transaction ends. */
export async function unavailabilityForUpdate(
  tx: Tx,
  resourceId: string,
  id: string,
): Promise<Unavailability | undefined> {
  const [row] = await tx.query<Unavailability>(lockOne, resourceId, id)
  return row
}

const lockSome = statement(
  'unavailabilities.lock_some',
  `select ${columns} from unavailability
    where tenant_id = $1 and unavailability_id = any ($2::uuid[]) order by unavailability_id for update`,
)

/** Unavailabilities by id, locked until the transaction ends; unknown ids are left out. */
export async function unavailabilitiesForUpdate(tx: Tx, ids: readonly string[]): Promise<Unavailability[]> {
  return await tx.query<Unavailability>(lockSome, ids)
}

const lockByKeys = statement(
  'unavailabilities.lock_by_keys',
  `select ${columns} from unavailability
    where tenant_id = $1 and resource_id = any ($2::uuid[]) and external_key = any ($3::text[]) and source is null
    order by unavailability_id for update`,
)

/** Unavailabilities created by hand for these resources with these external ids, locked until the transaction ends. */
export async function unavailabilitiesByKeyForUpdate(
  tx: Tx,
  resourceIds: readonly string[],
  keys: readonly string[],
): Promise<Unavailability[]> {
  if (keys.length === 0) return []
  const keySet = new Set(keys)
  const rows = await tx.query<Unavailability>(lockByKeys, resourceIds, [...keySet].map(beginningOf))
  return rows.filter(({ external_id }) => external_id !== null && keySet.has(external_id))
}

const insertRows = statement(
  'unavailabilities.insert_rows',
  `insert into unavailability (tenant_id, unavailability_id, resource_id, start_at, end_at, until_at, reason,
                               description, external_id, external_key, source)
   select $1::uuid, r.id, r.resource_id, r.start_at, r.end_at, coalesce(r.end_at, 'infinity'), r.reason, r.description,
          r.external_id, r.external_key, r.source
     from unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::text[], $7::text[], $8::text[],
                 $9::text[], $10::text[])
            as r (id, resource_id, start_at, end_at, reason, description, external_id, external_key, source)
   returning tenant_id`,
)

/** Inserts any number of unavailabilities in one statement. The resources must exist. */
export async function insertUnavailabilities(tx: Tx, rows: readonly Unavailability[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    insertRows,
    ...contentColumns(rows),
    rows.map((row) => row.source),
  )
}

const updateRows = statement(
  'unavailabilities.update_rows',
  `update unavailability u
      set resource_id = r.resource_id, start_at = r.start_at, end_at = r.end_at,
          until_at = coalesce(r.end_at, 'infinity'), reason = r.reason, description = r.description,
          external_id = r.external_id, external_key = r.external_key, updated_at = statement_timestamp()
     from unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::text[], $7::text[], $8::text[],
                 $9::text[])
            as r (id, resource_id, start_at, end_at, reason, description, external_id, external_key)
    where u.tenant_id = $1 and u.unavailability_id = r.id`,
)

/** Updates the content of unavailabilities in one statement. Their resources do not change. */
export async function updateUnavailabilities(
  tx: Tx,
  rows: readonly (Content & { readonly unavailability_id: string })[],
): Promise<void> {
  if (rows.length > 0) await tx.query(updateRows, ...contentColumns(rows))
}

function contentColumns(rows: readonly (Content & { readonly unavailability_id: string })[]): unknown[] {
  return [
    rows.map((row) => row.unavailability_id),
    rows.map((row) => row.resource_id),
    rows.map((row) => row.start_at),
    rows.map((row) => row.end_at),
    rows.map((row) => row.reason),
    rows.map((row) => row.description),
    rows.map((row) => row.external_id),
    rows.map((row) => (row.external_id === null ? null : beginningOf(row.external_id))),
  ]
}

/** Prefix of a key as long as the index stores, in whole characters. */
function beginningOf(key: string): string {
  return key.length <= 100 ? key : [...key].slice(0, 100).join('')
}

const deleteRows = statement(
  'unavailabilities.delete_rows',
  'delete from unavailability where tenant_id = $1 and unavailability_id = any ($2::uuid[])',
)

/** Removes unavailabilities permanently (UNAV-3). */
export async function deleteUnavailabilities(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.query(deleteRows, ids)
}

const lockSource = statement(
  'unavailabilities.lock_source',
  `select pg_advisory_xact_lock(hashtextextended('unavailabilities|' || $1::text || '|' || $2, 0))`,
)

/** Waits until no other synchronisation of the same source is under way, and keeps others waiting until the commit. */
export async function lockSyncSource(tx: Tx, source: string): Promise<void> {
  await tx.query(lockSource, source)
}

// As in `isWithin`. The second condition follows from the third; it is needed for the index.
const overlaps = `u.start_at < coalesce($4::timestamptz, 'infinity')
          and u.until_at >= coalesce($3::timestamptz, '-infinity')
          and (u.until_at > coalesce($3::timestamptz, '-infinity') or u.start_at >= coalesce($3::timestamptz, '-infinity'))`

// Keys are joined, not compared with a list: a list that is not part of the plan is searched from its first entry for
// every row.
const selectOfSource = statement(
  'unavailabilities.select_of_source',
  `select * from (
     select ${columns}, u.updated_at::text as version, u.created_at from unavailability u
      where u.tenant_id = $1 and u.source = $2 and ${overlaps}
     union all
     select ${columns}, u.updated_at::text, u.created_at
       from unnest($5::text[], $6::text[]) as k (key, beginning)
       join unavailability u on u.tenant_id = $1 and u.source = $2 and u.external_key = k.beginning
        and u.external_id = k.key
      where not (${overlaps})
   ) found
   order by created_at, unavailability_id`,
)

/**
 * Records of a source in a window of time, and those outside of it with one of the keys; oldest first.
 * @param keys without duplicates
 */
export async function listOfSource(
  tx: Tx,
  source: string,
  window: Range,
  keys: readonly string[],
): Promise<Versioned[]> {
  return await tx.query<Versioned>(selectOfSource, source, window.start, window.end, keys, keys.map(beginningOf))
}

const lockRows = statement(
  'unavailabilities.lock_rows',
  `select unavailability_id, updated_at::text as version from unavailability
    where tenant_id = $1 and unavailability_id = any ($2::uuid[]) order by unavailability_id for update`,
)

/** Locks records and returns the version of each one's last change; removed ones are left out. */
export async function versionsForUpdate(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ unavailability_id: string; version: string }>(lockRows, ids)
  return new Map(rows.map((row) => [row.unavailability_id, row.version]))
}
