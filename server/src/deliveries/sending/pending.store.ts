import { allEvents, optionalEventTypes } from '@cartage/contract/events/endpoints'
import { answered, ofMany, statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { byRow, driving, type TenantValues } from '../../db/tenants/combine.ts'
import type { NewEvent } from '../../events/store.ts'
import type { Course } from './schedule.rules.ts'

/** Seconds that a claimed row belongs to its process. */
export const leaseSeconds = 60

/**
 * SQL: whether subscription `s` selects an event. No types, or the word `all`, mean every type but the optional ones,
 * which go only to endpoints that select them; endpoints of dispatches get nothing by type.
 */
const selectsType = (event: string) => `s.purpose = 'EVENTS' and (
  ${event}.type = any (s.event_types)
  or (s.event_types = '{}' or '${allEvents}' = any (s.event_types))
     and ${event}.type <> all ('{${optionalEventTypes.join(',')}}'))`

/** SQL: whether subscription `s` selects event `e`. */
export const isSelected = selectsType('e')

// `tenant` is outside row security, so its predicate is the other way round (see events/store.ts).
const newPending = `insert into delivery_pending (tenant_id, subscription_id, entity_type, entity_id, epoch, sequence, event_id)
   select $1::uuid, s.subscription_id, e.entity_type, e.entity_id, t.epoch, e.sequence, e.event_id
     from unnest($2::uuid[], $3::text[], $4::uuid[], $5::integer[], $6::text[])
          as e (event_id, entity_type, entity_id, sequence, type)
     join tenant t on $1 = t.tenant_id
     join subscription s on s.tenant_id = $1 and ${isSelected}`

const insertPendingRows = ofMany(
  statement('deliveries.insert_pending', newPending, answered(newPending)),
  `insert into delivery_pending (tenant_id, subscription_id, entity_type, entity_id, epoch, sequence, event_id)
   select s.tenant_id, s.subscription_id, e.entity_type, e.entity_id, t.epoch, e.sequence, e.event_id
     from ${driving('unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::integer[], $6::text[])')}
          as e (tenant_id, event_id, entity_type, entity_id, sequence, type)
     join tenant t on t.tenant_id = e.tenant_id
     join subscription s on s.tenant_id = e.tenant_id and ${isSelected}`,
  byRow(),
)

/** Queues events for every subscription that selects their type; also for paused ones, so that nothing is lost. */
export async function insertPending(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  await tx.query(
    insertPendingRows,
    events.map((event) => event.event_id),
    events.map((event) => event.entity_type),
    events.map((event) => event.entity_id),
    events.map((event) => event.sequence),
    events.map((event) => event.type),
  )
}

/** Key of a pending row: its chain and its position there. */
export interface PendingKey {
  subscription_id: string
  entity_type: string
  entity_id: string
  epoch: number
  sequence: number
}

/** A row that this process may send until its lease ends. */
export interface Claimed extends PendingKey {
  event_id: string
  attempts: number
  is_probe: boolean
  type: string
  payload: string
  /**
   * Sequence of the previous event of this entity sent to this endpoint, 0 if there was none since it selected these
   * types; null where the channel cannot report it.
   */
  previous_sequence: number | null
}

// Heads of chains only: a row is skipped while an earlier one of the same entity waits for the same endpoint. The head
// is looked up with a limit, which cannot become a join: planned on a small table, the join compared every row with
// every other. "due_at > '-infinity'" lets a query use the index over due_at (see its migration). The probe of an open
// breaker is leased on the subscription itself, so that there is one in the whole installation.
const claimOfOne = statement(
  'deliveries.claim_pending',
  `with probing as (
     update subscription s set probe_at = now() + make_interval(secs => $6)
      where s.tenant_id = $1 and s.opened_at is not null and s.probe_at <= now() and not s.is_paused
        and (s.quiet_until is null or s.quiet_until <= now())
     returning s.subscription_id
   ), room as (
     select subscription_id, true as is_probe, 1 as size from probing
     union all
     select s.subscription_id, false, coalesce(b.size, $4::integer)
       from subscription s
       left join unnest($2::uuid[], $3::integer[]) as b (subscription_id, size) on b.subscription_id = s.subscription_id
      where s.tenant_id = $1 and s.opened_at is null and not s.is_paused and (s.quiet_until is null or s.quiet_until <= now())
   ), head as (
     select h.*, r.is_probe
       from room r cross join lateral (
         select p.ctid as place
           from delivery_pending p
          where p.tenant_id = $1 and p.subscription_id = r.subscription_id
            and p.due_at > '-infinity'
            and p.due_at <= case when r.is_probe then 'infinity'::timestamptz else now() end
            and (p.lease_until is null or p.lease_until <= now())
            and (p.epoch, p.sequence) = (
              select e.epoch, e.sequence from delivery_pending e
               where e.tenant_id = $1 and e.subscription_id = p.subscription_id
                 and e.entity_type = p.entity_type and e.entity_id = p.entity_id
               order by e.epoch, e.sequence limit 1
            )
          order by p.due_at limit r.size
            for update of p skip locked
       ) h
   ), taken as (
     update delivery_pending p set lease_token = $5, lease_until = now() + make_interval(secs => $6)
       from head h
      where p.tenant_id = $1 and p.ctid = h.place
     returning p.subscription_id, p.entity_type, p.entity_id, p.epoch, p.sequence, p.event_id, p.attempts, p.due_at,
               h.is_probe
   )
   select t.subscription_id, t.entity_type, t.entity_id, t.epoch, t.sequence, t.event_id, t.attempts, t.is_probe,
          e.type, e.payload,
          case when s.purpose = 'EVENTS' and s.channel = 'HTTPS' then coalesce((
            select b.sequence from event b
             where b.tenant_id = $1 and b.entity_type = t.entity_type and b.entity_id = t.entity_id
               and b.epoch = t.epoch and b.sequence < t.sequence and b.recorded_at >= s.events_since and ${selectsType('b')}
             order by b.sequence desc limit 1
          ), 0) end as previous_sequence
     from taken t
     join event e on e.tenant_id = $1 and e.event_id = t.event_id
     join subscription s on s.tenant_id = $1 and s.subscription_id = t.subscription_id
    order by t.due_at, e.recorded_at`,
)

const claimPending = ofMany(
  claimOfOne,
  `with probing as (
     update subscription s set probe_at = now() + make_interval(secs => $7)
       from ${driving('unnest($1::uuid[])')} as given (tenant_id)
      where s.tenant_id = given.tenant_id and s.opened_at is not null and s.probe_at <= now() and not s.is_paused
        and (s.quiet_until is null or s.quiet_until <= now())
     returning s.tenant_id, s.subscription_id
   ), room as (
     select p.tenant_id, p.subscription_id, true as is_probe, 1 as size from probing p
     union all
     select s.tenant_id, s.subscription_id, false, coalesce(b.size, $6::integer)
       from ${driving('unnest($1::uuid[])')} as given (tenant_id)
       join subscription s on s.tenant_id = given.tenant_id
       left join unnest($3::uuid[], $4::uuid[], $5::integer[]) as b (tenant_id, subscription_id, size)
         on b.tenant_id = s.tenant_id and b.subscription_id = s.subscription_id
      where s.opened_at is null and not s.is_paused and (s.quiet_until is null or s.quiet_until <= now())
   ), head as (
     select r.tenant_id, h.place, r.is_probe
       from room r cross join lateral (
         select p.ctid as place
           from delivery_pending p
          where p.tenant_id = r.tenant_id and p.subscription_id = r.subscription_id
            and p.due_at > '-infinity'
            and p.due_at <= case when r.is_probe then 'infinity'::timestamptz else now() end
            and (p.lease_until is null or p.lease_until <= now())
            and (p.epoch, p.sequence) = (
              select e.epoch, e.sequence from delivery_pending e
               where e.tenant_id = r.tenant_id and e.subscription_id = p.subscription_id
                 and e.entity_type = p.entity_type and e.entity_id = p.entity_id
               order by e.epoch, e.sequence limit 1
            )
          order by p.due_at limit r.size
            for update of p skip locked
       ) h
   ), taken as (
     update delivery_pending p set lease_token = given.token, lease_until = now() + make_interval(secs => $7)
       from head h join unnest($1::uuid[], $2::uuid[]) as given (tenant_id, token) on given.tenant_id = h.tenant_id
      where p.tenant_id = h.tenant_id and p.ctid = h.place
     returning p.tenant_id, p.subscription_id, p.entity_type, p.entity_id, p.epoch, p.sequence, p.event_id, p.attempts,
               p.due_at, h.is_probe
   )
   select t.tenant_id, t.subscription_id, t.entity_type, t.entity_id, t.epoch, t.sequence, t.event_id, t.attempts,
          t.is_probe, e.type, e.payload,
          case when s.purpose = 'EVENTS' and s.channel = 'HTTPS' then coalesce((
            select b.sequence from event b
             where b.tenant_id = t.tenant_id and b.entity_type = t.entity_type and b.entity_id = t.entity_id
               and b.epoch = t.epoch and b.sequence < t.sequence and b.recorded_at >= s.events_since and ${selectsType('b')}
             order by b.sequence desc limit 1
          ), 0) end as previous_sequence
     from taken t
     join event e on e.tenant_id = t.tenant_id and e.event_id = t.event_id
     join subscription s on s.tenant_id = t.tenant_id and s.subscription_id = t.subscription_id
    order by t.due_at, e.recorded_at`,
  claimsOfMany,
)

/** One token for each tenant, and one row for each endpoint with its own room; limit and lease are the same for all. */
function claimsOfMany(given: readonly TenantValues[]): unknown[] {
  const rooms = given.flatMap(({ tenantId, values: [ids, sizes] }) =>
    (ids as string[]).map((id, at) => ({ tenantId, id, size: (sizes as number[])[at] })),
  )
  const [, , most, , lease] = given[0]!.values
  return [
    given.map(({ tenantId }) => tenantId),
    given.map(({ values }) => values[3]),
    rooms.map(({ tenantId }) => tenantId),
    rooms.map(({ id }) => id),
    rooms.map(({ size }) => size),
    most,
    lease,
  ]
}

/**
 * Claims due rows: heads of chains, oldest first.
 * @param token identifies this claim; required to finish the rows
 * @param most rows per subscription, unless `rooms` has another number for one; the same for all tenants of a batch
 */
export async function takeDue(
  tx: Tx,
  token: string,
  most: number,
  rooms: ReadonlyMap<string, number>,
): Promise<Claimed[]> {
  return tx.query<Claimed>(claimPending, [...rooms.keys()], [...rooms.values()], most, token, leaseSeconds)
}

const renewRows = statement(
  'deliveries.renew_rows',
  `update delivery_pending p set lease_until = now() + make_interval(secs => $4)
    where p.tenant_id = $1 and p.subscription_id = $2 and p.lease_token = $3 and (p.entity_type, p.entity_id, p.epoch,
          p.sequence) = ($5, $6::uuid, $7::integer, $8::integer)`,
)

/** Extends the lease of a row that is still being sent, as long as it belongs to the claim. */
export async function renewPending(tx: Tx, key: PendingKey & { token: string }): Promise<void> {
  const { subscription_id, token, entity_type, entity_id, epoch, sequence } = key
  await tx.query(renewRows, subscription_id, token, leaseSeconds, entity_type, entity_id, epoch, sequence)
}

const selectLeased = statement(
  'deliveries.select_leased',
  `select p.subscription_id, p.entity_type, p.entity_id, p.epoch, p.sequence, p.event_id, p.attempts, p.refusals,
          extract(epoch from p.first_attempt_at)::float8 * 1000 as first_attempt_ms,
          extract(epoch from p.refused_since)::float8 * 1000 as refused_since_ms,
          p.refused_since is not null and exists (
            select from delivery d
             where d.tenant_id = $1 and d.subscription_id = p.subscription_id and d.status = 'DELIVERED'
               and d.finished_at > p.refused_since
          ) as takes_others
     from delivery_pending p
     join unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::integer[], $7::integer[])
          as k (token, subscription_id, entity_type, entity_id, epoch, sequence)
       on p.subscription_id = k.subscription_id and p.entity_type = k.entity_type and p.entity_id = k.entity_id
      and p.epoch = k.epoch and p.sequence = k.sequence and p.lease_token = k.token
    where p.tenant_id = $1
      for update of p`,
)

/** A row whose lease is still held, with its earlier attempts. */
export interface Leased extends PendingKey {
  event_id: string
  course: Course
  takes_others: boolean
}

interface LeasedRow extends PendingKey {
  event_id: string
  attempts: number
  refusals: number
  first_attempt_ms: number | null
  refused_since_ms: number | null
  takes_others: boolean
}

/** Locks those of the rows that are still leased under their claim's token. */
export async function leasedForUpdate(tx: Tx, keys: readonly (PendingKey & { token: string })[]): Promise<Leased[]> {
  const rows = await tx.query<LeasedRow>(
    selectLeased,
    keys.map((key) => key.token),
    ...keyColumns(keys),
  )
  return rows.map(({ attempts, refusals, first_attempt_ms, refused_since_ms, ...row }) => ({
    ...row,
    course: { attempts, refusals, firstAttemptAt: first_attempt_ms, refusedSince: refused_since_ms },
  }))
}

const updateCourse = statement(
  'deliveries.update_course',
  `update delivery_pending p
      set attempts = k.attempts, refusals = k.refusals, lease_token = null, lease_until = null,
          first_attempt_at = to_timestamp(k.first_ms / 1000), refused_since = to_timestamp(k.refused_ms / 1000),
          due_at = to_timestamp(k.due_ms / 1000)
     from unnest($2::uuid[], $3::text[], $4::uuid[], $5::integer[], $6::integer[],
                 $7::integer[], $8::integer[], $9::float8[], $10::float8[], $11::float8[])
          as k (subscription_id, entity_type, entity_id, epoch, sequence, attempts, refusals, first_ms, refused_ms, due_ms)
    where p.tenant_id = $1 and p.subscription_id = k.subscription_id and p.entity_type = k.entity_type
      and p.entity_id = k.entity_id and p.epoch = k.epoch and p.sequence = k.sequence`,
)

// Rows behind a waiting head are not checked repeatedly: they wait as long as it does.
const holdChains = statement(
  'deliveries.hold_chains',
  `update delivery_pending p set due_at = to_timestamp(k.due_ms / 1000)
     from unnest($2::uuid[], $3::text[], $4::uuid[], $5::integer[], $6::integer[], $7::float8[])
          as k (subscription_id, entity_type, entity_id, epoch, sequence, due_ms)
    where p.tenant_id = $1 and p.subscription_id = k.subscription_id and p.entity_type = k.entity_type
      and p.entity_id = k.entity_id and (p.epoch, p.sequence) > (k.epoch, k.sequence)
      and p.due_at < to_timestamp(k.due_ms / 1000)`,
)

/** Writes the time of the next attempt, releases the rows and delays the rest of their chains. */
export async function updatePending(
  tx: Tx,
  rows: readonly (PendingKey & { course: Course; dueAt: number })[],
): Promise<void> {
  if (rows.length === 0) return
  const due = rows.map((row) => row.dueAt)
  await tx.query(
    updateCourse,
    ...keyColumns(rows),
    rows.map((row) => row.course.attempts),
    rows.map((row) => row.course.refusals),
    rows.map((row) => row.course.firstAttemptAt),
    rows.map((row) => row.course.refusedSince),
    due,
  )
  await tx.query(holdChains, ...keyColumns(rows), due)
}

const freeRows = statement(
  'deliveries.free_rows',
  `update delivery_pending p set lease_token = null, lease_until = null
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::integer[], $7::integer[])
          as k (token, subscription_id, entity_type, entity_id, epoch, sequence)
    where p.tenant_id = $1 and p.subscription_id = k.subscription_id and p.entity_type = k.entity_type
      and p.entity_id = k.entity_id and p.epoch = k.epoch and p.sequence = k.sequence and p.lease_token = k.token`,
)

/** Releases rows that were claimed and not sent. */
export async function freePending(tx: Tx, keys: readonly (PendingKey & { token: string })[]): Promise<void> {
  if (keys.length === 0) return
  await tx.query(
    freeRows,
    keys.map((key) => key.token),
    ...keyColumns(keys),
  )
}

const advanceChains = statement(
  'deliveries.advance_chains',
  `update delivery_pending p set due_at = now()
     from unnest($2::uuid[], $3::text[], $4::uuid[]) as k (subscription_id, entity_type, entity_id)
    where p.tenant_id = $1 and p.subscription_id = k.subscription_id and p.entity_type = k.entity_type
      and p.entity_id = k.entity_id and p.due_at > now()`,
)

/** Makes the rest of chains due whose delayed head is done. */
export async function releaseChains(tx: Tx, keys: readonly PendingKey[]): Promise<void> {
  if (keys.length === 0) return
  const [subscriptions, types, entities] = keyColumns(keys)
  await tx.query(advanceChains, subscriptions, types, entities)
}

const advanceSubscription = statement(
  'deliveries.advance_subscription',
  `update delivery_pending p set due_at = now()
    where p.tenant_id = $1 and p.subscription_id = any ($2::uuid[]) and p.due_at > now() and p.refusals = 0
      and (p.lease_until is null or p.lease_until <= now())`,
)

/** Makes everything due that waited for a recovered endpoint. */
export async function releaseSubscriptions(tx: Tx, subscriptionIds: readonly string[]): Promise<void> {
  if (subscriptionIds.length > 0) await tx.query(advanceSubscription, subscriptionIds)
}

const resetCourses = statement(
  'deliveries.reset_courses',
  `update delivery_pending
      set attempts = 0, refusals = 0, first_attempt_at = null, refused_since = null, due_at = now()
    where tenant_id = $1 and subscription_id = $2 and (attempts > 0 or due_at > now())
      and (lease_until is null or lease_until <= now())`,
)

/** Restarts the schedule of everything that waits for this endpoint. */
export async function resetPending(tx: Tx, subscriptionId: string): Promise<void> {
  await tx.query(resetCourses, subscriptionId)
}

/** The keys as one array per column, in the order of the statement parameters. */
export function keyColumns(keys: readonly PendingKey[]): [string[], string[], string[], number[], number[]] {
  return [
    keys.map((key) => key.subscription_id),
    keys.map((key) => key.entity_type),
    keys.map((key) => key.entity_id),
    keys.map((key) => key.epoch),
    keys.map((key) => key.sequence),
  ]
}
