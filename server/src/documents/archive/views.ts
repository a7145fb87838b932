import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { SubjectKind } from '../access.rules.ts'
import { isOfKinds } from '../access.views.ts'
import type { Download } from '../views.ts'

/** A document to put into an archive. */
export interface ArchiveDownload extends Download {
  document_id: string
  /** Display name of its subject. */
  subject_name: string | null
}

const selectDownloads = statement(
  'documents.list_downloads',
  `select d.document_id, d.name, d.media_type, d.is_flagged, encode(c.sha256, 'hex') as sha256,
          c.size_bytes::float8 as size, c.scan_status,
          coalesce(
            (select o.order_number from transport_order o where o.tenant_id = $1 and o.order_id = d.order_id),
            (select t.name from trip t where t.tenant_id = $1 and t.trip_id = d.subject_id),
            (select r.name from resource r where r.tenant_id = $1 and r.resource_id = d.subject_id),
            (select y.name from company y where y.tenant_id = $1 and y.company_id = d.subject_id)) as subject_name
     from document d join document_content c on c.tenant_id = $1 and c.content_id = d.content_id
    where d.tenant_id = $1 and d.document_id = any ($2::uuid[]) and ${isOfKinds('$3')}
    order by d.document_id`,
)

/** Download data of these documents; leaves out unknown ids and documents of other kinds (DOC-10). */
export async function listDownloads(
  tx: Tx,
  documentIds: readonly string[],
  kinds: readonly SubjectKind[],
): Promise<ArchiveDownload[]> {
  return tx.query<ArchiveDownload>(selectDownloads, documentIds, kinds)
}
