import { worstPunctuality } from '@cartage/contract/orders/app/lateness'
import type { ListedOrder } from '@cartage/contract/orders/app/list'
import { sql } from 'kysely'
import { type Condition, down, type Key, oneOf, up } from '../../db/list/declare.ts'
import { List } from '../../db/list.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { findRecordIds } from '../../search/views.ts'
import { stopTimesOfOrders } from '../stops/punctuality.views.ts'
import {
  expectedAt,
  isFewDays,
  isNarrow,
  type OrderFilters,
  type OrderSort,
  searchRanges,
  shownStatus,
} from './rules.ts'

/** A prefix of more orders than this returns no more: the text has to be longer. */
const mostFound = 2_000

// Each search branch has its own limit: a short text matches very many orders.
const selectFound = statement(
  'orders.search',
  `select order_id from (
     (select o.order_id from transport_order o
       where o.tenant_id = $1 and o.order_identifier >= $2 and o.order_identifier < $3
       order by o.order_identifier limit ${mostFound})
     union all
     (select o.order_id from transport_order o
       where o.tenant_id = $1 and o.order_number >= $2 and o.order_number < $3 and length(o.order_number) <= 255
       order by o.order_number limit ${mostFound})
     union all
     (select o.order_id from transport_order o
       where o.tenant_id = $1 and o.customer_reference_number >= $2 and o.customer_reference_number < $3
         and length(o.customer_reference_number) <= 255
       order by o.customer_reference_number limit ${mostFound})
     union all
     (select o.order_id from transport_order o
       where o.tenant_id = $1 and o.container_key >= $4 and o.container_key < $5
       order by o.container_key limit ${mostFound})
   ) as found group by order_id limit ${mostFound}`,
)

/**
 * Ids of the orders that match a text (SEARCH-5): those whose current number, reference or container begins with it.
 */
async function findOrderIds(tx: Tx, text: string): Promise<string[]> {
  const { from, to, container } = searchRanges(text)
  const ends = [container?.from ?? null, container?.to ?? null]
  const [rows, found] = await Promise.all([
    tx.query<{ order_id: string }>(selectFound, from, to, ...ends),
    findRecordIds(tx, 'order', text),
  ])
  return [...new Set([...rows.map((row) => row.order_id), ...found])]
}

const place = (path: string) => `json_build_object('name', d.doc #>> '{${path},location,name}',
            'city', d.doc #>> '{${path},location,city}', 'country', d.doc #>> '{${path},location,country}')`

// GOOD-9: negative values are left out of sums.
const goodsSum = (total: string, unit: string) => `coalesce(sum(greatest(0, coalesce(
            (g.good ->> '${total}')::float8,
            (g.good ->> '${unit}')::float8 * coalesce((g.good ->> 'quantity')::float8, 1)))), 0)`

// If there are several trips, the one that is not completed, else the last.
const currentTrip = `left join lateral (
       select t.trip_id, t.subcontractor_id from trip_stop s join trip t on t.tenant_id = $1 and t.trip_id = s.trip_id
        where s.tenant_id = $1 and s.order_id = o.order_id and s.status not in ('TO_PLAN', 'CANCELLED')
          and t.status <> 'CANCELLED'
        order by t.status = 'COMPLETED', case when t.status = 'COMPLETED' then null else t.starts_at end,
                 t.starts_at desc limit 1) k on true`

// As jsonb, a document is parsed once for all extracted values. The offset keeps it from being parsed once for each.
const selectRows = statement(
  'orders.list_rows',
  `select o.order_id, o.order_number, o.order_identifier, o.status, o.is_blocked, o.block_reason,
          o.hold_reason_code,
          json_build_object('company_id', o.company_id, 'name', c.name) as customer,
          o.customer_reference_number, o.container_number, o.container_scenario, o.is_adr, o.is_tempered,
          ${place('consignments,0,pickup_stop')} as "from", ${place('consignments,-1,delivery_stop')} as "to",
          to_char(o.pickup_on, 'YYYY-MM-DD') as pickup_on, to_char(o.delivery_on, 'YYYY-MM-DD') as delivery_on,
          d.doc #>> '{consignments,0,pickup_stop,time_window,start_time}' as pickup_from,
          d.doc #>> '{consignments,-1,delivery_stop,time_window,start_time}' as delivery_from,
          d.doc #>> '{container,container_type,code}' as container_type,
          (d.doc #>> '{consignments,0,goods,0,ordered_transport_temperature_degrees}')::float8 as temperature_degrees,
          (select json_build_object(
                    'pieces', coalesce(sum(greatest(0, (g.good ->> 'quantity')::float8)), 0),
                    'weight_kg', ${goodsSum('total_weight_kg', 'unit_weight_kg')},
                    'loading_meters', ${goodsSum('total_loading_meters', 'unit_loading_meters')})
             from jsonb_path_query(d.doc, '$.consignments[*].goods[*]') as g(good)) as load,
          (select coalesce(json_agg(json_build_object(
                    'resource_type', r.resource_type, 'name', coalesce(x.name, r.name),
                    'license_plate', coalesce(x.license_plate, r.license_plate)) order by x.position, x.resource_id), '[]')
             from trip_resource x join resource r on r.tenant_id = $1 and r.resource_id = x.resource_id
            where x.tenant_id = $1 and x.trip_id = k.trip_id) as carriers,
          (select s.name from company s where s.tenant_id = $1 and s.company_id = k.subcontractor_id) as subcontractor,
          ${instant('o.created_at')} as created_at
     from transport_order o
     cross join lateral (select o.doc::jsonb as doc offset 0) d
     ${currentTrip}
     cross join lateral (select name from company where tenant_id = $1 and company_id = o.company_id limit 1) c
    where o.tenant_id = $1 and o.order_id = any($2::uuid[])`,
)

