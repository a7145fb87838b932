import type { ListedOrder } from '@cartage/contract/orders/app/list'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { worstPunctuality } from '../stops/punctuality.rules.ts'
import { stopTimesOfOrders } from '../stops/punctuality.views.ts'
import { partsOf } from './filter.views.ts'
import { type OrderFilters, searchRanges, shownStatus } from './rules.ts'
import { type OrderKey, partsFrom, windowOf } from './sort.views.ts'

/** A text that begins more orders than this finds no more: it has to be longer. */
const mostFound = 2_000

// Each way to be found stops by itself: a short text begins a great many.
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

/** Ids of the orders whose number, identifier, reference or container begins with a text; undefined without a text. */
export async function findOrderIds(tx: Tx, text: string | undefined): Promise<string[] | undefined> {
  if (text === undefined || text === '') return undefined
  const { from, to, container } = searchRanges(text)
  const rows = await tx.query<{ order_id: string }>(
    selectFound,
    from,
    to,
    container?.from ?? null,
    container?.to ?? null,
  )
  return rows.map((row) => row.order_id)
}

/** Where a walk over all orders that fit stands: the last order it has read. */
export type WalkPlace = OrderKey

/** Ids of the next orders that fit, newest first, after a place. */
export async function walkOrderIds(
  tx: Tx,
  filters: OrderFilters,
  found: readonly string[] | undefined,
  after: WalkPlace | undefined,
  limit: number,
): Promise<WalkPlace[]> {
  const parts = partsOf(filters, found)
  const rest = after ? partsFrom(parts, '-created', after, true) : parts
  return await tx.rows(windowOf(rest, '-created', { offset: 0, limit, isGathered: false }))
}

const place = (path: string) => `json_build_object('name', d.doc #>> '{${path},location,name}',
            'city', d.doc #>> '{${path},location,city}', 'country', d.doc #>> '{${path},location,country}')`

// As jsonb a document is read once for all that is taken from it. The offset keeps it from being read once for each.
const selectRows = statement(
  'orders.list_rows',
  `select o.order_id, o.order_number, o.order_identifier, o.status, o.is_blocked, o.block_reason,
          json_build_object('company_id', o.company_id, 'name', c.name) as customer,
          o.customer_reference_number, o.container_number, o.container_scenario, o.is_adr, o.is_tempered,
          ${place('consignments,0,pickup_stop')} as "from", ${place('consignments,-1,delivery_stop')} as "to",
          to_char(o.pickup_on, 'YYYY-MM-DD') as pickup_on, to_char(o.delivery_on, 'YYYY-MM-DD') as delivery_on,
          d.doc #>> '{consignments,0,pickup_stop,time_window,start_time}' as pickup_from,
          d.doc #>> '{consignments,-1,delivery_stop,time_window,start_time}' as delivery_from,
          d.doc #>> '{container,container_type,code}' as container_type,
          (d.doc #>> '{consignments,0,goods,0,ordered_transport_temperature_degrees}')::float8 as temperature_degrees,
          to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at
     from transport_order o
     cross join lateral (select o.doc::jsonb as doc offset 0) d
     cross join lateral (select name from company where tenant_id = $1 and company_id = o.company_id limit 1) c
    where o.tenant_id = $1 and o.order_id = any($2::uuid[])`,
)

interface Row extends Omit<ListedOrder, 'status' | 'punctuality'> {
  status: string
  is_blocked: boolean
}

/** What lists show of these orders, in the order of the ids. */
export async function listOrderRows(tx: Tx, ids: readonly string[], now: number): Promise<ListedOrder[]> {
  const [rows, times] = await Promise.all([tx.query<Row>(selectRows, ids), stopTimesOfOrders(tx, ids)])
  const byId = new Map(rows.map((row) => [row.order_id, row]))
  const byOrder = Map.groupBy(times, ({ order_id }) => order_id)
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const punctuality = worstPunctuality(byOrder.get(id) ?? [], now)
    return [{ ...row, status: shownStatus(row.status, row.is_blocked), punctuality }]
  })
}
