import { randomUUID } from 'node:crypto'
import { DriverAct, type DriverActResult } from '@cartage/contract/doors/app/driver'
import type { Actor, By } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { attachDocuments } from '../../documents/attach.commands.ts'
import { findUpload } from '../../documents/transport.views.ts'
import { Problem } from '../../http/problem.ts'
import { applyAnswers, type PreparedAnswers, prepareAnswers } from '../../inbound/answers/commands.ts'
import { earliestAt, timeFault } from '../../inbound/status/rules.ts'
import { type KnownStop, knownStops } from '../../inbound/status/views.ts'
import { readMessage, receive } from '../../messages/receive.commands.ts'
import type { InboundMessage, Note, Receiver } from '../../messages/rules.ts'
import { keepFacts } from '../../orders/amend/fields.commands.ts'
import { reportStops } from '../../trips/report.commands.ts'
import {
  type ActTimes,
  actTimes,
  detailOf,
  documentOf,
  outcomeOf,
  placeFault,
  reportOf,
  sealField,
} from './act.rules.ts'
import { findActResult, type KeptAct, keepAct, lastProgressBefore } from './act.store.ts'
import { findStopOfDriver, type StopOfDriver } from './stop.views.ts'

/** Acts of one request, and the phone that sent them. */
export interface ActBatch {
  readonly tenantId: string
  readonly linkId: string
  readonly resourceId: string
  readonly requestId: string
  /** Time of sending by the phone's clock. */
  readonly sentAt: string
  /** Each unparsed: an invalid one does not stop the others. */
  readonly acts: readonly Readonly<Record<string, unknown>>[]
}

/**
 * Applies acts one by one, each in its own transaction and with the same commands as webhooks. Acts that cannot be
 * applied go to the inbox. A server error returns RETRY, so that the phone keeps the act.
 * @returns one result for each act, in the order given
 */
export async function applyActs(ctx: Context, batch: ActBatch): Promise<DriverActResult[]> {
  const results: DriverActResult[] = []
  for (const act of batch.acts) results.push(await applyAct(ctx, batch, act))
  return results
}

async function applyAct(ctx: Context, batch: ActBatch, act: ActBatch['acts'][number]): Promise<DriverActResult> {
  const act_id = String(act.act_id ?? '')
  try {
    return await receive(ctx, messageOf(ctx, batch, act), receiveAct)
  } catch (error) {
    if (error instanceof Problem && error.status < 500) {
      return { act_id, outcome: 'REFUSED', reason: error.message, sha256: null }
    }
    ctx.log.warn({ err: error, request_id: batch.requestId }, 'an act of a driver could not be applied')
    return { act_id, outcome: 'RETRY', reason: null, sha256: null }
  }
}

/** The message that an act is logged as. Its body is the same whenever and through whatever link it is sent. */
function messageOf(ctx: Context, batch: ActBatch, act: ActBatch['acts'][number]): InboundMessage {
  const { tenantId, linkId, resourceId, requestId, sentAt } = batch
  return {
    kind: 'driver-report',
    tenantId,
    // The driver, not the link: acts queued on the phone outlive a link.
    credentialId: resourceId,
    actor: { kind: 'link', id: linkId },
    requestId,
    messageKey: typeof act.act_id === 'string' ? act.act_id : randomUUID(),
    query: { link_id: linkId, sent_at: sentAt, received_at: ctx.now().toISOString() },
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(act)),
  }
}

interface PreparedAct {
  act: DriverAct
  actor: Actor
  answers: PreparedAnswers | undefined
}

const answersPath = 'answers'

function receiverOf(isByPlanner: boolean): Receiver<PreparedAct, DriverActResult> {
  return {
    async prepare(ctx, message) {
      const act = readMessage(DriverAct, message)
      const { link_id = '' } = message.query
      const actor: Actor = { kind: 'link', id: link_id }
      const given = act.kind === 'ANSWERS' ? [{ path: answersPath, answers: act.answers }] : []
      const answers = given.length === 0 ? undefined : await prepareAnswers(ctx, { ...message, actor }, given)
      return { act, actor, answers }
    },
    apply: (ctx, tx, note, message, prepared) => applyPrepared(ctx, tx, { note, message, isByPlanner, ...prepared }),
  }
}

/** Receives an act from a phone. */
export const receiveAct = receiverOf(false)

/** Applies a refused act again: a person decides that it belongs to its stop, or to the chosen one. */
export const receiveActAgain = receiverOf(true)

interface Applying extends PreparedAct {
  note: Note
  message: InboundMessage
  isByPlanner: boolean
}

type Timed = Applying & { times: ActTimes }

