import type { RecordDocument } from '@cartage/contract/documents/app/record'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import type { SubjectKind } from './access.rules.ts'
import { isOfKinds } from './access.views.ts'
import { reviewShown } from './review/views.ts'
import type { Subject } from './views.ts'

/** Most documents shown for one record. */
const mostOfRecord = 200

/** SQL: columns of a document `d` in lists. */
export const shown = `d.document_id, d.name, d.document_type as type, d.media_type as content_type,
          (select c.size_bytes::float8 from document_content c where c.tenant_id = $1 and c.content_id = d.content_id)
            as size_bytes,
          ${instant('d.created_at')} as created_at,
          ${reviewShown} as review`

const selectOfRecord = statement(
  'documents.list_of_record',
  `select ${shown} from document d
    where d.tenant_id = $1 and d.subject_type = $2 and d.subject_id = $3
      and ${isOfKinds('$4')}
    order by d.created_at desc, d.document_id desc limit ${mostOfRecord}`,
)

/** Documents of a resource, company or similar record for its page, newest first, of the given kinds (DOC-10). */
export async function listDocumentsOfRecord(
  tx: Tx,
  { subject_type, subject_id }: Subject,
  kinds: readonly SubjectKind[],
): Promise<RecordDocument[]> {
  return await tx.query<RecordDocument>(selectOfRecord, subject_type, subject_id, kinds)
}

const selectOne = statement(
  'documents.find_of_record',
  `select ${shown} from document d where d.tenant_id = $1 and d.document_id = $2`,
)

/** One document as the list of its record shows it. */
export async function findRecordDocument(tx: Tx, documentId: string): Promise<RecordDocument | undefined> {
  const [row] = await tx.query<RecordDocument>(selectOne, documentId)
  return row
}
