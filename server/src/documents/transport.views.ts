import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { isRejected } from './review/views.ts'

/** An uploaded file. */
export interface UploadRow {
  content_id: string
  /** Hash of its content, in hexadecimal. */
  sha256: string
  file_name: string
  media_type: string
}

const selectUpload = statement(
  'documents.find_upload',
  `select u.content_id, encode(c.sha256, 'hex') as sha256, u.file_name, u.media_type
     from document_upload u join document_content c on c.tenant_id = $1 and c.content_id = u.content_id
    where u.tenant_id = $1 and u.upload_id = $2`,
)

/** An upload; undefined when it never existed or was removed. */
export async function findUpload(tx: Tx, uploadId: string): Promise<UploadRow | undefined> {
  const [row] = await tx.query<UploadRow>(selectUpload, uploadId)
  return row
}

/** A transport document of an order, to attach to an invoice. */
export interface TransportFile {
  document_id: string
  order_id: string
  document_type: string
  name: string
  media_type: string
  /** In hexadecimal. */
  sha256: string
  size: number
}

const selectTransportFiles = statement(
  'documents.list_transport_files',
  `select d.document_id, d.order_id, d.document_type, d.name, d.media_type, encode(c.sha256, 'hex') as sha256,
          c.size_bytes::float8 as size
     from document d join document_content c on c.tenant_id = $1 and c.content_id = d.content_id
    where d.tenant_id = $1 and d.order_id = any($2::uuid[]) and d.document_type = any($3::text[])
      and not d.is_flagged and c.scan_status <> 'INFECTED' and not ${isRejected}
    order by d.order_id, d.created_at, d.document_id`,
)

/** Documents of orders by type, without harmful or rejected ones (DOC-9), oldest first. */
export async function listTransportFiles(
  tx: Tx,
  orderIds: readonly string[],
  types: readonly string[],
): Promise<TransportFile[]> {
  return orderIds.length === 0 ? [] : await tx.query<TransportFile>(selectTransportFiles, orderIds, types)
}

const selectDocumentOf = statement(
  'documents.find_document_of',
  `select document_id from document
    where tenant_id = $1 and subject_id = $2 and document_type = $3 and content_id = $4
    order by created_at, document_id limit 1`,
)

/** The document with this content, subject and type, if it exists. */
export async function findDocumentOf(
  tx: Tx,
  subjectId: string,
  documentType: string,
  contentId: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ document_id: string }>(selectDocumentOf, subjectId, documentType, contentId)
  return row?.document_id
}

/** Meaning of a key of a document upload. */
export interface PathKey {
  document_type: string
  default_file_name: string
}

const selectPathKeys = statement(
  'documents.list_path_keys',
  `select k.code, t.code as document_type, k.default_file_name
     from question_path_key k join document_type t on t.tenant_id = $1 and t.document_type_id = k.document_type_id
    where k.tenant_id = $1 and not k.is_archived order by k.rank, k.code`,
)

/** The tenant's keys of document uploads by code, in the order of its settings (DOC-1). */
export async function readPathKeys(tx: Tx): Promise<Map<string, PathKey>> {
  const rows = await tx.query<PathKey & { code: string }>(selectPathKeys)
  return new Map(rows.map(({ code, ...key }) => [code, key]))
}

/** A stop that receives a document. */
export interface StopPlace {
  stop_id: string
  /** Null for a standalone stop of a trip. */
  order_id: string | null
  trip_id: string | null
}

// A stop of an order has the same id on every trip; until it is planned, only the order lists it.
const selectStop = statement(
  'documents.find_stop',
  `select t.stop_id, t.order_id, t.trip_id from trip_stop t where t.tenant_id = $1 and t.stop_id = $2
   union all
   select s.stop_id, s.order_id, null from order_stop s
    where s.tenant_id = $1 and s.stop_id = $2
      and not exists (select from trip_stop p where p.tenant_id = $1 and p.stop_id = $2)`,
)
const selectGroup = statement(
  'documents.list_stops_of_group',
  `select t.stop_id, t.order_id, t.trip_id from trip_stop t
    where t.tenant_id = $1 and t.stop_group_id = $2 order by t.trip_id, t.sequence`,
)

/** A stop of an order or a trip; undefined when it does not exist. */
export async function findStopPlace(tx: Tx, stopId: string): Promise<StopPlace | undefined> {
  const [row] = await tx.query<StopPlace>(selectStop, stopId)
  return row
}

/** Stops of a group in trip order; empty when the group does not exist. */
export async function listStopsOfGroup(tx: Tx, groupId: string): Promise<StopPlace[]> {
  return tx.query<StopPlace>(selectGroup, groupId)
}

/** A document as notifications contain it. */
export interface PublishedDocument {
  document_id: string
  name: string
  document_type: string
  subject_type: string
  subject_id: string
  order_id: string | null
  /** ISO 8601 in UTC. */
  created_at: string
}

const selectPublished = statement(
  'documents.find_told',
  `select d.document_id, d.name, d.document_type, d.subject_type, d.subject_id, d.order_id,
          ${instant('d.created_at')} as created_at
     from document d where d.tenant_id = $1 and d.document_id = $2`,
)

/** A document with its subject; undefined when it does not exist. */
export async function findPublishedDocument(tx: Tx, documentId: string): Promise<PublishedDocument | undefined> {
  const [row] = await tx.query<PublishedDocument>(selectPublished, documentId)
  return row
}
