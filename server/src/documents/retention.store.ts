import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { deleteDocument, type LockedDocument } from './store.ts'

/** Documents of orders and trips that ended long ago. A document of an invoice stays (RET-1). */
const isOld = `d.created_at < now() - make_interval(days => $2) and (
      (d.subject_type = 'ORDER' and exists (
        select from transport_order o where o.tenant_id = $1 and o.order_id = d.subject_id
           and o.status in ('COMPLETED', 'CANCELLED', 'REJECTED') and o.updated_at < now() - make_interval(days => $2)))
      or (d.subject_type = 'TRIP' and exists (
        select from trip t where t.tenant_id = $1 and t.trip_id = d.subject_id
           and t.status in ('COMPLETED', 'CANCELLED') and t.updated_at < now() - make_interval(days => $2))))`

const countOld = statement(
  'documents.count_old',
  `select count(*)::integer as rows from (select from document d where d.tenant_id = $1 and ${isOld} limit $3) x`,
)

/** Documents of orders and trips that ended more than `days` ago, counted up to `most`. */
export async function countOldDocuments(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countOld, days, most))[0]!.rows
}

const selectOld = statement(
  'documents.select_old',
  `select d.document_id from document d where d.tenant_id = $1 and ${isOld} and d.document_id <> all ($4::uuid[])
    order by d.created_at limit $3`,
)

/** @param left ids of old documents to skip; the oldest others are returned, at most `most` */
export async function findOldDocuments(tx: Tx, days: number, most: number, left: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ document_id: string }>(selectOld, days, most, left)
  return rows.map(({ document_id }) => document_id)
}

const lockOld = statement(
  'documents.lock_old',
  `select d.document_id, d.name, d.document_type, d.content_id from document d
    where d.tenant_id = $1 and d.document_id = any ($3::uuid[]) and ${isOld} for update of d skip locked`,
)

/** @returns number of old documents removed; their files are removed a week later */
export async function deleteOldDocuments(tx: Tx, days: number, ids: readonly string[]): Promise<number> {
  return await deleteAll(tx, await tx.query<LockedDocument>(lockOld, days, ids))
}

const lockOfSubject = statement(
  'documents.lock_documents_of',
  `select d.document_id, d.name, d.document_type, d.content_id from document d
    where d.tenant_id = $1 and d.subject_type = $2 and d.subject_id = $3 for update of d`,
)

/** Removes every document of a record. Nothing may refer to them any more. @returns how many there were */
export async function deleteDocumentsOf(tx: Tx, subject_type: 'RESOURCE', subjectId: string): Promise<number> {
  return await deleteAll(tx, await tx.query<LockedDocument>(lockOfSubject, subject_type, subjectId))
}

const rename = statement(
  'documents.rename_documents',
  `update document set name = $3 where tenant_id = $1 and document_id = any ($2::uuid[]) and name <> $3
   returning document_id, order_id`,
)

/** A document that was named after a person, with its order. */
export interface RenamedDocument {
  readonly document_id: string
  readonly order_id: string | null
}

/** @returns the documents whose names may have contained a person's and were replaced by `name` */
export async function renameDocuments(tx: Tx, ids: readonly string[], name: string): Promise<RenamedDocument[]> {
  return ids.length === 0 ? [] : await tx.query<RenamedDocument>(rename, ids, name)
}

async function deleteAll(tx: Tx, documents: readonly LockedDocument[]): Promise<number> {
  await Promise.all(documents.map((one) => deleteDocument(tx, one)))
  return documents.length
}
