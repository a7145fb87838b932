import { msg } from '@cartage/contract/message'
import { type Invariant, named, none } from './invariant.views.ts'

/** Invariants of orders and charges. */
export const chargeInvariants: readonly Invariant[] = [
  {
    number: 1,
    message: 'Each finished order is invoiced, needs no invoice, or is listed with what it waits for',
    faults: [
      {
        says: ([is]) =>
          is === 'LISTED'
            ? msg`This order is settled and listed as not billed.`
            : msg`This order is neither settled nor listed as not billed.`,
        sql: `with sold as materialized (
                select c.order_id, bool_or(c.status = 'CREATED') as is_open
                  from charge c
                 where c.tenant_id = $1 and c.side = 'SALES' and c.status <> 'WITHDRAWN' and c.order_id is not null
                 group by c.order_id
              ), suspect as materialized (
                select o.order_id, u.order_id is not null as is_listed, s.order_id is not null as is_sold
                  from transport_order o
                  left join sold s on s.order_id = o.order_id
                  left join unbilled_order u on u.tenant_id = $1 and u.order_id = o.order_id
                 where o.tenant_id = $1
                   and (o.status = 'COMPLETED' or (o.status = 'CANCELLED' and s.order_id is not null))
                   and coalesce(not s.is_open, false) = (u.order_id is not null)
              )
              select 'order' as entity_type, o.order_id::text as entity_id,
                     ${named(`case when o.is_listed then 'LISTED' else 'MISSING' end`)}
                from suspect o
                -- Without a rate card nothing is rated, and only orders with charges are billed.
               where (o.is_sold or o.is_listed
                      or exists (select from rate_version v
                                   join rate_record x on x.tenant_id = $1 and x.rate_record_id = v.rate_record_id
                                  where v.tenant_id = $1 and x.kind = 'RATE_CARD' and x.side = 'SALES'))
                 -- Jobs rate orders completed before the first rate card, and orders that could not be rated with others.
                 and not exists (select from job j
                                  where j.tenant_id = $1 and (j.kind = 'charges.follow_rates'
                                     or (j.kind = 'charges.rate_alone' and j.payload ->> 'subject_id' = o.order_id::text)))
                 and not exists (select from rating_due d
                                  where d.tenant_id = $1 and d.subject_type = 'ORDER' and d.subject_id = o.order_id)
                 and not exists (select from rating_arrival a where a.tenant_id = $1 and o.order_id = any(a.order_ids))`,
      },
      {
        says: () => msg`This order is listed as not billed, and it is not finished.`,
        sql: `select 'order' as entity_type, u.order_id::text as entity_id, ${none}
                from unbilled_order u
                left join transport_order o on o.tenant_id = $1 and o.order_id = u.order_id
               where u.tenant_id = $1 and coalesce(o.status, '') not in ('COMPLETED', 'CANCELLED')`,
      },
    ],
  },
  {
    number: 2,
    message: 'Each charge is on one invoice line, and the parts of a line add up to it',
    faults: [
      {
        says: ([lines = '']) => msg`This charge is on ${lines} live lines.`,
        sql: `select 'charge' as entity_type, c.charge_id::text as entity_id, ${named('count(*)')}
                from invoice_line_charge c where c.tenant_id = $1 and c.is_live
               group by c.charge_id having count(*) > 1`,
      },
      {
        says: ([parts = '', amount = '', whole = '']) =>
          msg`The parts of this line add up to ${parts} of it, and to ${amount} of ${whole}.`,
        // Sums only for the few split lines: if a line has several items, at least one is not the first.
        sql: `with suspect as (
                select p.invoice_line_id
                  from invoice_line_item p
                  join invoice_line l on l.tenant_id = $1 and l.invoice_line_id = p.invoice_line_id
                 where p.tenant_id = $1 and (p.position <> 1 or p.fraction <> 1 or p.amount <> l.amount)
              )
              select 'invoice_line' as entity_type, l.invoice_line_id::text as entity_id,
                     ${named('p.fraction', 'p.amount', 'l.amount')}
                from (select p.invoice_line_id, sum(p.fraction) as fraction, sum(p.amount) as amount
                        from invoice_line_item p
                       where p.tenant_id = $1 and p.invoice_line_id in (select s.invoice_line_id from suspect s)
                       group by p.invoice_line_id) p
                join invoice_line l on l.tenant_id = $1 and l.invoice_line_id = p.invoice_line_id
               where l.tenant_id = $1 and (p.fraction <> 1 or p.amount <> l.amount)`,
      },
    ],
  },
  {
    number: 14,
    message: 'Costs that are divided over orders or shipments add up to the whole',
    faults: [
      {
        says: ([shares = '', amount = '']) => msg`The shares of this charge add up to ${shares}, and it is ${amount}.`,
        sql: `select 'charge' as entity_type, c.charge_id::text as entity_id, ${named('sum(s.amount)', 'c.amount')}
                from charge c join cost_share s on s.tenant_id = $1 and s.charge_id = c.charge_id
               where c.tenant_id = $1 group by c.charge_id, c.amount having sum(s.amount) <> c.amount`,
      },
      {
        says: ([key = '', shares = '', amount = '']) =>
          msg`The shares of ${key} in this shipment add up to ${shares}, and it is ${amount}.`,
        sql: `select 'rating_group' as entity_type, g.rating_group_id::text as entity_id,
                     ${named('k.key', 'coalesce(s.sum, 0)', 'k.value')}
                from rating_group g
               cross join lateral jsonb_each_text(g.amounts) k
               cross join lateral (
                 select sum((r.shares ->> k.key)::numeric) as sum from rating r
                  where r.tenant_id = $1 and r.rating_group_id = g.rating_group_id) s
               where g.tenant_id = $1 and g.frozen_at is null and coalesce(s.sum, 0) <> k.value::numeric`,
      },
    ],
  },
  {
    number: 15,
    message: 'Each calculated charge has its rating, and calculating it again gives the same amount',
    faults: [
      {
        says: () => msg`This charge was rated, and there is no rating.`,
        sql: `select 'charge' as entity_type, c.charge_id::text as entity_id, ${none}
                from charge c
               where c.tenant_id = $1 and c.origin = 'RATED' and c.status = 'CREATED' and not exists (
                 select from rating r where r.tenant_id = $1 and r.side = c.side
                    and ((r.subject_type = 'ORDER' and r.subject_id = c.order_id)
                      or (r.subject_type = 'TRIP' and r.subject_id = c.trip_id)))`,
      },
    ],
  },
  {
    number: 16,
    message: 'Amounts that a person changed are kept when a charge is calculated again',
    faults: [
      {
        says: ([amount = '', set = '']) => msg`This charge is ${amount}, and was set to ${set}.`,
        sql: `select 'charge' as entity_type, c.charge_id::text as entity_id,
                     ${named('c.amount', `c.override -> 'amount' ->> 'value'`)}
                from charge c
               where c.tenant_id = $1 and c.status <> 'WITHDRAWN' and c.override -> 'amount' ->> 'value' is not null
                 and (c.override -> 'amount' ->> 'value')::numeric <> c.amount`,
      },
    ],
  },
]
