import type { DocumentUploadAnswer, importDocument } from '@cartage/contract/inbound/documents'
import { Uuid } from '@cartage/contract/scalars'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { type AttachedDocument, attachDocuments, storeBytes } from '../../documents/attach.commands.ts'
import { readWhole } from '../../documents/content/inspect.gateway.ts'
import { plainFileName, sentFileName, storedFileName } from '../../documents/transport.rules.ts'
import { findStopPlace, listStopsOfGroup, readPathKeys, type StopPlace } from '../../documents/transport.views.ts'
import { bodyText, parseJson } from '../../http/body/json.ts'
import { Problem } from '../../http/problem.ts'
import type { InboundMessage, Note, Receiver } from '../../messages/rules.ts'
import { readDocumentImportSettings } from '../../tenants/tenants.views.ts'
import { matchOrders } from '../matching.views.ts'
import { notTheirs, ownOrders, stopsOfSender } from '../partner.commands.ts'
import { bySender } from '../sender.rules.ts'
import { failure } from '../unmatched.rules.ts'
import { importedBytes, importFacts, importFault, invalid, knownKey, namedDocuments } from './rules.ts'

/** A stored file of a message. */
interface StoredFile {
  upload_id: string
  /** File name given by the sender. */
  name: string | undefined
  path: string
}

type Files = readonly StoredFile[]

/** Stores the files of an upload for a stop: the body itself, or the files that JSON refers to (DOC-1). */
async function storeFiles(ctx: Context, message: InboundMessage): Promise<Files> {
  const { headers, tenantId } = message
  const type = headers['content-type']
  if (type === undefined) throw invalid('content-type', 'is required: send the media type of the file', 'required')
  const name = sentFileName(headers['content-disposition'])
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(type)
  const named = isJson && message.body.length > 0 ? namedDocuments(parseJson(bodyText(message.body))) : undefined
  if (!named) {
    const whole = { bytes: message.file ?? message.body, name: name ?? '', mediaType: type }
    return [{ upload_id: await storeBytes(ctx, tenantId, whole), name, path: 'body' }]
  }
  const files: StoredFile[] = []
  for (const one of named) {
    if ('upload_id' in one) {
      files.push({ upload_id: one.upload_id, name, path: one.path })
    } else {
      const stored = { bytes: one.bytes, name: one.name ?? name ?? '', mediaType: one.mediaType }
      files.push({ upload_id: await storeBytes(ctx, tenantId, stored), name: one.name ?? name, path: one.path })
    }
  }
  return files
}

/** Files of a stop, from a subcontractor (DOC-1, DOC-2). */
export const subcontractorDocuments: Receiver<Files, z.input<typeof DocumentUploadAnswer>> = {
  prepare: storeFiles,
  async apply(ctx, tx, note, message, files) {
    const stop = await findStopPlace(tx, message.query.stop_id ?? '')
    if (!stop) throw new Problem('not_found')
    return await attachToStops(ctx, tx, { note, message, files, stops: [stop] })
  },
}

/** Files of a stop, or of each stop of a group, from a fleet application (DOC-3). */
export const fleetDocuments: Receiver<Files, z.input<typeof DocumentUploadAnswer>> = {
  async prepare(ctx, message) {
    const { stop_id, stop_group_id } = message.query
    if (Boolean(stop_id) === Boolean(stop_group_id)) {
      throw invalid('stop_id', 'or stop_group_id is required: send exactly one of them', 'required')
    }
    return await storeFiles(ctx, message)
  },
  async apply(ctx, tx, note, message, files) {
    const stops = await stopsNamed(tx, message.query)
    if (stops.length === 0) throw new Problem('not_found')
    return await attachToStops(ctx, tx, { note, message, files, stops })
  },
}

