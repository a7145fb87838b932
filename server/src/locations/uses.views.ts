import type { LocationUses } from '@cartage/contract/locations/app/record'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const mostShown = 50
const mostCounted = 1_000
/** Scans the newest orders, because an index of stops by location would slow down every upload. */
const mostOrders = 5_000

// Stops of a merged location are shown at the one that replaced it.
const own = `(select $2::uuid union all
              select l.location_id from location l where l.tenant_id = $1 and l.merged_into = $2)`
const stops = `
  select o.order_id, o.order_number, o.created_at, o.company_id, s.activity_label, s.requested_date, s.sequence
    from (select n.order_id, n.order_number, n.created_at, n.company_id from transport_order n
           where n.tenant_id = $1 order by n.created_at desc, n.order_number desc limit ${mostOrders}) o
    join order_stop s on s.tenant_id = $1 and s.order_id = o.order_id
   where s.location_id in ${own}`

const selectOrders = statement(
  'locations.list_uses_of_orders',
  `select u.order_id as id, u.order_number as name, u.activity_label as activity,
          to_char(u.requested_date, 'YYYY-MM-DD') as day,
          (select c.name from company c where c.tenant_id = $1 and c.company_id = u.company_id) as customer
     from (${stops}) u order by u.created_at desc, u.order_number desc, u.sequence limit ${mostShown}`,
)
const countOrders = statement(
  'locations.count_uses_of_orders',
  `select count(*)::int as count from (select from (${stops}) u limit ${mostCounted}) few`,
)
const selectCompanies = statement(
  'locations.list_uses_of_companies',
  `select c.company_id as id, c.name from company c
    where c.tenant_id = $1 and c.billing_location_id in ${own}
    order by c.name_key, c.company_id limit ${mostShown}`,
)
const selectDrivers = statement(
  'locations.list_uses_of_drivers',
  `select r.resource_id as id, r.name from resource r
    where r.tenant_id = $1 and not r.is_archived and r.resource_type = 'DRIVER'
      and r.start_stop_location_id in ${own}
    order by r.name_key, r.resource_id limit ${mostShown}`,
)
const selectMerged = statement(
  'locations.list_merged',
  `select l.location_id as id, coalesce(l.display_name, l.name, l.address, l.city, '') as name from location l
    where l.tenant_id = $1 and l.merged_into = $2 order by l.location_id limit ${mostShown}`,
)

type Named = { id: string; name: string }

/** References to a location; stops only from the newest 5,000 orders. */
export async function readUses(tx: Tx, locationId: string): Promise<LocationUses> {
  const [orders, [counted], companies, drivers, merged] = await Promise.all([
    tx.query<LocationUses['orders'][number]>(selectOrders, locationId),
    tx.query<{ count: number }>(countOrders, locationId),
    tx.query<Named>(selectCompanies, locationId),
    tx.query<Named>(selectDrivers, locationId),
    tx.query<Named>(selectMerged, locationId),
  ])
  return { orders, order_count: counted!.count, companies, drivers, merged }
}
