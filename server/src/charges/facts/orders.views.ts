import { foldText } from '@cartage/contract/reading/fold'
import { countryCode } from '../../countries.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instantInMs } from '../../db/texts.ts'
import { countryOfPlace } from '../../locations/cities.views.ts'
import { survivorOf } from '../../locations/views.ts'
import type { OrderDocument } from '../../orders/content.rules.ts'
import { tripStopOf } from '../../orders/stops/times.views.ts'
import { containerTypeCodes } from '../../tenants/reference.views.ts'
import { ratingsOfOrders } from '../record/ratings.store.ts'
import type { CompanySource, CostSource, OrderSource, StopSource } from './sources.rules.ts'

/** SQL: code of a company for rates: that of the accounting system, else its own, else its name. */
export const companyCode = (c: string) => `coalesce(${c}.accounting_code, ${c}.code, ${c}.name)`

/** SQL: group of a company, the first one in use that lists its code. */
export const groupOf = (c: string) => `(select g.code from company_group g
      where g.tenant_id = $1 and not g.is_archived and ${companyCode(c)} = any(g.companies) order by g.rank, g.code limit 1)`

/** SQL: company data for rates and tax rules. */
export const companySource = (c: string) => `json_build_object(
    'company_id', ${c}.company_id, 'code', ${companyCode(c)}, 'group', ${groupOf(c)}, 'currency', ${c}.currency,
    'vat_number', ${c}.doc ->> 'vat_number', 'tax_type', ${c}.doc ->> 'tax_type',
    'is_carrier', ${c}.is_subcontractor,
    'country', (select l.country from location l where l.tenant_id = $1 and l.location_id = ${c}.billing_location_id))`

// The limits force lookups by key: planned on empty tables, a join scans all companies of the tenant.
const selectOrders = statement(
  'charges.select_orders',
  `select o.order_id, o.status, o.pickup_on::text as pickup_on, o.delivery_on::text as delivery_on, o.is_adr,
          o.is_tempered, o.doc as document, t.time_zone,
          to_char(o.created_at at time zone t.time_zone, 'YYYY-MM-DD') as created_on,
          ${companySource('c')} as customer, ${companySource('b')} as bill_to,
          coalesce(i.accept_requested_price, false) as accepts_requested_price
     from transport_order o
     cross join (select time_zone from tenant where tenant_id = $1) t
     cross join lateral (select * from company k where k.tenant_id = $1 and k.company_id = o.company_id limit 1) c
     cross join lateral (
       select * from company k
        where k.tenant_id = $1 and k.company_id = coalesce(c.default_invoice_customer_id, c.company_id) limit 1
     ) b
     left join lateral (
       select accept_requested_price from import_configuration n
        where n.tenant_id = $1 and not n.is_archived
          and n.code = coalesce(o.doc -> 'import_configuration' ->> 'code', 'API') limit 1
     ) i on true
    where o.tenant_id = $1 and o.order_id = any($2::uuid[]) order by o.order_id`,
)

const selectStops = statement(
  'charges.select_stops',
  `select s.order_id, s.stop_id, s.role, s.consignment_id, s.sequence, s.activity, s.requested_date::text as requested_date,
          to_char(s.window_start, 'HH24:MI') as window_start, t.trip_id,
          ${instantInMs('t.planned_start_at')} as planned_start_at, ${instantInMs('t.planned_end_at')} as planned_end_at,
          ${instantInMs('t.actual_start_at')} as actual_start_at, ${instantInMs('t.actual_end_at')} as actual_end_at,
          l.country as stated_country, l.postal_code, l.city, coalesce(l.code, l.external_id, l.name) as location_code, l.location_id,
          l.latitude, l.longitude, l.time_zone
     from order_stop s
     cross join lateral (select * from location f where f.tenant_id = $1 and f.location_id = s.location_id limit 1) w
     cross join lateral (
       select * from location f where f.tenant_id = $1 and f.location_id = ${survivorOf('w')} limit 1
     ) l
     ${tripStopOf('s')}
    where s.tenant_id = $1 and s.order_id = any($2::uuid[]) order by s.order_id, s.sequence`,
)

