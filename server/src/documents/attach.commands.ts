import type { By, Change } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context, ReceivedFile } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { errorItem, Problem } from '../http/problem.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Note } from '../messages/rules.ts'
import { acceptUpload, receiveFile } from './commands.ts'
import { linkDocument } from './store.ts'
import { isPublished, proofsOfDelivery } from './transport.rules.ts'
import { findDocumentOf, findUpload } from './transport.views.ts'

/** Subject of a transport document. */
export interface DocumentSubject {
  readonly type: 'ORDER' | 'CONSIGNMENT' | 'GOOD' | 'HANDLING_UNIT' | 'STOP' | 'TRIP' | 'BOOKING'
  readonly id: string
  /** Order it belongs to; null for standalone stops and trips. */
  readonly order_id: string | null
}

/** A file whose bytes are stored, and the document to make of it. */
export interface AttachedDocument {
  readonly subject: DocumentSubject
  /** PROOF_OF_DELIVERY and so on. */
  readonly document_type: string
  /** File name; defaults to the name of the upload. */
  readonly name?: string
  /** From `POST …/upload_content` or `storeBytes`. */
  readonly upload_id: string
  /** Question path key it was sent under; null without one. */
  readonly question_path_key?: string | null
  /** Path of the upload in the message, for error responses. */
  readonly path: string
}

/** Actor who adds documents, and the message log entry that lists the records they touched. */
export interface Attaching {
  readonly by: By
  readonly note: Note
}

/** A person sends no message: nothing is logged, and a repeat is found by its content. */
export const byHand: Note = { touched() {}, unmatched() {}, isFirst: async () => true, async forget() {} }

/**
 * Attaches uploaded files to stops, orders and their parts in the caller's transaction, and notifies others of them
 * (ST-12). The same content for the same subject, key and type again has no effect, whatever its sender and name
 * (INB-3).
 * @returns the id of each document, in order; for a repeat the id of the first one
 * @throws Problem upload_unknown
 */
export async function attachDocuments(
  ctx: Context,
  tx: Tx,
  attaching: Attaching,
  given: readonly AttachedDocument[],
): Promise<string[]> {
  const ids: string[] = []
  for (const one of given) ids.push(await attach(ctx, tx, attaching, one))
  return ids
}

async function attach(ctx: Context, tx: Tx, { by, note }: Attaching, given: AttachedDocument): Promise<string> {
  const { subject, document_type, question_path_key = null } = given
  const upload = await findUpload(tx, given.upload_id)
  if (!upload) {
    const { message } = new Problem('upload_unknown')
    throw new Problem('upload_unknown', { errors: [errorItem(given.path, message, 'upload_unknown')] })
  }
  const purpose = question_path_key ?? document_type
  const isFirst = await note.isFirst(`document:${subject.type}:${subject.id}:${purpose}:${upload.sha256}`)
  const known = await findDocumentOf(tx, subject.id, document_type, upload.content_id)
  if (known !== undefined || !isFirst) {
    if (known !== undefined) note.touched('document', known)
    return known ?? ''
  }
  const name = given.name ?? upload.file_name
  const documentId = await linkDocument(
    tx,
    {
      upload_id: given.upload_id,
      subject_type: subject.type,
      subject_id: subject.id,
      ...(subject.order_id !== null && { order_id: subject.order_id }),
      document_type,
      name,
      question_path_key,
    },
    given.path,
  )
  note.touched('document', documentId)
  if (subject.order_id !== null) note.touched('order', subject.order_id)
  await recordChanges(tx, by, additions(documentId, { ...given, name }))
  if (isPublished(document_type) && subject.order_id !== null) {
    await enqueue(tx, 'documents.tell_created', { document_id: documentId })
    tx.afterCommit(() => ctx.wake('jobs'))
  }
  if (proofsOfDelivery.includes(document_type) && subject.order_id !== null) {
    await enqueue(tx, 'papers.keep_temperatures', { order_id: subject.order_id })
    tx.afterCommit(() => ctx.wake('jobs'))
  }
  return documentId
}

/** Audit entries for a new document and for the history of its order. */
function additions(documentId: string, { subject, document_type, name }: AttachedDocument): Change[] {
  const { order_id } = subject
  const about = { document: name, document_type }
  const after = { ...about, subject_type: subject.type, subject_id: subject.id, order_id }
  const document: Change = { entity_type: 'document', entity_id: documentId, action: 'created', before: null, after }
  if (order_id === null) return [document]
  return [document, { entity_type: 'order', entity_id: order_id, action: 'updated', before: {}, after: about }]
}

/** A file to store: its bytes, or a received file, which its receiver drops. */
export interface FileToStore {
  bytes: Uint8Array | ReceivedFile
  name: string
  /** As the sender declared it; parameters are cut off. */
  mediaType: string
}

/**
 * Stores bytes of a message before the transaction that uses them. Webhooks take any media type: a file that disagrees
 * with its type, or has a type refused elsewhere, is stored flagged and sent only as an attachment with a neutral type.
 * @returns an upload id for `attachDocuments`
 * @throws Problem validation_failed when it is empty, unavailable
 */
export async function storeBytes(ctx: Context, tenantId: string, file: FileToStore): Promise<string> {
  const { name, bytes } = file
  const mediaType = file.mediaType.split(';')[0]!.trim().toLowerCase()
  const accept = (received: ReceivedFile) =>
    acceptUpload(ctx, tenantId, { name, mediaType, received, takesAnyType: true })
  if (!(bytes instanceof Uint8Array)) return await accept(bytes)
  const received = await receiveFile(ctx, { name, mediaType, bytes: once(bytes) })
  try {
    return await accept(received)
  } finally {
    await received.drop()
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
