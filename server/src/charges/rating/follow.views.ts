import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Due } from '../../rates/store.ts'

/** SQL: whether part of an order is not on a finalised document and may still change. */
const isOpen = (o: string) => `not exists (
        select from charge x where x.tenant_id = $1 and x.order_id = ${o}.order_id and x.side = 'SALES'
           and x.status in ('INVOICED', 'INVOICE_POSTED')
           and not exists (select from charge y where y.tenant_id = $1 and y.order_id = ${o}.order_id
                              and y.side = 'SALES' and y.status = 'CREATED'))`

const selectOrders = statement(
  'charges.select_orders_of_company',
  `select o.order_id as subject_id from transport_order o
    where o.tenant_id = $1 and o.status <> 'REJECTED' and ${isOpen('o')}
      and o.company_id = any(array(
            select c.company_id from company c
             where c.tenant_id = $1 and (c.company_id = $2 or c.default_invoice_customer_id = $2)))`,
)

const selectTrips = statement(
  'charges.select_trips_of_company',
  `select t.trip_id as subject_id from trip t
    where t.tenant_id = $1 and t.subcontractor_id = $2 and t.status in ('PLANNED', 'IN_PROGRESS', 'COMPLETED')
      and not exists (select from charge x where x.tenant_id = $1 and x.trip_id = t.trip_id
                         and x.status in ('INVOICED', 'INVOICE_POSTED'))`,
)

/** Orders not yet invoiced, of a company and of those it is billed for. */
export async function ordersOfCompany(tx: Tx, companyId: string): Promise<Due[]> {
  const rows = await tx.query<{ subject_id: string }>(selectOrders, companyId)
  return rows.map(({ subject_id }) => ({ subject_type: 'ORDER', subject_id }))
}

/** Trips of a carrier not yet invoiced. */
export async function tripsOfCompany(tx: Tx, companyId: string): Promise<Due[]> {
  const rows = await tx.query<{ subject_id: string }>(selectTrips, companyId)
  return rows.map(({ subject_id }) => ({ subject_type: 'TRIP', subject_id }))
}

// The rating day is the first pickup, the last delivery or the creation, so the latest of them decides whether an order
// is affected.
const selectOrdersSince = statement(
  'charges.select_orders_since',
  `select o.order_id as subject_id from transport_order o
    where o.tenant_id = $1 and o.order_id > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000')
      and o.status not in ('REJECTED', 'CANCELLED')
      and greatest(o.pickup_on, o.delivery_on, o.created_at::date) >= $2::date and ${isOpen('o')}
    order by o.order_id limit $4`,
)

const selectTripsSince = statement(
  'charges.select_trips_since',
  `select t.trip_id as subject_id from trip t
    where t.tenant_id = $1 and t.trip_id > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000')
      and t.status in ('PLANNED', 'IN_PROGRESS', 'COMPLETED')
      and coalesce(t.ends_at, t.created_at)::date >= $2::date
    order by t.trip_id limit $4`,
)

/**
 * Orders or trips not yet invoiced that rates from a day on may affect, in id order.
 * @param after last id of the previous batch
 */
export async function subjectsSince(
  tx: Tx,
  type: Due['subject_type'],
  from: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const select = type === 'ORDER' ? selectOrdersSince : selectTripsSince
  const rows = await tx.query<{ subject_id: string }>(select, from, after, limit)
  return rows.map(({ subject_id }) => subject_id)
}
