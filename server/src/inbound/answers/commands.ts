import type { By } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import {
  type AttachedDocument,
  type Attaching,
  attachDocuments,
  type DocumentSubject,
  storeBytes,
} from '../../documents/attach.commands.ts'
import { storedFileName } from '../../documents/transport.rules.ts'
import { findStopPlace } from '../../documents/transport.views.ts'
import type { InboundMessage, Note } from '../../messages/rules.ts'
import { keepFacts } from '../../orders/amend/fields.commands.ts'
import { recordScans } from '../../orders/scans/commands.ts'
import { findQuestionKeys } from '../../tenants/questions.views.ts'
import { changeTrips } from '../../trips/change/commands.ts'
import { tripIdsOfOrders, tripsForUpdate, tripsOfStops } from '../../trips/store.ts'
import type { NamedDocument } from '../documents/rules.ts'
import { notTheirs, resourcesForSender, type Sender } from '../partner.commands.ts'
import { bySender } from '../sender.rules.ts'
import type { Misses } from '../unmatched.rules.ts'
import {
  type AnswerSubject,
  type ItemAnswers,
  type ReadAnswers,
  readAnswers,
  tripToAssign,
  withResource,
  withStopFacts,
} from './rules.ts'
import { findLooseResources } from './views.ts'

export type { AnswerSubject, ItemAnswers } from './rules.ts'

/** A file of an answer whose bytes are already stored. */
interface StoredAnswer extends Pick<AttachedDocument, 'document_type' | 'name' | 'upload_id' | 'path'> {
  question_path_key: string
}

/** The parsed answers of one item, with their files stored. */
interface PreparedItem extends Omit<ReadAnswers, 'documents'> {
  documents: StoredAnswer[]
}

/** Work on answers done before the transaction. */
export interface PreparedAnswers {
  /** By the path of `ItemAnswers`. */
  items: ReadonlyMap<string, PreparedItem>
  /** Author of the answers. */
  by: By
  sender: Sender
  /** Kind of the message. */
  source: string
}

/**
 * Interprets answers by the tenant's configured keys and stores their files. Runs before the transaction; unused files
 * are removed later.
 * @param given all answers of the message, each with its path in the body
 * @throws Problem validation_failed (422) when an answer does not have the shape its key requires
 */
export async function prepareAnswers(
  ctx: Context,
  message: InboundMessage,
  given: readonly ItemAnswers[],
): Promise<PreparedAnswers> {
  const { tenantId, kind } = message
  const codes = [...new Set(given.flatMap(({ answers }) => Object.keys(answers ?? {})))]
  const keys = codes.length === 0 ? new Map() : await ctx.db.asTenant(tenantId, (tx) => findQuestionKeys(tx, codes))
  // All answers are parsed before anything is stored: an invalid one changes nothing.
  const read = given.map((one): [string, ReadAnswers] => [one.path, readAnswers(keys, one)])
  const items = new Map<string, PreparedItem>()
  for (const [path, { documents, ...rest }] of read) {
    items.set(path, { ...rest, documents: await storeDocuments(ctx, tenantId, documents) })
  }
  return { items, by: bySender(message), sender: message, source: kind }
}

async function storeDocuments(
  ctx: Context,
  tenantId: string,
  documents: ReadAnswers['documents'],
): Promise<StoredAnswer[]> {
  const stored: StoredAnswer[] = []
  for (const { code, key, named } of documents) {
    for (const one of named) {
      stored.push({
        document_type: key.document_type,
        question_path_key: code,
        name: storedFileName('bytes' in one ? one.name : undefined, key.default_file_name),
        upload_id: await uploadOf(ctx, tenantId, one),
        path: one.path,
      })
    }
  }
  return stored
}

async function uploadOf(ctx: Context, tenantId: string, one: NamedDocument): Promise<string> {
  if ('upload_id' in one) return one.upload_id
  return await storeBytes(ctx, tenantId, { bytes: one.bytes, name: one.name ?? '', mediaType: one.mediaType })
}

/** Records of a message, and errors for its sender. */
export interface Notes {
  note: Note
  misses: Pick<Misses, 'add'>
}

/**
 * Applies the answers of one item of a message: resources, documents, fields and scans, in the caller's transaction
 * (SU-6). Locks trips before orders. An unknown key or an answer without a matching record is reported in `errors` and
 * stored for people; the rest of the message is applied.
 * @throws Problem upload_unknown when an answer refers to an upload that does not exist
 */
export async function applyAnswers(
  ctx: Context,
  tx: Tx,
  { note, misses }: Notes,
  subject: AnswerSubject,
  given: ItemAnswers,
  prepared: PreparedAnswers,
): Promise<void> {
  if (Object.keys(given.answers ?? {}).length === 0) return
  const item = prepared.items.get(given.path)
  if (!item) throw new Error(`the answers at ${given.path} were not prepared`)
  for (const { code, path, answer } of item.unknown) {
    misses.add(path, answer, `No question path key "${code}" is configured. Add it in the settings.`)
  }
  await applyToTrips(ctx, tx, { note, misses }, subject, item, prepared)
  await attachAll(ctx, tx, { by: prepared.by, note }, subject, item.documents)
  await applyFacts(ctx, tx, { note, misses }, subject, item, prepared.by)
  if (item.scans.length > 0) await recordScans(ctx, tx, note, { ...subject, source: prepared.source }, item.scans)
}

