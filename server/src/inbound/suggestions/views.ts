import type { InboxSuggestion } from '@cartage/contract/messages/app/suggestions'
import { type Statement, statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { Candidate } from './rules.ts'

/** Most records of a kind that are compared with an item. */
const mostCompared = 3_000

interface Row extends Omit<Candidate, 'entity_type' | 'at' | 'point' | 'text' | 'references' | 'plates' | 'names'> {
  at: string | null
  latitude: number | null
  longitude: number | null
  texts: (string | null)[]
  known: (string | null)[]
  plates: (string | null)[]
  names: (string | null)[]
}

const placeOf = (location: string) => `left join location l on l.tenant_id = $1 and l.location_id = ${location}`
const platesOfTrip = `array(select coalesce(r.license_plate, r.name) from trip_resource x
    join resource r on r.tenant_id = $1 and r.resource_id = x.resource_id
   where x.tenant_id = $1 and x.trip_id = t.trip_id order by x.position, x.resource_id)`

// Stops of trips around the time, and those of any time whose order or trip has exactly one of the texts.
const selectStops = statement(
  'inbound.suggest_stops',
  `select s.stop_id as entity_id, coalesce(o.order_number, t.name) as title,
          array[t.name, k.name, s.activity_label, l.name, l.city] as texts,
          ${instant('coalesce(s.actual_start_at, s.eta_start_at, s.planned_start_at)')} as at,
          l.latitude, l.longitude, coalesce(p.role, '') as "stopType",
          array[o.order_number, o.customer_reference_number, o.order_identifier, o.container_number, t.name,
                s.reference_number, p.reference_number, p.consignment_reference] as known,
          ${platesOfTrip} as plates, array[l.name, l.city, k.name] as names
     from (
       (select t.trip_id, t.name from trip t
         where t.tenant_id = $1 and t.status <> 'CANCELLED'
           and t.ends_at >= to_timestamp($3::double precision) and t.starts_at <= to_timestamp($4::double precision)
         order by t.ends_at, t.starts_at limit ${mostCompared / 5})
       union
       select t.trip_id, t.name from trip t
        where t.tenant_id = $1 and t.name = any($2::text[]) and t.status <> 'CANCELLED'
       union
       select t.trip_id, t.name from transport_order o
         join trip_stop x on x.tenant_id = $1 and x.order_id = o.order_id
         join trip t on t.tenant_id = $1 and t.trip_id = x.trip_id and t.status <> 'CANCELLED'
        where o.tenant_id = $1 and ((o.order_number = any($2::text[]) and length(o.order_number) <= 255)
           or (o.customer_reference_number = any($2::text[]) and length(o.customer_reference_number) <= 255))
     ) t
     join trip_stop s on s.tenant_id = $1 and s.trip_id = t.trip_id and s.status <> 'CANCELLED'
     left join order_stop p on p.tenant_id = $1 and p.stop_id = s.stop_id
     left join transport_order o on o.tenant_id = $1 and o.order_id = s.order_id
     left join company k on k.tenant_id = $1 and k.company_id = o.company_id
     ${placeOf('s.location_id')}
    order by t.trip_id, s.sequence limit ${mostCompared}`,
)

const selectOrders = statement(
  'inbound.suggest_orders',
  `select o.order_id as entity_id, o.order_number as title,
          array[k.name, o.customer_reference_number, o.container_number, to_char(o.pickup_on, 'YYYY-MM-DD')] as texts,
          ${instant("(o.pickup_on + time '12:00') at time zone 'UTC'")} as at, null::float as latitude,
          null::float as longitude, null as "stopType",
          array[o.order_number, o.customer_reference_number, o.order_identifier, o.container_number] as known,
          '{}'::text[] as plates, array[k.name] as names
     from (
       (select * from transport_order o
         where o.tenant_id = $1 and o.created_at > '-infinity'
           and o.pickup_on between to_timestamp($3::double precision)::date and to_timestamp($4::double precision)::date
         order by o.pickup_on desc, o.order_id limit ${mostCompared})
       union all
       select * from transport_order o
        where o.tenant_id = $1 and o.order_number = any($2::text[]) and length(o.order_number) <= 255
       union all
       select * from transport_order o
        where o.tenant_id = $1 and o.customer_reference_number = any($2::text[])
          and length(o.customer_reference_number) <= 255
       union all
       select * from transport_order o where o.tenant_id = $1 and o.container_key = any($2::text[])
     ) o
     join company k on k.tenant_id = $1 and k.company_id = o.company_id
    where o.status not in ('CANCELLED', 'REJECTED') limit ${mostCompared}`,
)

const selectResources = statement(
  'inbound.suggest_resources',
  `select r.resource_id as entity_id, r.name as title,
          array[r.resource_type, r.license_plate, r.container_number, k.name] as texts,
          null as at, null::float as latitude, null::float as longitude, null as "stopType",
          array[r.code, r.external_id, r.container_number] as known,
          array[r.license_plate, r.name] as plates, '{}'::text[] as names
     from resource r left join company k on k.tenant_id = $1 and k.company_id = r.subcontractor_id
    where r.tenant_id = $1 and not r.is_archived and $2::text[] is not null
      and $3::double precision is not null and $4::double precision is not null
    order by r.resource_id limit ${mostCompared}`,
)

const isAround = `t.status <> 'CANCELLED'
      and ((t.ends_at >= to_timestamp($3::double precision) and t.starts_at <= to_timestamp($4::double precision))
        or b.booking_reference = any($2::text[]) or b.name = any($2::text[]))`

const selectBookings = statement(
  'inbound.suggest_bookings',
  `select b.location_booking_id as entity_id, b.name as title, array[t.name, l.name, l.city, b.booking_reference] as texts,
          ${instant('coalesce(b.confirmed_start_at, b.requested_start_at)')} as at, l.latitude, l.longitude, null as "stopType",
          array[b.name, b.booking_reference, t.name] as known, ${platesOfTrip} as plates, array[l.name, l.city] as names
     from location_booking b
     join trip t on t.tenant_id = $1 and t.trip_id = b.trip_id and ${isAround}
     ${placeOf('b.location_id')}
    where b.tenant_id = $1 and b.status <> 'CANCELLED'
   union all
   select b.intermodal_booking_id as entity_id, b.name as title, array[t.name, l.name, l.city, b.booking_reference] as texts,
          ${instant('b.departs_at')} as at, l.latitude, l.longitude, null as "stopType",
          array[b.name, b.booking_reference, t.name] as known, ${platesOfTrip} as plates, array[l.name, l.city] as names
     from intermodal_booking b
     join trip t on t.tenant_id = $1 and t.trip_id = b.trip_id and ${isAround}
     ${placeOf('b.start_location_id')}
    where b.tenant_id = $1 and b.status <> 'CANCELLED'
   limit ${mostCompared}`,
)

const selectCompanies = statement(
  'inbound.suggest_companies',
  `select k.company_id as entity_id, k.name as title, array[k.code, k.doc ->> 'vat_number'] as texts, null as at,
          null::float as latitude, null::float as longitude, null as "stopType",
          array[k.code, k.accounting_code, k.doc ->> 'vat_number'] as known, '{}'::text[] as plates, array[k.name] as names
     from company k
    where k.tenant_id = $1 and not k.is_archived and $2::text[] is not null
      and $3::double precision is not null and $4::double precision is not null
    order by k.company_id limit ${mostCompared}`,
)

const statements: Readonly<Record<InboxSuggestion['entity_type'], Statement>> = {
  stop: selectStops,
  order: selectOrders,
  resource: selectResources,
  booking: selectBookings,
  company: selectCompanies,
}

/** Period of the search, and texts that match at any time. */
export interface Around {
  texts: readonly string[]
  /** In milliseconds. */
  from: number
  to: number
}

/** Records of a kind around a time, and those that have one of the texts. */
export async function readCandidates(
  tx: Tx,
  kind: InboxSuggestion['entity_type'],
  { texts, from, to }: Around,
): Promise<Candidate[]> {
  const rows = await tx.query<Row>(statements[kind], texts, from / 1_000, to / 1_000)
  return rows.map(({ at, latitude, longitude, texts: parts, known, plates, names, ...row }) => ({
    ...row,
    entity_type: kind,
    text: [...new Set(filled(parts))].join(' · '),
    references: filled(known),
    plates: filled(plates),
    names: filled(names),
    at: at === null ? null : Date.parse(at),
    point: latitude === null || longitude === null ? null : { latitude, longitude },
  }))
}

function filled(texts: readonly (string | null)[]): string[] {
  return texts.filter((text): text is string => text !== null && text !== '')
}

const selectItem = statement(
  'inbound.item_for_suggestions',
  `select i.kind, i.item, i.upload_id, case when i.path = '*' then (i.item ->> 'part_count')::int else 1 end as part_count,
          coalesce(m.query, '{}') as query, ${instant('i.last_at')} as last_at
     from inbox_item i left join message m on m.tenant_id = $1 and m.message_id = i.message_id
    where i.tenant_id = $1 and i.inbox_item_id = $2`,
)

/** Members of an inbox item that suggestions depend on. */
export interface ItemForSuggestions {
  kind: string
  item: unknown
  upload_id: string | null
  part_count: number
  query: Record<string, string>
  last_at: string
}

/** An item with the query of its message; undefined when there is none. */
export async function findItemForSuggestions(tx: Tx, itemId: string): Promise<ItemForSuggestions | undefined> {
  const [row] = await tx.query<ItemForSuggestions>(selectItem, itemId)
  return row
}
