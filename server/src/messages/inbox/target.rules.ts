import type { InboxItem } from '@cartage/contract/messages/app/record'

/** Record type that items of a webhook apply to; items of other kinds cannot be applied to a record. */
const kindsOf: Readonly<Record<string, NonNullable<InboxItem['target_type']>>> = {
  'subco-status-update': 'stop',
  'fleet-status-update': 'stop',
  'driver-report': 'stop',
  'partial-order-update': 'order',
  'document-import': 'order',
  'tracking-update': 'resource',
  'location-booking-update': 'booking',
  'intermodal-status': 'booking',
  'e-invoicing': 'company',
  'driver-card': 'resource',
}

/** Members of an item that decide which records it can apply to. */
export interface AimedItem {
  kind: string
  /** Number of parts; an item with more than one cannot apply to one record. */
  part_count: number
  upload_id: string | null
}

/** INB-4: the kind of record that an item can be applied to; null for none. */
export function targetKindOf({ kind, part_count, upload_id }: AimedItem): NonNullable<InboxItem['target_type']> | null {
  return part_count > 1 || upload_id !== null ? null : (kindsOf[kind] ?? null)
}
