import type { listMargin, MarginGroup, MarginRow } from '@cartage/contract/charges/app/margin'
import type { Answer } from '@cartage/contract/endpoint'
import { amountText, decimal, minorUnits } from '../../books/money.rules.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** Maximum rows of a page. */
const mostRows = 500

const live = `c.status in ('CREATED', 'INVOICED', 'INVOICE_POSTED', 'INVOICED_EXTERNAL')`

/** SQL: value of an amount in currency `$4` on a day (EXR-5); null without a rate. */
export const inCurrency = (amount: string, currency: string, day: string, target = '$4') => `${amount} *
       case when ${currency} = ${target} then 1 else (
         select case when x.from_currency = ${currency} then x.rate else x.inverse_rate end
           from exchange_rate x
          where x.tenant_id = $1 and x.pair = least(${currency}, ${target}) || greatest(${currency}, ${target})
            and x.rate_date <= ${day}
          order by x.rate_date desc limit 1) end`

/**
 * SQL: amount that finalised credit notes took from a charge still on its invoice, in its currency (CHARGE-44). Charges
 * that a credit note released are billed again, and count with the new amount.
 */
export const creditedOf = (charge: string) => `coalesce((
         select sum(n.amount * k.amount / nullif(l.amount, 0))
           from invoice_line_charge k
           join invoice_line l on l.tenant_id = $1 and l.invoice_line_id = k.invoice_line_id
           join invoice_line n on n.tenant_id = $1 and n.credited_line_id = l.invoice_line_id
           join invoice i on i.tenant_id = $1 and i.invoice_id = n.invoice_id and i.status in ('INVOICED', 'INVOICE_POSTED')
          where k.tenant_id = $1 and k.charge_id = ${charge}.charge_id and k.is_live), 0)`

// Sales of the orders after credits, their shares of trip costs, and their own costs (CHARGE-41); $5: digits of the
// currency.
const perOrder = `with o as materialized (
     select o.order_id, o.order_number, o.company_id, o.pickup_on as day
       from transport_order o
      where o.tenant_id = $1 and o.pickup_on between $2::date and $3::date and o.created_at > '-infinity'
   ), entry as materialized (
     select o.order_id, null::uuid as trip_id, c.side,
            round(${inCurrency(`(c.amount - case when c.side = 'SALES' then ${creditedOf('c')} else 0 end)`, 'c.currency', 'o.day')}, $5) as amount
       from o join charge c on c.tenant_id = $1 and c.order_id = o.order_id and ${live}
     union all
     select o.order_id, c.trip_id, 'COST', round(${inCurrency('s.amount', 'c.currency', 'o.day')}, $5)
       from o join cost_share s on s.tenant_id = $1 and s.order_id = o.order_id
              join charge c on c.tenant_id = $1 and c.charge_id = s.charge_id and ${live}
   ), figures as materialized (
     select o.order_id, o.order_number, o.company_id, o.day,
            coalesce(sum(e.amount) filter (where e.side = 'SALES'), 0) as sales,
            coalesce(sum(e.amount) filter (where e.side = 'COST'), 0) as cost,
            not coalesce(bool_or(e.side = 'SALES'), false) as is_unpriced,
            count(*) filter (where e.order_id is not null and e.amount is null) as unconverted,
            (select round(${inCurrency('n.total', 'n.currency', 'o.day')}, $5) from charge_snapshot n
              where n.tenant_id = $1 and n.subject_type = 'ORDER' and n.subject_id = o.order_id and n.side = 'SALES'
                and n.moment = 'CONFIRMED') as expected_sales,
            (select sum(round(${inCurrency('n.total', 'n.currency', 'o.day')} * t.part, $5))
               from (select e.trip_id,
                            sum(e.amount) / nullif((
                              select sum(s.amount) from charge c
                                join cost_share s on s.tenant_id = $1 and s.charge_id = c.charge_id
                               where c.tenant_id = $1 and c.trip_id = e.trip_id and ${live}), 0) as part
                       from entry e where e.order_id = o.order_id and e.trip_id is not null group by e.trip_id) t
               join charge_snapshot n on n.tenant_id = $1 and n.subject_type = 'TRIP' and n.subject_id = t.trip_id
                and n.side = 'COST' and n.moment = 'CONFIRMED') as expected_cost
       from o left join entry e on e.order_id = o.order_id
      group by o.order_id, o.order_number, o.company_id, o.day
   )`

const sums = (
  rows = 'f',
) => `count(*)::int as order_count, sum(${rows}.sales)::text as sales, sum(${rows}.cost)::text as cost,
          sum(${rows}.sales - ${rows}.cost)::text as margin,
          sum(${rows}.expected_sales)::text as expected_sales, sum(${rows}.expected_cost)::text as expected_cost,
          count(*) filter (where ${rows}.is_unpriced)::int as unpriced,
          count(*) filter (where ${rows}.expected_sales is null)::int as unexpected_sales,
          count(*) filter (where ${rows}.expected_cost is null)::int as unexpected_cost`
