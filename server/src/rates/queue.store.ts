import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { Due } from './store.ts'

/** An order or trip to rate, and when it was last marked. */
export interface DueSubject extends Due {
  readonly marked_at: string
}

const lockTenant = statement(
  'rates.lock_rating',
  `select pg_try_advisory_xact_lock(hashtextextended('rating ' || t.tenant_id::text, 0)) as is_locked
     from tenant t where t.tenant_id = $1`,
)

/** Tries to become the only transaction that rates for the tenant: two would write the same charges. */
export async function lockRating(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ is_locked: boolean }>(lockTenant)
  return row!.is_locked
}

const waitForTenant = statement(
  'rates.await_rating',
  `select pg_advisory_xact_lock(hashtextextended('rating ' || t.tenant_id::text, 0)) from tenant t where t.tenant_id = $1`,
)

/** Waits for the rating lock of the tenant. */
export async function awaitRating(tx: Tx): Promise<void> {
  await tx.query(waitForTenant)
}

// Not locked: changes of an order mark it in their own transaction, which must not wait for a rating. The instants keep
// their microseconds, to detect a subject that is marked again meanwhile.
const selectDue = statement(
  'rates.select_due',
  `select d.subject_type, d.subject_id, d.marked_at::text as marked_at from rating_due d
    where d.tenant_id = $1 order by d.marked_at, d.subject_id limit $2`,
)

// Takes arrivals with about the requested number of orders, oldest first. An order marked after its arrival is already
// queued. Arrivals of a transaction that started earlier and commits later are seen next time.
const takeArrivals = statement(
  'rates.take_arrivals',
  `with waiting as (
     select a.rating_arrival_id,
            sum(cardinality(a.order_ids)) over (order by a.marked_at, a.rating_arrival_id) - cardinality(a.order_ids) as before
       from rating_arrival a where a.tenant_id = $1
   ), taken as (
     delete from rating_arrival a using waiting w
      where a.tenant_id = $1 and a.rating_arrival_id = w.rating_arrival_id and w.before < $2
     returning a.order_ids, a.marked_at
   )
   insert into rating_due (tenant_id, subject_type, subject_id, reasons, marked_at)
   select $1::uuid, 'ORDER', o.order_id, array['ORDER_CREATED'], min(t.marked_at)
     from taken t cross join lateral unnest(t.order_ids) as o (order_id) group by o.order_id
   on conflict (tenant_id, subject_type, subject_id) do nothing
   returning tenant_id`,
)

/** The longest waiting subjects, including new orders. Runs in one transaction per tenant at a time (`lockRating`). */
export async function dueSubjects(tx: Tx, limit: number): Promise<DueSubject[]> {
  await tx.query(takeArrivals, limit)
  return await tx.query<DueSubject>(selectDue, limit)
}

const selectStillDue = statement(
  'rates.select_still_due',
  `select d.subject_type, d.subject_id, d.marked_at::text as marked_at
     from unnest($2::text[], $3::uuid[]) with ordinality as g (subject_type, subject_id, place)
     join rating_due d on d.tenant_id = $1 and d.subject_type = g.subject_type and d.subject_id = g.subject_id
    where d.tenant_id = $1 and d.subject_id = any($3::uuid[])
    order by g.place`,
)

/** The given subjects that are still queued, with their current marks. */
export async function stillDue(tx: Tx, due: readonly DueSubject[]): Promise<DueSubject[]> {
  return await tx.query<DueSubject>(
    selectStillDue,
    due.map(({ subject_type }) => subject_type),
    due.map(({ subject_id }) => subject_id),
  )
}

const deleteDue = statement(
  'rates.delete_due',
  `delete from rating_due d using unnest($2::text[], $3::uuid[], $4::timestamptz[]) as g (subject_type, subject_id, marked_at)
    where d.tenant_id = $1 and d.subject_id = any($3::uuid[]) and d.subject_type = g.subject_type
      and d.subject_id = g.subject_id and d.marked_at = g.marked_at`,
)

/** Removes rated subjects from the queue, except those marked again meanwhile (CHARGE-1). */
export async function removeDue(tx: Tx, due: readonly DueSubject[]): Promise<void> {
  if (due.length === 0) return
  const types = due.map(({ subject_type }) => subject_type)
  const ids = due.map(({ subject_id }) => subject_id)
  await tx.query(
    deleteDue,
    types,
    ids,
    due.map(({ marked_at }) => marked_at),
  )
}
