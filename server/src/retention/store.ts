import type { PersonType, RetentionKind } from '@cartage/contract/retention/app'
import type { By } from '../audit/rules.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { RetentionCounts } from './rules.ts'

const insertRun = statement(
  'retention.insert_run',
  `insert into retention_run (tenant_id, run_id, kind, by_kind, by_id, person_type, person_id)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict (tenant_id) where kind = 'PURGE' and finished_at is null do nothing
   returning run_id`,
)
const insertErasure = statement(
  'retention.insert_erasure',
  `insert into retention_run (tenant_id, run_id, kind, by_kind, by_id, person_type, person_id, counts, finished_at)
   values ($1, $2, 'PERSON', $3, $4, $5, $6, $7, clock_timestamp())`,
)

/** Starts a purge. False when one is already open. */
export async function insertPurge(tx: Tx, runId: string, { actor }: By): Promise<boolean> {
  return (await tx.query(insertRun, runId, 'PURGE', actor.kind, actor.id, null, null)).length === 1
}

/** One person, as identified in the record of runs. */
export interface Person {
  readonly person_type: PersonType
  readonly person_id: string
}

/** Records the erasure of a person. */
export async function insertPersonRun(
  tx: Tx,
  runId: string,
  { actor }: By,
  { person_type, person_id }: Person,
  counts: RetentionCounts,
): Promise<void> {
  await tx.query(insertErasure, runId, actor.kind, actor.id, person_type, person_id, counts)
}

const addRows = statement(
  'retention.add_rows',
  `update retention_run set counts = jsonb_set(counts, array[$3], to_jsonb(coalesce((counts ->> $3)::bigint, 0) + $4::bigint))
    where tenant_id = $1 and run_id = $2`,
)

/** Adds removed rows to the run, in the same transaction. */
export async function addToRun(tx: Tx, runId: string, kind: RetentionKind, rows: number): Promise<void> {
  if (rows > 0) await tx.query(addRows, runId, kind, rows)
}

const finish = statement(
  'retention.finish_run',
  `update retention_run set finished_at = statement_timestamp() where tenant_id = $1 and run_id = $2 and finished_at is null
   returning counts`,
)

/**
 * Ends a purge.
 * @returns its counts; undefined when it had already ended
 */
export async function finishPurge(tx: Tx, runId: string): Promise<RetentionCounts | undefined> {
  return (await tx.query<{ counts: RetentionCounts }>(finish, runId))[0]?.counts
}

const notePerson = statement(
  'retention.insert_person',
  `insert into erased_person (tenant_id, person_type, person_id, run_id, erased_at) values ($1, $2, $3, $4, now())
   on conflict (tenant_id, person_type, person_id) do update set erased_at = excluded.erased_at, run_id = excluded.run_id`,
)

/** Records that a person is erased. */
export async function insertErasedPerson(tx: Tx, { person_type, person_id }: Person, runId: string): Promise<void> {
  await tx.query(notePerson, person_type, person_id, runId)
}

const noteOrders = statement(
  'retention.insert_orders',
  `insert into erased_order (tenant_id, order_id, erased_at) select $1, id, statement_timestamp() from unnest($2::uuid[]) as id
   on conflict (tenant_id, order_id) do update set erased_at = excluded.erased_at
   returning tenant_id`,
)

/** Records that the contacts of orders are erased. */
export async function insertErasedOrders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await tx.query(noteOrders, orderIds)
}
