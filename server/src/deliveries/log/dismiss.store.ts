import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const dismiss = statement(
  'deliveries.dismiss_delivery',
  `update delivery d set dismissed_at = now()
    where d.tenant_id = $1 and d.event_id = $2 and d.subscription_id = $3 and d.status = 'DEAD' and d.dismissed_at is null
   returning d.event_id`,
)

/** Records that a person dismissed a failed delivery; returns whether there was one. */
export async function dismissDelivery(tx: Tx, eventId: string, subscriptionId: string): Promise<boolean> {
  return (await tx.query(dismiss, eventId, subscriptionId)).length > 0
}