async function applyPrepared(ctx: Context, tx: Tx, applying: Applying): Promise<DriverActResult> {
  const { act, note, message } = applying
  const resourceId = message.credentialId
  const known = await findActResult(tx, resourceId, act.act_id)
  if (known && known.outcome !== 'REFUSED') return known
  const stopId = message.target?.entity_id ?? act.stop_id
  const { sent_at = '', received_at = '' } = message.query
  const [stops, place, last] = await Promise.all([
    knownStops(tx, [stopId]),
    findStopOfDriver(tx, stopId, resourceId),
    lastProgressBefore(tx, resourceId, received_at, act.act_id),
  ])
  const stop = stops.get(stopId)
  const times = actTimes(act, sent_at, received_at, {
    // A file is sent after the acts, and may precede them in time (DOOR-1).
    after: 'sha256' in act ? null : last,
    earliest: earliestAt(stop?.trip_starts_at ?? null),
  })
  const done = await applyToStop(ctx, tx, { ...applying, times }, stop, place)
  await keepAct(tx, {
    ...times,
    ...done,
    act_id: act.act_id,
    resource_id: resourceId,
    link_id: message.query.link_id ?? '',
    stop_id: stopId,
    trip_id: place?.is_own || applying.isByPlanner ? (place?.trip_id ?? null) : null,
    kind: act.kind,
    seen_at: applying.isByPlanner ? ctx.now().toISOString() : null,
    detail: detailOf(act, times),
  })
  if (done.outcome === 'REFUSED') note.unmatched('', act, done.reason ?? '')
  return { act_id: act.act_id, outcome: done.outcome, reason: done.reason, sha256: done.sha256 }
}

type Done = Pick<KeptAct, 'outcome' | 'reason' | 'sha256' | 'document_id'>

const withoutFile = { sha256: null, document_id: null }

function refused(reason: string): Done {
  return { outcome: 'REFUSED', reason, ...withoutFile }
}

async function applyToStop(
  ctx: Context,
  tx: Tx,
  applying: Timed,
  stop: KnownStop | undefined,
  place: StopOfDriver | undefined,
): Promise<Done> {
  const { act, times, note, isByPlanner } = applying
  const happened = times.happened_at
  const isThere = stop !== undefined && place !== undefined
  const fault = placeFault(place, isByPlanner) ?? timeFault(happened, stop?.trip_starts_at ?? null, ctx.now().getTime())
  if (fault !== undefined || !isThere) return refused(fault ?? '')
  noteStop(note, stop)
  const by: By = { actor: applying.actor, requestId: applying.message.requestId }
  const about = { ...applying, by, stop, place }
  if (act.kind === 'PHOTO' || act.kind === 'SIGNATURE') return await attachFile(ctx, tx, about)
  if (act.kind === 'ANSWERS') return await keepAnswers(ctx, tx, about)
  if (act.kind === 'SEAL') await keepSeals(ctx, tx, about, act.seal_numbers)
  const report = reportOf({ ...act, stop_id: stop.stop_id }, happened)
  const [reported] = report ? await reportStops(ctx, tx, [report], 'driver', by) : []
  return { ...withoutFile, ...(outcomeOf(reported) as Pick<Done, 'outcome' | 'reason'>) }
}

interface About extends Timed {
  by: By
  stop: KnownStop
  place: StopOfDriver
}

function noteStop(note: Note, { stop_id, trip_id, order_id }: KnownStop): void {
  note.touched('stop', stop_id)
  if (trip_id) note.touched('trip', trip_id)
  if (order_id) note.touched('order', order_id)
}

/** The file is already stored; the digest matches it to the one on the phone. */
async function attachFile(ctx: Context, tx: Tx, { act, by, note, stop, place }: About): Promise<Done> {
  const document = documentOf(act, place.role)
  if (!document || !('upload_id' in act)) throw new Error('an act without a file has none to attach')
  const upload = await findUpload(tx, act.upload_id)
  if (upload && upload.sha256 !== act.sha256) {
    return refused('The file that arrived is not the one that was taken. Take it again.')
  }
  const subject = { type: 'STOP', id: stop.stop_id, order_id: stop.order_id } as const
  const { type: document_type, name } = document
  const [documentId] = await attachDocuments(ctx, tx, { by, note }, [
    { subject, document_type, name, upload_id: act.upload_id, path: 'upload_id' },
  ])
  return { outcome: 'APPLIED', reason: null, document_id: documentId || null, sha256: act.sha256 }
}

async function keepAnswers(ctx: Context, tx: Tx, { act, note, stop, answers }: About): Promise<Done> {
  if (act.kind !== 'ANSWERS' || !answers) throw new Error('an act without answers has none to keep')
  const reasons: string[] = []
  const misses = { add: (_path: string, _item: unknown, reason: string) => void reasons.push(reason) }
  const subject = {
    kind: 'STOP' as const,
    trip_id: stop.trip_id,
    order_ids: stop.order_id === null ? [] : [stop.order_id],
    stop_ids: [stop.stop_id],
    consignment_id: stop.consignment_id ?? undefined,
  }
  await applyAnswers(ctx, tx, { note, misses }, subject, { path: answersPath, answers: act.answers }, answers)
  return reasons.length > 0 ? refused(reasons.join(' ')) : { outcome: 'APPLIED', reason: null, ...withoutFile }
}

/** A stop without an order has no field for seals: they stay in the act. */
async function keepSeals(ctx: Context, tx: Tx, { by, stop, place }: About, seals: readonly string[]): Promise<void> {
  if (stop.order_id === null) return
  const fact = { field: sealField(place.has_container), value: seals.join(', ') }
  const about = { stop_ids: [stop.stop_id], consignment_id: stop.consignment_id ?? undefined }
  await keepFacts(ctx, tx, by, { orderIds: [stop.order_id], about, facts: [fact] })
}
