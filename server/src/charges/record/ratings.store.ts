import type { Facts } from '@cartage/contract/rates/app/facts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { KeptSentence } from '../../http/kept-sentence.ts'
import type { KeptShares } from '../rating/orders.rules.ts'

/** The last rating of an order or trip. Decimals are text. */
export interface RatingRow {
  readonly subject_type: 'ORDER' | 'TRIP'
  readonly subject_id: string
  readonly side: 'SALES' | 'COST'
  readonly phase: 'EXPECTED' | 'ACTUAL'
  readonly result: 'COMPLETE' | 'INCOMPLETE' | 'NO_CARD'
  readonly message: KeptSentence
  readonly rate_version_id: string | null
  readonly rated_on: string | null
  readonly currency: string | null
  readonly total: string
  /** Everything the price depends on, so that it can be recalculated and explained. */
  readonly facts: Facts
  readonly shares: KeptShares | null
  readonly rating_group_id: string | null
}

const columns = [
  'subject_type',
  'subject_id',
  'side',
  'phase',
  'result',
  'message',
  'rate_version_id',
  'rated_on',
  'currency',
  'total',
  'facts',
  'shares',
  'rating_group_id',
] as const satisfies readonly (keyof RatingRow)[]

const key: readonly string[] = ['subject_type', 'subject_id', 'side']
const values = columns.filter((name) => !key.includes(name))

const upsertRatings = statement(
  'charges.upsert_ratings',
  `insert into rating as x (tenant_id, ${columns.join(', ')})
   select $1, ${columns.map((name) => `r.${name}`).join(', ')} from jsonb_populate_recordset(null::rating, $2::jsonb) r
   on conflict (tenant_id, subject_type, subject_id, side) do update
      set ${values.map((name) => `${name} = excluded.${name}`).join(', ')}, rated_at = excluded.rated_at
    where (${values.map((name) => `x.${name}`).join(', ')}) is distinct from
          (${values.map((name) => `excluded.${name}`).join(', ')})
   returning tenant_id`,
)

/** Stores ratings. Unchanged ones are not written. */
export async function saveRatings(tx: Tx, rows: readonly RatingRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(upsertRatings, JSON.stringify(rows.map((row) => ({ ...row, message: row.message }))))
}

const deleteRatings = statement(
  'charges.delete_ratings',
  `delete from rating r
    where r.tenant_id = $1 and r.subject_type = $2 and r.subject_id = any($3::uuid[]) and r.side = $4`,
)

/** Deletes the ratings of subjects that are no longer rated. */
export async function removeRatings(
  tx: Tx,
  subjectType: 'ORDER' | 'TRIP',
  ids: readonly string[],
  side: 'SALES' | 'COST',
): Promise<void> {
  if (ids.length > 0) await tx.query(deleteRatings, subjectType, ids, side)
}

/**
 * SQL: ratings of orders as `r`, one lookup each. Until the table is analysed, a plan made while it was empty may still
 * use the index by day, which contains all ratings of the tenant.
 * @param ids parameter that lists the orders
 */
export const ratingsOfOrders = (ids: `$${number}`) => `unnest(${ids}::uuid[]) as given (id)
     cross join lateral (
       select * from rating w
        where w.tenant_id = $1 and w.subject_type = 'ORDER' and w.subject_id = given.id and w.side = 'SALES' limit 1
     ) r`

// With a plain `is null`, a plan made on an empty table scans the index of all unfrozen groups.
const notFrozen = `coalesce(g.frozen_at, 'infinity') = 'infinity'`

const freezeGroups = statement(
  'charges.freeze_groups',
  `update rating_group g set frozen_at = now()
    where g.tenant_id = $1 and ${notFrozen} and g.rating_group_id = any(array(
            select m.rating_group_id
              from (select distinct r.rating_group_id from ${ratingsOfOrders('$2')} where r.rating_group_id is not null) s
              cross join lateral (
                select w.rating_group_id, w.subject_type, w.side, w.subject_id from rating w
                 where w.tenant_id = $1 and w.rating_group_id = s.rating_group_id offset 0
              ) m
              cross join lateral (
                select x.side, x.line_key, x.status from charge x
                 where x.tenant_id = $1 and x.order_id = m.subject_id offset 0
              ) c
             where m.subject_type = 'ORDER' and m.side = 'SALES' and c.side = 'SALES' and c.line_key is not null
               and c.status in ('INVOICED', 'INVOICE_POSTED', 'INVOICED_EXTERNAL')))`,
)

/**
 * Freezes the shipments of these orders if one of their orders is on a finalised document: shares are final (CHARGE-9).
 */
