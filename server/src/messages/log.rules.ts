import { createHash } from 'node:crypto'
import type { Problem } from '../http/problem.ts'
import type { InboundKind, InboundMessage } from './rules.ts'
import { wordsOf } from './search.rules.ts'

/** Retention of idempotency keys in days (INB-1). */
export const retentionDaysOfKeys = 90
/** Retention of messages with positions in days: there are hundreds per second, and a week is enough to investigate. */
export const retentionDaysOfPositions = 7
/** Kinds with the shorter retention, found by their records and not by words. */
export const frequentKinds: readonly InboundKind[] = ['tracking-update']
/** Largest body in bytes that is stored in the message log. */
export const longestBody = 1_048_576

/** The stored part of a body. */
export interface StoredBody {
  body: Buffer | null
  body_bytes: number
  /** In hexadecimal. */
  body_sha256: string
}

/**
 * Stored form of a body in the message log: up to 1 MiB unchanged; of files only size and hash, which is their key in
 * the document store.
 */
export function storedBody(message: InboundMessage): StoredBody {
  const { body, file } = message
  const isKept = body.length <= longestBody && (file === undefined || body.length > 0)
  return {
    body: isKept ? body : null,
    body_bytes: file?.size ?? body.length,
    body_sha256: file?.sha256 ?? message.bodySha256 ?? createHash('sha256').update(body).digest('hex'),
  }
}

/** Search words of a message; none for very frequent kinds. */
export function searchWordsOf(message: InboundMessage): string[] {
  if (frequentKinds.includes(message.kind)) return []
  return wordsOf(jsonOf(message.body), message.query)
}

/** The body as JSON; undefined when it is not JSON. */
export function jsonOf(body: Buffer): unknown {
  if (body.length === 0 || body.length > longestBody) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The response to a rejected message, unchanged. */
export function rejectionAnswer({ code, message, errors }: Problem) {
  return { error: message, code, ...(errors !== undefined && { errors }) }
}

const faultOfServer =
  'The server could not handle this message, through a fault of its own. The message is kept: run it again.'

/** Why a message was rejected, as one text with the errors of the first members. */
export function rejectionReason({ status, message, errors = [] }: Problem): string {
  if (status >= 500) return faultOfServer
  const [first, ...others] = errors.map((item) => (item.path ? `${item.path}: ${item.message}` : item.message))
  if (first === undefined || others.length === 0) return message
  return [first, ...others.slice(0, 4)].join(' ')
}

/**
 * Identifies equal rejections by sender, kind, code and error paths, whatever the values. A partner who repeats a
 * mistake a thousand times causes one item. Rejections by a rule about a known order are distinguished by order.
 */
export function rejectionIdentity(
  message: InboundMessage,
  { status, code, errors = [] }: Problem,
  about: readonly [entityType: string, id: string][],
): Buffer {
  const { kind, credentialId } = message
  // Internal errors are unrelated to the message, so each message is an item, and so is each document. Positions, which
  // arrive by the hundred, are in the log anyway.
  const isOne = status >= 500 ? !frequentKinds.includes(kind) : isDocument(kind)
  if (isOne) return wholeIdentity(message)
  const places = [...new Set(errors.map(({ path }) => (path ?? '').replace(/\d+/g, '*')))].sort().slice(0, 5)
  const records = code === 'validation_failed' ? [] : about
  return digestOf(JSON.stringify(['refused', kind, credentialId, status, code, places, records]))
}

/** Kinds with a document: two documents are never one inbox item (INB-9). */
const documentKinds: ReadonlySet<InboundKind> = new Set([
  'e-invoicing',
  'driver-card',
  'document-import',
  'subco-document-upload',
  'fleet-document-upload',
])

function isDocument(kind: InboundKind): boolean {
  return documentKinds.has(kind)
}

/** Identifies repeats of a whole message from its sender: by its bytes and query parameters. */
export function wholeIdentity(message: InboundMessage): Buffer {
  const { kind, credentialId, query } = message
  const sorted = Object.entries(query).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return digestOf(JSON.stringify(['whole', kind, credentialId, storedBody(message).body_sha256, sorted]))
}

/** SHA-256 of a text. */
export function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Identifies a repeated inbox item by sender, kind and content, without members that change each time. Positions are
 * identified by resource.
 */
export function itemIdentity(message: InboundMessage, path: string, item: unknown): Buffer {
  if (path === '' && isDocument(message.kind)) return wholeIdentity(message)
  const { kind, credentialId } = message
  const about =
    kind === 'tracking-update' ? ((item as { tracking_match?: unknown } | null)?.tracking_match ?? item) : item
  const place = path.replace(/\d+/g, '*')
  return digestOf(JSON.stringify([kind, credentialId, place, about]))
}

/** Result of a message: rejected, accepted with errors in the response, or accepted. */
export function resultOf(status: number, answer: unknown): 'OK' | 'ERRORS' | 'REFUSED' {
  if (status >= 400) return 'REFUSED'
  const errors = (answer as { errors?: unknown } | null | undefined)?.errors
  return Array.isArray(errors) && errors.length > 0 ? 'ERRORS' : 'OK'
}
