import type { Sentence } from '@cartage/contract/message'
import type { ReplayResult } from '@cartage/contract/messages/app/record'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import { findPartner } from '../auth/clients/webhook-credentials.views.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { findStoredMessage, type StoredMessage } from './detail.views.ts'
import { rejectionAnswer } from './log.rules.ts'
import { type OpenNote, openNote } from './note.commands.ts'
import { type Applicable, applyInParts } from './parts.commands.ts'
import { keep } from './receive.commands.ts'
import { differences, type ReplayKinds } from './replay.rules.ts'
import type { InboundKind, InboundMessage, Receiver } from './rules.ts'
import { type Snapshot, snapshotOf } from './snapshot.views.ts'
import type { Mention } from './store.ts'

/** A message to run again, with the author. */
export interface ReplayCommand {
  tenantId: string
  messageId: string
  by: By
}

/**
 * Dry run of a message: it is applied and rolled back. Nothing outside the database changes, except that its files are
 * stored again under their hash.
 * @throws Problem not_found, state_conflict (409) for a message that cannot be run again
 */
export async function tryMessage(
  ctx: Context,
  replayKinds: ReplayKinds,
  command: ReplayCommand,
): Promise<ReplayResult> {
  const run = await load(ctx, replayKinds, command)
  const { outcome } = await runTwice(ctx, run)
  return resultOf(run.stored, outcome, null)
}

/**
 * Applies a message again, in one transaction with its record. Earlier effects are recognised by their keys and not
 * repeated.
 * @throws Problem not_found, state_conflict (409) for a message that cannot be run again
 */
export async function replayMessage(
  ctx: Context,
  replayKinds: ReplayKinds,
  command: ReplayCommand,
): Promise<ReplayResult> {
  const run = await load(ctx, replayKinds, command)
  const began = performance.now()
  const { records, outcome } = await runTwice(ctx, run)
  const messageId = ctx.newId()
  const about = { messageId, began, replayOf: command.messageId }
  const audit = (tx: Tx, status: number) =>
    recordChanges(tx, command.by, [
      { entity_type: 'message', entity_id: command.messageId, action: 'replayed', before: null, after: { status } },
    ])
  if (outcome.status !== 200) {
    await ctx.db.asTenant(command.tenantId, async (tx) => {
      await keep(tx, run.message, { ...about, status: outcome.status, answer: outcome.answer })
      await audit(tx, outcome.status)
    })
    return resultOf(run.stored, outcome, messageId)
  }
  const done = await ctx.db.asTenant(command.tenantId, async (tx) => {
    const note = openNote(tx, run.message, messageId)
    const applied = await applyOnce(ctx, tx, run, { records, note })
    await keep(tx, run.message, { ...about, note, status: 200, answer: applied.answer })
    await audit(tx, 200)
    return applied
  })
  return resultOf(run.stored, done, messageId)
}

/** A message with its receiver. */
type Application = Applicable<unknown, unknown>

interface Run extends Application {
  stored: StoredMessage
}

/** Result of applying a message that was rolled back. */
export type Trial = Pick<Outcome, 'status' | 'answer' | 'unmatched'> & Pick<ReplayResult, 'records'>

/** Applies a message and rolls everything back (INB-5). */
export async function dryRun(
  ctx: Context,
  message: InboundMessage,
  receiver: Receiver<unknown, unknown>,
): Promise<Trial> {
  const { outcome } = await runTwice(ctx, { message, receiver, prepared: await prepared(ctx, message, receiver) })
  const { status, answer, unmatched, records } = outcome
  return { status, answer, unmatched, records: records.map(changesOf) }
}

async function load(ctx: Context, replayKinds: ReplayKinds, { tenantId, messageId }: ReplayCommand): Promise<Run> {
  const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(messageId) ? messageId : undefined
  const stored = id && (await ctx.db.asTenant(tenantId, (tx) => findStoredMessage(tx, id)))
  if (!stored) throw new Problem('not_found')
  const receiver = replayKinds.receivers[stored.kind as InboundKind]
  if (!receiver) throw cannot('Messages of this kind cannot be run again here. Ask the sender to resend it.')
  const message = await messageAgain(ctx, tenantId, stored)
  return { stored, message, receiver, prepared: await prepared(ctx, message, receiver) }
}

