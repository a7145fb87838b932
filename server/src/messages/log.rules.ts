import { createHash } from 'node:crypto'
import type { Problem } from '../http/problem.ts'
import type { InboundKind, InboundMessage } from './rules.ts'
import { wordsOf } from './search.rules.ts'

/** What a message was a repeat of is kept this long (INB-1). */
export const retentionDaysOfKeys = 90
/** Positions come by the hundred a second: a week of them is enough to look into. */
export const retentionDaysOfPositions = 7
/** Kinds that are kept for the shorter time, and found by what they touched and not by words in them. */
export const frequentKinds: readonly InboundKind[] = ['tracking-update']
/** Largest body in bytes that is kept next to its message. */
export const longestBody = 1_048_576

/** What is kept of a body. */
export interface StoredBody {
  body: Buffer | null
  body_bytes: number
  /** In hexadecimal. */
  body_sha256: string
}

/**
 * What the message log keeps of a body: up to 1 MiB unchanged; of files their size and hash, under which they lie in the
 * document store.
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

/** Words a message is found by; none for kinds that are too frequent. */
export function searchWordsOf(message: InboundMessage): string[] {
  if (frequentKinds.includes(message.kind)) return []
  return wordsOf(jsonOf(message.body), message.query)
}

/** The body as JSON; undefined when it is none. */
export function jsonOf(body: Buffer): unknown {
  if (body.length === 0 || body.length > longestBody) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The answer to a message that was refused, as the sender got it. */
export function rejectionAnswer({ code, message, errors }: Problem) {
  return { error: message, code, ...(errors !== undefined && { errors }) }
}

const faultOfServer =
  'The server could not handle this message, through a fault of its own. The message is kept: run it again.'

/** Why a message was refused, in one text; what is wrong with the first members. */
export function rejectionReason({ status, message, errors = [] }: Problem): string {
  if (status >= 500) return faultOfServer
  const [first, ...others] = errors.map((item) => (item.path ? `${item.path}: ${item.message}` : item.message))
  if (first === undefined || others.length === 0) return message
  return [first, ...others.slice(0, 4)].join(' ')
}

/**
 * What makes a refusal the same when it comes again: sender, kind, the code and where the body is wrong, whatever it
 * says. A partner who sends the same mistake a thousand times is one item. What a rule refuses about a known order is
 * distinguished by the order.
 */
export function rejectionIdentity(
  message: InboundMessage,
  { status, code, errors = [] }: Problem,
  about: readonly [entityType: string, id: string][],
): Buffer {
  const { kind, credentialId } = message
  // A fault of the server says nothing about the message: each waits for itself, and so does each document. Of positions,
  // which come by the hundred, the log has each.
  const isOne = status >= 500 ? !frequentKinds.includes(kind) : isDocument(kind)
  if (isOne) return wholeIdentity(message)
  const places = [...new Set(errors.map(({ path }) => (path ?? '').replace(/\d+/g, '*')))].sort().slice(0, 5)
  const records = code === 'validation_failed' ? [] : about
  return digestOf(JSON.stringify(['refused', kind, credentialId, status, code, places, records]))
}

/** Kinds that bring a document: two documents are never one item of the inbox (INB-9). */
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

/** What makes a whole message the same when its sender sends it again: the bytes and the parameters of the address. */
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
 * What makes an item of the inbox the same when it comes again: sender, kind and the item, without what changes each
 * time. Of a position that is which resource it is about.
 */
export function itemIdentity(message: InboundMessage, path: string, item: unknown): Buffer {
  if (path === '' && isDocument(message.kind)) return wholeIdentity(message)
  const { kind, credentialId } = message
  const about =
    kind === 'tracking-update' ? ((item as { tracking_match?: unknown } | null)?.tracking_match ?? item) : item
  const place = path.replace(/\d+/g, '*')
  return digestOf(JSON.stringify([kind, credentialId, place, about]))
}

/** How a message ended: refused, taken with errors in the answer, or taken. */
export function resultOf(status: number, answer: unknown): 'OK' | 'ERRORS' | 'REFUSED' {
  if (status >= 400) return 'REFUSED'
  const errors = (answer as { errors?: unknown } | null | undefined)?.errors
  return Array.isArray(errors) && errors.length > 0 ? 'ERRORS' : 'OK'
}
