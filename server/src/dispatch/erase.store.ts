import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { columnsOfKeys } from '../db/texts.ts'
import { type KeptMessage, withoutContacts, withoutDriver } from './erase.rules.ts'

/** Messages read at a time. */
const batch = 200

const isOld = `not v.is_erased and v.made_at < now() - make_interval(days => $2) and exists (
      select from dispatch d join trip t on t.tenant_id = $1 and t.trip_id = d.trip_id
       where d.tenant_id = $1 and d.dispatch_id = v.dispatch_id and t.status in ('COMPLETED', 'CANCELLED')
         and t.updated_at < now() - make_interval(days => $2))`

const countOld = statement(
  'dispatch.count_old_revisions',
  `select count(*)::integer as rows from (select from dispatch_revision v where v.tenant_id = $1 and ${isOld} limit $3) x`,
)

/** Counts messages to partners about trips that ended more than `days` days ago, up to `most`. */
export async function countOldRevisions(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countOld, days, most))[0]!.rows
}

const selectOld = statement(
  'dispatch.select_old_revisions',
  `select v.dispatch_id || ' ' || v.revision as key from dispatch_revision v
    where v.tenant_id = $1 and ${isOld} and v.dispatch_id || ' ' || v.revision <> all ($4::text[])
    order by v.made_at limit $3`,
)

/**
 * Keys of such messages, oldest first, at most `most`.
 * @param left keys to skip
 */
export async function findOldRevisions(tx: Tx, days: number, most: number, left: readonly string[]): Promise<string[]> {
  return (await tx.query<{ key: string }>(selectOld, days, most, left)).map(({ key }) => key)
}

const lockOld = statement(
  'dispatch.lock_old_revisions',
  `select v.dispatch_id, v.revision, v.payload, v.difference
     from unnest($3::uuid[], $4::integer[]) as k (dispatch_id, revision)
     join dispatch_revision v on v.tenant_id = $1 and v.dispatch_id = k.dispatch_id and v.revision = k.revision
    where ${isOld} for update of v skip locked`,
)
const update = statement(
  'dispatch.erase_revisions',
  `update dispatch_revision v
      set payload = n.payload, difference = n.difference, is_erased = v.is_erased or $3
     from json_to_recordset($2::json) as n (dispatch_id uuid, revision integer, payload json, difference json)
    where v.tenant_id = $1 and v.dispatch_id = n.dispatch_id and v.revision = n.revision`,
)

const isOldAnswer = 'a.driver_name is not null and a.answered_at < now() - make_interval(days => $2)'
const countAnswers = statement(
  'dispatch.count_old_answers',
  `select count(*)::integer as rows from (select from trip_answer a where a.tenant_id = $1 and ${isOldAnswer} limit $3) x`,
)
const selectAnswers = statement(
  'dispatch.select_old_answers',
  `select a.trip_id || ' ' || a.company_id as key from trip_answer a
    where a.tenant_id = $1 and ${isOldAnswer} and a.trip_id || ' ' || a.company_id <> all ($4::text[]) limit $3`,
)
const eraseAnswers = statement(
  'dispatch.erase_answers',
  `update trip_answer a set driver_name = null from unnest($3::uuid[], $4::uuid[]) as k (trip_id, company_id)
    where a.tenant_id = $1 and a.trip_id = k.trip_id and a.company_id = k.company_id and ${isOldAnswer}
   returning a.trip_id`,
)

/** Counts carriers' answers older than `days` days that name a driver, up to `most`. */
export async function countOldAnswers(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countAnswers, days, most))[0]!.rows
}

/**
 * Keys of such answers, at most `most`.
 * @param left keys to skip
 */
export async function findOldAnswers(tx: Tx, days: number, most: number, left: readonly string[]): Promise<string[]> {
  return (await tx.query<{ key: string }>(selectAnswers, days, most, left)).map(({ key }) => key)
}

/**
 * Erases the driver's name from such answers, by their keys.
 * @returns the number of erased answers
 */
export async function eraseOldAnswers(tx: Tx, days: number, keys: readonly string[]): Promise<number> {
  return (await tx.query(eraseAnswers, days, ...columnsOfKeys(keys, 2))).length
}

type Row = KeptMessage & { dispatch_id: string; revision: number }

/**
 * Erases contacts and phone numbers from such messages, by their keys.
 * @returns the number of erased messages
 */
export async function eraseOldRevisions(tx: Tx, days: number, keys: readonly string[]): Promise<number> {
  const rows = await tx.query<Row>(lockOld, days, ...columnsOfKeys(keys, 2))
  await tx.query(update, JSON.stringify(rows.map((row) => ({ ...row, ...withoutContacts(row) }))), true)
  return rows.length
}

const lockOfDriver = statement(
  'dispatch.lock_revisions_of_driver',
  `select v.dispatch_id, v.revision, v.payload, v.difference
     from dispatch_revision v join dispatch d on d.tenant_id = $1 and d.dispatch_id = v.dispatch_id
    where v.tenant_id = $1 and (v.dispatch_id, v.revision) > ($3, $4) and exists (
      select from trip_resource r where r.tenant_id = $1 and r.trip_id = d.trip_id and r.resource_id = $2)
    order by v.dispatch_id, v.revision limit $5 for update of v`,
)

/**
 * Erases the name and contact details of a driver from the messages about trips.
 * @returns the number of changed messages
 */
export async function eraseDriverFromRevisions(tx: Tx, driverId: string): Promise<number> {
  let [count, after, revision] = [0, '00000000-0000-0000-0000-000000000000', 0]
  for (;;) {
    const rows = await tx.query<Row>(lockOfDriver, driverId, after, revision, batch)
    if (rows.length > 0) {
      await tx.query(update, JSON.stringify(rows.map((row) => ({ ...row, ...withoutDriver(row, driverId) }))), false)
    }
    count += rows.length
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) return count
    ;[after, revision] = [last.dispatch_id, last.revision]
  }
}
