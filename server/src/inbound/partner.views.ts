import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { Partner } from '../http/caller.ts'

// The partner of the credentials and its company: a destination may belong to a subcontractor, and has the account that
// resources and main legs refer to.
const partner = `partner as (
  select coalesce($3::uuid, d.subcontractor_id) as company_id, coalesce($5::text, d.account_code) as code, d.location_id
    from (select) as one
    left join dispatch_destination d on d.tenant_id = $1 and d.dispatch_destination_id = $4::uuid
)`

/** SQL: partner `p` drives trip `t`: it is planned for them, dispatched to them, or uses one of their vehicles. */
const drives = `(
  t.subcontractor_id = p.company_id
  or exists (select from dispatch d
              where d.tenant_id = $1 and d.trip_id = t.trip_id and d.subject_type = 'TRIP' and d.is_open
                and (d.dispatch_destination_id = $4::uuid or d.partner_id = p.company_id))
  or exists (select from trip_resource v join resource r on r.tenant_id = $1 and r.resource_id = v.resource_id
              where v.tenant_id = $1 and v.trip_id = t.trip_id and r.integrations ? p.code))`

const selectTrips = statement(
  'inbound.trips_of_partner',
  `with ${partner}
   select t.trip_id as id from partner p cross join trip t
    where t.tenant_id = $1 and t.trip_id = any ($2::uuid[]) and ${drives}`,
)

const selectOrders = statement(
  'inbound.orders_of_partner',
  `with ${partner}
   select o.order_id as id, coalesce(o.company_id = p.company_id, false) as is_ordered, f.is_driven
     from partner p cross join transport_order o
     cross join lateral (
       select exists (select from trip_stop s join trip t on t.tenant_id = $1 and t.trip_id = s.trip_id
                       where s.tenant_id = $1 and s.order_id = o.order_id and ${drives}) as is_driven
     ) f
    where o.tenant_id = $1 and o.order_id = any ($2::uuid[]) and (o.company_id = p.company_id or f.is_driven)`,
)

const resourcesWhere = (name: string, isMore: string) =>
  statement(
    name,
    `with ${partner}
   select r.resource_id as id from partner p cross join resource r
    where r.tenant_id = $1 and r.resource_id = any ($2::uuid[])
      and (${isMore}r.subcontractor_id = p.company_id or r.integrations ? p.code
           or exists (select from trip_resource w join trip t on t.tenant_id = $1 and t.trip_id = w.trip_id
                       where w.tenant_id = $1 and w.resource_id = r.resource_id
                         and t.status not in ('COMPLETED', 'CANCELLED') and ${drives}))`,
  )
const selectResources = resourcesWhere('inbound.resources_of_partner', '')
// Partners may use trailers and containers of the haulier.
const selectAssignable = resourcesWhere('inbound.resources_for_partner', 'r.subcontractor_id is null or ')

const sentBooking = (id: string) =>
  `exists (select from dispatch d
            where d.tenant_id = $1 and d.subject_id = ${id} and d.is_open
              and (d.dispatch_destination_id = $4::uuid or d.partner_id = p.company_id))`
const onTheirTrip = `exists (select from trip t where t.tenant_id = $1 and t.trip_id = b.trip_id and ${drives})`

const selectBookings = statement(
  'inbound.bookings_of_partner',
  `with ${partner}
   select b.location_booking_id as id from partner p cross join location_booking b
    where b.tenant_id = $1 and b.location_booking_id = any ($2::uuid[])
      and (b.location_id = p.location_id or ${sentBooking('b.location_booking_id')} or ${onTheirTrip})
    union all
   select b.intermodal_booking_id from partner p cross join intermodal_booking b
    where b.tenant_id = $1 and b.intermodal_booking_id = any ($2::uuid[])
      and (b.account_code = p.code or ${sentBooking('b.intermodal_booking_id')} or ${onTheirTrip})`,
)

function bound({ kind, key }: Partner): [company: string | null, destination: string | null, code: string | null] {
  return [kind === 'COMPANY' ? key : null, kind === 'DESTINATION' ? key : null, kind === 'TELEMATICS' ? key : null]
}

interface IdRow {
  id: string
}

/** The given trips that a partner drives: planned for it, dispatched to it, or with one of its vehicles. */
export async function tripsOfPartner(tx: Tx, of: Partner, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set((await tx.query<IdRow>(selectTrips, [...new Set(ids)], ...bound(of))).map(({ id }) => id))
}

/** How a partner is involved in an order. */
export interface Involvement {
  /** Whether it is the customer. */
  is_ordered: boolean
  /** Whether it drives a trip with one of the stops. */
  is_driven: boolean
}

/** The given orders that a partner is involved in, each with its involvement. */
export async function ordersOfPartner(tx: Tx, of: Partner, ids: readonly string[]): Promise<Map<string, Involvement>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<IdRow & Involvement>(selectOrders, [...new Set(ids)], ...bound(of))
  return new Map(rows.map(({ id, ...why }) => [id, why]))
}

/** The given resources that belong to a partner, are known in its system, or are on a trip it drives. */
export async function resourcesOfPartner(tx: Tx, of: Partner, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set((await tx.query<IdRow>(selectResources, [...new Set(ids)], ...bound(of))).map(({ id }) => id))
}

/** The given resources that a partner may put on a trip: its own and the haulier's. */
export async function resourcesForPartner(tx: Tx, of: Partner, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set((await tx.query<IdRow>(selectAssignable, [...new Set(ids)], ...bound(of))).map(({ id }) => id))
}

/** The given bookings, of both kinds, that were requested from a partner or belong to a trip it drives. */
export async function bookingsOfPartner(tx: Tx, of: Partner, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set((await tx.query<IdRow>(selectBookings, [...new Set(ids)], ...bound(of))).map(({ id }) => id))
}
