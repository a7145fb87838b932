import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { PublishedDocument } from './publish.ts'

const updatePosted = statement(
  'billing.set_posted',
  `update invoice set status = 'INVOICE_POSTED', posting = 'POSTED', version = version + 1,
          event_sequence = event_sequence + 1, updated_at = now()
    where tenant_id = $1 and invoice_id = $2 and status = 'INVOICED'
   returning kind, event_sequence`,
)

/**
 * Sets a document to posted. Charges and events follow in `documentPosted` of `status.commands.ts`.
 * @returns what others are notified of it; undefined when it was posted before
 */
export async function setPosted(
  tx: Tx,
  invoiceId: string,
): Promise<Pick<PublishedDocument, 'kind' | 'event_sequence'> | undefined> {
  return (await tx.query<Pick<PublishedDocument, 'kind' | 'event_sequence'>>(updatePosted, invoiceId))[0]
}

const lockLiveCharges = statement(
  'billing.lock_live_charges',
  `select x.charge_id, x.order_id, x.side
     from invoice_line l
     join invoice_line_charge c on c.tenant_id = $1 and c.invoice_line_id = l.invoice_line_id and c.is_live
     join charge x on x.tenant_id = $1 and x.charge_id = c.charge_id
    where l.tenant_id = $1 and l.invoice_id = $2
    order by x.charge_id for update of x`,
)

/** The charges that a document bills, locked in the order of their ids. */
export async function liveChargesForUpdate(
  tx: Tx,
  invoiceId: string,
): Promise<{ charge_id: string; order_id: string | null; side: 'SALES' | 'COST' }[]> {
  return await tx.query(lockLiveCharges, invoiceId)
}