/** PU-4: texts that match no resource are silently ignored. */
async function applyToTrips(
  ctx: Context,
  tx: Tx,
  { note, misses }: Notes,
  subject: AnswerSubject,
  { resources, facts }: PreparedItem,
  { by, sender }: PreparedAnswers,
): Promise<void> {
  const reportsStops = subject.stop_ids.length > 0 && facts.some(({ fact }) => fact.field.startsWith('stop.'))
  if (resources.length === 0 && !reportsStops) return
  const texts = resources.map(({ text }) => text)
  const [found, tripIds] = await Promise.all([findLooseResources(tx, texts), tripIdsOf(tx, subject)])
  const before = await tripsForUpdate(tx, tripIds)
  const isTheirs = await resourcesForSender(tx, sender, [...found.values()].flat())
  const reported = facts.map(({ fact }) => fact)
  let after = before.map((trip) => withStopFacts(trip, subject.stop_ids, reported))
  for (const { text, path } of resources) {
    const hits = found.get(text) ?? []
    if (hits.length === 0) continue
    const ids = hits.filter(isTheirs)
    if (ids.length === 0) {
      misses.add(path, text, notTheirs.resource)
      continue
    }
    const trip = tripToAssign(after)
    const refusal = ids.length > 1 ? `More than one resource is called "${text}".` : trip
    if (typeof refusal === 'string') {
      misses.add(path, text, refusal)
      continue
    }
    after = after.map((one) => (one === trip ? withResource(one, ids[0]!) : one))
    note.touched('resource', ids[0]!)
    note.touched('trip', refusal.trip_id)
  }
  const isChanged = after.some((trip, at) => JSON.stringify(trip) !== JSON.stringify(before[at]))
  if (isChanged) await changeTrips(ctx, tx, before, after, { by, at: ctx.now().toISOString() })
}

async function tripIdsOf(tx: Tx, { trip_id, stop_ids, order_ids }: AnswerSubject): Promise<string[]> {
  if (trip_id !== null) return [trip_id]
  if (stop_ids.length > 0) return [...new Set((await tripsOfStops(tx, stop_ids)).values())]
  return await tripIdsOfOrders(tx, order_ids)
}

async function attachAll(
  ctx: Context,
  tx: Tx,
  attaching: Attaching,
  subject: AnswerSubject,
  documents: readonly StoredAnswer[],
): Promise<void> {
  if (documents.length === 0) return
  const subjects = await documentSubjects(tx, subject)
  const given = subjects.flatMap((one) => documents.map((answer) => ({ ...answer, subject: one })))
  await attachDocuments(ctx, tx, attaching, given)
}

/** A document of a stop group belongs to each of its stops, and to the order of each. */
async function documentSubjects(tx: Tx, subject: AnswerSubject): Promise<DocumentSubject[]> {
  const { kind, order_ids, stop_ids, consignment_id, good_id, handling_unit_id, booking_id } = subject
  const order_id = order_ids.length === 1 ? order_ids[0]! : null
  if (kind === 'STOP' || kind === 'STOP_GROUP') {
    const places = await Promise.all(stop_ids.map((id) => findStopPlace(tx, id)))
    return stop_ids.map((id, at) => ({ type: 'STOP', id, order_id: places[at]?.order_id ?? null }))
  }
  if (kind === 'ORDER') return order_ids.map((id) => ({ type: 'ORDER', id, order_id: id }))
  const id = { CONSIGNMENT: consignment_id, GOOD: good_id, HANDLING_UNIT: handling_unit_id, BOOKING: booking_id }[kind]
  return id === undefined ? [] : [{ type: kind, id, order_id }]
}

async function applyFacts(
  ctx: Context,
  tx: Tx,
  { note, misses }: Notes,
  subject: AnswerSubject,
  { facts }: PreparedItem,
  by: By,
): Promise<void> {
  const reported = facts.map(({ fact }) => fact)
  if (subject.order_ids.length === 0) {
    for (const { fact, path, answer } of facts) {
      if (!fact.field.startsWith('stop.'))
        misses.add(path, answer, 'It does not refer to an order, so it cannot be saved to one.')
    }
    return
  }
  const refused = await keepFacts(ctx, tx, by, { orderIds: subject.order_ids, about: subject, facts: reported })
  for (const { fact, refusal } of refused) {
    const { path, answer } = facts.find((one) => one.fact === fact)!
    misses.add(path, answer, refusal)
  }
  if (reported.length > 0) for (const id of subject.order_ids) note.touched('order', id)
}
