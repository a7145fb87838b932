import type { Endpoint } from '@cartage/contract/endpoint'
import type { z } from 'zod'
import type { Actor } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import { isUnavailable } from '../db/failure.ts'
import type { Tx } from '../db/tenant.ts'
import { bodyDigest, isLarge, turn } from '../http/body/bytes.ts'
import { beginsAsJson, bodyText, parseJson } from '../http/body/json.ts'
import { keepSent } from '../http/body/sent.ts'
import type { PlainRequest } from '../http/plain-request.ts'
import { Problem } from '../http/problem.ts'
import { spokenIssues, validationProblem } from '../http/render-problem.ts'
import { insertInboxItems, settleItemsOf, type WaitingItem } from './inbox/store.ts'
import {
  digestOf,
  frequentKinds,
  longestBody,
  rejectionAnswer,
  resultOf,
  searchWordsOf,
  storedBody,
  wholeIdentity,
} from './log.rules.ts'
import { type OpenNote, openNote } from './note.commands.ts'
import { type Applicable, applyInParts, isBetweenTransactions, isFault } from './parts.commands.ts'
import { type InboundKind, type InboundMessage, type Receiver, storedHeaders } from './rules.ts'
import { claimKey, type FirstAnswer, insertMessage, type Mention, repeatOf, takeKey } from './store.ts'

/** Bodies that the server has already parsed, to avoid parsing them again. */
const readBodies = new WeakMap<InboundMessage, { schema: unknown; body: unknown }>()
/** Texts of large bodies, each decoded in a separate event loop turn (LIMIT-22). */
const texts = new WeakMap<InboundMessage, string>()

/**
 * The message of a webhook request. Its body is the bytes of the request.
 * @param keepBody stores a body that is too large for the message log in the document store, when the message is
 * rejected
 */
export function messageOf(
  request: PlainRequest,
  kind: InboundKind,
  keepBody?: InboundMessage['keepBody'],
): InboundMessage {
  const { caller, requestId, query, body, parsed } = request
  const headers = storedHeaders(request.headers)
  const message: InboundMessage = {
    kind,
    tenantId: caller.tenantId,
    credentialId: caller.id,
    ...(caller.partner && { partner: caller.partner }),
    requestId,
    messageKey: headers['webhook-id'] || headers['idempotency-key'] || undefined,
    query,
    headers,
    body,
    ...(keepBody && { keepBody }),
  }
  if (parsed) readBodies.set(message, parsed)
  return message
}

/**
 * The body of a message parsed by its endpoint's schema. Receivers use this and not the call, so that a replay, which
 * has only the bytes, gets the same result.
 * @param longestList most entries of a list; 2,000 by default
 * @throws Problem body_not_json, validation_failed
 */
export function readMessage<Schema extends z.ZodType>(
  schema: Schema,
  message: InboundMessage,
  longestList?: number,
): z.output<Schema> {
  const known = readBodies.get(message)
  if (known?.schema === schema) return known.body as z.output<Schema>
  const text = texts.get(message) ?? bodyText(message.body)
  const sent = parseJson(text, longestList)
  const result = schema.safeParse(sent, { error: spokenIssues })
  if (!result.success) throw validationProblem(result.error.issues)
  // CLIENT-35: the response lists the members that were dropped.
  keepSent(message.body, { sent, schema })
  return result.data
}

/** Hashes a body that is too large for the message log, before the transaction that stores it. */
async function digestBody(message: InboundMessage): Promise<void> {
  if (message.body.length > longestBody) message.bodySha256 ??= await bodyDigest(message.body)
}

/** Decodes a large body in a separate event loop turn, so that parsing gets the next one. */
async function decode(message: InboundMessage): Promise<void> {
  await turn()
  if (readBodies.has(message) || !beginsAsJson(message.body)) return
  texts.set(message, bodyText(message.body))
  await turn()
}

/** A message in progress, with its result besides its effects. */
export interface Attempt<Answer> {
  answer: Answer
  note: OpenNote
}

/**
 * Applies an incoming message and stores it in the message log, in one transaction. A repeat under its key gets the
 * first response and has no effect, even if both arrive at once; one that had no effect under its key is retried
 * (INB-7). After any other failure, the message is stored with the reason in a separate transaction and appears in the
 * inbox (INB-8). Of a message with several parts, those without an internal error are applied (INB-10).
 * @throws Problem the receiver's rejection; idempotency_key_reused (422)
 */
