import { msg } from '@cartage/contract/message'
import type { InboxItem } from '@cartage/contract/messages/app/record'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import { findPartner } from '../../auth/clients/webhook-credentials.views.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { findStoredMessage, type StoredMessage } from '../detail.views.ts'
import { jsonOf, rejectionReason, resultOf } from '../log.rules.ts'
import { openNote } from '../note.commands.ts'
import { applyInParts, isFault } from '../parts.commands.ts'
import { keep, record } from '../receive.commands.ts'
import { dryRun, messageAgain, type Trial } from '../replay.commands.ts'
import type { ReplayKinds } from '../replay.rules.ts'
import type { InboundKind, InboundMessage, Target } from '../rules.ts'
import { isThere } from '../snapshot.views.ts'
import { manyParts } from './groups.rules.ts'
import { closeInboxItem, type InboxRow, inboxItemForUpdate, noteInboxAttempt } from './store.ts'
import { findInboxItem } from './views.ts'

/** An action on an inbox item, with its author. */
export interface InboxCommand {
  tenantId: string
  itemId: string
  by: By
}

/**
 * Applies an item to the record that a person chose and closes it, in one transaction.
 * @throws Problem not_found, validation_failed when such an item cannot apply to such a record, state_conflict (409)
 * when it is already settled or does not match the record
 */
export async function resolveInboxItem(
  ctx: Context,
  replayKinds: ReplayKinds,
  command: InboxCommand,
  target: Target,
): Promise<InboxItem> {
  const { failure } = await applyItem(ctx, replayKinds, command, target)
  if (failure !== undefined) {
    throw new Problem('state_conflict', { message: msg`The item could not be applied to this record. ${failure}` })
  }
  return await itemOf(ctx, command)
}

/** Effect of an item on a record. */
export interface InboxTrial extends Pick<Trial, 'records'> {
  /** Why the item does not match; null when it does. */
  failure: string | null
}

/**
 * Applies an item to a record and rolls everything back (INB-5).
 * @throws Problem not_found, validation_failed when such an item cannot apply to such a record, state_conflict (409)
 * when it is already settled
 */
export async function tryInboxItem(
  ctx: Context,
  replayKinds: ReplayKinds,
  command: InboxCommand,
  target: Target,
): Promise<InboxTrial> {
  const row = await itemToApply(ctx, command, target)
  const receiver = replayKinds.receivers[row.kind as InboundKind]
  if (isOfOrder(row) || !receiver) throw onlyRunAgain()
  const { message } = await aimedMessage(ctx, replayKinds, { command, row, target })
  const { status, answer, unmatched, records } = await dryRun(ctx, message, receiver)
  const failure = status === 200 ? (unmatched[0]?.reason ?? failureIn(answer)) : (answer as { error: string }).error
  return { failure: failure ?? null, records: failure === undefined ? records : [] }
}

/**
 * Retries an item unchanged, because its order may exist by now. An upload is queued again, and its item is settled
 * when it is applied.
 * @throws Problem not_found, state_conflict (409) when it is already settled
 */
export async function retryInboxItem(
  ctx: Context,
  replayKinds: ReplayKinds,
  command: InboxCommand,
): Promise<InboxItem> {
  await applyItem(ctx, replayKinds, command, undefined)
  return await itemOf(ctx, command)
}

/**
 * Closes an item without applying it.
 * @throws Problem not_found, state_conflict (409) when it is already settled
 */
export async function dismissInboxItem(ctx: Context, command: InboxCommand, reason: string): Promise<InboxItem> {
  await ctx.db.asTenant(command.tenantId, async (tx) => {
    openItem(await inboxItemForUpdate(tx, command.itemId))
    await close(tx, command, { status: 'DISMISSED', dismissal: reason })
  })
  return await itemOf(ctx, command)
}

/**
 * Locks an item for a command that applies it itself.
 * @throws Problem not_found, state_conflict (409) when it is already settled
 */
export async function lockInboxItem(tx: Tx, itemId: string): Promise<void> {
  openItem(await inboxItemForUpdate(tx, itemId))
}

/** Closes a locked item that a command has applied to a record. */
export async function settleInboxItem(tx: Tx, command: InboxCommand, target: Target): Promise<void> {
  await close(tx, command, { status: 'RESOLVED', target })
}

/**
 * Keeps an item open after an attempt. Every page that lists it is updated (LIVE-1).
 * @param reason why it is still open; null while the result is not known
 */
export async function keepInboxItemOpen(tx: Tx, { itemId, by }: InboxCommand, reason: string | null): Promise<void> {
  await noteInboxAttempt(tx, itemId, reason)
  const after = { status: 'OPEN', ...(reason !== null && { reason }) }
  await recordChanges(tx, by, [
    { entity_type: 'inbox_item', entity_id: itemId, action: 'updated', before: { status: 'OPEN' }, after },
  ])
}

