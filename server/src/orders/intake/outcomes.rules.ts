import { createHash } from 'node:crypto'
import type { ErrorItem } from '@cartage/contract/errors'
import type { NewUploadItem } from '../../messages/inbox/uploads.store.ts'
import type { WaitingUpload } from './rules.ts'

/** Longest stored cause. */
const longestCause = 300

/**
 * The cause shared by uploads that failed for the same reason: the first sentence of the first error. Later sentences
 * give advice and depend on the tenant's configuration.
 */
export function causeOf(errors: readonly ErrorItem[]): string {
  const [first] = errors
  if (!first) return ''
  const [sentence] = /^.*?[.!?](?=\s|$)/su.exec(first.message) ?? [first.message]
  // Most error sentences continue the name of the member: "needs …", "is required …".
  const text = /^[\p{Lu}"]/u.test(sentence) || !first.path ? sentence : `${starred(first.path)} ${sentence}`
  return text.slice(0, longestCause)
}

function starred(path: string): string {
  return path.replace(/\b\d+\b/g, '*')
}

/** All errors of an upload as the text of its inbox item. */
function reasonOf(errors: readonly ErrorItem[]): string {
  const [first, ...others] = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message))
  if (others.length === 0) return first ?? ''
  return [first, ...others.slice(0, 4)].join(' ')
}

/** The inbox item of a failed upload. Sending the same upload again leads to the same item. */
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
