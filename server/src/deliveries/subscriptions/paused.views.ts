import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** Data of a paused endpoint for the e-mail. */
export interface PausedEndpoint {
  name: string
  tenant_name: string
}

const find = statement(
  'deliveries.find_paused_receiver',
  `select s.name, t.name as tenant_name
     from subscription s join tenant t on t.tenant_id = s.tenant_id
    where s.tenant_id = $1 and s.subscription_id = $2 and s.is_paused`,
)

/** The endpoint while it is paused; undefined after it was resumed or removed. */
export async function findPausedEndpoint(tx: Tx, subscriptionId: string): Promise<PausedEndpoint | undefined> {
  const [row] = await tx.query<PausedEndpoint>(find, subscriptionId)
  return row
}
