import type { PortalListedOrder, PortalState } from '@cartage/contract/doors/app/portal'
import { sql } from 'kysely'
import { down } from '../../db/list/declare.ts'
import { List } from '../../db/list.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { hasEstimatedEta } from '../../orders/stops/punctuality.views.ts'
import { portalState, statusesOf } from './rules.ts'

/** Filters of a customer's orders. */
export interface PortalFilters {
  /** PORTAL-2: the one company whose orders are listed. */
  company: string
  q?: string | undefined
  state: readonly PortalState[]
  to_approve?: 'true' | undefined
}

/** Most orders found by a text: with more, it finds the latest ones and has to be longer. */
const mostFound = 2_000

/** SQL: a text normalised for search: letters and digits in lower case. */
const plain = (text: string) => `regexp_replace(lower(${text}), '[^[:alnum:]]', '', 'g')`

// PORTAL-6: searches only the customer's orders, without the office search, which also finds by drivers and vehicles.
const selectFound = statement(
  'doors.search_portal_orders',
  `select o.order_id from transport_order o
    where o.tenant_id = $1 and o.company_id = $3::uuid
      and (${plain('o.order_number')} like '%' || ${plain('$2')} || '%'
           or ${plain(`coalesce(o.customer_reference_number, '')`)} like '%' || ${plain('$2')} || '%'
           or ${plain(`coalesce(o.container_number, '')`)} like '%' || ${plain('$2')} || '%')
    order by o.created_at desc limit ${mostFound}`,
)

async function findOrderIds(tx: Tx, text: string, { company }: { company: string }): Promise<string[]> {
  const rows = await tx.query<{ order_id: string }>(selectFound, text, company)
  return rows.map((row) => row.order_id)
}

const place = (path: string) => `json_build_object('name', d.doc #>> '{${path},location,name}',
            'city', d.doc #>> '{${path},location,city}', 'country', d.doc #>> '{${path},location,country}')`

/** SQL: charges of the order `o` that its customer has to approve. */
const toApprove = (
  tenant: string,
) => `from charge g where g.tenant_id = ${tenant} and g.order_id = o.order_id and g.side = 'SALES'
             and g.approval = 'REQUESTED' and g.status = 'CREATED'`

// Planned times of a draft are not shown. As jsonb a document is read once for all its values.
const selectRows = statement(
  'doors.list_portal_orders',
  `select o.order_id, o.order_number, o.customer_reference_number as reference, o.status,
          ${place('consignments,0,pickup_stop')} as "from", ${place('consignments,-1,delivery_stop')} as "to",
          to_char(o.pickup_on, 'YYYY-MM-DD') as pickup_on, to_char(o.delivery_on, 'YYYY-MM-DD') as delivery_on,
          o.container_number, coalesce(v.time_zone, n.time_zone) as time_zone,
          ${instant('v.planned_start_at')} as planned_at, ${instant('v.eta_start_at')} as expected_at,
          coalesce(v.eta_is_estimated, false) as eta_is_estimated,
          ${instant('v.actual_start_at')} as delivered_at, (select count(*)::int ${toApprove('$1')}) as to_approve
     from transport_order o
     join tenant n on n.tenant_id = o.tenant_id
     cross join lateral (select o.doc::jsonb as doc offset 0) d
     left join lateral (
       select l.time_zone, t.planned_start_at, t.eta_start_at, ${hasEstimatedEta('t')} as eta_is_estimated,
              t.actual_start_at
         from order_stop s
         join location l on l.tenant_id = $1 and l.location_id = s.location_id
         left join trip_stop t on t.tenant_id = $1 and t.stop_id = s.stop_id and t.status not in ('TO_PLAN', 'CANCELLED')
        where s.tenant_id = $1 and s.order_id = o.order_id and s.role = 'DELIVERY'
        order by s.sequence desc limit 1
     ) v on true
    where o.tenant_id = $1 and o.order_id = any($2::uuid[])`,
)

type Row = Omit<PortalListedOrder, 'state'> & { status: string }

async function readOrders(tx: Tx, ids: readonly string[]): Promise<PortalListedOrder[]> {
  const rows = await tx.query<Row>(selectRows, ids)
  return rows.map(({ status, ...row }) => ({ ...row, state: portalState(status) }))
}

const newestFirst = [down('o.created_at', 'timestamptz'), down('o.order_number')]

/** Orders of one customer, newest first. */
export const portalOrders = new List<PortalFilters, '-created', PortalListedOrder, { company: string }>({
  from: 'transport_order as o',
  id: 'o.order_id',
  // True for every row. Indexes of lists have this condition and are used only with it (migration 0034).
  always: sql<boolean>`o.created_at > '-infinity'`,
  filters: {
    company: (id) => sql<boolean>`o.company_id = ${id}::uuid`,
    q: { find: findOrderIds },
    state: (states) => {
      const wanted = statusesOf(states)
      if (wanted.length === 0) return undefined
      return sql<boolean>`o.status in (${sql.join(wanted.map((status) => sql.lit(status)))})`
    },
    to_approve: (wanted) => (wanted ? sql<boolean>`exists (select ${sql.raw(toApprove('o.tenant_id'))})` : undefined),
  },
  sorts: { '-created': newestFirst },
  walk: newestFirst,
  read: readOrders,
  idOf: ({ order_id }) => order_id,
})
