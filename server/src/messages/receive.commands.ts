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

/** Bodies that the server has read already, so that they are not read twice. */
const readBodies = new WeakMap<InboundMessage, { schema: unknown; body: unknown }>()
/** Texts of large bodies, each made in a turn of its own (LIMIT-22). */
const texts = new WeakMap<InboundMessage, string>()

/**
 * The message that a webhook request carries. The body is the bytes of the request.
 * @param keepBody puts a body that is too large for the message log into the document store, when the message is refused
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
 * The body of a message as its endpoint's schema reads it. Receivers read it with this and not from the call, so that a
 * replay, which has nothing but the bytes, reads the same.
 * @param longestList most entries of a list; 2,000 when left out
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
  // CLIENT-35: the answer of the request names the members that were dropped.
  keepSent(message.body, { sent, schema })
  return result.data
}

/** Digests a body that is too large for the message log, before the transaction that keeps it. */
async function digestBody(message: InboundMessage): Promise<void> {
  if (message.body.length > longestBody) message.bodySha256 ??= await bodyDigest(message.body)
}

/** Makes the text of a large body, in a turn of its own, and leaves the next turn to what reads it. */
async function decode(message: InboundMessage): Promise<void> {
  await turn()
  if (readBodies.has(message) || !beginsAsJson(message.body)) return
  texts.set(message, bodyText(message.body))
  await turn()
}

/** A message in progress: what it leaves behind, besides its effect. */
export interface Attempt<Answer> {
  answer: Answer
  note: OpenNote
}

/**
 * Applies a message that came in and keeps it in the message log, in one transaction. A message that comes again
 * under its key gets the first answer and has no effect, also when both come at once; one that had no effect under its
 * key is tried again (INB-7). Whatever else fails, the message is kept with the reason in a transaction of its own and
 * waits in the inbox (INB-8). Of a message with several parts, those that meet no fault of the service are applied (INB-10).
 * @throws Problem what the receiver refuses it with; idempotency_key_reused (422)
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
    // LIMIT-22: reading it again takes as long as others may wait, and the answers of the database come many at once.
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

/** Applies a message in the transaction that keeps it. */
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

/** What an earlier arrival of this message left in the inbox is settled by this one; what is left of it is an item of this one. */
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

/** Transactions that lock records in another order may end each other; the one that lost is run again. */
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

/** Endpoints are apart: a sender may count its messages for each. */
function keyOf(message: InboundMessage): Buffer {
  return digestOf(`message:${message.kind}:${message.messageKey}`)
}

/** Also settles the item of an attempt whose end was unknown. */
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
 * A repeat is answered as the first was (INB-2).
 * @throws Problem idempotency_key_reused when another body came under the key
 */
function answerOf<Answer>(message: InboundMessage, first: FirstAnswer | undefined): Answer {
  const { body_sha256 } = storedBody(message)
  if (first?.body_sha256 && first.body_sha256 !== body_sha256) throw new Problem('idempotency_key_reused')
  return (first?.answer ?? {}) as Answer
}

/** What is to be kept of a message. */
interface Handled {
  messageId: string
  note?: OpenNote
  status: number
  answer: unknown
  /** `performance.now()` when it came. */
  began: number
  replayOf?: string
  /** The upload it became. */
  uploadId?: string | undefined
  /** Without what it is found by: that could not be stored. */
  isBare?: boolean
}

/** Keeps a message with its answer, what it touched and what of it fitted nothing, in the caller's transaction. */
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

/** What a person brought in is in the trail with its item: it says whose the file was, and open pages hear of it. */
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
 * Keeps a message that was refused or could not be handled, with the reason (INB-8). Its sender has its answer whatever
 * happens to this.
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
 * Keeps a message that was handled elsewhere, such as an order import, in a transaction of its own. That it cannot be
 * kept is logged and no failure.
 * @param handled.touched records it was about
 * @param handled.refusal why nothing of it was taken: it waits in the inbox for a person
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

/** A body that the message log does not keep itself goes to the document store, so that the message can be run again. */
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
 * Keeps a webhook request that failed before its handler saw it: not JSON, or not as the schema wants it. Handed to the
 * server in app.ts.
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
