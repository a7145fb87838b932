import type { TaxCategory, TaxTreatment } from '@cartage/contract/books/app'
import type { TaxRateType } from '@cartage/contract/books/tax-rate'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

/** Tax of a charge as it was decided, copied from the rules and the row of the books. Decimals are text. */
export interface ChargeTax {
  readonly treatment: TaxTreatment
  readonly category: TaxCategory
  /** Per cent; null for what is outside the scope of VAT. */
  readonly percentage: string | null
  readonly vatex: string | null
  readonly tax_type: TaxRateType
  /** Rate before rules for the customer and the transport. */
  readonly base_percentage: string | null
  readonly code: string
  readonly name: string
  /** What documents say about it; empty: the usual note. */
  readonly description: string
}

/** A charge with what a line of a document needs of it. Decimals are text. */
export interface SettledCharge {
  readonly charge_id: string
  readonly side: 'SALES' | 'COST'
  readonly order_id: string | null
  readonly trip_id: string | null
  readonly consignment_id: string | null
  readonly stop_id: string | null
  /** Who is billed, or who bills us. */
  readonly company_id: string | null
  readonly billing_entity_id: string | null
  readonly charge_type: string
  readonly name: string
  readonly role: 'BASE' | 'SURCHARGE' | 'ACCESSORIAL' | 'DISBURSEMENT'
  readonly description: string
  readonly quantity: string
  readonly unit: string
  readonly unit_price: string
  readonly amount: string
  readonly currency: string
  readonly status: 'CREATED' | 'DO_NOT_INVOICE' | 'INVOICED' | 'INVOICE_POSTED' | 'INVOICED_EXTERNAL' | 'WITHDRAWN'
  readonly approval: 'TO_REQUEST' | 'REQUESTED' | 'REJECTED_INTERNAL' | 'REJECTED' | 'APPROVED' | null
  readonly tax: ChargeTax | null
  readonly tax_rate_id: string | null
  readonly tax_hold: string | null
  readonly supplied_on: string | null
  readonly version: number
}

const lock = statement(
  'charges.lock_for_document',
  `select c.charge_id, c.side, c.order_id, c.trip_id, c.consignment_id, c.stop_id, c.company_id, c.billing_entity_id,
          c.charge_type, c.name, c.role, c.description, c.quantity::text, c.unit, c.unit_price::text, c.amount::text,
          c.currency, c.status, c.approval, c.tax, c.tax_rate_id, c.tax_hold, c.supplied_on::text, c.version
     from charge c
    where c.tenant_id = $1 and c.charge_id = any($2::uuid[])
    order by c.charge_id
      for update`,
)

/** Charges that a document is written from, locked in the order of their ids until the transaction ends. */
export async function lockCharges(tx: Tx, ids: readonly string[]): Promise<SettledCharge[]> {
  return ids.length === 0 ? [] : await tx.query<SettledCharge>(lock, ids)
}

const settle = statement(
  'charges.set_status',
  `update charge set status = $3, version = version + 1, updated_at = now()
    where tenant_id = $1 and charge_id = any($2::uuid[]) and status <> $3`,
)

/**
 * Sets how far locked charges are billed: INVOICED when their document is finalised, INVOICE_POSTED when it is posted, and
 * CREATED again when a credit note releases them.
 */
export async function setChargeStatus(
  tx: Tx,
  ids: readonly string[],
  status: 'CREATED' | 'INVOICED' | 'INVOICE_POSTED' | 'INVOICED_EXTERNAL',
): Promise<void> {
  if (ids.length > 0) await tx.query(settle, ids, status)
}
