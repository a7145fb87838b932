import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { SearchFacts } from './facts.views.ts'
import { keysOf, type SearchKind } from './key.rules.ts'
import type { Progress } from './views.ts'

const upsertEntries = statement(
  'search.upsert_entries',
  `insert into search_entry (tenant_id, kind, record_id, title_key, key, at, is_archived)
   select $1, $2, given.id, given.title_key, given.key, given.at, given.is_archived
     from unnest($3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::boolean[])
          as given (id, title_key, key, at, is_archived)
   on conflict (tenant_id, kind, record_id) do update
      set title_key = excluded.title_key, key = excluded.key, at = excluded.at, is_archived = excluded.is_archived
    where (search_entry.title_key, search_entry.key, search_entry.at, search_entry.is_archived)
          is distinct from (excluded.title_key, excluded.key, excluded.at, excluded.is_archived)
   returning tenant_id`,
)
const deleteEntries = statement(
  'search.delete_entries',
  `delete from search_entry e using unnest($3::uuid[]) as given (id)
    where e.tenant_id = $1 and e.kind = $2 and e.record_id = given.id`,
)

/** Writes the current search entries of these records; those of deleted records are removed. */
export async function writeEntries(
  tx: Tx,
  kind: SearchKind,
  ids: readonly string[],
  facts: readonly SearchFacts[],
): Promise<void> {
  const rows = facts.map((one) => ({ ...one, ...keysOf(one) }))
  const there = new Set(rows.map(({ id }) => id))
  const gone = ids.filter((id) => !there.has(id))
  if (gone.length > 0) await tx.query(deleteEntries, kind, gone)
  if (rows.length === 0) return
  const columns = (['id', 'title_key', 'key', 'at', 'is_archived'] as const).map((name) => rows.map((row) => row[name]))
  await tx.query(upsertEntries, kind, ...columns)
}

const upsertProgress = statement(
  'search.set_progress',
  `insert into search_progress (tenant_id, trail, filling, filled_to) values ($1, $2, $3, $4)
   on conflict (tenant_id) do update set trail = excluded.trail, filling = excluded.filling, filled_to = excluded.filled_to`,
)

/** Records the progress of the search. */
export async function writeProgress(tx: Tx, { trail, filling, filled_to }: Progress): Promise<void> {
  await tx.query(upsertProgress, trail, filling, filled_to)
}

const lockTenant = statement(
  'search.lock',
  `select pg_try_advisory_xact_lock(hashtextextended($1::text || 'search', 72)) as is_ours`,
)

/** Locks the tenant until the transaction ends: false while another process writes its entries. */
export async function claimSearch(tx: Tx): Promise<boolean> {
  return (await tx.query<{ is_ours: boolean }>(lockTenant))[0]!.is_ours
}

// The words of a record's old name find the records that refer to it.
const insertNaming = statement(
  'search.insert_naming',
  `insert into search_due (tenant_id, kind, record_id)
   select $1, e.kind, e.record_id from unnest($2::text[]) as k (kind)
     join search_entry e on e.tenant_id = $1 and e.kind = k.kind and e.key like all ($3::text[])
   on conflict (tenant_id, kind, record_id) do nothing returning tenant_id`,
)

const naming: readonly SearchKind[] = ['order', 'trip', 'invoice', 'document']

const awaitTenant = statement(
  'search.await_lock',
  `select pg_advisory_xact_lock(hashtextextended($1::text || 'search', 72))`,
)

/** Locks the tenant until the transaction ends; waits for a process that writes its entries. */
export async function awaitSearch(tx: Tx): Promise<void> {
  await tx.query(awaitTenant)
}

/** Marks records that refer to another by its old name, to be written again. */
export async function markNaming(tx: Tx, titleKey: string): Promise<void> {
  const words = titleKey.split(' ').filter((word) => word !== '')
  if (words.length === 0) return
  const patterns = words.map((word) => `% ${word} %`)
  await tx.query(insertNaming, naming, patterns)
}

const takeDue = statement(
  'search.take_due',
  `with due as (
     select kind, record_id from search_due where tenant_id = $1 order by kind, record_id limit $2)
   delete from search_due d using due
    where d.tenant_id = $1 and d.kind = due.kind and d.record_id = due.record_id
   returning d.kind, d.record_id as id`,
)

/** Takes marked records. */
export async function takeDueEntries(tx: Tx, most: number): Promise<{ kind: SearchKind; id: string }[]> {
  return await tx.query<{ kind: SearchKind; id: string }>(takeDue, most)
}
