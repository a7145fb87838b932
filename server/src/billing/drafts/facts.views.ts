import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { EntityFacts, OrderFacts } from './facts.rules.ts'

const place = (role: string, direction: string) => `(
     select json_build_object('name', coalesce(l.display_name, l.name), 'street', l.address,
              'second_line', l.address_second_line, 'city', l.city, 'postal_code', l.postal_code, 'region', l.state,
              'country', l.country)
       from order_stop s join location l on l.tenant_id = $1 and l.location_id = s.location_id
      where s.tenant_id = $1 and s.order_id = o.order_id and s.role = '${role}'
      order by s.sequence ${direction} limit 1)`

const selectOrders = statement(
  'billing.order_facts',
  `select o.order_id, o.order_number as order_name, o.status, r.result as rating,
          o.customer_reference_number as reference,
          coalesce(d.department ->> 'name', d.department ->> 'code') as department,
          (select v.doc ->> 'contract_number' from rate_version v
            where v.tenant_id = $1 and v.rate_version_id = r.rate_version_id) as contract,
          o.pickup_on::text as pickup_on, o.delivery_on::text as delivery_on,
          ${place('PICKUP', '')} as pickup_place, ${place('DELIVERY', 'desc')} as delivery_place,
          (select json_build_object('trip_id', t.trip_id, 'name', t.name)
             from trip_stop s join trip t on t.tenant_id = $1 and t.trip_id = s.trip_id
            where s.tenant_id = $1 and s.order_id = o.order_id and t.status <> 'CANCELLED'
            order by t.starts_at, s.sequence limit 1) as trip
     from transport_order o
     -- The offset keeps the document from being read twice.
     cross join lateral (select o.doc -> 'department' as department offset 0) d
     left join rating r on r.tenant_id = $1 and r.subject_type = 'ORDER' and r.subject_id = o.order_id and r.side = 'SALES'
    where o.tenant_id = $1 and o.order_id = any($2::uuid[])
    order by o.order_id`,
)

/** Orders with the facts that documents show, by id. Unknown ids are omitted. */
export async function loadOrderFacts(tx: Tx, orderIds: readonly string[]): Promise<Map<string, OrderFacts>> {
  if (orderIds.length === 0) return new Map()
  const rows = await tx.query<OrderFacts>(selectOrders, [...new Set(orderIds)])
  return new Map(rows.map((order) => [order.order_id, order]))
}

const selectEntities = statement(
  'billing.entity_facts',
  `select b.billing_entity_id, b.code, b.legal_name, b.vat_number, b.company_registration_number,
          b.legal_form, b.register_court, b.is_default, b.country,
          coalesce(b.accounting_currency, s.currency, 'EUR') as accounting_currency, b.payment_term, b.iban, b.bic, b.address,
          b.contact, b.electronic_address, b.footer, b.post_automatically, s.logo_id, s.brand_colour as colour,
          (select a.code from account a where a.tenant_id = $1 and a.billing_entity_id = b.billing_entity_id
              and a.use = 'REVENUE' and not a.is_archived order by a.rank, a.code limit 1) as revenue_account
     from billing_entity b
     left join tenant_setting s on s.tenant_id = $1
    where b.tenant_id = $1 and not b.is_archived
    order by b.rank, b.code`,
)

/** Billing entities in use, as shown on documents. */
export async function loadEntities(tx: Tx): Promise<EntityFacts[]> {
  return await tx.query<EntityFacts>(selectEntities)
}

/** A charge type as shown on lines. */
export interface TypeFacts {
  code: string
  name: string
  name_nl: string
  name_fr: string
  name_de: string
  role: 'BASE' | 'SURCHARGE' | 'ACCESSORIAL' | 'DISBURSEMENT'
  unit: string
  revenue_account: string
  tax_treatment: 'TRANSPORT' | 'EXEMPT' | 'OUTSIDE_SCOPE' | 'STANDARD'
}

const selectTypes = statement(
  'billing.charge_types',
  `select t.code, t.name, t.name_nl, t.name_fr, t.name_de, t.role, t.unit, t.revenue_account, t.tax_treatment
     from charge_type t where t.tenant_id = $1 and t.code = any($2::text[])
    order by t.is_archived desc, t.code`,
)

/** Charge types by code, including archived ones. */
export async function loadTypes(tx: Tx, codes: readonly string[]): Promise<ReadonlyMap<string, TypeFacts>> {
  if (codes.length === 0) return new Map()
  const rows = await tx.query<TypeFacts>(selectTypes, [...new Set(codes)])
  return new Map(rows.map((row) => [row.code, row]))
}
