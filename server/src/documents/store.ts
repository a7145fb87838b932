import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { errorItem, Problem } from '../http/problem.ts'
import type { Subject } from './views.ts'

/** Content to store, identified by its bytes. */
export interface NewContent {
  /** In hexadecimal. */
  sha256: string
  size_bytes: number
  media_type: string
  scan_status: 'NOT_SCANNED' | 'PENDING'
  /** Hours it is kept while unreferenced. */
  hours: number
}

// The same bytes share one row. Unreferenced content gets its full time again.
const reserveRow = statement(
  'documents.reserve_content',
  `insert into document_content as c (tenant_id, sha256, size_bytes, media_type, scan_status, collect_after)
   values ($1, decode($2, 'hex'), $3, $4, $5, now() + make_interval(hours => $6))
   on conflict (tenant_id, sha256) do update
      set collect_after = case when c.collect_after is not null then greatest(c.collect_after, excluded.collect_after) end
   returning content_id, xmax = 0 as is_new`,
)

/**
 * Inserts the row of content before its bytes are in place, so that no bytes are without a row. Waits while the same
 * content is being removed.
 * @returns its id, the existing one for bytes that are already stored, and whether it is new
 */
export async function reserveContent(tx: Tx, content: NewContent): Promise<{ content_id: string; is_new: boolean }> {
  const [row] = await tx.query<{ content_id: string; is_new: boolean }>(
    reserveRow,
    content.sha256,
    content.size_bytes,
    content.media_type,
    content.scan_status,
    content.hours,
  )
  return row!
}

const noteStored = statement(
  'documents.note_stored',
  'update document_content set is_stored = true where tenant_id = $1 and content_id = $2 and not is_stored',
)
const insertUploadRow = statement(
  'documents.insert_upload',
  `insert into document_upload (tenant_id, upload_id, content_id, file_name, media_type, is_flagged)
   values ($1, $2, $3, $4, $5, $6)`,
)

export interface NewUpload {
  upload_id: string
  content_id: string
  file_name: string
  media_type: string
  is_flagged: boolean
}

/** Stores an upload whose bytes are already in place. */
export async function insertUpload(tx: Tx, upload: NewUpload): Promise<void> {
  await Promise.all([
    tx.query(noteStored, upload.content_id),
    tx.query(
      insertUploadRow,
      upload.upload_id,
      upload.content_id,
      upload.file_name,
      upload.media_type,
      upload.is_flagged,
    ),
  ])
}

/** An uploaded file and the record it will belong to. */
export interface NewDocument {
  upload_id: string
  /** ORDER, CONSIGNMENT, COMPANY, RESOURCE and so on. */
  subject_type: string
  subject_id: string
  /** Order of a document of an order, its consignments and stops. */
  order_id?: string
  document_type: string
  name: string
  /** Question path key it was sent under, if any. */
  question_path_key?: string | null
}

// The lock prevents removal of the content until the commit. The clock time, not the start of the transaction, so that
// documents of one message are listed in its order.
const insertDocumentRow = statement(
  'documents.insert_document',
  `with upload as (
     select u.content_id, u.media_type, u.is_flagged
       from document_upload u join document_content c on c.tenant_id = $1 and c.content_id = u.content_id
      where u.tenant_id = $1 and u.upload_id = $2
        for key share of c
   )
   insert into document
     (tenant_id, subject_type, subject_id, order_id, document_type, name, content_id, media_type, is_flagged,
      question_path_key, created_at)
   select $1::uuid, $3, $4, $5, $6, $7, content_id, media_type, is_flagged, $8, statement_timestamp() from upload
   returning document_id, content_id`,
)
const keepContent = statement(
  'documents.keep_content',
  `update document_content set collect_after = null
    where tenant_id = $1 and content_id = $2 and collect_after is not null`,
)

/**
 * Makes an uploaded file a document of a record, in the caller's transaction. An upload may be used more than once.
 * @param path of upload_id in the request, for the error response
 * @returns the id of the document
 * @throws Problem upload_unknown
 */
export async function linkDocument(tx: Tx, given: NewDocument, path = 'upload_id'): Promise<string> {
  const [row] = await tx.query<{ document_id: string; content_id: string }>(
    insertDocumentRow,
    given.upload_id,
    given.subject_type,
    given.subject_id,
    given.order_id ?? null,
    given.document_type,
    given.name,
    given.question_path_key ?? null,
  )
  if (!row) {
    const { message } = new Problem('upload_unknown')
    throw new Problem('upload_unknown', { errors: [errorItem(path, message, 'upload_unknown')] })
  }
  await tx.query(keepContent, row.content_id)
  return row.document_id
}

