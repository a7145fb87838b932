import type { AllocationMethod } from '@cartage/contract/rates/app/allocation'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { CarriedOrder, TripCost } from './shares.rules.ts'

const selectMethod = statement(
  'charges.cost_allocation',
  'select s.cost_allocation from tenant_setting s where s.tenant_id = $1',
)

/** How the tenant divides the costs of a trip. */
export async function readAllocation(tx: Tx): Promise<AllocationMethod> {
  const [row] = await tx.query<{ cost_allocation: AllocationMethod }>(selectMethod)
  return row?.cost_allocation ?? 'LDM_KM'
}

// One lookup per trip: planned on an empty table, a list of trips scans all stops or charges of the tenant. The order is
// that of the index by trip, which is chosen for it.
const givenTrips = '(select distinct g.id from unnest($2::uuid[]) as g (id)) given'
const stopsOfTrip = `(
       select x.trip_id, x.order_id from trip_stop x
        where x.tenant_id = $1 and x.trip_id = given.id and x.order_id is not null order by x.sequence offset 0)`

// The month of a cost is closed if the books of its billing entity are.
const selectCosts = statement(
  'charges.costs_to_share',
  `select c.charge_id, c.trip_id, c.amount::text, c.currency
     from ${givenTrips}
     cross join lateral (select * from charge x where x.tenant_id = $1 and x.trip_id = given.id offset 0) c
    where c.side = 'COST'
      and c.status in ('CREATED', 'INVOICED', 'INVOICE_POSTED', 'INVOICED_EXTERNAL')
      and not exists (select from booking_period p
                       where p.tenant_id = $1 and p.billing_entity_id = c.billing_entity_id
                         and p.month = date_trunc('month', c.supplied_on)::date and p.status = 'CLOSED')
    order by c.charge_id`,
)

/** Costs of these trips in months with open books. */
export async function listCostsToShare(tx: Tx, tripIds: readonly string[]): Promise<TripCost[]> {
  return await tx.query<TripCost>(selectCosts, tripIds)
}

const listIn = (value: string) => `case json_typeof(${value}) when 'array' then ${value} else '[]' end`
const goods = (member: string) => `(select sum((g ->> '${member}')::numeric)
             from json_array_elements(${listIn("o.doc -> 'consignments'")}) k
            cross join json_array_elements(${listIn("k -> 'goods'")}) g)`
/** The rated value, else that of the order's goods. */
const measured = (fact: string, member: string) => `coalesce(r.facts #>> '{values,${fact}}', ${goods(member)}::text)`

// Rated measures, and the sales total of an order if it has one currency.
const selectOrders = statement(
  'charges.carried_orders',
  `select s.trip_id, s.order_id, s.stops, ${measured('goods.loading_meters', 'total_loading_meters')} as loading_meters,
          ${measured('goods.weight_kg', 'total_weight_kg')} as weight_kg, r.facts #>> '{values,way.km_direct}' as km,
          (select case when count(distinct c.currency) = 1 then sum(c.amount)::text end from charge c
            where c.tenant_id = $1 and c.order_id = s.order_id and c.side = 'SALES'
              and c.status in ('CREATED', 'INVOICED', 'INVOICE_POSTED', 'INVOICED_EXTERNAL')) as revenue
     from (select t.trip_id, t.order_id, count(*)::int as stops from ${givenTrips} cross join lateral ${stopsOfTrip} t
            group by t.trip_id, t.order_id) s
    cross join lateral (
       select o.doc, o.order_number from transport_order o where o.tenant_id = $1 and o.order_id = s.order_id limit 1) o
     left join lateral (
       select r.facts, r.side from rating r
        where r.tenant_id = $1 and r.subject_type = 'ORDER' and r.subject_id = s.order_id offset 0) r on r.side = 'SALES'
    order by s.trip_id, o.order_number`,
)

/** Orders carried by these trips, by number, with their measures on the trip. */
export async function listCarriedOrders(tx: Tx, tripIds: readonly string[]): Promise<CarriedOrder[]> {
  return await tx.query<CarriedOrder>(selectOrders, tripIds)
}

const selectTrips = statement(
  'charges.trips_of_orders',
  `select distinct t.trip_id from unnest($2::uuid[]) as given (id)
     cross join lateral (
       select x.trip_id from trip_stop x where x.tenant_id = $1 and x.order_id = given.id offset 0) t`,
)

/** Trips that carry these orders. */
export async function findTripsOfOrders(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  return (await tx.query<{ trip_id: string }>(selectTrips, orderIds)).map(({ trip_id }) => trip_id)
}

const selectCarried = statement(
  'charges.orders_of_trips',
  `select distinct t.order_id from ${givenTrips} cross join lateral ${stopsOfTrip} t`,
)

/** Orders carried by these trips. */
export async function findOrdersOfTrips(tx: Tx, tripIds: readonly string[]): Promise<string[]> {
  if (tripIds.length === 0) return []
  return (await tx.query<{ order_id: string }>(selectCarried, tripIds)).map(({ order_id }) => order_id)
}
