import type { By } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { deliveryOf } from '../deliveries/directed.views.ts'
import { publishTo } from '../deliveries/publish.ts'
import { followRecords, forgetFollowers } from '../jobs/followers.ts'
import { dispatchLine } from '../trips/dispatch.commands.ts'
import type { Destination } from './destinations.store.ts'
import { lookAfter, recordsIn, type Standing } from './next-check.rules.ts'
import { differenceOf, type Json } from './payloads/difference.rules.ts'
import { messageText, messageTypes } from './payloads/envelope.rules.ts'
import { type LastMessage, nextOperation } from './rules.ts'
import {
  type DispatchRow,
  eventsSinceCreate,
  findPayload,
  insertRevision,
  type SubjectType,
  saveDispatch,
} from './store.ts'

/** A trip or booking; `partner_id` is null for own vehicles. */
export interface Subject {
  subject_type: SubjectType
  subject_id: string
  trip_id: string
  partner_id: string | null
}

/** A comparison to make with one partner, and the current dispatch. */
export interface DispatchUpdate {
  subject: Subject
  destination: Destination
  /** Locked; undefined for a first dispatch to the partner. */
  known: DispatchRow | undefined
  /** What the partner should have; null for nothing. */
  wanted: Json
  by: By
  /** The trip is completed: only changes of the trip itself are followed. */
  isEnded?: boolean
  /** Decides whether a message may wait; undefined: it is sent now. */
  wait?: (last: Json) => Promise<PendingMessage | undefined>
}

/** Why a partner keeps an outdated version for now, and when to compare again. */
export interface PendingMessage {
  trouble: string
  lookIn: number
}

/**
 * Sends a partner the current trip or booking: the message, its record and its delivery in the caller's transaction.
 * Sends nothing if the partner is up to date.
 * @returns the dispatch afterwards, undefined when the partner neither has nor needs it
 */
export async function sendUpdate(ctx: Context, tx: Tx, update: DispatchUpdate): Promise<DispatchRow | undefined> {
  const { subject, destination, known, wanted } = update
  const last = known && (await lastMessage(tx, known))
  const operation = nextOperation(last, wanted)
  const dispatch_id = known?.dispatch_id ?? ctx.newId()
  const { subject_type, subject_id, trip_id, partner_id } = subject
  const row: DispatchRow = {
    dispatch_id,
    subject_type,
    subject_id,
    trip_id,
    dispatch_destination_id: destination.dispatch_destination_id,
    partner_id,
    revision: (known?.revision ?? 0) + (operation === undefined ? 0 : 1),
    operation: operation ?? known?.operation ?? 'CREATE',
    is_open: wanted !== null,
    trouble: null,
    differs_seconds: null,
  }
  if (row.revision === 0) return undefined
  const waiting = operation === undefined ? undefined : await update.wait?.(last?.payload ?? null)
  if (known && waiting) {
    const kept = { ...known, trouble: waiting.trouble }
    await saveDispatch(tx, kept, { differs: true, lookIn: waiting.lookIn })
    return kept
  }
  await saveDispatch(tx, row, standingOf(update, operation !== undefined))
  await follow(tx, row, update)
  if (operation === undefined) return row
  // A CANCEL contains the last sent version, which the partner knows.
  const payload = wanted ?? last?.payload ?? null
  await send(ctx, tx, update, { row, payload, before: operation === 'CREATE' ? null : (last?.payload ?? null) })
  return row
}

function standingOf({ wanted, isEnded }: DispatchUpdate, isSent: boolean): Standing {
  if (wanted === null || isEnded) return { differs: false, lookIn: null }
  return { differs: false, lookIn: isSent ? lookAfter.sent : lookAfter.same }
}

/** Registers the records in the message and the destination, so that their changes cause a new comparison. */
async function follow(tx: Tx, row: DispatchRow, { wanted, destination, isEnded }: DispatchUpdate): Promise<void> {
  if (wanted === null || isEnded) return await forgetFollowers(tx, [row.dispatch_id])
  await followRecords(tx, row.dispatch_id, [destination.dispatch_destination_id, ...recordsIn(wanted)], jobOf(row))
}

function jobOf({ trip_id }: DispatchRow) {
  return { kind: 'dispatch.follow_trip' as const, payload: { trip_id }, serialKey: dispatchLine(trip_id) }
}

/**
 * Records that a partner has an outdated version and why it cannot be notified. It is compared again when its channel
 * changes, and every hour.
 */
export async function rememberTrouble(tx: Tx, row: DispatchRow, trouble: string): Promise<void> {
  await saveDispatch(tx, { ...row, trouble }, { differs: true, lookIn: lookAfter.trouble })
  if (row.is_open) return
  await followRecords(tx, row.dispatch_id, [row.dispatch_destination_id], jobOf(row))
}

interface Message {
  row: DispatchRow
  payload: Json
  /** The previous message to the partner; null for a first one. */
  before: Json
}

async function send(ctx: Context, tx: Tx, update: DispatchUpdate, { row, payload, before }: Message): Promise<void> {
  const { destination, by } = update
  const { dispatch_id, revision, operation } = row
  const event_id = ctx.newId()
  await insertRevision(tx, {
    dispatch_id,
    revision,
    operation,
    payload,
    difference: before === null ? [] : differenceOf(before, payload),
    event_id,
    made_by: { kind: by.actor.kind, id: by.actor.id },
  })
  await publishTo(tx, destination.subscription_id!, [
    {
      event_id,
      entity_type: 'dispatch',
      entity_id: dispatch_id,
      sequence: revision,
      type: messageTypes[destination.kind],
      payload: messageText(destination.kind, { operation, revision, payload, account_code: destination.account_code }),
    },
  ])
  tx.afterCommit(() => ctx.wake('deliveries'))
}

/** The last message, and whether the receiver rejected all since the last CREATE. */
export async function lastMessage(tx: Tx, known: DispatchRow): Promise<LastMessage> {
  const [payload, events] = await Promise.all([
    findPayload(tx, known.dispatch_id, known.revision),
    eventsSinceCreate(tx, known.dispatch_id),
  ])
  const deliveries = await deliveryOf(tx, events)
  const isRefused =
    deliveries.length > 0 && deliveries.every(({ state, reason }) => state === 'FAILED' && isRejection(reason))
  return { operation: known.operation, payload, isRefused }
}

/** A receiver that responded with a rejection does not have the message; one without a response may have it. */
function isRejection(reason: string | null): boolean {
  return reason !== null && /^(rejected|refused)/.test(reason)
}
