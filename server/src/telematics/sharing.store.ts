import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const insertConsent = statement(
  'telematics.insert_position_consent',
  `insert into driver_position_consent (tenant_id, resource_id, link_id, agreed_at) values ($1, $2, $3, $4)
   on conflict (tenant_id, resource_id) do nothing`,
)
const deleteConsent = statement(
  'telematics.delete_position_consent',
  'delete from driver_position_consent where tenant_id = $1 and resource_id = $2 returning resource_id',
)

/** Stores the consent of a driver; the first date stays. */
export async function saveConsent(tx: Tx, resourceId: string, linkId: string, agreedAt: string): Promise<void> {
  await tx.query(insertConsent, resourceId, linkId, agreedAt)
}

/** Withdraws the consent of a driver. */
export async function removeConsent(tx: Tx, resourceId: string): Promise<void> {
  await tx.query(deleteConsent, resourceId)
}