// Range of each trip of the orders: as reported, else as planned.
const selectRides = statement(
  'charges.select_rides',
  `select x.order_id, x.trip_id, p.status, p.is_dispatched,
          exists (select from trip_resource r join resource k on k.tenant_id = $1 and k.resource_id = r.resource_id
                   where r.tenant_id = $1 and r.trip_id = x.trip_id and k.resource_type = 'CHASSIS') as has_chassis,
          (select ${instantInMs('min(coalesce(v.actual_start_at, v.planned_start_at))')} from trip_stop v
            where v.tenant_id = $1 and v.trip_id = x.trip_id and v.status <> 'CANCELLED') as starts_at,
          (select ${instantInMs('max(coalesce(v.actual_end_at, v.actual_start_at, v.planned_end_at))')} from trip_stop v
            where v.tenant_id = $1 and v.trip_id = x.trip_id and v.status <> 'CANCELLED') as ends_at
     from (select s.order_id, s.trip_id, min(s.sequence) as first
             from trip_stop s where s.tenant_id = $1 and s.order_id = any($2::uuid[]) group by s.order_id, s.trip_id) x
     cross join lateral (select status, is_dispatched from trip k where k.tenant_id = $1 and k.trip_id = x.trip_id limit 1) p
    where p.status <> 'CANCELLED'
    order by x.order_id, starts_at nulls last, x.trip_id`,
)

// A trip cost counts for an order by its share, or in full if the trip carries nothing else.
const selectCosts = statement(
  'charges.select_costs_of_orders',
  `select g.order_id, c.charge_type as type, c.amount::text as amount, c.currency
     from unnest($2::uuid[]) as g (order_id)
     join charge c on c.tenant_id = $1 and c.order_id = g.order_id
    where c.tenant_id = $1 and c.order_id = any($2::uuid[]) and c.side = 'COST'
      and c.status not in ('WITHDRAWN', 'DO_NOT_INVOICE')
   union all
   select x.order_id, c.charge_type, coalesce(h.amount, c.amount)::text, c.currency
     from (select distinct s.order_id, s.trip_id from trip_stop s
            where s.tenant_id = $1 and s.order_id = any($2::uuid[])) x
     join charge c on c.tenant_id = $1 and c.trip_id = x.trip_id
     left join cost_share h on h.tenant_id = $1 and h.charge_id = c.charge_id and h.order_id = x.order_id
    where c.side = 'COST' and c.status not in ('WITHDRAWN', 'DO_NOT_INVOICE')
      and (h.charge_id is not null or not exists (
             select from trip_stop o where o.tenant_id = $1 and o.trip_id = x.trip_id and o.order_id <> x.order_id))
    order by 1, 2, 3`,
)

interface Rides {
  order_id: string
  trip_id: string
  status: string
  is_dispatched: boolean
  has_chassis: boolean
  starts_at: string | null
  ends_at: string | null
}

interface OrderRow
  extends Omit<OrderSource, 'customer' | 'bill_to' | 'stops' | 'rides' | 'costs' | 'document' | 'names'> {
  customer: CompanySource
  bill_to: CompanySource
  document: OrderDocument
}

const selectNames = statement(
  'charges.select_names',
  `select (select coalesce(json_object_agg(n.name, n.code), '{}') from transport_service n
            where n.tenant_id = $1 and not n.is_archived) as transport_services,
          (select coalesce(json_object_agg(n.name, n.code), '{}') from service_level n
            where n.tenant_id = $1 and not n.is_archived) as service_levels,
          ${containerTypeCodes} as container_types`,
)

/** Codes by name of items that orders name. */
export async function loadNames(tx: Tx): Promise<OrderSource['names']> {
  const [names] = await tx.query<OrderSource['names']>(selectNames)
  const { transport_services, service_levels, ...others } = names!
  return { ...others, transport_services: byKey(transport_services), service_levels: byKey(service_levels) }
}

/** Codes by normalised name. */
function byKey(codes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(codes).map(([name, code]) => [foldText(name), code]))
}

type StopRow = Omit<StopSource, 'country'> & { order_id: string }