export async function receive<Prepared, Answer>(
  ctx: Context,
  message: InboundMessage,
  receiver: Receiver<Prepared, Answer>,
): Promise<Answer> {
  const began = performance.now()
  try {
    await digestBody(message)
    const first = await firstAnswerTo(ctx, message)
    const answered = first && answerOf<Answer>(message, first)
    if (first && !first.isWithoutEffect) return answered!
    // LIMIT-22: parsing it again takes as long as others may wait, and database responses arrive in bulk.
    if (isLarge(message.body)) await decode(message)
    const prepared = (await receiver.prepare?.(ctx, message)) as Prepared
    const given = { message, receiver, prepared, began }
    const apply = (how: 'whole' | 'parts') =>
      again(() => ctx.db.asTenant(message.tenantId, (tx) => applyIn(ctx, tx, given, how)))
    return await apply('whole').catch((error: unknown) => {
      if (!isFault(error) || isUnavailable(error) || !hasParts(given)) throw error
      return apply('parts')
    })
  } catch (error) {
    await recordFailure(ctx, message, error, began)
    throw error
  }
}

interface Application<Prepared, Answer> extends Applicable<Prepared, Answer> {
  began: number
}

function hasParts<Prepared, Answer>({ receiver, prepared }: Applicable<Prepared, Answer>): boolean {
  return receiver.parts !== undefined && receiver.parts.of(prepared).length > 1
}

/** Applies a message in the transaction that stores it. */
async function applyIn<Prepared, Answer>(
  ctx: Context,
  tx: Tx,
  { began, ...given }: Application<Prepared, Answer>,
  how: 'whole' | 'parts',
): Promise<Answer> {
  const { message, receiver, prepared } = given
  const messageId = ctx.newId()
  let earlierId: string | undefined
  if (message.messageKey !== undefined && !(await claimKey(tx, message.credentialId, keyOf(message), messageId))) {
    earlierId = await takeKey(tx, message.credentialId, keyOf(message), messageId)
    if (earlierId === undefined) {
      return answerOf<Answer>(message, await repeatOf(tx, message.credentialId, keyOf(message)))
    }
  }
  const note = openNote(tx, message, messageId)
  const answer =
    how === 'whole' ? await receiver.apply(ctx, tx, note, message, prepared) : await applyInParts(ctx, tx, note, given)
  await keep(tx, message, { messageId, note, status: 200, answer, began })
  await settleEarlier(tx, message, { messageId, earlierId })
  return answer
}

/** Settles the inbox items of an earlier arrival of this message; what remains becomes an item of this one. */
async function settleEarlier(
  tx: Tx,
  message: InboundMessage,
  { messageId, earlierId }: { messageId: string; earlierId: string | undefined },
): Promise<void> {
  if (frequentKinds.includes(message.kind)) return
  const actor = message.actor ?? { kind: 'webhook' as const, id: message.credentialId }
  const settled = await settleItemsOf(tx, { identity: wholeIdentity(message), earlierId, messageId }, actor)
  await recordChanges(
    tx,
    { actor, requestId: message.requestId },
    settled.map(({ inbox_item_id }) => ({
      ...{ entity_type: 'inbox_item' as const, entity_id: inbox_item_id, action: 'updated' as const },
      ...{ before: { status: 'OPEN' }, after: { status: 'RESOLVED' } },
    })),
  )
}

/** Transactions that lock records in different orders may deadlock; the aborted one is run again. */
const mostAttempts = 4

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= mostAttempts || !isBetweenTransactions(error)) throw error
    }
  }
}

/** Keys are per endpoint, because a sender may number its messages for each. */
function keyOf(message: InboundMessage): Buffer {
  return digestOf(`message:${message.kind}:${message.messageKey}`)
}

/** Also settles the item of an attempt with an unknown result. */
async function firstAnswerTo(ctx: Context, message: InboundMessage): Promise<FirstAnswer | undefined> {
  if (message.messageKey === undefined) return undefined
  return await ctx.db.asTenant(message.tenantId, async (tx) => {
    const first = await repeatOf(tx, message.credentialId, keyOf(message))
    const { message_id: messageId } = first ?? {}
    if (messageId && !first?.isWithoutEffect) await settleEarlier(tx, message, { messageId, earlierId: undefined })
    return first
  })
}

/**
 * A repeat gets the first response (INB-2).
 * @throws Problem idempotency_key_reused when another body used the key
 */
function answerOf<Answer>(message: InboundMessage, first: FirstAnswer | undefined): Answer {
  const { body_sha256 } = storedBody(message)
  if (first?.body_sha256 && first.body_sha256 !== body_sha256) throw new Problem('idempotency_key_reused')
  return (first?.answer ?? {}) as Answer
}

/** Data to store about a message. */
interface Handled {
  messageId: string
  note?: OpenNote
  status: number
  answer: unknown
  /** `performance.now()` on arrival. */
  began: number
  replayOf?: string
  /** The resulting upload. */
  uploadId?: string | undefined
  /** Without search terms, which could not be stored. */
  isBare?: boolean
}

