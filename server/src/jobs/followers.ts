import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { JobKind, JobPayloads } from './kinds.ts'

/** Delay before followers react to a change, so that a burst of changes makes one message. */
export const followSeconds = 2

/** The job queued when a followed record changes. */
export interface Following<Kind extends JobKind = JobKind> {
  kind: Kind
  payload: JobPayloads[Kind]
  serialKey: string
}

const replaceFollower = statement(
  'jobs.replace_follower',
  `with gone as (
     delete from follower f
      where f.tenant_id = $1 and f.follower_id = $2
        and f.record_id <> all ($3::uuid[])
   )
   insert into follower (tenant_id, follower_id, record_id, kind, payload, serial_key)
   select $1::uuid, $2, n.record_id, $4, $5::jsonb, $6
     from unnest($3::uuid[]) as n (record_id)
    where not exists (
      select from follower k
       where k.tenant_id = $1 and k.follower_id = $2 and k.record_id = n.record_id and k.serial_key = $6)
   on conflict (tenant_id, record_id, follower_id) do update
     set payload = excluded.payload, serial_key = excluded.serial_key
   returning tenant_id`,
)

/**
 * Replaces the records that someone follows. Nothing is written if they stay the same.
 * @param job queued when one of them changes
 */
export async function followRecords<Kind extends JobKind>(
  tx: Tx,
  followerId: string,
  recordIds: readonly string[],
  job: Following<Kind>,
): Promise<void> {
  const { kind, payload, serialKey } = job
  await tx.query(replaceFollower, followerId, [...new Set(recordIds)], kind, JSON.stringify(payload), serialKey)
}

const deleteFollowers = statement(
  'jobs.delete_followers',
  'delete from follower f where f.tenant_id = $1 and f.follower_id = any ($2::uuid[])',
)

/** Removes all followed records of these followers. */
export async function forgetFollowers(tx: Tx, followerIds: readonly string[]): Promise<void> {
  if (followerIds.length > 0) await tx.query(deleteFollowers, followerIds)
}

// A job already waiting may run before this change commits and miss it, so each change has its own job.
const insertFollowing = statement(
  'jobs.insert_following',
  `insert into job (tenant_id, kind, payload, serial_key, ready_at)
   select distinct on (f.serial_key) $1::uuid, f.kind, f.payload, f.serial_key, now() + make_interval(secs => $3)
     from follower f where f.tenant_id = $1 and f.record_id = any ($2::uuid[]) order by f.serial_key
   returning tenant_id`,
)

/** Queues the jobs of the followers of these records, in the transaction that changes them. */
export async function noteChanged(tx: Tx, recordIds: readonly string[]): Promise<void> {
  if (recordIds.length > 0) await tx.query(insertFollowing, recordIds, followSeconds)
}
