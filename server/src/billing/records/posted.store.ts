import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { PublishedDocument } from './publish.ts'
import type { InvoiceStatus } from './store.ts'

/** A document to post, locked until the transaction ends together with the charges it bills. */
export interface DocumentToPost extends Omit<PublishedDocument, 'status'> {
  readonly status: InvoiceStatus
  readonly charges: readonly { charge_id: string; order_id: string | null; side: 'SALES' | 'COST' }[]
  /** Event epoch of the tenant. */
  readonly epoch: number
}

const updatePosted = statement(
  'billing.set_posted',
  `update invoice set status = 'INVOICE_POSTED', posting = 'POSTED', version = version + 1,
          event_sequence = event_sequence + 1, updated_at = now()
    where tenant_id = $1 and invoice_id = $2 and status = 'INVOICED'`,
)

/** Sets a document to posted. Charges and events follow in `documentPosted` of `status.commands.ts`. */
export async function setPosted(tx: Tx, invoiceId: string): Promise<void> {
  await tx.query(updatePosted, invoiceId)
}
