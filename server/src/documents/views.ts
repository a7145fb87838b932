import type { Document } from '@cartage/contract/documents/endpoints'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import type { DocumentReader } from './access.rules.ts'
import { isOfKinds } from './access.views.ts'
import { releasedTypes } from './released.rules.ts'
import { isRejected } from './review/views.ts'

/** Record that documents belong to. */
export interface Subject {
  /** ORDER, CONSIGNMENT, COMPANY, RESOURCE and so on. */
  readonly subject_type: string
  readonly subject_id: string
}

/** Path to the bytes of a document, relative to the base URL. */
export function downloadUrl(documentId: string): string {
  return `/v1/documents/document/${documentId}/download`
}

interface DocumentRow {
  document_id: string
  name: string
  document_type: string
  subject_type: string
  media_type: string
}

/** Maps a row to a document of the interface. */
export function documentOutput(row: DocumentRow): Document {
  return {
    id: row.document_id,
    name: row.name,
    type: row.document_type,
    download_url: downloadUrl(row.document_id),
    subject_type: row.subject_type,
    content_type: row.media_type,
  }
}

const columns = 'd.document_id, d.name, d.document_type, d.subject_type, d.media_type'

const selectOfOrder = statement(
  'documents.list_of_order',
  `select ${columns} from document d
    where d.tenant_id = $1 and d.order_id = $2 order by d.created_at, d.document_id`,
)
const selectReleased = statement(
  'documents.list_released_of_order',
  `select ${columns} from document d
    where d.tenant_id = $1 and d.order_id = $2 and d.document_type = any($3::text[]) and not ${isRejected}
    order by d.created_at, d.document_id`,
)

/**
 * Documents of an order, its consignments and its stops (READ-6), oldest first.
 * @param companyId id of a customer, who sees what the portal shows (READ-8); null for everyone else
 */
export async function listDocumentsOfOrder(tx: Tx, orderId: string, companyId: string | null): Promise<Document[]> {
  const rows =
    companyId === null
      ? tx.query<DocumentRow>(selectOfOrder, orderId)
      : tx.query<DocumentRow>(selectReleased, orderId, releasedTypes)
  return (await rows).map(documentOutput)
}

// Orders of a trip have a stop on it, if only a transfer. Their documents include those of consignments and stops;
// stops of the trip and the trip itself are subjects of their own (READ-6).
const selectOfTrip = statement(
  'documents.list_of_trip',
  `with stop as (
     select s.stop_id, s.order_id from trip_stop s where s.tenant_id = $1 and s.trip_id = $2
   )
   select d.document_id, d.name, d.document_type, d.subject_type, d.media_type
     from document d
    where d.tenant_id = $1 and d.document_id = any (array(
      select o.document_id from document o
       where o.tenant_id = $1 and o.order_id = any (array(select distinct order_id from stop where order_id is not null))
      union
      select s.document_id from document s
       where s.tenant_id = $1 and s.subject_type = 'STOP' and s.subject_id = any (array(select stop_id from stop))
      union
      select t.document_id from document t
       where t.tenant_id = $1 and t.subject_type = 'TRIP' and t.subject_id = $2
    ))
    order by d.created_at, d.document_id`,
)

/** Documents of a trip, of its stops, and of its orders with their consignments and stops (READ-6), oldest first. */
export async function listDocumentsOfTrip(tx: Tx, tripId: string): Promise<Document[]> {
  return (await tx.query<DocumentRow>(selectOfTrip, tripId)).map(documentOutput)
}

const selectOfInvoice = statement(
  'documents.list_of_invoice',
  `select ${columns} from document d
    where d.tenant_id = $1 and d.subject_type in ('INVOICE', 'CREDIT_NOTE') and d.subject_id = $2
    order by d.created_at, d.document_id`,
)

/** Files of an invoice or credit note, including attachments of the supplier, oldest first. */
export async function listDocumentsOfInvoice(tx: Tx, invoiceId: string): Promise<Document[]> {
  return (await tx.query<DocumentRow>(selectOfInvoice, invoiceId)).map(documentOutput)
}

