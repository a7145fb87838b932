import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const deletePendingRows = statement(
  'deliveries.delete_expired_pending',
  `delete from delivery_pending p using event e, subscription s
    where p.tenant_id = $1 and e.tenant_id = $1 and s.tenant_id = $1 and e.event_id = any ($2::uuid[])
      and p.subscription_id = s.subscription_id and p.entity_type = e.entity_type and p.entity_id = e.entity_id
      and p.epoch = e.epoch and p.sequence = e.sequence`,
)
const deleteAttemptRows = statement(
  'deliveries.delete_expired_attempts',
  'delete from delivery_attempt where tenant_id = $1 and event_id = any ($2::uuid[])',
)
const deleteDeliveryRows = statement(
  'deliveries.delete_expired_deliveries',
  'delete from delivery where tenant_id = $1 and event_id = any ($2::uuid[])',
)

const deleteInterchangeRows = statement(
  'deliveries.delete_expired_interchanges',
  'delete from edi_interchange where tenant_id = $1 and event_id = any ($2::uuid[])',
)

/** Deletes all delivery data of these events. */
export async function deleteDeliveriesOf(tx: Tx, eventIds: readonly string[]): Promise<void> {
  await Promise.all([
    tx.query(deletePendingRows, eventIds),
    tx.query(deleteAttemptRows, eventIds),
    tx.query(deleteDeliveryRows, eventIds),
    tx.query(deleteInterchangeRows, eventIds),
  ])
}