/** An id that is not a UUID is unknown. */
async function stopsNamed(tx: Tx, { stop_id, stop_group_id }: InboundMessage['query']): Promise<StopPlace[]> {
  const id = Uuid.safeParse(stop_id || stop_group_id)
  if (!id.success) return []
  if (!stop_id) return await listStopsOfGroup(tx, id.data)
  const stop = await findStopPlace(tx, id.data)
  return stop ? [stop] : []
}

interface ForStops {
  note: Note
  message: InboundMessage
  files: Files
  stops: readonly StopPlace[]
}

async function attachToStops(
  ctx: Context,
  tx: Tx,
  { note, message, files, stops }: ForStops,
): Promise<DocumentUploadAnswer> {
  const isTheirs = await stopsOfSender(tx, message, stops)
  if (!stops.every(isTheirs)) {
    note.unmatched('', message.query, notTheirs.stop)
    return { documents: [], errors: [failure(notTheirs.stop)] }
  }
  const code = message.query.question_path_key ?? ''
  const key = knownKey(await readPathKeys(tx), code)
  const given = stops.flatMap((stop) => {
    note.touched('stop', stop.stop_id)
    if (stop.trip_id !== null) note.touched('trip', stop.trip_id)
    return files.map(
      (file): AttachedDocument => ({
        subject: { type: 'STOP', id: stop.stop_id, order_id: stop.order_id },
        document_type: key.document_type,
        name: storedFileName(file.name, key.default_file_name),
        upload_id: file.upload_id,
        question_path_key: code,
        path: file.path,
      }),
    )
  })
  const ids = await attachDocuments(ctx, tx, { by: bySender(message), note }, given)
  return { documents: ids.map((id, index) => ({ id, name: given[index]!.name! })) }
}

/** A file for an order, from any system (DOC-4, DOC-5). An unmatched file is discarded and becomes an inbox item. */
export const documentImport: Receiver<StoredFile, z.input<typeof importDocument.response>> = {
  async prepare(ctx, message) {
    const { tenantId, file } = message
    const name = plainFileName(message.query.filename ?? '')
    const type = message.headers['content-type'] ?? ''
    // A zero byte means binary, whatever the size; text may be base64.
    const body = file && message.body.length === 0 && !file.hasNul ? await readWhole(file) : message.body
    const decoded = body.length > 0 ? importedBytes(body, type) : body
    const bytes = decoded === body && file ? file : decoded
    // Content decoded from text has no media type of its own.
    const mediaType = decoded !== body && /^(application\/json|text\/)/i.test(type) ? '' : type
    return { upload_id: await storeBytes(ctx, tenantId, { bytes, name, mediaType }), name, path: 'body' }
  },
  async apply(ctx, tx, note, message, file) {
    const settings = await readDocumentImportSettings(tx)
    const facts = importFacts(message.query, settings)
    const chosen = message.target?.entity_id
    const refusal = importFault(facts, settings, chosen !== undefined)
    const named = chosen ? { id: chosen } : facts.order
    const match = refusal === undefined ? await findOrder(tx, message, named) : { refusal }
    if (match.found === undefined) {
      note.unmatched('', message.query, match.refusal)
      return { errors: [failure(match.refusal)] }
    }
    await attachDocuments(ctx, tx, { by: bySender(message), note }, [
      {
        subject: { type: 'ORDER', id: match.found, order_id: match.found },
        document_type: facts.document_type!,
        name: facts.name,
        upload_id: file.upload_id,
        path: file.path,
      },
    ])
    return { errors: null }
  },
}

interface NamedOrder {
  id?: string
  name?: string
  customer_reference_number?: string
}

async function findOrder(tx: Tx, message: InboundMessage, order: NamedOrder) {
  const field = (value: string | undefined) => (value === undefined ? undefined : { matches_any: [value] })
  const { id, name, customer_reference_number: reference } = order
  const criteria = { id: field(id), name: field(name), customer_reference_number: field(reference) }
  const [match] = await matchOrders(tx, [{ matches_all: [{ order: criteria }] }], ownOrders(tx, message))
  return match!
}
