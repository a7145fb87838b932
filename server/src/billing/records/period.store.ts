import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const setMonth = statement(
  'billing.set_carried_over_to',
  `update invoice set carried_over_to = $3, version = version + 1, updated_at = now()
    where tenant_id = $1 and invoice_id = $2 and carried_over_to is distinct from $3::date`,
)

/**
 * Sets the booking month of a locked document, in place of that of its booking date (LEDGER-7).
 * @param day the first of the month; null: the month of its booking date
 */
export async function setCarriedOverTo(tx: Tx, invoiceId: string, day: string | null): Promise<void> {
  await tx.query(setMonth, invoiceId, day)
}
