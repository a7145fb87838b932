import type { RecentOrder } from '@cartage/contract/charges/app/preview'
import { isSameName } from '@cartage/contract/reading/fold'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { survivorOf } from '../../locations/views.ts'
import { companySource } from '../facts/orders.views.ts'
import type { CompanySource } from '../facts/sources.rules.ts'
import type { KnownPlace } from './source.rules.ts'

/** The customer and the payer. */
export interface PreviewParties {
  readonly customer: CompanySource
  readonly bill_to: CompanySource
}

const selectParties = statement(
  'charges.select_preview_parties',
  `select ${companySource('c')} as customer, ${companySource('b')} as bill_to
     from company c
     cross join lateral (
       select * from company k
        where k.tenant_id = $1 and k.company_id = coalesce(c.default_invoice_customer_id, c.company_id) limit 1
     ) b
    where c.tenant_id = $1 and c.company_id = $2::uuid`,
)

/** A customer and its payer; undefined if it does not exist. */
export async function findParties(tx: Tx, companyId: string): Promise<PreviewParties | undefined> {
  const [row] = await tx.query<PreviewParties>(selectParties, companyId)
  return row
}

const selectPlaces = statement(
  'charges.select_preview_places',
  `select w.location_id as given_id, l.location_id, coalesce(l.name, l.display_name) as name,
          coalesce(l.code, l.external_id, l.name) as location_code,
          l.country, l.postal_code, l.city, l.latitude, l.longitude, l.time_zone, l.opening_hours
     from location w
     join location l on l.tenant_id = $1 and l.location_id = ${survivorOf('w')}
    where w.tenant_id = $1 and w.location_id = any($2::uuid[])`,
)

/** Locations by the id they were chosen with. Unknown ids are omitted. */
export async function findPlaces(tx: Tx, ids: readonly string[]): Promise<Map<string, KnownPlace>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<KnownPlace & { given_id: string }>(selectPlaces, ids)
  return new Map(rows.map(({ given_id, ...place }) => [given_id, place]))
}

const selectTimeZone = statement(
  'charges.select_preview_zone',
  'select t.time_zone from tenant t where t.tenant_id = $1',
)

/** The time zone of the haulier. */
export async function findHomeZone(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ time_zone: string }>(selectTimeZone)
  return row!.time_zone
}

/** Maximum recent orders of a customer searched for the same route. */
const mostLookedAt = 100

const selectRecent = statement(
  'charges.select_recent_orders',
  `select o.order_id, o.order_number, o.customer_reference_number, o.pickup_on::text as pickup_on, p.city as from_city,
          d.city as to_city, p.location_id as from_id, d.location_id as to_id
     from (select * from transport_order n
            where n.tenant_id = $1 and n.company_id = $2::uuid and n.created_at > '-infinity'
              and n.status <> 'REJECTED' and n.order_id is distinct from $3::uuid
            order by n.created_at desc, n.order_number desc limit ${mostLookedAt}) o
     left join lateral (
       select l.location_id, l.city from order_stop s join location l on l.tenant_id = $1 and l.location_id = s.location_id
        where s.tenant_id = $1 and s.order_id = o.order_id and s.role = 'PICKUP' order by s.sequence limit 1) p on true
     left join lateral (
       select l.location_id, l.city from order_stop s join location l on l.tenant_id = $1 and l.location_id = s.location_id
        where s.tenant_id = $1 and s.order_id = o.order_id and s.role = 'DELIVERY' order by s.sequence desc limit 1) d on true
    order by o.created_at desc, o.order_number desc`,
)

/** Start or end of a route: a location, or a town. */
export interface WayEnd {
  readonly location_id: string | null
  readonly city: string | null
}

/** Recent orders of a customer, those with the same route first. */
export async function findRecent(
  tx: Tx,
  { companyId, from, to, except }: { companyId: string; from: WayEnd; to: WayEnd; except: string | null },
): Promise<RecentOrder[]> {
  const rows = await tx.query<Omit<RecentOrder, 'is_same_way'> & { from_id: string | null; to_id: string | null }>(
    selectRecent,
    companyId,
    except,
  )
  const recent = rows.map(({ from_id, to_id, ...order }) => {
    const isFrom = isAt(from, { location_id: from_id, city: order.from_city })
    return { ...order, is_same_way: isFrom && isAt(to, { location_id: to_id, city: order.to_city }) }
  })
  return recent.toSorted((one, other) => Number(other.is_same_way) - Number(one.is_same_way)).slice(0, 3)
}

function isAt(end: WayEnd, other: WayEnd): boolean {
  if (end.location_id !== null && end.location_id === other.location_id) return true
  return end.city !== null && other.city !== null && isSameName(end.city, other.city)
}
