import type { TripCosts } from '@cartage/contract/charges/app/read'
import { Big } from 'big.js'
import { amountText, decimal, minorUnits } from '../../books/money.rules.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { creditedOf, inCurrency, readOwnCurrency } from '../margin/views.ts'
import { listShownCosts } from '../shown.views.ts'
import { listCarriedOrders, readAllocation } from './measures.views.ts'
import { figuresOf } from './rules.ts'

const selectShares = statement(
  'charges.shares_of_trip',
  `select s.charge_id, s.order_id, s.amount::text, s.measure, c.currency
     from charge c join cost_share s on s.tenant_id = $1 and s.charge_id = c.charge_id
    where c.tenant_id = $1 and c.trip_id = $2 and c.side = 'COST'
      and c.status in ('CREATED', 'INVOICED', 'INVOICE_POSTED', 'INVOICED_EXTERNAL')`,
)

const day = `coalesce(t.completed_at, t.ends_at, t.created_at)::date`
const live = `c.status in ('CREATED', 'INVOICED', 'INVOICE_POSTED', 'INVOICED_EXTERNAL')`

/** Part of a trip in the sales of an order: in proportion to the costs of its trips, or equal without costs. */
const partOfTrip = `coalesce(
            (select sum(s.amount) filter (where c.trip_id = t.trip_id) / nullif(sum(s.amount), 0)
               from cost_share s join charge c on c.tenant_id = $1 and c.charge_id = s.charge_id and ${live}
              where s.tenant_id = $1 and s.order_id = o.order_id),
            (select 1.0 / nullif(count(distinct q.trip_id), 0) from trip_stop q
              where q.tenant_id = $1 and q.order_id = o.order_id))`

const selectOrders = statement(
  'charges.margin_of_trip',
  `select o.order_id, o.order_number, m.name as customer_name,
          (select coalesce(sum(round(${inCurrency(`(c.amount - ${creditedOf('c')})`, 'c.currency', day, '$3')} * ${partOfTrip}, $4)), 0)::text
             from charge c
            where c.tenant_id = $1 and c.order_id = o.order_id and c.side = 'SALES' and ${live}) as sales,
          (select coalesce(sum(round(${inCurrency('s.amount', 'c.currency', day, '$3')}, $4)), 0)::text
             from charge c join cost_share s on s.tenant_id = $1 and s.charge_id = c.charge_id
            where c.tenant_id = $1 and c.trip_id = t.trip_id and s.order_id = o.order_id and ${live}) as cost,
          (select count(*) filter (where ${inCurrency('1', 'c.currency', day, '$3')} is null)::int from charge c
            where c.tenant_id = $1 and (c.order_id = o.order_id and c.side = 'SALES') and ${live}) as unconverted
     from trip t
     cross join lateral (
       select distinct s.order_id from trip_stop s
        where s.tenant_id = $1 and s.trip_id = t.trip_id and s.order_id is not null) r
     join transport_order o on o.tenant_id = $1 and o.order_id = r.order_id
     join company m on m.tenant_id = $1 and m.company_id = o.company_id
    where t.tenant_id = $1 and t.trip_id = $2
    order by o.order_number`,
)
const selectCosts = statement(
  'charges.cost_of_trip',
  `select coalesce(sum(round(${inCurrency('c.amount', 'c.currency', day, '$3')}, $4)), 0)::text as cost,
          count(*) filter (where ${inCurrency('1', 'c.currency', day, '$3')} is null)::int as unconverted,
          (select round(${inCurrency('n.total', 'n.currency', `(select ${day} from trip t where t.tenant_id = $1 and t.trip_id = $2)`, '$3')}, $4)::text
             from charge_snapshot n
            where n.tenant_id = $1 and n.subject_type = 'TRIP' and n.subject_id = $2 and n.side = 'COST'
              and n.moment = 'CONFIRMED') as expected_cost
     from trip t
     join charge c on c.tenant_id = $1 and c.trip_id = t.trip_id and c.side = 'COST' and ${live}
    where t.tenant_id = $1 and t.trip_id = $2`,
)

type OrderFigures = Pick<
  TripCosts['orders'][number],
  'order_id' | 'order_number' | 'customer_name' | 'sales' | 'cost'
> & {
  unconverted: number
}

/** Costs of a trip, their shares by order, and the margin (CHARGE-40, CHARGE-41). */
export async function readTripCosts(tx: Tx, tripId: string): Promise<TripCosts> {
  const currency = await readOwnCurrency(tx)
  const given = [tripId, currency, minorUnits(currency)]
  const [items, method, shares, carried, orders, [costs]] = await Promise.all([
    listShownCosts(tx, tripId),
    readAllocation(tx),
    tx.query<TripCosts['shares'][number] & { currency: string }>(selectShares, tripId),
    listCarriedOrders(tx, [tripId]),
    tx.query<OrderFigures>(selectOrders, ...given),
    tx.query<{ cost: string; expected_cost: string | null; unconverted: number }>(selectCosts, ...given),
  ])
  const measured = new Map(carried.map((order) => [order.order_id, order]))
  const sales = orders.reduce((sum, order) => sum.plus(decimal(order.sales)), new Big(0))
  const { cost, expected_cost, unconverted } = costs!
  return {
    items,
    method,
    currency,
    shares: shares.map(({ amount, ...share }) => ({ ...share, amount: amountText(decimal(amount), share.currency) })),
    orders: orders.map(({ order_id, order_number, customer_name, ...own }) => {
      const { loading_meters = null, weight_kg = null, km = null } = measured.get(order_id) ?? {}
      const figures = figuresOf(decimal(own.sales), decimal(own.cost), currency)
      return { order_id, order_number, customer_name, loading_meters, weight_kg, km, ...figures }
    }),
    totals: {
      ...figuresOf(sales, decimal(cost), currency),
      expected_cost: expected_cost === null ? null : amountText(decimal(expected_cost), currency),
    },
    unconverted: unconverted + orders.reduce((sum, order) => sum + order.unconverted, 0),
  }
}
