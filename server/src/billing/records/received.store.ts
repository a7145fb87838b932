import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const rejectRow = statement(
  'billing.reject_purchase',
  `update invoice set status = 'REJECTED', version = version + 1, event_sequence = event_sequence + 1, updated_at = now()
    where tenant_id = $1 and invoice_id = $2 and status in ('DRAFT', 'PRE_INVOICED')
   returning invoice_id`,
)

/**
 * Rejects an unfinalised supplier document.
 * @returns whether it was open
 */
export async function rejectPurchase(tx: Tx, invoiceId: string): Promise<boolean> {
  return (await tx.query(rejectRow, invoiceId)).length > 0
}

const reopenRow = statement(
  'billing.reopen_purchase',
  `update invoice set status = 'DRAFT', version = version + 1, event_sequence = event_sequence + 1, updated_at = now()
    where tenant_id = $1 and invoice_id = $2 and status = 'REJECTED' and not is_self_billed
   returning invoice_id`,
)

/**
 * Reverts the rejection of a supplier document.
 * @returns whether it was rejected
 */
export async function reopenPurchase(tx: Tx, invoiceId: string): Promise<boolean> {
  return (await tx.query(reopenRow, invoiceId)).length > 0
}

const holdRow = statement(
  'billing.set_payment_hold',
  `update invoice set payment_hold = $3, version = version + 1, updated_at = now()
    where tenant_id = $1 and invoice_id = $2 and payment_hold is distinct from $3
   returning invoice_id`,
)

/**
 * Puts the payment of a document on hold; null releases it.
 * @returns whether that was a change
 */
export async function setPaymentHold(tx: Tx, invoiceId: string, hold: 'ACCOUNT' | null): Promise<boolean> {
  return (await tx.query(holdRow, invoiceId, hold)).length > 0
}

const selectHold = statement(
  'billing.find_payment_hold',
  'select i.payment_hold from invoice i where i.tenant_id = $1 and i.invoice_id = $2',
)

/** Why a document must not be paid yet; null: no hold. */
export async function findPaymentHold(tx: Tx, invoiceId: string): Promise<'ACCOUNT' | null> {
  return (await tx.query<{ payment_hold: 'ACCOUNT' | null }>(selectHold, invoiceId))[0]?.payment_hold ?? null
}