interface Row extends Omit<ListedOrder, 'status' | 'punctuality' | 'expected_at' | 'is_delivered'> {
  status: string
  is_blocked: boolean
}

/** List rows of these orders. */
async function readOrders(tx: Tx, ids: readonly string[], { now }: { now: number }): Promise<ListedOrder[]> {
  const [rows, times] = await Promise.all([tx.query<Row>(selectRows, ids), stopTimesOfOrders(tx, ids)])
  const byOrder = Map.groupBy(times, ({ order_id }) => order_id)
  return rows.map((row) => ({
    ...row,
    status: shownStatus(row.status, row.is_blocked),
    punctuality: worstPunctuality(byOrder.get(row.order_id) ?? [], now),
    ...expectedAt(byOrder.get(row.order_id)?.at(-1)),
  }))
}

// Values from a small set, days and numbers are written into the query text: PostgreSQL then plans for the actual
// values and uses partial indexes that match a filter. The query still has few variants.
const words = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)))

// Written out, because partial indexes are only used when the condition is in the query.
function isSo(column: string) {
  return (wanted: boolean | undefined): Condition | undefined => {
    if (wanted === undefined) return undefined
    return wanted ? sql<boolean>`${sql.ref(column)}` : sql<boolean>`not ${sql.ref(column)}`
  }
}

function inStates(statuses: readonly string[]): Condition | undefined {
  const states = [...new Set(statuses)]
  const others = states.filter((state) => state !== 'BLOCKED')
  if (states.length === 0) return undefined
  if (others.length === 0) return sql<boolean>`o.is_blocked`
  const isThere = sql<boolean>`not o.is_blocked and o.status in (${words(others)})`
  return others.length === states.length ? isThere : sql<boolean>`(o.is_blocked or (${isThere}))`
}

/** Each status has an index of its own. For sorting by pickup, one index covers all of them. */
function partsOf(filters: OrderFilters, sort: OrderSort | undefined): readonly OrderFilters[] {
  const states = [...new Set(filters.status)]
  const isByPickup = sort !== undefined && !sort.endsWith('created')
  if (states.length < 2 || isByPickup || isNarrow(filters)) return [filters]
  return states.map((state) => ({ ...filters, status: [state] }))
}

const byPickup: Key = { ...up('o.pickup_on', 'date'), isNullable: true }
const newestFirst = [down('o.created_at', 'timestamptz'), down('o.order_number')]

/** The list of orders. Files are sorted newest first. */
export const orders = new List<OrderFilters, OrderSort, ListedOrder, { now: number }>({
  from: 'transport_order as o',
  id: 'o.order_id',
  // Always true, but it makes PostgreSQL use the list indexes, which have this condition (migration 0034).
  always: sql<boolean>`o.created_at > '-infinity'`,
  filters: {
    q: { find: findOrderIds },
    company: (ids) =>
      ids.length === 1 ? sql<boolean>`o.company_id = ${ids[0]}::uuid` : oneOf('o.company_id', 'uuid')(ids),
    pickup_from: (day) => (day ? sql<boolean>`o.pickup_on >= ${sql.lit(day)}::date` : undefined),
    pickup_to: (day) => (day ? sql<boolean>`o.pickup_on <= ${sql.lit(day)}::date` : undefined),
    is_adr: isSo('o.is_adr'),
    is_tempered: isSo('o.is_tempered'),
    scenario: (scenarios) => {
      if (scenarios.length === 0) return undefined
      return sql<boolean>`o.container_scenario is not null and o.container_scenario in (${words(scenarios)})`
    },
    status: inStates,
  },
  sorts: {
    created: [up('o.created_at', 'timestamptz'), up('o.order_number')],
    '-created': newestFirst,
    pickup: [byPickup, up('o.order_id', 'uuid')],
    '-pickup': [{ ...byPickup, way: 'desc' }, down('o.order_id', 'uuid')],
  },
  // The status as lists show it.
  values: { status: sql`case when o.is_blocked then 'BLOCKED' else o.status end` },
  walk: newestFirst,
  partsOf,
  isGathered: (filters, sort) => sort.endsWith('created') && isFewDays(filters),
  read: readOrders,
  idOf: (order) => order.order_id,
})
