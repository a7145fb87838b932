import type { Charge } from '@cartage/contract/charges/app/charge'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { chargeColumns } from './record/store.ts'
import { type NamedCharge, shownCharge } from './shown.rules.ts'

/** Names of the users, API clients and invited users of customers that set a value or decided. */
const names = `coalesce((
         select json_object_agg(p.id, p.name) from (
           select u.user_id::text as id, u.name from app_user u
            where u.tenant_id = $1 and u.user_id::text = any(a.ids)
           union all
           select k.client_id, k.name from api_client k where k.tenant_id = $1 and k.client_id = any(a.ids)
           union all
           select d.door_link_id::text, d.person_name from door_link d
            where d.tenant_id = $1 and d.door_link_id::text = any(a.ids) and d.person_name is not null) p), '{}')`

/** A charge with display data. Lookups use keys, whatever table size the plan was made for. */
const selectShown = (condition: string) => `select ${chargeColumns}, ${instant('c.created_at')} as created_at,
          ${instant('c.updated_at')} as updated_at,
          (select o.order_number from transport_order o where o.tenant_id = $1 and o.order_id = c.order_id) as order_number,
          (select t.name from trip t where t.tenant_id = $1 and t.trip_id = c.trip_id) as trip_name,
          (select m.name from company m where m.tenant_id = $1 and m.company_id = c.company_id) as company_name,
          (select json_build_object('id', i.invoice_id, 'name', i.name)
             from invoice_line_charge x
             join invoice_line l on l.tenant_id = $1 and l.invoice_line_id = x.invoice_line_id
             join invoice i on i.tenant_id = $1 and i.invoice_id = l.invoice_id
            where x.tenant_id = $1 and x.charge_id = c.charge_id and x.is_live) as invoice,
          ${names} as names
     from charge c
     cross join lateral (
       select array(select v.value ->> 'by' from jsonb_each(c.override) v) || array[c.approval_decision ->> 'by'] as ids) a
    where c.tenant_id = $1 and ${condition}`

// Parts of the price by role, then the rest, each in card order.
const inOrder = `order by array_position(array['BASE', 'SURCHARGE', 'ACCESSORIAL', 'DISBURSEMENT'], c.role),
          c.charge_type, c.created_at, c.charge_id`

const byId = statement('charges.show', selectShown('c.charge_id = any($2::uuid[])'))
const byOrder = statement(
  'charges.show_of_order',
  `${selectShown(`c.order_id = $2 and c.side = 'SALES' and c.status <> 'WITHDRAWN'`)} ${inOrder}`,
)
const byTrip = statement(
  'charges.show_of_trip',
  `${selectShown(`c.trip_id = $2 and c.side = 'COST' and c.status <> 'WITHDRAWN'`)} ${inOrder}`,
)

/** These charges for display, in any order. */
export async function findShownCharges(tx: Tx, ids: readonly string[]): Promise<Charge[]> {
  return ids.length === 0 ? [] : (await tx.query<NamedCharge>(byId, ids)).map(shownCharge)
}

/** Sales of an order, without charges that rating withdrew. */
export async function listShownCharges(tx: Tx, orderId: string): Promise<Charge[]> {
  return (await tx.query<NamedCharge>(byOrder, orderId)).map(shownCharge)
}

/** Costs of a trip, without charges that rating withdrew. */
export async function listShownCosts(tx: Tx, tripId: string): Promise<Charge[]> {
  return (await tx.query<NamedCharge>(byTrip, tripId)).map(shownCharge)
}
