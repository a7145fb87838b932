import { type Statement, statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import type { SearchKind } from './key.rules.ts'

/** Current search data of a record. */
export interface SearchFacts {
  id: string
  /** Display name of the record. */
  title: string
  /** Other texts that it is found by. */
  texts: (string | null)[]
  /** Texts shown next to the title: customer, town, plate. */
  shown: (string | null)[]
  status: string | null
  /** Towns from the first to the last. */
  places: (string | null)[]
  /** YYYY-MM-DD. */
  day: string | null
  drivers: string[]
  /** Time of the record, for sorting by nearness. */
  at: string | null
  is_archived: boolean
}

const dayOf = (value: string) => `to_char(${value}, 'YYYY-MM-DD')`
// A merged location is replaced by the one it was merged into.
const places = (stops: string) => `
  from ${stops}
  cross join lateral (
    select coalesce(m.merged_into, m.location_id) as location_id from location m
     where m.tenant_id = $1 and m.location_id = s.location_id limit 1) m
  cross join lateral (
    select l.display_name, l.name, l.city from location l
     where l.tenant_id = $1 and l.location_id = m.location_id limit 1) l`
const town = `coalesce(nullif(l.city, ''), l.display_name, l.name)`
const list = (query: string) => `coalesce((select array_agg(x) from (${query}) as q (x)), '{}')`

/** Members of an order with numbers or references, at any depth. */
const references = [
  ...['reference_number', 'consignment_reference_number', 'cmr_reference_number', 'po_number', 'asn_number'],
  ...['fba_number', 'amazon_number', 'seal_number', 'unique_consignment_number', 'transport_number'],
  ...['consolidator_reference_number', 'ship_name'],
]
const inDocument = references
  .map((name) => `select r #>> '{}' from jsonb_path_query(d.doc, 'strict $.**.${name}') as r`)
  .join(' union ')

// Row by row: joins planned on empty tables go through every trip, resource and company of the tenant for each record. The
// status is compared after the look-up, because with it such a plan would walk the trips by time.
const companyOf = (id: string) =>
  `lateral (select c.name from company c where c.tenant_id = $1 and c.company_id = ${id} limit 1)`
const tripsOfOrder = `trip_stop s
  cross join lateral (
    select t.trip_id, t.name, t.subcontractor_id, t.status from trip t
     where t.tenant_id = $1 and t.trip_id = s.trip_id limit 1) t`
const carrier = `
  cross join lateral (
    select r.name, r.license_plate, r.container_number, r.resource_type from resource r
     where r.tenant_id = $1 and r.resource_id = v.resource_id limit 1) r`
const ofOrder = 's.tenant_id = $1 and s.order_id = o.order_id'
const ofOrderOnTrip = `${ofOrder} and t.status <> 'CANCELLED'`
const carriersOfOrder = `
  from ${tripsOfOrder}
  cross join lateral (
    select v.resource_id, v.name, v.license_plate, v.container_number from trip_resource v
     where v.tenant_id = $1 and v.trip_id = t.trip_id offset 0) v ${carrier}
 where ${ofOrderOnTrip}`
const carriersOfTrip = `
  from trip_resource v ${carrier}
 where v.tenant_id = $1 and v.trip_id = t.trip_id`
const driverNames = (carriers: string) =>
  list(`select distinct coalesce(v.name, r.name) ${carriers} and r.resource_type = 'DRIVER'`)
const carrierTexts = (carriers: string) => `
  select unnest(array[coalesce(v.name, r.name), coalesce(v.license_plate, r.license_plate),
                      coalesce(v.container_number, r.container_number)]) ${carriers}`

const orderFacts = statement(
  'search.select_orders',
  `select o.order_id as id, o.order_number as title,
          array[o.order_identifier, o.customer_reference_number, o.container_number, c.name] ||
          ${list(`
            select unnest(array[l.display_name, l.name, l.city, s.reference_number, s.consignment_reference])
            ${places('order_stop s')} where ${ofOrder}
            union ${carrierTexts(carriersOfOrder)}
            union select t.name from ${tripsOfOrder} where ${ofOrderOnTrip}
            union select b.name from ${tripsOfOrder} cross join ${companyOf('t.subcontractor_id')} b where ${ofOrderOnTrip}
            union ${inDocument}`)} as texts,
          array[c.name] as shown,
          case when o.is_blocked then 'BLOCKED' else o.status end as status,
          ${list(`select ${town} ${places('order_stop s')} where ${ofOrder} order by s.sequence`)} as places,
          ${dayOf('coalesce(o.pickup_on, o.delivery_on)')} as day,
          ${driverNames(carriersOfOrder)} as drivers,
          ${instant(`coalesce(o.pickup_on::timestamp at time zone 'UTC', o.delivery_on::timestamp at time zone 'UTC', o.created_at)`)} as at,
          false as is_archived
     from unnest($2::uuid[]) as given (id)
     cross join lateral (
       select o.* from transport_order o where o.tenant_id = $1 and o.order_id = given.id limit 1) o
     cross join lateral (select o.doc::jsonb as doc offset 0) d
     cross join ${companyOf('o.company_id')} c`,
)

// In the order of the index by trip, so that no other one is chosen.
const stopsOfTrip = `lateral (
  select s.location_id, s.order_id, s.reference_number, s.sequence from trip_stop s
   where s.tenant_id = $1 and s.trip_id = t.trip_id order by s.sequence offset 0) s`
const tripFacts = statement(
  'search.select_trips',
  `select t.trip_id as id, t.name as title,
          array[t.trip_identifier, b.name] ||
          ${list(`
            select unnest(array[l.display_name, l.name, l.city, s.reference_number]) ${places(stopsOfTrip)}
            union ${carrierTexts(carriersOfTrip)}
            union select unnest(array[o.order_number, o.customer_reference_number, o.container_number, c.name])
                    from ${stopsOfTrip}
                    cross join lateral (
                      select o.order_number, o.customer_reference_number, o.container_number, o.company_id
                        from transport_order o where o.tenant_id = $1 and o.order_id = s.order_id limit 1) o
                    cross join ${companyOf('o.company_id')} c`)} as texts,
          array[b.name] as shown, t.status,
          ${list(`select ${town} ${places(stopsOfTrip)} order by s.sequence`)} as places,
          ${dayOf('(t.starts_at at time zone n.time_zone)')} as day,
          ${driverNames(carriersOfTrip)} as drivers,
          ${instant('coalesce(t.starts_at, t.created_at)')} as at, false as is_archived
     from unnest($2::uuid[]) as given (id)
     cross join lateral (select t.* from trip t where t.tenant_id = $1 and t.trip_id = given.id limit 1) t
     join tenant n on n.tenant_id = $1
     left join ${companyOf('t.subcontractor_id')} b on true`,
)

const none = `'{}'::text[] as places, null as day, '{}'::text[] as drivers, null as at`
const resourceFacts = statement(
  'search.select_resources',
  `select r.resource_id as id, r.name as title, array[r.license_plate, r.container_number, r.code, r.external_id] as texts,
          array[r.license_plate, r.container_number, r.code] as shown, null as status, ${none}, r.is_archived
     from unnest($2::uuid[]) as given (id)
     join resource r on r.tenant_id = $1 and r.resource_id = given.id`,
)
const companyFacts = statement(
  'search.select_companies',
  `select c.company_id as id, c.name as title,
          array[c.code, c.accounting_code, c.doc ->> 'legal_name', c.doc ->> 'vat_number', l.city] as texts,
          array[c.code, c.accounting_code, l.city] as shown, null as status, ${none}, c.is_archived
     from unnest($2::uuid[]) as given (id)
     join company c on c.tenant_id = $1 and c.company_id = given.id
     left join location l on l.tenant_id = $1 and l.location_id = c.billing_location_id`,
)
const locationFacts = statement(
  'search.select_locations',
  `select l.location_id as id, coalesce(l.display_name, l.name, l.city, '') as title,
          array[l.name, l.city, l.address, l.postal_code, l.code, l.external_id] as texts,
          array[l.address, l.city, l.country] as shown, null as status, ${none},
          l.is_archived or l.merged_into is not null as is_archived
     from unnest($2::uuid[]) as given (id)
     join location l on l.tenant_id = $1 and l.location_id = given.id`,
)
const invoiceFacts = statement(
  'search.select_invoices',
  `select i.invoice_id as id, coalesce(i.name, i.external_name, '') as title,
          array[i.external_name, c.name] || i.customer_reference_numbers as texts,
          array[c.name] as shown, i.status, '{}'::text[] as places, ${dayOf('i.date')} as day, '{}'::text[] as drivers,
          ${instant(`coalesce(i.date::timestamp at time zone 'UTC', i.created_at)`)} as at, false as is_archived
     from unnest($2::uuid[]) as given (id)
     join invoice i on i.tenant_id = $1 and i.invoice_id = given.id
     join company c on c.tenant_id = $1 and c.company_id = i.company_id`,
)
const documentFacts = statement(
  'search.select_documents',
  `select d.document_id as id, d.name as title,
          array[d.document_type, o.order_number, o.order_identifier, o.customer_reference_number, o.container_number, c.name,
                t.name, r.name, k.name] as texts,
          array[]::text[] as shown, null as status, '{}'::text[] as places, null as day, '{}'::text[] as drivers,
          ${instant('d.created_at')} as at, false as is_archived
     from unnest($2::uuid[]) as given (id)
     join document d on d.tenant_id = $1 and d.document_id = given.id
     left join transport_order o on o.tenant_id = $1 and o.order_id = d.order_id
     left join company c on c.tenant_id = $1 and c.company_id = o.company_id
     left join trip t on t.tenant_id = $1 and t.trip_id = d.subject_id
     left join resource r on r.tenant_id = $1 and r.resource_id = d.subject_id
     left join company k on k.tenant_id = $1 and k.company_id = d.subject_id`,
)

const facts: Readonly<Record<SearchKind, Statement>> = {
  order: orderFacts,
  trip: tripFacts,
  resource: resourceFacts,
  company: companyFacts,
  location: locationFacts,
  invoice: invoiceFacts,
  document: documentFacts,
}

/** Search data of these records; deleted ones are left out. */
export async function readSearchFacts(tx: Tx, kind: SearchKind, ids: readonly string[]): Promise<SearchFacts[]> {
  return ids.length === 0 ? [] : await tx.query<SearchFacts>(facts[kind], ids)
}
