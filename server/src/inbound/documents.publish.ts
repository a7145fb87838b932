import type { OperationalVisibilityUpdate } from '@cartage/contract/outbound/visibility-event'
import type { NewEvent } from '../deliveries/publish.ts'
import type { ToldDocument } from '../documents/transport.views.ts'
import { downloadUrl } from '../documents/views.ts'
import { visibleStatus } from '../orders/hold.rules.ts'
import { type OrderNews, visibleOrder } from '../orders/publish.ts'
import { listedStops } from '../orders/stops.rules.ts'
import type { OrderRow } from '../orders/store.ts'

type Update = Extract<OperationalVisibilityUpdate['events'][number]['update'], { type: 'Document' }>

/** What the message about a new document is made of. */
export interface DocumentNews {
  event_id: string
  epoch: number
  document: ToldDocument
  order: OrderRow & { stops: OrderNews['order']['stops'] }
  /** Where the service is reached; the address is relative to it when it is unknown. */
  publicUrl: string | undefined
}

/** Builds the message that a document was created (ST-12): where it can be fetched, and the order as it stands. */
export function documentEvent(news: DocumentNews): NewEvent {
  const { event_id, epoch, document, order } = news
  const { company_id, company_name, ...known } = order
  const seen = { ...known, customer: { company_id, name: company_name } }
  const message: OperationalVisibilityUpdate = {
    events: [{ timestamp: document.created_at, event_id, sequence: 1, epoch, update: updateOf(news) }],
    order: visibleOrder(seen, visibleStatus(order.status)),
  }
  return {
    event_id,
    entity_type: 'document',
    entity_id: document.document_id,
    sequence: 1,
    type: 'document.created',
    payload: JSON.stringify(message),
  }
}

function updateOf({ document, order, publicUrl = '' }: DocumentNews): Update {
  return {
    id: document.document_id,
    type: 'Document',
    status: 'CREATED',
    document: {
      name: document.name,
      // Documents of other kinds are not told of: `isToldToOthers`.
      document_type: document.document_type as Update['document']['document_type'],
      document_content: { download_url: `${publicUrl.replace(/\/$/, '')}${downloadUrl(document.document_id)}` },
      subject: subjectOf(document, order),
    },
  }
}

/** A stop or consignment by its reference; one without is known by its order. */
function subjectOf(
  { subject_type, subject_id }: ToldDocument,
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
