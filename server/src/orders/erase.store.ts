import { withoutMembers } from '../audit/erase.rules.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { contactMembers } from './contacts.rules.ts'

const contacts: ReadonlySet<string> = new Set(contactMembers)

const lockDocs = statement(
  'orders.lock_docs',
  `select o.order_id as id, o.doc::text as doc from transport_order o
    where o.tenant_id = $1 and o.order_id = any ($2::uuid[]) order by o.order_id for update`,
)
// Readers that depend on the version need no update: no decision uses contacts of an ended order.
const writeDocs = statement(
  'orders.write_docs_without_contacts',
  `update transport_order o set doc = n.doc::json
     from unnest($2::uuid[], $3::text[]) as n (id, doc) where o.tenant_id = $1 and o.order_id = n.id`,
)

/**
 * Erases contacts from orders.
 * @returns how many orders had contacts
 */
export async function eraseContacts(tx: Tx, orderIds: readonly string[]): Promise<number> {
  return await rewrite(tx, await tx.query<Stored>(lockDocs, orderIds), writeDocs)
}

const isOld = `not u.is_erased and u.accepted_at < now() - make_interval(days => $2)
      and not exists (select from upload_pending p where p.tenant_id = $1 and p.upload_id = u.upload_id)
      and not exists (
        select from transport_order o where o.tenant_id = $1 and o.order_identifier = u.order_identifier
           and (o.status not in ('COMPLETED', 'CANCELLED', 'REJECTED') or o.updated_at >= now() - make_interval(days => $2)))`
const countUploads = statement(
  'orders.count_old_uploads',
  `select count(*)::integer as rows from (select from order_upload u where u.tenant_id = $1 and ${isOld} limit $3) x`,
)

/** Counts unchecked uploads of orders that ended more than `days` days ago, up to `most`. */
export async function countOldUploads(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countUploads, days, most))[0]!.rows
}

const selectUploads = statement(
  'orders.select_old_uploads',
  `select u.upload_id as id, u.accepted_at::text as at from order_upload u
    where u.tenant_id = $1 and ${isOld} and u.accepted_at >= $4 and u.upload_id <> all ($5::uuid[])
    order by u.accepted_at limit $3`,
)

/**
 * Such uploads, oldest first, limited in number.
 * @param from acceptance time to start from, so that earlier ones are not read again
 * @param left ids to skip
 * @returns their ids, and where to continue
 */
export async function findOldUploads(
  tx: Tx,
  days: number,
  most: number,
  { from, left }: { from: string; left: readonly string[] },
): Promise<{ ids: string[]; next: string }> {
  const rows = await tx.query<{ id: string; at: string }>(selectUploads, days, most, from, left)
  return { ids: rows.map(({ id }) => id), next: rows.at(-1)?.at ?? from }
}

const lockUploads = statement(
  'orders.lock_old_uploads',
  `select u.upload_id as id, u.body as doc from order_upload u
    where u.tenant_id = $1 and u.upload_id = any ($3::uuid[]) and ${isOld} for update of u skip locked`,
)
const writeUploads = statement(
  'orders.write_uploads_without_contacts',
  `update order_upload u set body = n.doc
     from unnest($2::uuid[], $3::text[]) as n (id, doc) where u.tenant_id = $1 and u.upload_id = n.id`,
)
const noteErased = statement(
  'orders.note_erased_uploads',
  'update order_upload set is_erased = true where tenant_id = $1 and upload_id = any ($2::uuid[])',
)

/**
 * Erases contacts from such uploads.
 * @returns how many were checked
 */
export async function eraseOldUploads(tx: Tx, days: number, uploadIds: readonly string[]): Promise<number> {
  const rows = await tx.query<Stored>(lockUploads, days, uploadIds)
  await rewrite(tx, rows, writeUploads)
  await tx.query(
    noteErased,
    rows.map(({ id }) => id),
  )
  return rows.length
}

interface Stored {
  id: string
  /** JSON document. */
  doc: string
}

async function rewrite(tx: Tx, rows: readonly Stored[], write: typeof writeDocs): Promise<number> {
  const after = rows.flatMap(({ id, doc }) => {
    const before = JSON.parse(doc) as unknown
    const kept = withoutMembers(before, contacts)
    return kept === before ? [] : [{ id, doc: JSON.stringify(kept) }]
  })
  if (after.length > 0) {
    const [ids, docs] = [after.map(({ id }) => id), after.map(({ doc }) => doc)]
    await tx.query(write, ids, docs)
  }
  return after.length
}
