import type { SharedLink } from '@cartage/contract/documents/app/sharing'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'

// A person's links end with their account: a deactivated user may have shared a document with themselves (DOC-12).
const isEnded = `(l.ended_at is not null or (l.created_by is not null and not exists (
  select from app_user u where u.tenant_id = $1 and u.user_id = l.created_by and not u.is_disabled)))`

const live = statement(
  'documents.is_live_link',
  `select from document_link l
    where l.tenant_id = $1 and l.document_link_id = $2 and l.document_id = $3 and not ${isEnded}`,
)

/** Whether a link to this document works, regardless of its expiry. */
export async function isLiveLink(tx: Tx, linkId: string, documentId: string): Promise<boolean> {
  return (await tx.query(live, linkId, documentId)).length === 1
}

const mostDays = statement(
  'documents.find_link_days',
  'select document_link_days from tenant_setting where tenant_id = $1',
)

/** Maximum lifetime in days of document links of the tenant; null when not set. */
export async function findMostDays(tx: Tx): Promise<number | null> {
  const [row] = await tx.query<{ document_link_days: number | null }>(mostDays)
  return row?.document_link_days ?? null
}

const shown = `select l.document_link_id, l.document_id, d.name as document_name,
          case when ${isEnded} then 'ENDED' when l.expires_at <= $2::timestamptz then 'EXPIRED' else 'LIVE' end as state,
          l.created_by is null as is_of_event, u.name as created_by,
          ${instant('l.created_at')} as created_at, ${instant('l.expires_at')} as expires_at,
          ${instant('l.ended_at')} as ended_at, ${instant('l.last_opened_at')} as last_opened_at, l.opened_count
     from document_link l
     join document d on d.tenant_id = $1 and d.document_id = l.document_id
     left join app_user u on u.tenant_id = $1 and u.user_id = l.created_by`

const ofDocument = statement(
  'documents.select_links_of_document',
  `${shown} where l.tenant_id = $1 and l.document_id = $3 and l.expires_at > $2::timestamptz - interval '90 days'
    order by l.created_at desc, l.document_link_id limit 200`,
)

/** The links of a document, newest first; without those that expired 90 days ago. */
export async function listLinksOf(tx: Tx, documentId: string, now: Date): Promise<SharedLink[]> {
  return await tx.query<SharedLink>(ofDocument, now, documentId)
}

const one = statement(
  'documents.select_link',
  `${shown} where l.tenant_id = $1 and l.document_link_id = $3 and l.document_id = $4`,
)

/** One link of a document; undefined when it does not exist. */
export async function findLink(
  tx: Tx,
  { linkId, documentId, now }: { linkId: string; documentId: string; now: Date },
): Promise<SharedLink | undefined> {
  const [row] = await tx.query<SharedLink>(one, now, linkId, documentId)
  return row
}

const all = statement(
  'documents.select_links',
  `${shown} where l.tenant_id = $1
      and ($3::boolean or (l.expires_at > $2::timestamptz and not ${isEnded}))
      and ($4::uuid is null or (l.created_at, l.document_link_id) < (
        select b.created_at, b.document_link_id from document_link b where b.tenant_id = $1 and b.document_link_id = $4))
    order by l.created_at desc, l.document_link_id desc limit $5`,
)

/** Links of the tenant, newest first, at most `most`. */
export async function listLinks(
  tx: Tx,
  { isAll, before, now, most }: { isAll: boolean; before: string | undefined; now: Date; most: number },
): Promise<SharedLink[]> {
  return await tx.query<SharedLink>(all, now, isAll, before ?? null, most)
}
