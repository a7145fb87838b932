import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import {
  erasedMark,
  erasureType,
  membersWith,
  removalType,
  type StoredChanges,
  sequencesDigest,
} from './erase.rules.ts'
import type { By } from './rules.ts'
import { recordChanges } from './store.ts'

/** Entries per batch. */
const batch = 500

const selectEntries = statement(
  'audit.select_entries_to_erase',
  `select r.sequence::float8 as sequence, r.changes from audit_record r
    where r.tenant_id = $1 and r.entity_type = $2 and r.entity_id = any ($3::text[]) and r.sequence > $4
    order by r.sequence limit $5`,
)
const eraseValues = statement(
  'audit.erase_values',
  'select erase_audit_values($1, $2, $3::bigint[], $4::text[], $5)::float8 as sequence',
)

/** Entries and values to erase. */
export interface Erasing {
  readonly entity_type: string
  readonly entity_ids: readonly string[]
  /** Member names to erase at any depth. */
  readonly names: ReadonlySet<string>
  /** Members of the record itself to erase. */
  readonly own?: ReadonlySet<string>
}

/**
 * Erases values from the entries about records (AUDIT-7). Which member was changed, when and by whom remains. An entry
 * that accounts for them is appended, so the trail can still be verified. Runs as the worker.
 * @returns the number of entries that lost values for the first time
 */
export async function eraseFromTrail(tx: Tx, by: By, erasureId: string, erasing: Erasing): Promise<number> {
  const erased: number[] = []
  for (let last = 0, isMore = true; isMore; ) {
    const { entity_type, entity_ids, names, own } = erasing
    const entries = await tx.query<{ sequence: number; changes: StoredChanges }>(
      selectEntries,
      entity_type,
      entity_ids,
      last,
      batch,
    )
    const places = entries.flatMap(({ sequence, changes }) =>
      membersWith(changes, names, own).map((member) => ({ sequence, member })),
    )
    if (places.length > 0) {
      const [sequences, members] = [places.map((one) => one.sequence), places.map((one) => one.member)]
      const rows = await tx.query<{ sequence: number }>(eraseValues, erasureId, sequences, members, erasedMark)
      erased.push(...rows.map(({ sequence }) => sequence))
    }
    last = entries.at(-1)?.sequence ?? last
    isMore = entries.length === batch
  }
  if (erased.length > 0) await answerFor(tx, by, erasureId, erased)
  return erased.length
}

async function answerFor(tx: Tx, by: By, erasureId: string, erased: number[]): Promise<void> {
  const sequences = erased.sort((one, other) => one - other)
  const after = { entries: sequences.length, sha256: sequencesDigest(sequences) }
  await recordChanges(tx, by, [
    { entity_type: erasureType, entity_id: erasureId, action: 'erased', before: null, after },
  ])
}

const selectBelonging = statement(
  'audit.find_belonging',
  `select distinct r.entity_id from audit_record r
    where r.tenant_id = $1 and r.entity_type = $2 and r.sequence > 0 and $4 in (r.changes -> $3 ->> 'after', r.changes -> $3 ->> 'before')`,
)

/**
 * Ids of records that belonged to another according to their own entries, including removed ones.
 * @param member of the entries that names the other record, such as `resource_id`
 */
export async function findBelonging(tx: Tx, entityType: string, member: string, id: string): Promise<string[]> {
  const rows = await tx.query<{ entity_id: string }>(selectBelonging, entityType, member, id)
  return rows.map(({ entity_id }) => entity_id)
}

const removeOld = statement(
  'audit.remove_old',
  'select removed::float8 as removed, kept_after::float8 as kept_after, kept_hash from remove_old_audit($1, $2)',
)

/**
 * Removes the oldest entries past the tenant's retention period, up to a limit (AUDIT-8). An entry with the number and
 * hash of the last removed one is appended: the trail begins after it. Runs as the worker.
 * @returns the number removed
 */
export async function removeOldEntries(tx: Tx, by: By, removalId: string, most: number): Promise<number> {
  const [row] = await tx.query<{ removed: number; kept_after: number; kept_hash: string }>(removeOld, most)
  if (row === undefined) return 0
  const after = { entries: row.removed, until: `${row.kept_after}:${row.kept_hash}` }
  await recordChanges(tx, by, [
    { entity_type: removalType, entity_id: removalId, action: 'erased', before: null, after },
  ])
  return row.removed
}

const countOld = statement(
  'audit.count_old',
  `select count(*)::integer as rows from (
     select from audit_record r where r.tenant_id = $1 and r.at < now() - make_interval(days => $2) and r.sequence > 0
      order by r.sequence limit $3) x`,
)

/** Number of entries older than this many days, up to a limit. */
export async function countOldEntries(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countOld, days, most))[0]!.rows
}
