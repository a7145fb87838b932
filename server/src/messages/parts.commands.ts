import type { Context } from '../context.ts'
import { sqlState } from '../db/failure.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { enqueue } from '../jobs/queue.ts'
import { togetherOrApart } from '../jobs/together.ts'
import { rejectionReason } from './log.rules.ts'
import { type OpenNote, openNote } from './note.commands.ts'
import { errorOfPart, faultOfPart, joinedAnswer, type Part } from './parts.rules.ts'
import type { InboundMessage, Receiver } from './rules.ts'

/** A message to apply, with its prepared data. */
export interface Applicable<Prepared, Answer> {
  message: InboundMessage
  receiver: Receiver<Prepared, Answer>
  prepared: Prepared
}

/** Seconds until a part that failed with an internal error is retried. */
const firstPause = 2

/** Whether the error is unexpected: neither a rejection nor a conflict of transactions. */
export function isFault(error: unknown): boolean {
  return !(error instanceof Problem && error.status < 500) && !isBetweenTransactions(error)
}

/** Whether two transactions conflicted: the whole message is run again. */
export function isBetweenTransactions(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40P01' || state === '40001'
}

/**
 * Applies a message so that a failing part does not affect others: it goes to the inbox with the reason, and a job
 * retries it after an internal error (INB-10).
 * @throws the receiver's error, when no part of the message can be applied
 */
export async function applyInParts<Prepared, Answer>(
  ctx: Context,
  tx: Tx,
  note: OpenNote,
  { message, receiver, prepared }: Applicable<Prepared, Answer>,
): Promise<Answer> {
  const parts = receiver.parts?.of(prepared) ?? []
  if (!receiver.parts || parts.length < 2) return await receiver.apply(ctx, tx, note, message, prepared)
  const { only } = receiver.parts
  const answers: unknown[] = []
  const left: { part: Part; error: unknown }[] = []
  const apply = async (some: readonly Part[]) => {
    const given = some.length === parts.length ? prepared : only(prepared, new Set(some.map(({ path }) => path)))
    const own = await tx.apart(async (inner) => {
      const noted = openNote(inner, message, note.messageId)
      return { noted, answer: await receiver.apply(ctx, inner, noted, message, given) }
    })
    note.take(own.noted)
    answers.push(own.answer)
  }
  const leave = (part: Part, error: unknown) => {
    if (isBetweenTransactions(error)) throw error
    const reason = error instanceof Problem && !isFault(error) ? rejectionReason(error) : faultOfPart
    note.unmatched(part.path, part.item, reason)
    answers.push(errorOfPart(part, reason))
    left.push({ part, error })
  }
  await togetherOrApart(parts, apply, leave)
  if (left.length === parts.length) throw left[0]!.error
  await tryAgainLater(ctx, tx, note, message, left)
  return joinedAnswer<Answer>(answers)
}

async function tryAgainLater(
  ctx: Context,
  tx: Tx,
  { messageId }: OpenNote,
  { tenantId, kind, requestId }: InboundMessage,
  left: readonly { part: Part; error: unknown }[],
): Promise<void> {
  const faults = left.filter(({ error }) => isFault(error))
  for (const { part, error } of faults) {
    const facts = {
      err: error,
      tenant_id: tenantId,
      kind,
      request_id: requestId,
      message_id: messageId,
      path: part.path,
    }
    ctx.log.error(facts, 'a part of a message could not be applied; the others were')
  }
  if (faults.length === 0) return
  const payload = { message_id: messageId, paths: faults.map(({ part }) => part.path) }
  await enqueue(tx, 'messages.retry_parts', payload, { serialKey: `message ${messageId}`, inSeconds: firstPause })
}
