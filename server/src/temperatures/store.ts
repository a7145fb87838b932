import type { TemperatureExcursion } from '@cartage/contract/temperatures/app'
import type { Actor } from '../audit/rules.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { type ExcursionChanges, type KeptExcursion, rangeKey } from './published.rules.ts'

const markSeen = statement(
  'temperatures.mark_seen',
  `insert into order_temperature_seen as e (tenant_id, order_id, seen_until, seen_by_kind, seen_by) values ($1, $2, $3, $4, $5)
   on conflict (tenant_id, order_id) do update
      set seen_until = greatest(e.seen_until, excluded.seen_until), seen_at = excluded.seen_at,
          seen_by_kind = excluded.seen_by_kind, seen_by = excluded.seen_by
   returning e.seen_until::text as seen_until`,
)

/** @returns until when the excursions of the order are seen; never earlier than before */
export async function markExcursionsSeen(tx: Tx, orderId: string, until: string, { kind, id }: Actor): Promise<string> {
  const [row] = await tx.query<{ seen_until: string }>(markSeen, orderId, until, kind, id)
  return `${new Date(row!.seen_until).toISOString().slice(0, 19)}Z`
}

const selectKept = statement(
  'temperatures.list_published',
  `select e.order_id, e.trip_id, e.resource_id, e.range_key, ${instant('e.began_at')} as "from", ${instant('e.until_at')} as until,
          e.worst_degrees, e.is_over, coalesce(r.name, '') as resource_name
     from temperature_excursion e
     left join lateral (select n.name from resource n where n.tenant_id = $1 and n.resource_id = e.resource_id limit 1) r on true
    where e.tenant_id = $1 and e.trip_id = $2
    order by e.began_at`,
)

/** Published excursions of a trip (TEMP-7). */
export async function listKeptExcursions(tx: Tx, tripId: string): Promise<KeptExcursion[]> {
  return await tx.query<KeptExcursion>(selectKept, tripId)
}

type Key = Pick<KeptExcursion, 'order_id' | 'resource_id' | 'range_key' | 'from'>
const keyOf = ({ order_id, resource_id, range_key, from }: Key) =>
  [order_id, resource_id, range_key, Date.parse(from)].join(' ')

const insertBegun = statement(
  'temperatures.insert_published',
  `insert into temperature_excursion
     (tenant_id, order_id, trip_id, resource_id, range_key, began_at, until_at, worst_degrees, is_over)
   select $1::uuid, n.order_id, n.trip_id, n.resource_id, n.range_key, n.began_at, n.until_at, n.worst_degrees, n.is_over
     from json_to_recordset($2::json) as n (order_id uuid, trip_id uuid, resource_id uuid, range_key text, began_at timestamptz,
                                            until_at timestamptz, worst_degrees float8, is_over boolean)
   on conflict do nothing
   returning order_id, resource_id, range_key, began_at as "from"`,
)

/** @returns excursions that were not published before, nor by a concurrent job */
export async function keepBegun(tx: Tx, begun: ExcursionChanges['begun']): Promise<TemperatureExcursion[]> {
  if (begun.length === 0) return []
  const rows = begun.map(({ order_id, trip_id, resource_id, range, from, until, worst_degrees, is_over }) => ({
    ...{ order_id, trip_id, resource_id, range_key: rangeKey(range) },
    ...{ began_at: from, until_at: until, worst_degrees, is_over },
  }))
  const written = new Set((await tx.query<Key>(insertBegun, JSON.stringify(rows))).map(keyOf))
  return begun.filter((one) => written.has(keyOf({ ...one, range_key: rangeKey(one.range) })))
}

const updateKept = statement(
  'temperatures.move_published',
  `update temperature_excursion e
      set until_at = n.until_at, worst_degrees = n.worst_degrees, is_over = n.is_over
     from json_to_recordset($2::json) as n (order_id uuid, trip_id uuid, resource_id uuid, range_key text, began_at timestamptz,
                                            until_at timestamptz, worst_degrees float8, is_over boolean)
    where e.tenant_id = $1 and e.order_id = n.order_id and e.trip_id = n.trip_id and e.resource_id = n.resource_id
      and e.range_key = n.range_key and e.began_at = n.began_at and not e.is_over
   returning e.order_id, e.resource_id, e.range_key, e.began_at as "from"`,
)

/**
 * Updates published excursions that continued or ended.
 * @returns those that were not over yet
 */
export async function keepMoved(tx: Tx, moved: readonly KeptExcursion[]): Promise<KeptExcursion[]> {
  if (moved.length === 0) return []
  const rows = moved.map(({ from, until, ...one }) => ({ ...one, began_at: from, until_at: until }))
  const written = new Set((await tx.query<Key>(updateKept, JSON.stringify(rows))).map(keyOf))
  return moved.filter((one) => written.has(keyOf(one)))
}
