import { createHash } from 'node:crypto'
import type { ErrorItem } from '@cartage/contract/errors'
import type { NewUploadItem } from '../../messages/inbox/uploads.store.ts'
import type { WaitingUpload } from './rules.ts'

/** Longest cause that is kept. */
const longestCause = 300

/**
 * What uploads that failed for the same reason have in common: the first sentence of the first error. What follows says
 * what to do, and changes with what the tenant has configured.
 */
export function causeOf(errors: readonly ErrorItem[]): string {
  const [first] = errors
  if (!first) return ''
  const [sentence] = /^.*?[.!?](?=\s|$)/su.exec(first.message) ?? [first.message]
  // The sentence of most errors goes on from the name of the member: "needs …", "is required …".
  const text = /^[\p{Lu}"]/u.test(sentence) || !first.path ? sentence : `${starred(first.path)} ${sentence}`
  return text.slice(0, longestCause)
}

function starred(path: string): string {
  return path.replace(/\b\d+\b/g, '*')
}

/** All that is wrong with an upload, as its item of the inbox says it. */
function reasonOf(errors: readonly ErrorItem[]): string {
  const [first, ...others] = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message))
  if (others.length === 0) return first ?? ''
  return [first, ...others.slice(0, 4)].join(' ')
}

/** The inbox item of a failed upload. The same upload sent again is the same item. */
export function failedItem(itemId: string, upload: WaitingUpload, errors: readonly ErrorItem[]): NewUploadItem {
  const { upload_id, order_identifier, operation, lane_number, source, sent_by_kind, sent_by, body_hash } = upload
  return {
    inbox_item_id: itemId,
    kind: itemKinds[source],
    upload_id,
    order_identifier,
    lane_number,
    sent_by_kind,
    sent_by,
    item: { order_identifier, operation, errors: errors.slice(0, 20) },
    reason: reasonOf(errors),
    identity: createHash('sha256')
      .update(JSON.stringify(['upload', order_identifier]))
      .update(body_hash)
      .digest(),
  }
}

const itemKinds: Readonly<Record<WaitingUpload['source'], string>> = {
  API: 'order-upload',
  WEBHOOK: 'order-import',
  SCREEN: 'order-entry',
  IMPORT: 'order-sheet',
}
