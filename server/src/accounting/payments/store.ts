import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** A payment of an invoice or a refund of a credit note. */
export interface NewPayment {
  payment_id: string
  invoice_id: string
  amount: string
  currency: string
  paid_on: string
  origin: 'API' | 'MANUAL' | 'DOCUMENT' | 'ROUNDING' | 'TRANSFER' | 'SET_OFF'
  created_by: string | null
}

const insertRow = statement(
  'accounting.insert_payment',
  `insert into payment (tenant_id, payment_id, invoice_id, amount, currency, paid_on, origin, created_by, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp())`,
)

/** Records a payment. */
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<void> {
  const { payment_id, invoice_id, amount, currency, paid_on, origin, created_by } = payment
  await tx.query(insertRow, payment_id, invoice_id, amount, currency, paid_on, origin, created_by)
}

const reverseRows = statement(
  'accounting.reverse_payments',
  `update payment set reversed_at = now()
    where tenant_id = $1 and invoice_id = $2 and origin = 'API' and reversed_at is null`,
)
const reverseRow = statement(
  'accounting.reverse_payment',
  `update payment set reversed_at = now()
    where tenant_id = $1 and invoice_id = $2 and payment_id = $3 and reversed_at is null returning payment_id`,
)

/** Reverses the payments of a document that a program recorded. They stay stored. */
export async function reverseApiPayments(tx: Tx, invoiceId: string): Promise<void> {
  await tx.query(reverseRows, invoiceId)
}

/**
 * Reverses one payment, which stays stored.
 * @returns false if it was reversed before
 */
export async function reverseOne(tx: Tx, invoiceId: string, paymentId: string): Promise<boolean> {
  return (await tx.query(reverseRow, invoiceId, paymentId)).length > 0
}
