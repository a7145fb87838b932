import type { OrderDocument } from '@cartage/contract/orders/app/documents'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import type { SubjectKind } from './access.rules.ts'
import { isOfKinds } from './access.views.ts'
import { reviewShown } from './review/views.ts'

/** Most documents shown for one trip or order. */
const mostShown = 200

const shown = `d.document_id, d.name, d.document_type as type, d.media_type as content_type, d.subject_type,
          d.subject_id,
          (select c.size_bytes::float8 from document_content c where c.tenant_id = $1 and c.content_id = d.content_id)
            as size_bytes,
          ${instant('d.created_at')} as created_at,
          ${reviewShown} as review`

const selectOfOrder = statement(
  'documents.list_shown_of_order',
  `select ${shown} from document d
    where d.tenant_id = $1 and d.order_id = $2 and ${isOfKinds('$3')}
    order by d.created_at desc, d.document_id desc limit ${mostShown}`,
)

/** Documents of an order, its consignments and its stops for its page, newest first, of the given kinds (DOC-10). */
export async function listShownOfOrder(
  tx: Tx,
  orderId: string,
  kinds: readonly SubjectKind[],
): Promise<OrderDocument[]> {
  return await tx.query<OrderDocument>(selectOfOrder, orderId, kinds)
}

const selectByIds = statement(
  'documents.list_shown',
  `select ${shown} from document d
    where d.tenant_id = $1 and d.document_id = any($2::uuid[]) and ${isOfKinds('$3')}
    order by d.created_at desc, d.document_id desc limit ${mostShown}`,
)

/** Documents by id for a page, newest first, of the given kinds (DOC-10). */
export async function listShownById(
  tx: Tx,
  documentIds: readonly string[],
  kinds: readonly SubjectKind[],
): Promise<OrderDocument[]> {
  return documentIds.length === 0 ? [] : await tx.query<OrderDocument>(selectByIds, documentIds, kinds)
}
