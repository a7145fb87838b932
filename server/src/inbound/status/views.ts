import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instantInMs } from '../../db/texts.ts'

/** A stop that partners may report on, with its records. */
export interface KnownStop {
  stop_id: string
  /** Null while it is on no trip. */
  trip_id: string | null
  stop_group_id: string | null
  order_id: string | null
  consignment_id: string | null
  /** Planned start of its trip, ISO 8601 in UTC; null without a plan. */
  trip_starts_at: string | null
}

// Statements that join a list of keys also have `= any(list)`: otherwise a plan made on an empty table scans all rows
// of the tenant, because there every index costs the same.
const tripStart = `(
            select ${instantInMs('p.starts_at')}
              from trip p where p.tenant_id = $1 and p.trip_id = t.trip_id) as trip_starts_at`
const known = `select i.stop_id, t.trip_id, t.stop_group_id, s.consignment_id,
          case when s.order_id is null then t.order_id else s.order_id end as order_id, ${tripStart}
     from unnest($2::uuid[]) as i (stop_id)
     left join order_stop s on s.tenant_id = $1 and s.stop_id = any($2::uuid[]) and s.stop_id = i.stop_id
     left join trip_stop t on t.tenant_id = $1 and t.stop_id = any($2::uuid[]) and t.stop_id = i.stop_id
    where s.stop_id is not null or t.stop_id is not null`

const selectStops = statement('inbound.select_stops', known)

/** The stops with these ids, planned or not; unknown ids are left out. */
export async function knownStops(tx: Tx, stopIds: readonly string[]): Promise<Map<string, KnownStop>> {
  if (stopIds.length === 0) return new Map()
  const rows = await tx.query<KnownStop>(selectStops, [...new Set(stopIds)])
  return new Map(rows.map((row) => [row.stop_id, row]))
}

// The order by forces the index of groups: planned on an empty table, every index costs the same.
const selectGroups = statement(
  'inbound.select_stop_groups',
  `select t.stop_id, t.trip_id, t.stop_group_id, t.order_id, s.consignment_id, ${tripStart}
     from trip_stop t
     left join lateral (select o.consignment_id from order_stop o
                         where o.tenant_id = $1 and o.stop_id = t.stop_id limit 1) s on true
    where t.tenant_id = $1 and t.stop_group_id = any($2::uuid[]) and t.status <> 'CANCELLED'
    order by t.stop_group_id, t.sequence`,
)

/** The stops of these groups, by group, each group's in sequence; unknown groups are left out. */
export async function stopsOfGroups(tx: Tx, groupIds: readonly string[]): Promise<Map<string, KnownStop[]>> {
  if (groupIds.length === 0) return new Map()
  const rows = await tx.query<KnownStop>(selectGroups, [...new Set(groupIds)])
  return Map.groupBy(rows, ({ stop_group_id }) => stop_group_id!)
}