async function itemOf(ctx: Context, { tenantId, itemId }: InboxCommand): Promise<InboxItem> {
  const item = await ctx.db.asTenant(tenantId, (tx) => findInboxItem(tx, itemId))
  if (!item) throw new Problem('not_found')
  return item
}

/** @throws Problem not_found, state_conflict */
function openItem(row: InboxRow | undefined): InboxRow {
  if (!row) throw new Problem('not_found')
  if (row.status === 'OPEN') return row
  throw new Problem('state_conflict', {
    message:
      row.status === 'RESOLVED'
        ? 'This item is already resolved. Reload the list.'
        : 'This item is already dismissed. Reload the list.',
  })
}

interface Ending {
  status: 'RESOLVED' | 'DISMISSED'
  target?: Target | undefined
  dismissal?: string
}

async function close(tx: Tx, { itemId, by }: InboxCommand, { status, target, dismissal }: Ending): Promise<void> {
  await closeInboxItem(tx, itemId, {
    status,
    entity_type: target?.entity_type ?? null,
    entity_id: target?.entity_id ?? null,
    dismissal: dismissal ?? null,
    by_kind: by.actor.kind,
    by: by.actor.id,
  })
  const after = { status, ...target, ...(dismissal !== undefined && { reason: dismissal }) }
  await recordChanges(tx, by, [
    { entity_type: 'inbox_item', entity_id: itemId, action: 'updated', before: { status: 'OPEN' }, after },
  ])
}

/** The item still matches nothing: its effects are rolled back. */
class StillOpen extends Error {
  override name = 'StillOpen'
}

/** Result of an attempt to apply an item; that of REQUESTED follows later. */
export interface Tried {
  state: 'SETTLED' | 'REQUESTED' | 'OPEN'
  /** Why it is still open. */
  failure?: string
  /** The internal error behind the failure, if any. */
  fault?: unknown
}

/**
 * Applies an item, to a record if given.
 * @throws Problem not_found, state_conflict, and database errors
 */
export async function applyItem(
  ctx: Context,
  replayKinds: ReplayKinds,
  command: InboxCommand,
  target: Target | undefined,
): Promise<Tried> {
  const row = await itemToApply(ctx, command, target)
  if (isOfOrder(row) && target) throw onlyRunAgain()
  if (row.upload_id !== null) return await runUpload(ctx, replayKinds, command, row.upload_id)
  const aimed = await aimedMessage(ctx, replayKinds, { command, row, target })
  return row.kind === 'order-import'
    ? await applyImport(ctx, replayKinds, command, aimed)
    : await applyMessage(ctx, replayKinds, { command, target }, aimed)
}

function onlyRunAgain(): Problem {
  const message = 'Run an upload again or dismiss it. It cannot be applied to a record.'
  return new Problem('state_conflict', { message })
}

/** An upload creates or updates its own order. */
function isOfOrder({ upload_id, kind }: InboxRow): boolean {
  return upload_id !== null || kind === 'order-import'
}

/** @throws Problem not_found for an unknown item or record, state_conflict */
async function itemToApply(
  ctx: Context,
  { tenantId, itemId }: InboxCommand,
  target: Target | undefined,
): Promise<InboxRow> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    if (target && !(await isThere(tx, target.entity_type, target.entity_id))) throw new Problem('not_found')
    return openItem(await inboxItemForUpdate(tx, itemId))
  })
}

/**
 * Queues the upload of an item again. Applying the upload settles the item. The item is locked last, as in applying
 * uploads, so that the two never deadlock.
 */
async function runUpload(
  ctx: Context,
  replayKinds: ReplayKinds,
  command: InboxCommand,
  uploadId: string,
): Promise<Tried> {
  await ctx.db.asTenant(command.tenantId, async (tx) => {
    await replayKinds.uploads.again(ctx, tx, uploadId, command.by)
    await keepInboxItemOpen(tx, command, null)
  })
  return { state: 'REQUESTED' }
}

interface Aimed {
  message: InboundMessage
  originalId: string
}

/** Accepts a rejected order import again. It is accepted in its own commit, then the item is closed. */
async function applyImport(
  ctx: Context,
  replayKinds: ReplayKinds,
  command: InboxCommand,
  { message, originalId }: Aimed,
): Promise<Tried> {
  const began = performance.now()
  const { refusal, ...taken } = await replayKinds.uploads.take(ctx, message).catch((error) => {
    return { answer: null, touched: [], refusal: brokenOf(ctx, error) }
  })
  await record(ctx, message, { status: 200, began, replayOf: originalId, ...taken })
  return await ctx.db.asTenant(command.tenantId, async (tx): Promise<Tried> => {
    openItem(await inboxItemForUpdate(tx, command.itemId))
    if (refusal) {
      const failure = rejectionReason(refusal)
      await keepInboxItemOpen(tx, command, failure)
      return { state: 'OPEN', failure }
    }
    await close(tx, command, { status: 'RESOLVED' })
    return { state: 'SETTLED' }
  })
}