export async function freezeShipments(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > 0) await tx.query(freezeGroups, orderIds)
}

const selectFrozen = statement(
  'charges.select_frozen',
  `select r.subject_id as order_id, r.rating_group_id, r.shares
     from ${ratingsOfOrders('$2')}
     cross join lateral (
       select x.frozen_at from rating_group x
        where x.tenant_id = $1 and x.rating_group_id = r.rating_group_id limit 1
     ) g
    where r.shares is not null and g.frozen_at is not null`,
)

/** The share of an order in a frozen shipment. */
export interface FrozenShare {
  readonly order_id: string
  readonly rating_group_id: string
  readonly shares: KeptShares
}

/**
 * Freezes the shipments of these orders if one of their orders is on a finalised document, and returns the shares of
 * orders in frozen ones (CHARGE-9).
 */
export async function frozenShares(tx: Tx, orderIds: readonly string[]): Promise<Map<string, FrozenShare>> {
  if (orderIds.length === 0) return new Map()
  await freezeShipments(tx, orderIds)
  const rows = await tx.query<FrozenShare>(selectFrozen, orderIds)
  return new Map(rows.map((row) => [row.order_id, row]))
}

/** A shipment with the amount of each of its lines. */
export interface GroupRow {
  readonly rating_group_id: string
  readonly group_key: string
  readonly rate_version_id: string
  readonly amounts: KeptShares
}

const upsertGroups = statement(
  'charges.upsert_groups',
  `insert into rating_group as g (tenant_id, rating_group_id, group_key, rate_version_id, amounts)
   select $1, r.rating_group_id, r.group_key, r.rate_version_id, r.amounts
     from jsonb_populate_recordset(null::rating_group, $2::jsonb) r
   on conflict (tenant_id, group_key) where frozen_at is null do update
      set rate_version_id = excluded.rate_version_id, amounts = excluded.amounts
   returning g.group_key, g.rating_group_id`,
)

/**
 * Stores shipments, identified by key.
 * @returns the id of each by its key
 */
export async function saveGroups(tx: Tx, groups: readonly GroupRow[]): Promise<Map<string, string>> {
  if (groups.length === 0) return new Map()
  const rows = await tx.query<GroupRow>(upsertGroups, JSON.stringify(groups))
  return new Map(rows.map(({ group_key, rating_group_id }) => [group_key, rating_group_id]))
}

const deleteEmptyGroups = statement(
  'charges.delete_empty_groups',
  `delete from rating_group g
    where g.tenant_id = $1 and ${notFrozen} and g.rating_group_id = any($2::uuid[])
      and not exists (select from rating r where r.tenant_id = $1 and r.rating_group_id = g.rating_group_id)`,
)

const selectGroupsOf = statement(
  'charges.select_groups_of',
  `select distinct r.rating_group_id from ${ratingsOfOrders('$2')} where r.rating_group_id is not null`,
)

/** Shipments of these orders according to their last rating. */
export async function groupsOfOrders(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ rating_group_id: string }>(selectGroupsOf, orderIds)
  return rows.map(({ rating_group_id }) => rating_group_id)
}

/** Deletes those of the shipments that have no orders left. */
export async function removeEmptyGroups(tx: Tx, groupIds: readonly string[]): Promise<void> {
  if (groupIds.length > 0) await tx.query(deleteEmptyGroups, groupIds)
}

const insertSnapshots = statement(
  'charges.insert_snapshots',
  `insert into charge_snapshot (tenant_id, subject_type, subject_id, side, moment, currency, total, charges)
   select $1, r.subject_type, r.subject_id, r.side, r.moment, r.currency, r.total, r.charges
     from jsonb_populate_recordset(null::charge_snapshot, $2::jsonb) r
   on conflict (tenant_id, subject_type, subject_id, side, moment) do nothing
   returning tenant_id`,
)

/** Expected charges at a milestone (CHARGE-13). The first of each stays, to show how costs developed. */
export interface Snapshot {
  readonly subject_type: 'ORDER' | 'TRIP'
  readonly subject_id: string
  readonly side: 'SALES' | 'COST'
  readonly moment: 'CONFIRMED' | 'DISPATCHED' | 'COMPLETED'
  readonly currency: string
  readonly total: string
  readonly charges: readonly unknown[]
}

/** Stores snapshots of milestones that have none yet. */
export async function keepSnapshots(tx: Tx, snapshots: readonly Snapshot[]): Promise<void> {
  if (snapshots.length > 0) await tx.query(insertSnapshots, JSON.stringify(snapshots))
}
