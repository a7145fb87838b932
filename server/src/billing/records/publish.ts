import type { AccountingVisibilityUpdate } from '@cartage/contract/outbound/accounting-event'
import { formatInstant } from '@cartage/contract/scalars'
import type { NewEvent } from '../../deliveries/publish.ts'
import { type DocumentKind, isCredit } from '../documents/content.rules.ts'

/** A document whose state is published. */
export interface PublishedDocument {
  readonly invoice_id: string
  readonly kind: DocumentKind
  readonly status: 'DRAFT' | 'PRE_INVOICED' | 'INVOICED' | 'INVOICE_POSTED'
  /** Number of the event within the document, from 1. */
  readonly event_sequence: number
}

const types = {
  SALES_INVOICE: 'SalesInvoice',
  SALES_CREDIT_NOTE: 'SalesCreditNote',
  PURCHASE_INVOICE: 'PurchaseInvoice',
  PURCHASE_CREDIT_NOTE: 'PurchaseCreditNote',
} as const

/** Event for the state of a document (BILL-17). The last state of credit notes is named POSTED. */
export function statusEvent(
  document: PublishedDocument,
  { event_id, epoch, occurred_at }: { event_id: string; epoch: number; occurred_at: Date },
): NewEvent {
  const { invoice_id: entity_id, kind, status, event_sequence: sequence } = document
  const credits = isCredit(document)
  const type = credits ? 'credit_note.status_changed' : 'invoice.status_changed'
  const entity_type = credits ? 'credit_note' : 'invoice'
  const update = {
    type: types[kind],
    id: entity_id,
    status: credits && status === 'INVOICE_POSTED' ? 'POSTED' : status,
    ...{ event_id, event_type: type, entity_type, entity_id, sequence, epoch },
  } as AccountingVisibilityUpdate['updates'][number]
  const payload = { timestamp: formatInstant(occurred_at), updates: [update] } satisfies AccountingVisibilityUpdate
  return { event_id, entity_type, entity_id, sequence, type, payload: JSON.stringify(payload) }
}