/** Stores a message with its response, touched records and unmatched items, in the caller's transaction. */
export async function keep(tx: Tx, message: InboundMessage, handled: Handled): Promise<void> {
  const { messageId, note, began } = handled
  const words = (handled.isBare ? [] : searchWordsOf(message)).map((value): Mention => ({ value, entity_type: 'word' }))
  const items = note?.items ?? []
  const kept = insertMessage(
    tx,
    {
      message_id: messageId,
      kind: message.kind,
      credential_id: message.credentialId,
      request_id: message.requestId,
      duration_ms: Math.round(performance.now() - began),
      query: message.query,
      headers: message.headers,
      ...storedBody(message),
      may_leave_out: frequentKinds.includes(message.kind) && items.length === 0 && handled.status === 200,
      status: handled.status,
      result: resultOf(handled.status, handled.answer),
      had_no_effect: note?.isWithoutEffect ?? false,
      answer: handled.answer,
      replay_of: handled.replayOf ?? null,
      upload_id: handled.uploadId ?? null,
    },
    [...words, ...(note?.records ?? [])],
  )
  const [, waiting] = await Promise.all([kept, insertInboxItems(tx, items)])
  if (message.actor) await recordWaiting(tx, message.actor, message.requestId, waiting)
}

/** Items added by a person are in the trail, which has the author of the file and updates open pages. */
async function recordWaiting(tx: Tx, actor: Actor, requestId: string, waiting: readonly WaitingItem[]): Promise<void> {
  await recordChanges(
    tx,
    { actor, requestId },
    waiting.map(({ inbox_item_id, occurrences }) => {
      const item = { entity_type: 'inbox_item', entity_id: inbox_item_id }
      return occurrences === 1
        ? { ...item, action: 'created' as const, before: null, after: { status: 'OPEN' } }
        : { ...item, action: 'updated' as const, before: { occurrences: occurrences - 1 }, after: { occurrences } }
    }),
  )
}

/**
 * Stores a message that was rejected or failed, with the reason (INB-8). The sender gets its response even if this
 * fails.
 */
export async function recordFailure(
  ctx: Context,
  message: InboundMessage,
  error: unknown,
  began: number,
): Promise<void> {
  const problem = error instanceof Problem ? error : new Problem('internal_error')
  await digestBody(message)
  await record(ctx, message, { status: problem.status, answer: rejectionAnswer(problem), began, refusal: problem })
}

/**
 * Stores a message that was handled elsewhere, such as an order import, in a separate transaction. Errors are only
 * logged.
 * @param handled.touched records of the message
 * @param handled.refusal why all of it was rejected: it becomes an inbox item
 */
export async function record(
  ctx: Context,
  message: InboundMessage,
  handled: Pick<Handled, 'status' | 'answer' | 'began' | 'uploadId' | 'replayOf'> & {
    touched?: readonly [entityType: string, id: string][]
    refusal?: Problem | undefined
  },
): Promise<void> {
  const { touched = [], refusal, ...rest } = handled
  const messageId = ctx.newId()
  await digestBody(message)
  if (refusal) await keepBody(ctx, message)
  const write = (isBare: boolean) =>
    ctx.db.asTenant(message.tenantId, async (tx) => {
      const note = openNote(tx, message, messageId)
      if (!isBare) for (const [entityType, id] of touched) note.touched(entityType, id)
      if (refusal) note.refused(refusal, touched)
      await keep(tx, message, { ...rest, messageId, note, isBare })
      if (!refusal) await settleEarlier(tx, message, { messageId, earlierId: undefined })
    })
  try {
    await write(false)
  } catch (error) {
    ctx.log.warn(
      { err: error, kind: message.kind, request_id: message.requestId },
      'a message is recorded without words',
    )
    await write(true).catch((fault) =>
      ctx.log.warn(
        { err: fault, kind: message.kind, request_id: message.requestId },
        'a message could not be recorded',
      ),
    )
  }
}

/** Stores a body that the message log leaves out in the document store, so that the message can be run again. */
async function keepBody(ctx: Context, message: InboundMessage): Promise<void> {
  if (storedBody(message).body !== null) return
  try {
    await message.keepBody?.(ctx, message)
  } catch (error) {
    ctx.log.warn(
      { err: error, kind: message.kind, request_id: message.requestId },
      'the body of a message could not be kept',
    )
  }
}

/**
 * Stores a webhook request that failed before its handler: invalid JSON or schema errors. Passed to the server in
 * app.ts.
 */
export async function recordUnread(
  ctx: Context,
  endpoint: Endpoint,
  request: PlainRequest,
  error: unknown,
  keep?: InboundMessage['keepBody'],
): Promise<void> {
  if (endpoint.auth !== 'webhook') return
  const kind = endpoint.path.split('/').at(-1) as InboundKind
  await recordFailure(ctx, messageOf(request, kind, keep), error, performance.now())
}
