import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { DirectedEvent } from '../events/store.ts'

const insertRows = statement(
  'deliveries.insert_directed',
  `with directed as (
     select s.subscription_id, e.event_id, e.entity_type, e.entity_id, t.epoch, e.sequence
       from unnest($3::uuid[], $4::text[], $5::uuid[], $6::integer[]) as e (event_id, entity_type, entity_id, sequence)
       join tenant t on $1 = t.tenant_id
       join subscription s on s.tenant_id = $1 and s.subscription_id = $2
   ), marked as (
     insert into directed_event (tenant_id, event_id, subscription_id)
     select $1::uuid, event_id, subscription_id from directed returning tenant_id
   )
   insert into delivery_pending (tenant_id, subscription_id, entity_type, entity_id, epoch, sequence, event_id)
   select $1::uuid, subscription_id, entity_type, entity_id, epoch, sequence, event_id from directed
   returning event_id`,
)

/**
 * Queues events for one endpoint.
 * @returns how many; 0 when there is no such endpoint
 */
export async function insertDirected(
  tx: Tx,
  subscriptionId: string,
  events: readonly Omit<DirectedEvent, 'payload' | 'type'>[],
): Promise<number> {
  const rows = await tx.query(
    insertRows,
    subscriptionId,
    events.map((event) => event.event_id),
    events.map((event) => event.entity_type),
    events.map((event) => event.entity_id),
    events.map((event) => event.sequence),
  )
  return rows.length
}

const selectExpired = statement(
  'deliveries.select_expired_directed',
  `select event_id from directed_event
    where tenant_id = $1 and recorded_at < now() - make_interval(days => $2) order by recorded_at limit $3`,
)

/** Directed events that are older than `days` days, oldest first. */
export async function findExpiredDirected(tx: Tx, days: number, most: number): Promise<string[]> {
  const rows = await tx.query<{ event_id: string }>(selectExpired, days, most)
  return rows.map((row) => row.event_id)
}

const deleteRows = statement(
  'deliveries.delete_directed',
  'delete from directed_event where tenant_id = $1 and event_id = any ($2::uuid[])',
)

/** Deletes the addressees of directed events. */
export async function deleteDirected(tx: Tx, eventIds: readonly string[]): Promise<void> {
  await tx.query(deleteRows, eventIds)
}
