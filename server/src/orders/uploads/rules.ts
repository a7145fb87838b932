import { createHash } from 'node:crypto'
import type { ErrorItem } from '@cartage/contract/errors'
import type { OrderImport } from '@cartage/contract/orders/upload-record'
import type { UploadNotes } from './notes.rules.ts'

/**
 * The key under which a webhook message is stored: message ids are unique per sender only. Hashed, because senders
 * choose their length.
 */
export function messageKey(senderId: string, messageId: string): string {
  return `${senderId}:${createHash('sha256').update(messageId).digest('base64url')}`
}

/** Origin of an upload: the interface, a webhook, a form, or a line of a sheet. */
export type UploadSource = 'API' | 'WEBHOOK' | 'SCREEN' | 'IMPORT'

/** Source data of an upload record. */
export interface UploadFacts {
  upload_id: string
  status: 'IN_PROGRESS' | 'COMPLETED' | 'ERROR' | 'SKIPPED'
  order_id: string | null
  errors?: ErrorItem[] | null
  warnings?: ErrorItem[] | null
  /** Oddities found on receipt; after its end they are in `warnings`. */
  notes?: UploadNotes | null
}

/** The record a caller polls (ORD-1, ORD-2, CLIENT-23). Paths are relative and have no leading slash. */
export function uploadRecord(upload: UploadFacts): OrderImport {
  const warnings = upload.status === 'IN_PROGRESS' ? upload.notes?.warnings : upload.warnings
  return {
    upload_id: upload.upload_id,
    upload_status: upload.status,
    upload_url: `v1/orders/order/upload/${upload.upload_id}`,
    order_id: upload.order_id,
    order_url: upload.order_id === null ? null : `v1/orders/order/${upload.order_id}`,
    ...(upload.errors?.length && { errors: upload.errors }),
    ...(warnings?.length && { warnings }),
  }
}