const selectByIds = statement(
  'documents.list_by_ids',
  `select ${columns} from document d
    where d.tenant_id = $1 and d.document_id = any ($2::uuid[]) order by d.created_at, d.document_id`,
)

/** Documents by id, oldest first; unknown ids are skipped. */
export async function listDocumentsById(tx: Tx, documentIds: readonly string[]): Promise<Document[]> {
  return (await tx.query<DocumentRow>(selectByIds, documentIds)).map(documentOutput)
}

const selectSubject = statement(
  'documents.find_subject',
  'select d.subject_type, d.subject_id from document d where d.tenant_id = $1 and d.document_id = $2',
)

/** Subject of a document; undefined when it does not exist. */
export async function findSubject(tx: Tx, documentId: string): Promise<Subject | undefined> {
  const [row] = await tx.query<Subject>(selectSubject, documentId)
  return row
}

/** Data of a download. */
export interface Download {
  name: string
  media_type: string
  is_flagged: boolean
  sha256: string
  size: number
  scan_status: 'NOT_SCANNED' | 'PENDING' | 'CLEAN' | 'INFECTED'
}

// A document is as confidential as its record (DOC-10). A customer sees documents of its own company, and released
// documents of its orders and their parts (READ-8).
const selectDownload = statement(
  'documents.find_download',
  `select d.name, d.media_type, d.is_flagged, encode(c.sha256, 'hex') as sha256, c.size_bytes::float8 as size,
          c.scan_status, d.subject_type, d.document_type, ${isRejected} as is_rejected
     from document d join document_content c on c.tenant_id = $1 and c.content_id = d.content_id
    where d.tenant_id = $1 and d.document_id = $2 and ${isOfKinds('$4')}
      and ($3::uuid is null
           or (d.subject_type = 'COMPANY' and d.subject_id = $3)
           or exists (
             select from transport_order o where o.tenant_id = $1 and o.order_id = d.order_id and o.company_id = $3))`,
)

interface DownloadRow extends Download {
  subject_type: string
  document_type: string
  is_rejected: boolean
}

/**
 * The content of a document.
 * @param reader a customer sees what the portal shows of its own company (READ-8), others what their permissions read
 * @throws Problem not_found, also for a document that the reader may not see
 */
export async function getDownload(tx: Tx, documentId: string, { companyId, kinds }: DocumentReader): Promise<Download> {
  const [row] = await tx.query<DownloadRow>(selectDownload, documentId, companyId, kinds)
  if (!row || (companyId !== null && !isReleased(row))) throw new Problem('not_found')
  return row
}

/** All files of the customer's own company; of its orders, only released types. */
function isReleased({ subject_type, document_type, is_rejected }: DownloadRow): boolean {
  return subject_type === 'COMPANY' || (releasedTypes.includes(document_type) && !is_rejected)
}

// `tenant` has no row security, so its predicate is reversed (see events/store.ts).
const selectShared = statement(
  'documents.find_shared_download',
  `select d.name, d.media_type, d.is_flagged, encode(c.sha256, 'hex') as sha256, c.size_bytes::float8 as size,
          c.scan_status
     from document d
     join document_content c on c.tenant_id = $1 and c.content_id = d.content_id
     join tenant t on $1 = t.tenant_id and t.is_active
    where d.tenant_id = $1 and d.document_id = $2`,
)

/**
 * The content of a document for anyone with its signed address.
 * @throws Problem not_found when it was removed, or the tenant is inactive
 */
export async function getSharedDownload(tx: Tx, documentId: string): Promise<Download> {
  const [row] = await tx.query<Download>(selectShared, documentId)
  if (!row) throw new Problem('not_found')
  return row
}

const selectUnscanned = statement(
  'documents.list_unscanned',
  `select encode(sha256, 'hex') as sha256, size_bytes::float8 as size, media_type
     from document_content where tenant_id = $1 and scan_status = 'PENDING' and is_stored
    order by created_at, content_id limit $2`,
)

/** Content without a virus scan, oldest first. */
export async function listUnscanned(
  tx: Tx,
  most: number,
): Promise<{ sha256: string; size: number; media_type: string }[]> {
  return tx.query(selectUnscanned, most)
}