/** Data for the facts of these orders, in id order. Unknown ids are omitted. */
export async function loadOrderSources(tx: Tx, orderIds: readonly string[]): Promise<OrderSource[]> {
  if (orderIds.length === 0) return []
  const [orders, stops, rides, costs, names] = await Promise.all([
    tx.query<OrderRow>(selectOrders, orderIds),
    tx.query<StopRow>(selectStops, orderIds),
    tx.query<Rides>(selectRides, orderIds),
    tx.query<CostSource & { order_id: string }>(selectCosts, orderIds),
    loadNames(tx),
  ])
  const countries = await countriesOf(stops)
  const stopsOf = Map.groupBy(stops, ({ order_id }) => order_id)
  const ridesOf = Map.groupBy(rides, ({ order_id }) => order_id)
  const costsOf = Map.groupBy(costs, ({ order_id }) => order_id)
  return orders.map((order) => ({
    ...order,
    names,
    stops: (stopsOf.get(order.order_id) ?? []).map((stop) => withCountry(stop, countries)),
    rides: ridesOf.get(order.order_id) ?? [],
    costs: costsOf.get(order.order_id) ?? [],
  }))
}

/** PLACE-11: countries of places that state none, by location. */
async function countriesOf(stops: readonly StopRow[]): Promise<Map<string, string>> {
  const open = new Map(
    stops.filter(({ stated_country }) => !stated_country?.trim()).map((one) => [one.location_id, one]),
  )
  const found = new Map<string, string>()
  for (const [id, { stated_country, ...place }] of open) {
    const country = await countryOfPlace({ ...place, country: stated_country })
    if (country !== undefined) found.set(id, country)
  }
  return found
}

/** Cards name countries by their codes (SEARCH-8). */
function withCountry(stop: StopRow, countries: ReadonlyMap<string, string>): StopSource {
  const code = countryCode(stop.stated_country)
  const stated_country = code ?? stop.stated_country
  return { ...stop, stated_country, country: countries.get(stop.location_id) ?? stated_country }
}

const selectMates = statement(
  'charges.select_mates',
  // Orders of the same customer that share a trip, or a place and a day of delivery. One lookup per trip and shipment:
  // planned on empty tables, a list scans all rows of the tenant.
  `select distinct o.order_id
     from transport_order o
    where o.tenant_id = $1 and o.status not in ('CANCELLED', 'REJECTED')
      and o.order_id = any(array(
        select s.order_id
          from (select distinct v.trip_id from unnest($2::uuid[]) as g (id)
                 cross join lateral (
                   select x.trip_id from trip_stop x where x.tenant_id = $1 and x.order_id = g.id offset 0) v) m
         cross join lateral (
           select x.order_id from trip_stop x where x.tenant_id = $1 and x.trip_id = m.trip_id offset 0) s
         where s.order_id is not null
        union
        select p.order_id from transport_order q
          join transport_order p on p.tenant_id = $1 and p.company_id = q.company_id and p.delivery_on = q.delivery_on
         where q.tenant_id = $1 and q.order_id = any($3::uuid[])
        union
        select m.subject_id
          from (select distinct r.rating_group_id from ${ratingsOfOrders('$4')} where r.rating_group_id is not null) s
         cross join lateral (
           select x.subject_type, x.subject_id, x.side from rating x
            where x.tenant_id = $1 and x.rating_group_id = s.rating_group_id offset 0
         ) m
         where m.subject_type = 'ORDER' and m.side = 'SALES'))`,
)

/**
 * Orders that may form one shipment with others, excluding the given ones.
 * @param by.trip orders whose card consolidates by trip
 * @param by.place orders whose card consolidates by place and day of delivery
 * @param by.any orders that may have been in a shipment before
 */
export async function findMates(
  tx: Tx,
  by: { trip: readonly string[]; place: readonly string[]; any: readonly string[] },
): Promise<string[]> {
  const rows = await tx.query<{ order_id: string }>(selectMates, by.trip, by.place, by.any)
  const given = new Set(by.any)
  return rows.map(({ order_id }) => order_id).filter((id) => !given.has(id))
}
