import type { OperationalVisibilityUpdate } from '@cartage/contract/outbound/visibility-event'
import { type NewEvent, newEvent } from '../../deliveries/publish.ts'
import type { SharedDocument } from '../../documents/link.commands.ts'
import type { PublishedDocument } from '../../documents/transport.views.ts'
import { visibleStatus } from '../../orders/hold.rules.ts'
import { type OrderEventFacts, visibleOrder } from '../../orders/publish.ts'
import { listedStops } from '../../orders/stops/sequence.rules.ts'
import type { OrderRow } from '../../orders/store.ts'

type Update = Extract<OperationalVisibilityUpdate['events'][number]['update'], { type: 'Document' }>

/** Data of the message about a new document. */
export interface DocumentFacts {
  event_id: string
  epoch: number
  document: PublishedDocument
  order: OrderRow & { stops: OrderEventFacts['order']['stops'] }
  /** Address for download without credentials. */
  shared: SharedDocument
}

/** Builds the message about a new document (ST-12): its download address, and the current state of the order. */
export function documentEvent(report: DocumentFacts): NewEvent {
  const { event_id, epoch, document, order } = report
  const { company_id, company_name, ...known } = order
  const seen = { ...known, customer: { company_id, name: company_name } }
  const about = { event_id, sequence: 1, epoch, entity_type: 'document', entity_id: document.document_id }
  return newEvent(
    { ...about, type: 'document.created' },
    { timestamp: document.created_at, update: updateOf(report) },
    { order: visibleOrder(seen, visibleStatus(order.status)) },
  )
}

function updateOf({ document, order, shared }: DocumentFacts): Update {
  return {
    id: document.document_id,
    type: 'Document',
    status: 'CREATED',
    document: {
      name: document.name,
      // Documents of other kinds are not published: `isPublished`.
      document_type: document.document_type as Update['document']['document_type'],
      document_content: shared,
      subject: subjectOf(document, order),
    },
  }
}

/** A stop or consignment by its reference; without a reference, the order identifies it. */
function subjectOf(
  { subject_type, subject_id }: PublishedDocument,
  { document, order_number }: OrderRow,
): Update['document']['subject'] {
  if (subject_type === 'STOP') {
    const reference = listedStops(document).find(({ stop }) => stop.id === subject_id)?.stop.reference_number
    if (reference) return { reference_number: reference }
  }
  if (subject_type === 'CONSIGNMENT') {
    const reference = document.consignments.find(({ id }) => id === subject_id)?.consignment_reference_number
    if (reference) return { reference_number: reference }
  }
  return { customer_reference_number: document.customer_reference_number ?? order_number }
}
