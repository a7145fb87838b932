import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const unlink = statement(
  'validities.delete_documents_of_resource',
  `delete from validity_document where tenant_id = $1 and validity_id in (
     select v.validity_id from validity v where v.tenant_id = $1 and v.resource_id = $2)`,
)
const clear = statement(
  'validities.erase_descriptions',
  'update validity set description = null where tenant_id = $1 and resource_id = $2 and description is not null',
)

/** Erases all texts of a person's certificates, except kind and dates. */
export async function eraseValiditiesOf(tx: Tx, resourceId: string): Promise<void> {
  await Promise.all([tx.query(unlink, resourceId), tx.query(clear, resourceId)])
}
