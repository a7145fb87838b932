import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const close = statement(
  'doors.erase_links_of_driver',
  `update door_link set revoked_at = coalesce(revoked_at, (select now())), label = null where tenant_id = $1 and resource_id = $2`,
)

/** Revokes the links of a driver's page, without what they were called. */
export async function eraseLinksOf(tx: Tx, resourceId: string): Promise<void> {
  await tx.query(close, resourceId)
}
