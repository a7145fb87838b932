import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Period } from './rules.ts'

const ensure = statement(
  'books.ensure_booking_period',
  `insert into booking_period (tenant_id, billing_entity_id, month)
   select $1::uuid, b.billing_entity_id, ($3 || '-01')::date from billing_entity b
    where b.tenant_id = $1 and b.billing_entity_id = $2
   on conflict do nothing
   returning tenant_id`,
)
const select = (lock: string) => `select billing_entity_id, to_char(month, 'YYYY-MM') as month, status, reason
  from booking_period where tenant_id = $1 and billing_entity_id = $2 and month = ($3 || '-01')::date for ${lock}`
const lockToChange = statement('books.lock_booking_period', select('update'))
const lockToBook = statement('books.share_booking_period', select('share'))
const selectNextOpen = statement(
  'books.next_open_month',
  `select to_char(min(m), 'YYYY-MM') as month
     from generate_series(($3 || '-01')::date + interval '1 month', ($3 || '-01')::date + interval '10 years', '1 month') m
    where not exists (select from booking_period p where p.tenant_id = $1 and p.billing_entity_id = $2
                         and p.month = m::date and p.status = 'CLOSED')`,
)
const update = statement(
  'books.update_booking_period',
  `update booking_period set status = $4, reason = $5, content_hash = $6, changed_by = $7, changed_at = now()
    where tenant_id = $1 and billing_entity_id = $2 and month = ($3 || '-01')::date`,
)

/**
 * Locks a month exclusively, against changes and bookings. The row is created on first use; undefined if there is no
 * such billing entity.
 */
export async function lockPeriod(tx: Tx, billingEntityId: string, month: string): Promise<Period | undefined> {
  await tx.query(ensure, billingEntityId, month)
  return (await tx.query<Period>(lockToChange, billingEntityId, month))[0]
}

/** Locks a month for booking: others may book in it too, but it cannot be closed until the transaction ends. */
export async function sharePeriod(tx: Tx, billingEntityId: string, month: string): Promise<Period | undefined> {
  await tx.query(ensure, billingEntityId, month)
  return (await tx.query<Period>(lockToBook, billingEntityId, month))[0]
}

/** The first open month after the given one. */
export async function nextOpenMonth(tx: Tx, billingEntityId: string, month: string): Promise<string> {
  return (await tx.query<{ month: string }>(selectNextOpen, billingEntityId, month))[0]!.month
}

/**
 * Writes whether a month is closed.
 * @param hash of the bookings in a closed month; null for an open one
 * @param actorId the user who did it; null if it was not a user
 */
export async function updatePeriod(tx: Tx, period: Period, hash: string | null, actorId: string | null): Promise<void> {
  const { billing_entity_id, month, status, reason } = period
  await tx.query(update, billing_entity_id, month, status, reason, hash, actorId)
}
