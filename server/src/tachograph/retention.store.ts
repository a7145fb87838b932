import { countGone, keysOf } from '../db/keys.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

/** SQL for the key of an activity as one text, to name rows that cannot be removed. */
const keyText = `a.resource_id || ' ' || replace(a.from_at::text, ' ', 'T')`

// An activity that spans the limit is kept until all of it is older. The key starts with the driver.
const old = (columns: string, more = '') =>
  `select ${columns} from resource r cross join lateral (
     select a.resource_id, a.from_at from driver_activity a
      where a.tenant_id = $1 and a.resource_id = r.resource_id and a.from_at < now() - make_interval(days => $2)
        and a.to_at < now() - make_interval(days => $2) ${more} limit $3) a
    where r.tenant_id = $1 limit $3`

const countOld = statement(
  'tachograph.count_old_activities',
  `select count(*)::integer as rows from (${old('a.from_at')}) x`,
)

/** Counts activities of drivers that ended more than `days` ago, up to a maximum. */
export async function countOldActivities(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countOld, days, most))[0]!.rows
}

const selectOld = statement(
  'tachograph.select_old_activities',
  old(`${keyText} as key`, `and ${keyText} <> all ($4::text[])`),
)

/**
 * Keys of such activities, up to a maximum.
 * @param left keys to skip
 */
export async function findOldActivities(
  tx: Tx,
  days: number,
  most: number,
  left: readonly string[],
): Promise<string[]> {
  return (await tx.query<{ key: string }>(selectOld, days, most, left)).map(({ key }) => key)
}

const activities = keysOf({ resource_id: 'uuid', from_at: 'timestamptz' })
const deleteOld = statement(
  'tachograph.delete_old_activities',
  `with gone as (
     delete from driver_activity a using ${activities.list} where a.tenant_id = $1 and ${activities.is('a')} returning 1)
   ${countGone}`,
)

/**
 * Removes activities by these keys (TACHO-8).
 * @returns number of removed rows
 */
export async function deleteActivitiesBy(tx: Tx, keys: readonly string[]): Promise<number> {
  return await activities.remove(tx, deleteOld, keys)
}
