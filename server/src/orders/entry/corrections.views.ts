import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { isOrderNumber } from '../intake/batch.rules.ts'
import { findUpload } from '../uploads/list.views.ts'
import { findTakenIdentifiers } from './views.ts'

/**
 * The identifier of a failed upload, which its correction reuses: inbox items of that upload are settled when the
 * correction succeeds (LANE-9).
 * @param companyId the one company that the caller acts for; null for the haulier's own users
 * @throws Problem not_found; state_conflict when it did not fail, was not to create an order, its order exists by now,
 * or its identifier could be the number of another order
 */
export async function correctedIdentifier(tx: Tx, uploadId: string, companyId: string | null): Promise<string> {
  const upload = await findUpload(tx, uploadId, companyId)
  if (!upload) throw new Problem('not_found')
  if (upload.status !== 'ERROR' || upload.operation !== 'CREATE') {
    const message = 'Only a failed upload of a new order can be corrected and sent again. Reload the page.'
    throw new Problem('state_conflict', { message })
  }
  const { order_identifier, source } = upload
  if (isOrderNumber(order_identifier) && source !== 'SCREEN' && source !== 'IMPORT') {
    const message = 'The identifier of this upload looks like an order number. Correct it in the system that sent it.'
    throw new Problem('state_conflict', { message })
  }
  if ((await findTakenIdentifiers(tx, [order_identifier])).has(order_identifier)) {
    const message = 'The order of this upload exists by now or is being processed. Open the order to change it.'
    throw new Problem('state_conflict', { message })
  }
  return order_identifier
}