const lockDocument = statement(
  'documents.lock_document',
  `select d.document_id, d.name, d.document_type, d.content_id from document d
    where d.tenant_id = $1 and d.document_id = $2 and d.subject_type = $3 and d.subject_id = $4 for update`,
)

/** A document to remove. */
export interface LockedDocument {
  document_id: string
  name: string
  document_type: string
  content_id: string
}

/** A document of a record, locked until the transaction ends; undefined when it belongs to something else. */
export async function documentForUpdate(
  tx: Tx,
  documentId: string,
  { subject_type, subject_id }: Subject,
): Promise<LockedDocument | undefined> {
  const [row] = await tx.query<LockedDocument>(lockDocument, documentId, subject_type, subject_id)
  return row
}

const deleteDocumentRow = statement(
  'documents.delete_document',
  'delete from document where tenant_id = $1 and document_id = $2',
)
// The garbage collection checks whether another document has the same content.
const releaseContent = statement(
  'documents.release_content',
  `update document_content set collect_after = now() + interval '7 days' where tenant_id = $1 and content_id = $2`,
)

/** Removes a document; its bytes are removed a week later unless still referenced. */
export async function deleteDocument(tx: Tx, { document_id, content_id }: LockedDocument): Promise<void> {
  await tx.query(deleteDocumentRow, document_id)
  await tx.query(releaseContent, content_id)
}

const selectGarbage = statement(
  'documents.select_garbage',
  `select content_id, encode(sha256, 'hex') as sha256,
          exists (select from document d where d.tenant_id = $1 and d.content_id = c.content_id) as is_used
     from document_content c where c.tenant_id = $1 and c.collect_after <= now()
    order by c.collect_after limit $2 for update skip locked`,
)
const deleteContentRows = statement(
  'documents.delete_contents',
  'delete from document_content where tenant_id = $1 and content_id = any ($2::uuid[])',
)

/** Content without references. */
export interface Garbage {
  content_id: string
  sha256: string
  is_used: boolean
}

/** Locks content whose retention has passed, oldest first. */
export async function garbageForUpdate(tx: Tx, most: number): Promise<Garbage[]> {
  return tx.query<Garbage>(selectGarbage, most)
}

/** Keeps content that is referenced again. */
export async function keepContents(tx: Tx, contentIds: readonly string[]): Promise<void> {
  await Promise.all(contentIds.map((id) => tx.query(keepContent, id)))
}

/** Deletes the rows of content and its uploads; the bytes must already be removed. */
export async function deleteContents(tx: Tx, contentIds: readonly string[]): Promise<void> {
  await tx.query(deleteContentRows, contentIds)
}

const noteScanRow = statement(
  'documents.note_scan',
  `update document_content set scan_status = $3, scanned_at = now()
    where tenant_id = $1 and sha256 = decode($2, 'hex') returning content_id`,
)

/**
 * Records the verdict of a virus scanner on content.
 * @returns the id of the content; undefined when the tenant has no such content
 */
export async function noteScan(tx: Tx, sha256: string, verdict: 'CLEAN' | 'INFECTED'): Promise<string | undefined> {
  const [row] = await tx.query<{ content_id: string }>(noteScanRow, sha256, verdict)
  return row?.content_id
}

// The copied document protects the content from removal.
const copyRows = statement(
  'documents.copy_documents',
  `insert into document
     (tenant_id, subject_type, subject_id, document_type, name, content_id, media_type, is_flagged, created_at)
   select $1, r.subject_type, r.subject_id, d.document_type, d.name, d.content_id, d.media_type, d.is_flagged,
          statement_timestamp()
     from jsonb_to_recordset($2::jsonb) as r(document_id uuid, subject_type text, subject_id uuid)
     join document d on d.tenant_id = $1 and d.document_id = r.document_id
   returning tenant_id`,
)

/** A document to copy to another record. */
export interface DocumentCopy extends Subject {
  readonly document_id: string
}

/** Copies documents to other records; the copies stay when the originals are removed. */
export async function copyDocuments(tx: Tx, copies: readonly DocumentCopy[]): Promise<void> {
  if (copies.length > 0) await tx.query(copyRows, JSON.stringify(copies))
}
