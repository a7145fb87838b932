import type { ReceivedParts } from '@cartage/contract/purchases/app/received'
import { rolesWith } from '../../auth/permissions.rules.ts'
import { findPaymentHold } from '../../billing/records/received.store.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { PurchaseDocument } from '../intake/document.rules.ts'
import { findKnown } from '../intake/views.ts'
import { findReceipt } from '../store.ts'

/** Data stated by the supplier on a document, with our own data (PURCH-29); undefined for documents of ours. */
export async function findReceived(
  tx: Tx,
  { invoice_id, company_id }: { invoice_id: string; company_id: string },
): Promise<ReceivedParts | undefined> {
  const receipt = await findReceipt(tx, invoice_id)
  if (!receipt) return undefined
  const [known, payment_hold] = await Promise.all([findKnown(tx, company_id), findPaymentHold(tx, invoice_id)])
  return {
    ...writtenOn(receipt.document),
    payment_hold,
    known: {
      name: known?.legal_name || known?.name || null,
      vat_number: known?.vat_number ?? null,
      accounts: [...(known?.ibans ?? [])],
    },
  }
}

/** Documents stored by an earlier version lack members. */
function writtenOn(document: PurchaseDocument): Omit<ReceivedParts, 'payment_hold' | 'known'> {
  const { supplier, payment, lines, terms } = document
  return {
    supplier_name: supplier.name,
    supplier_vat_number: supplier.vat_number,
    supplier_endpoint: supplier.endpoint ?? null,
    payee: payment?.payee?.name ?? null,
    account: payment?.account ?? supplier.iban,
    account_name: payment?.account_name ?? null,
    payment_reference: payment?.reference ?? null,
    prepaid: payment?.prepaid ?? null,
    rounding: payment?.rounding ?? null,
    amount_due: payment?.amount_due ?? null,
    note: document.note ?? null,
    despatch_advice: document.despatch_advice ?? null,
    references: [...document.customer_reference_numbers],
    vat: (document.vat ?? []).map(({ category, rate, base, tax, reason }) => ({ category, rate, base, tax, reason })),
    lines: lines.map(({ position, name, quantity, unit, unit_price, price_quantity, amount, adjustments }) => ({
      ...{ position, name, quantity, unit, unit_price, amount, price_quantity: price_quantity ?? null },
      adjustments: (adjustments ?? []).map((one) => ({ ...one })),
    })),
    other: (terms?.other ?? []).map((one) => ({ ...one })),
  }
}

const confirmers = rolesWith('invoice.finalise')
  .map((role) => `'${role}'`)
  .join(', ')

const selectOther = statement(
  'purchases.has_other_who_confirms',
  // An invited user cannot sign in yet, and so cannot confirm.
  `select exists (select from app_user p
     where p.tenant_id = $1 and p.role in (${confirmers}) and not p.is_disabled and not p.is_invited
       and p.user_id::text is distinct from $2) as found`,
)

/** Whether a user other than this one may confirm the bank account on a document (PURCH-30). */
export async function hasOtherWhoConfirms(tx: Tx, userId: string | null): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(selectOther, userId)
  return row?.found ?? false
}
