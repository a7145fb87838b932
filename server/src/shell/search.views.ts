import type { SearchResult } from '@cartage/contract/app/shell'
import type { Permission } from '@cartage/contract/endpoint'
import { type Statement, statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { foldName } from '../locations/city-names.rules.ts'
import { plateKey } from '../resources/names.rules.ts'

/** Of one kind. */
const most = 8

// Ranges of indexes, never patterns: behind row security no pattern uses one. `$2` and `$3` enclose what begins with
// the text.
const findTrips = statement(
  'shell.find_trips',
  `select 'trip' as kind, t.trip_id as id, t.name as title, '' as text, t.status
     from trip t where t.tenant_id = $1 and t.name >= $2 and t.name < $3 order by t.name limit ${most}`,
)

const findOrders = statement(
  'shell.find_orders',
  `select 'order' as kind, o.order_id as id, o.order_number as title,
          concat_ws(' · ', c.name, f.container_number, f.reference) as text,
          case when o.is_blocked then 'BLOCKED' else o.status end as status
     from (
       (select order_id, null as container_number, null as reference from transport_order
         where tenant_id = $1 and order_number >= $2 and order_number < $3 and length(order_number) <= 255
         order by order_number desc limit ${most})
       union all
       (select order_id, null, null from transport_order
         where tenant_id = $1 and order_identifier >= $2 and order_identifier < $3
         order by order_identifier limit ${most})
       union all
       (select order_id, null, customer_reference_number from transport_order
         where tenant_id = $1 and customer_reference_number >= $2 and customer_reference_number < $3
           and length(customer_reference_number) <= 255 order by customer_reference_number limit ${most})
       union all
       (select order_id, container_number, null from transport_order
         where tenant_id = $1 and container_key >= upper($2) and container_key < upper($3)
         order by container_key limit ${most})
     ) f
     join transport_order o on o.tenant_id = $1 and o.order_id = f.order_id
     join company c on c.tenant_id = $1 and c.company_id = o.company_id
    limit ${most}`,
)

const found = (column: string, from: string, to: string) =>
  `select r.resource_id from resource r
    where r.tenant_id = $1 and not r.is_archived and r.${column} >= ${from} and r.${column} < ${to} limit ${most}`
// Plates are found without case, blanks and punctuation; `$4` and `$5` enclose those.
const findResources = statement(
  'shell.find_resources',
  `select 'resource' as kind, r.resource_id as id, r.name as title,
          concat_ws(' · ', r.license_plate, r.container_number, r.code) as text, null as status
     from resource r
    where r.tenant_id = $1 and r.resource_id = any (array(
            (${found('name_key', 'lower($2)', 'lower($3)')})
            union (${found('license_plate_key', '$4', '$5')})
            union (${found('code', '$2', '$3')})
            union (${found('container_number', 'upper($2)', 'upper($3)')})))
    order by r.name_key, r.resource_id limit ${most}`,
)

const findCompanies = statement(
  'shell.find_companies',
  `select 'company' as kind, c.company_id as id, c.name as title, concat_ws(' · ', c.code, c.accounting_code) as text,
          null as status
     from company c
    where c.tenant_id = $1 and c.company_id = any (array(
            (select n.company_id from company n
              where n.tenant_id = $1 and not n.is_archived and n.name_key >= lower($2) and n.name_key < lower($3)
              limit ${most})
            union
            (select n.company_id from company n
              where n.tenant_id = $1 and not n.is_archived and n.code >= $2 and n.code < $3 limit ${most})
            union
            (select n.company_id from company n
              where n.tenant_id = $1 and not n.is_archived and n.accounting_code >= $2 and n.accounting_code < $3
              limit ${most})))
    order by c.name_key, c.company_id limit ${most}`,
)

// Names and towns are kept without accents and case.
const findLocations = statement(
  'shell.find_locations',
  `select 'location' as kind, l.location_id as id, coalesce(l.display_name, l.name, l.city, '') as title,
          concat_ws(', ', l.address, l.city, l.country) as text, null as status
     from location l
    where l.tenant_id = $1 and l.merged_into is null and not l.is_archived
      and l.search_name >= $2 and l.search_name < $3
    order by l.search_name, l.location_id limit ${most}`,
)

interface Kind {
  permission: Permission
  find: Statement
  /** What the statement is given from the text; the text and what follows all that begins with it, when absent. */
  rangesOf?: (text: string) => readonly string[]
}

const highest = '\u{10ffff}'
const plainRange = (text: string): readonly string[] => [text, text + highest]
const plateRanges = (text: string): readonly string[] => {
  // A text without letters and digits is the beginning of no plate.
  const plate = plateKey(text) ?? highest
  return [...plainRange(text), ...plainRange(plate)]
}

const kinds: readonly Kind[] = [
  { permission: 'order.read', find: findOrders },
  { permission: 'resource.read', find: findResources, rangesOf: plateRanges },
  { permission: 'company.read', find: findCompanies },
  { permission: 'location.read', find: findLocations, rangesOf: (text) => plainRange(foldName(text)) },
  { permission: 'trip.read', find: findTrips },
]

/** Everything these permissions may read that begins with a text; at most eight of each kind. */
export async function searchAll(tx: Tx, permissions: readonly Permission[], text: string): Promise<SearchResult[]> {
  const allowed = kinds.filter(({ permission }) => permissions.includes(permission))
  const lists = await Promise.all(
    allowed.map(({ find, rangesOf = plainRange }) => tx.query<SearchResult>(find, ...rangesOf(text))),
  )
  return lists.flat()
}