/** A rejection before the transaction is repeated inside it. */
async function prepared(ctx: Context, message: InboundMessage, receiver: Receiver<unknown, unknown>): Promise<unknown> {
  try {
    return await receiver.prepare?.(ctx, message)
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return error
    throw error
  }
}

/** The original incoming message, with its stored body. */
export async function messageAgain(ctx: Context, tenantId: string, stored: StoredMessage): Promise<InboundMessage> {
  const { kind, credential_id, request_id, query, headers } = stored
  const partner = await ctx.db.asTenant(tenantId, (tx) => findPartner(tx, credential_id))
  return {
    ...(partner && { partner }),
    kind: kind as InboundKind,
    tenantId,
    credentialId: credential_id,
    requestId: request_id,
    messageKey: undefined,
    query,
    headers,
    body: stored.body ?? (await bytesOf(ctx, tenantId, stored.body_sha256)),
  }
}

/** @throws Problem state_conflict when the body is not stored */
async function bytesOf(ctx: Context, tenantId: string, sha256: string): Promise<Buffer> {
  try {
    const { bytes } = await ctx.files.open({ tenantId, sha256 })
    const chunks: Buffer[] = []
    for await (const chunk of bytes) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  } catch {
    throw cannot('The payload of this message is no longer stored. Ask the sender to resend it.')
  }
}

function cannot(message: Sentence): Problem {
  return new Problem('state_conflict', { message })
}

interface Outcome {
  status: number
  answer: unknown
  records: { mention: Mention; before: Snapshot; after: Snapshot }[]
  unmatched: { path: string; reason: string }[]
}

/** Rolls back the transaction of a dry run. */
class DryRunRollback extends Error {
  override name = 'DryRunRollback'
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super('taken back')
    this.outcome = outcome
  }
}

/** The first run finds the touched records; the second compares them. Both are rolled back. */
async function runTwice(ctx: Context, run: Application): Promise<{ records: Mention[]; outcome: Outcome }> {
  const first = await rolledBack(ctx, run, [])
  const records = first.records.map(({ mention }) => mention)
  return { records, outcome: first.status === 200 ? await rolledBack(ctx, run, records) : first }
}

async function rolledBack(ctx: Context, run: Application, records: readonly Mention[]): Promise<Outcome> {
  try {
    if (run.prepared instanceof Problem) throw run.prepared
    return await ctx.db.asTenant(run.message.tenantId, async (tx) => {
      const note = openNote(tx, run.message, ctx.newId())
      throw new DryRunRollback(await applyOnce(ctx, tx, run, { records, note }))
    })
  } catch (error) {
    if (error instanceof DryRunRollback) return error.outcome
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return { status: error.status, answer: rejectionAnswer(error), records: [], unmatched: [] }
  }
}

async function applyOnce(
  ctx: Context,
  tx: Tx,
  { message, receiver, prepared }: Application,
  { records, note }: { records: readonly Mention[]; note: OpenNote },
): Promise<Outcome> {
  const before = new Map<string, Snapshot>()
  for (const one of records)
    before.set(`${one.entity_type}:${one.value}`, await snapshotOf(tx, one.entity_type, one.value))
  const answer = await applyInParts(ctx, tx, note, { message, receiver, prepared })
  const compared: Outcome['records'] = []
  for (const mention of note.records) {
    const after = await snapshotOf(tx, mention.entity_type, mention.value)
    compared.push({ mention, before: before.get(`${mention.entity_type}:${mention.value}`) ?? {}, after })
  }
  return {
    status: 200,
    answer: answer ?? null,
    records: compared,
    unmatched: note.items.map(({ path, reason }) => ({ path, reason })),
  }
}

function resultOf(stored: StoredMessage, outcome: Outcome, messageId: string | null): ReplayResult {
  return {
    is_dry_run: messageId === null,
    message_id: messageId,
    status: outcome.status,
    answer: outcome.answer,
    first_status: stored.status,
    first_answer: stored.answer,
    records: outcome.records.map(changesOf),
    unmatched: outcome.unmatched,
  }
}

function changesOf({ mention, before, after }: Outcome['records'][number]): ReplayResult['records'][number] {
  return { entity_type: mention.entity_type, entity_id: mention.value, changes: differences(before, after) }
}
