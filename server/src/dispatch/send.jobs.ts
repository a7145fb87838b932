import type { By } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { deliveryOf } from '../deliveries/directed.views.ts'
import { publishTo } from '../deliveries/publish.ts'
import type { Destination } from './destinations.store.ts'
import { differenceOf, type Json } from './difference.rules.ts'
import { messageText, messageTypes } from './envelope.rules.ts'
import { type LastMessage, nextOperation } from './rules.ts'
import {
  type DispatchRow,
  eventsSinceCreate,
  findPayload,
  insertRevision,
  type SubjectType,
  saveDispatch,
} from './store.ts'

/** A trip or booking, and the company it is with when it is not our own. */
export interface Subject {
  subject_type: SubjectType
  subject_id: string
  trip_id: string
  partner_id: string | null
}

/** What one partner is to be told, and how the subject stands with it so far. */
export interface Telling {
  subject: Subject
  destination: Destination
  /** Locked; undefined when the partner never had it. */
  known: DispatchRow | undefined
  /** What the partner should have; null when it should have nothing. */
  wanted: Json
  by: By
}

/**
 * Tells a partner what it should have of a trip or booking: the message, its record and its delivery in the caller's
 * transaction. Nothing when it knows already.
 * @returns how it stands afterwards, undefined when the partner never had it and need not have it
 */
export async function tell(ctx: Context, tx: Tx, telling: Telling): Promise<DispatchRow | undefined> {
  const { subject, destination, known, wanted } = telling
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
  }
  if (row.revision === 0) return undefined
  await saveDispatch(tx, row)
  if (operation === undefined) return row
  // A partner that loses something is told what it had: that is what it knows.
  const payload = wanted ?? last?.payload ?? null
  await send(ctx, tx, telling, { row, payload, before: operation === 'CREATE' ? null : (last?.payload ?? null) })
  return row
}

interface Message {
  row: DispatchRow
  payload: Json
  /** What the partner was told before; null when it is told for the first time. */
  before: Json
}

async function send(ctx: Context, tx: Tx, telling: Telling, { row, payload, before }: Message): Promise<void> {
  const { destination, by } = telling
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

/** The last message, and whether the receiver refused all since it was told last that this is new. */
async function lastMessage(tx: Tx, known: DispatchRow): Promise<LastMessage> {
  const [payload, events] = await Promise.all([
    findPayload(tx, known.dispatch_id, known.revision),
    eventsSinceCreate(tx, known.dispatch_id),
  ])
  const deliveries = await deliveryOf(tx, events)
  const isRefused =
    deliveries.length > 0 && deliveries.every(({ state, reason }) => state === 'FAILED' && isRefusal(reason))
  return { operation: known.operation, payload, isRefused }
}

/** A receiver that answered a refusal did not take the message; one that did not answer may have. */
function isRefusal(reason: string | null): boolean {
  return reason !== null && /^(rejected|refused)/.test(reason)
}
