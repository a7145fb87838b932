import type { ListedInvoice } from '@cartage/contract/billing/app/document'
import { todayOf } from '../ui/time/zone.ts'

type Shown = Pick<ListedInvoice, 'kind' | 'status' | 'payment' | 'due_date' | 'open_amount'>

/** Whether a document has no number yet and is still editable. */
export function isDraft({ status }: Pick<ListedInvoice, 'status'>): boolean {
  return status === 'DRAFT' || status === 'PRE_INVOICED'
}

/** Whether an unpaid invoice was due before today. */
export function isOverdue({ kind, status, payment, due_date, open_amount: open }: Shown): boolean {
  const isFinal = status === 'INVOICED' || status === 'INVOICE_POSTED'
  const isOpen = kind === 'SALES_INVOICE' && isFinal && payment === 'UNPAID' && Number(open ?? '1') !== 0
  return isOpen && due_date !== null && due_date < todayOf(new Date())
}

/** Whether a document is a credit note. */
export function isCreditNote({ kind }: Pick<ListedInvoice, 'kind'>): boolean {
  return kind === 'SALES_CREDIT_NOTE' || kind === 'PURCHASE_CREDIT_NOTE'
}
