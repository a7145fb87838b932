import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Decision } from './rules.ts'

/** A document under review, locked. */
export interface DocumentToReview {
  document_id: string
  name: string
  subject_type: string
  subject_id: string
  order_id: string | null
  /** Current decision. */
  state: Decision['state']
  reason: string | null
}

// The decision is read under the lock, so that two concurrent reviews run one after the other.
const lockRow = statement(
  'documents.lock_for_review',
  'select d.document_id from document d where d.tenant_id = $1 and d.document_id = $2 for no key update',
)
const selectRow = statement(
  'documents.find_for_review',
  `select d.document_id, d.name, d.subject_type, d.subject_id, d.order_id,
          coalesce(v.state, 'OPEN') as state, v.reason
     from document d
     left join document_review v on v.tenant_id = $1 and v.document_id = d.document_id
    where d.tenant_id = $1 and d.document_id = $2`,
)

/** A document with its decision, locked until the transaction ends; undefined when it does not exist. */
export async function documentForReview(tx: Tx, documentId: string): Promise<DocumentToReview | undefined> {
  await tx.query(lockRow, documentId)
  const [row] = await tx.query<DocumentToReview>(selectRow, documentId)
  return row
}

const writeRow = statement(
  'documents.write_review',
  `insert into document_review as v (tenant_id, document_id, state, reason, reviewed_by, reviewed_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (tenant_id, document_id) do update
      set state = excluded.state, reason = excluded.reason, reviewed_by = excluded.reviewed_by,
          reviewed_at = excluded.reviewed_at`,
)
const deleteRow = statement(
  'documents.delete_review',
  'delete from document_review where tenant_id = $1 and document_id = $2',
)

/** Writes a decision; OPEN removes the earlier one. @param by id of the user */
export async function writeReview(
  tx: Tx,
  documentId: string,
  { state, reason }: Decision,
  { by, at }: { by: string | null; at: Date },
): Promise<void> {
  if (state === 'OPEN') await tx.query(deleteRow, documentId)
  else await tx.query(writeRow, documentId, state, reason, by, at)
}