const isOfMoney = 'where f.sales <> 0 or f.cost <> 0'
const lowestFirst = `order by sum(f.sales - f.cost), 2 limit ${mostRows}`

const byOrder = `${perOrder}
   select f.order_id as id, f.order_number as name, ${sums()} from figures f ${isOfMoney}
    group by f.order_id, f.order_number ${lowestFirst}`
const byCustomer = `${perOrder}
   select f.company_id as id, m.name, ${sums()}
     from figures f join company m on m.tenant_id = $1 and m.company_id = f.company_id ${isOfMoney}
    group by f.company_id, m.name ${lowestFirst}`
const byWeek = `${perOrder}
   select null::uuid as id, date_trunc('week', f.day)::date::text as name, ${sums()} from figures f ${isOfMoney}
    group by 2 order by 2 limit ${mostRows}`
// Sales of an order on several trips are divided like its costs, or equally without costs.
const byTrip = `${perOrder}, ride as (
     select distinct f.order_id, t.trip_id from figures f
       join trip_stop t on t.tenant_id = $1 and t.order_id = f.order_id
   ), part as (
     select r.order_id, r.trip_id, coalesce(k.cost, 0) as cost,
            case when sum(k.cost) over w > 0 then coalesce(k.cost, 0) / sum(k.cost) over w
                 else 1.0 / count(*) over w end as weight
       from ride r
       left join (select e.order_id, e.trip_id, sum(e.amount) as cost from entry e where e.trip_id is not null
                   group by e.order_id, e.trip_id) k on k.order_id = r.order_id and k.trip_id = r.trip_id
     window w as (partition by r.order_id)
   ), ridden as (
     select p.trip_id, round(f.sales * p.weight, $5) as sales, p.cost, round(f.expected_sales * p.weight, $5) as expected_sales,
            round(f.expected_cost * p.weight, $5) as expected_cost, f.is_unpriced
       from part p join figures f on f.order_id = p.order_id
   )
   select f.trip_id as id, t.name, ${sums()}
     from ridden f join trip t on t.tenant_id = $1 and t.trip_id = f.trip_id ${isOfMoney}
    group by f.trip_id, t.name ${lowestFirst}`

const select: Readonly<Record<MarginGroup, ReturnType<typeof statement>>> = {
  order: statement('charges.margin_by_order', byOrder),
  customer: statement('charges.margin_by_customer', byCustomer),
  week: statement('charges.margin_by_week', byWeek),
  trip: statement('charges.margin_by_trip', byTrip),
}
const selectTotal = statement(
  'charges.margin_total',
  `${perOrder} select ${sums()}, coalesce(sum(f.unconverted), 0)::int as unconverted from figures f ${isOfMoney} or f.unconverted > 0`,
)
const selectCurrency = statement(
  'charges.margin_currency',
  'select s.currency from tenant_setting s where s.tenant_id = $1',
)

/** Currency of margins: that of the haulier. */
export async function readOwnCurrency(tx: Tx): Promise<string> {
  return (await tx.query<{ currency: string }>(selectCurrency))[0]?.currency ?? 'EUR'
}

type Figures = Omit<MarginRow, 'id' | 'name'>

/** Sales, costs and margin of orders picked up in a period (CHARGE-41), grouped as requested. */
export async function readMargin(
  tx: Tx,
  { by, from, to }: { by: MarginGroup; from: string; to: string },
): Promise<Answer<typeof listMargin>> {
  const currency = await readOwnCurrency(tx)
  const given = [from, to, currency, minorUnits(currency)]
  const [rows, [total]] = await Promise.all([
    tx.query<Pick<MarginRow, 'id' | 'name'> & Figures>(select[by], ...given),
    tx.query<Figures & { unconverted: number }>(selectTotal, ...given),
  ])
  return {
    currency,
    items: rows.map((row) => ({ id: row.id, name: row.name, ...figuresOf(row, currency) })),
    total: figuresOf(total!, currency),
    unconverted: total!.unconverted,
  }
}

function figuresOf(row: Figures, currency: string): Figures {
  const text = (value: string | null) => amountText(decimal(value ?? '0'), currency)
  const known = (value: string | null) => (value === null ? null : text(value))
  const { order_count, unpriced, unexpected_sales, unexpected_cost } = row
  const { sales, cost, margin, expected_sales, expected_cost } = row
  return {
    ...{ order_count, unpriced, unexpected_sales, unexpected_cost },
    sales: text(sales),
    cost: text(cost),
    margin: text(margin),
    expected_sales: known(expected_sales),
    expected_cost: known(expected_cost),
  }
}