async function applyMessage(
  ctx: Context,
  replayKinds: ReplayKinds,
  { command, target }: { command: InboxCommand; target: Target | undefined },
  { message, originalId }: Aimed,
): Promise<Tried> {
  const { tenantId, itemId } = command
  const began = performance.now()
  const receiver = replayKinds.receivers[message.kind]
  if (!receiver) throw new Problem('state_conflict', { message: 'Items of this kind cannot be applied here.' })
  try {
    const prepared = await receiver.prepare?.(ctx, message)
    await ctx.db.asTenant(tenantId, async (tx) => {
      const row = openItem(await inboxItemForUpdate(tx, itemId))
      const messageId = ctx.newId()
      const note = openNote(tx, message, messageId)
      const answer = await applyInParts(ctx, tx, note, { message, receiver, prepared })
      const failure = note.items[0]?.reason ?? failureIn(answer)
      // Of many parts, those that match now are applied; the remaining ones become a new item.
      if (failure !== undefined && note.missCount >= partsOf(row)) throw new StillOpen(failure)
      await keep(tx, message, { messageId, note, status: 200, answer, began, replayOf: originalId })
      await close(tx, command, { status: 'RESOLVED', target })
    })
    return { state: 'SETTLED' }
  } catch (error) {
    if (error instanceof Problem && isOfItem(error)) throw error
    const failure = error instanceof StillOpen ? error.message : failureOf(ctx, error)
    await ctx.db.asTenant(tenantId, (tx) => keepInboxItemOpen(tx, command, failure))
    return { state: 'OPEN', failure, ...(!(error instanceof StillOpen) && isFault(error) && { fault: error }) }
  }
}

function brokenOf(ctx: Context, error: unknown): Problem {
  failureOf(ctx, error)
  return new Problem('internal_error')
}

/**
 * Why an attempt to apply an item failed. Any error other than a rejection is logged as an internal error, and the item
 * stays open.
 */
export function failureOf(ctx: Context, error: unknown): string {
  if (error instanceof Problem && error.status < 500) return error.message
  ctx.log.error({ err: error }, 'an item of the inbox could not be tried')
  return new Problem('internal_error').message
}

/** Number of parts of an item that can match independently; 0 for a single item. */
function partsOf({ path, item }: InboxRow): number {
  return path === manyParts ? (item as { part_count: number }).part_count : 0
}

/** Whether the item was settled or removed meanwhile, which is not a rejection by the receiver. */
function isOfItem({ code, message }: Problem): boolean {
  return code === 'state_conflict' && message.startsWith('This item is ')
}

function failureIn(answer: unknown): string | undefined {
  if (resultOf(200, answer) === 'OK') return undefined
  const [first] = (answer as { errors: { error_message?: string }[] }).errors
  return first?.error_message ?? 'The answer carries errors.'
}

/** The message with only this item, for the chosen record if any. */
async function aimedMessage(
  ctx: Context,
  replayKinds: ReplayKinds,
  { command: { tenantId, by }, row, target }: { command: InboxCommand; row: InboxRow; target: Target | undefined },
): Promise<Aimed> {
  const { kind, path, item } = row
  const originalId = row.message_id!
  const [stored, partner] = await ctx.db.asTenant(tenantId, (tx) =>
    Promise.all([findStoredMessage(tx, originalId), findPartner(tx, row.credential_id!)]),
  )
  const query = stored?.query ?? {}
  const body = await bodyOf(ctx, tenantId, row, stored)
  const aimed = replayKinds.aim({ kind, path, item, body: body && jsonOf(body), query }, target)
  const common = {
    kind: kind as InboundKind,
    tenantId,
    credentialId: row.credential_id!,
    requestId: by.requestId ?? ctx.newId(),
    messageKey: undefined,
    query: aimed.query,
    headers: stored?.headers ?? { 'content-type': 'application/json' },
    // The person who chooses the record is responsible, whatever the sender.
    ...(target ? { target } : partner && { partner }),
  }
  if (aimed.body !== undefined) {
    return { message: { ...common, body: Buffer.from(JSON.stringify(aimed.body)) }, originalId }
  }
  if (!stored)
    throw new Problem('state_conflict', { message: 'The message of this item is no longer stored. Dismiss it.' })
  const again = await messageAgain(ctx, tenantId, stored)
  return { message: { ...common, body: again.body }, originalId }
}

/** A single part is stored completely with its item; many parts are read from the body of the message. */
async function bodyOf(
  ctx: Context,
  tenantId: string,
  { path }: InboxRow,
  stored: StoredMessage | undefined,
): Promise<Buffer | undefined> {
  if (path !== manyParts) return stored?.body ?? undefined
  if (!stored)
    throw new Problem('state_conflict', { message: 'The message of this item is no longer stored. Dismiss it.' })
  return (await messageAgain(ctx, tenantId, stored)).body
}
