import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const add = statement(
  'documents.insert_link',
  `insert into document_link (tenant_id, document_link_id, document_id, expires_at, created_by, created_at)
   values ($1, $2, $3, $4, $5, $6)`,
)

export interface NewLink {
  linkId: string
  documentId: string
  expires_at: string
  /** Id of the user; null for Cartage. */
  createdBy: string | null
  now: Date
}

/** Inserts a link; it works at once. */
export async function insertLink(tx: Tx, { linkId, documentId, expires_at, createdBy, now }: NewLink): Promise<void> {
  await tx.query(add, linkId, documentId, expires_at, createdBy, now)
}

const addEarlier = statement(
  'documents.insert_earlier_link',
  `insert into document_link (tenant_id, document_link_id, document_id, expires_at, created_at)
   values ($1, $2, $3, $4, $5) on conflict do nothing`,
)

/** Inserts the row of an address from before links had rows, if it is missing. Its document must exist. */
export async function insertEarlierLink(tx: Tx, link: Omit<NewLink, 'createdBy'>): Promise<void> {
  await tx.query(addEarlier, link.linkId, link.documentId, link.expires_at, link.now)
}

const noteOpened = statement(
  'documents.update_link_opened',
  `update document_link set opened_count = opened_count + 1, last_opened_at = $3
    where tenant_id = $1 and document_link_id = $2`,
)

/** Records a download through the link. */
export async function updateLinkOpened(tx: Tx, linkId: string, at: Date): Promise<void> {
  await tx.query(noteOpened, linkId, at)
}

const end = statement(
  'documents.end_link',
  `update document_link set ended_at = $4
    where tenant_id = $1 and document_link_id = $2 and document_id = $3 and ended_at is null
   returning ended_at`,
)

/** Ends a link from the next request on. False when it was ended before, or the document has no such link. */
export async function updateLinkEnded(tx: Tx, linkId: string, documentId: string, at: Date): Promise<boolean> {
  return (await tx.query(end, linkId, documentId, at)).length === 1
}

const forget = statement(
  'documents.delete_old_links',
  `delete from document_link where tenant_id = $1 and document_link_id in (
     select document_link_id from document_link
      where tenant_id = $1 and expires_at < now() - interval '90 days' order by expires_at limit $2)
   returning document_link_id`,
)

/** @returns number of removed links, at most `most`, of those that expired 90 days ago */
export async function deleteOldLinks(tx: Tx, most: number): Promise<number> {
  return (await tx.query(forget, most)).length
}
