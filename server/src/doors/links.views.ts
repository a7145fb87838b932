import type { DoorLink } from '@cartage/contract/doors/app/links'
import type { PortalLink } from '@cartage/contract/doors/app/portal-links'
import type { DoorLanguage } from '@cartage/contract/reading/languages'
import { isArchivedCompany } from '../auth/clients/companies.views.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { carrierIdOfTrip } from '../trips/standing/views.ts'
import type { LinkOwner, SubjectColumns } from './links.rules.ts'

/** Data of a link that a request needs. */
export interface LinkRow extends SubjectColumns {
  secret_digest: string
  language: DoorLanguage | null
  is_revoked: boolean
  /** Milliseconds since 1970. */
  expires_at: number
}

// Links of an archived driver, customer or carrier do not work (LINK-9, PORTAL-1).
const isOfArchived = `(
  ${isArchivedCompany('d.company_id')}
  or exists (select from resource r where r.tenant_id = $1 and r.resource_id = d.resource_id and r.is_archived))`
const find = statement(
  'doors.find_link',
  `select door, order_id, trip_id, company_id, resource_id, encode(secret_digest, 'hex') as secret_digest, language,
          revoked_at is not null or ${isOfArchived} as is_revoked,
          (extract(epoch from expires_at) * 1000)::float8 as expires_at
     from door_link d where tenant_id = $1 and door_link_id = $2`,
)

/** A link, whether it works or not; undefined when it never existed. */
export async function findLink(tx: Tx, linkId: string): Promise<LinkRow | undefined> {
  const [row] = await tx.query<LinkRow>(find, linkId)
  return row
}

/** A link in lists; customer links with the person who was invited. */
export type DoorLinkRow = DoorLink & Pick<PortalLink, 'person_name' | 'person_email'>

const shown = `select l.door_link_id, l.door, l.language, l.label, ${instant('l.answer_by')} as answer_by,
          case when l.revoked_at is not null then 'REVOKED' when l.expires_at <= $2::timestamptz then 'EXPIRED'
               else 'LIVE' end as state,
          coalesce(c.name, r.name) as recipient, l.person_name, l.person_email, u.name as created_by, ${instant('l.created_at')} as created_at,
          ${instant('l.expires_at')} as expires_at, ${instant('l.revoked_at')} as revoked_at,
          ${instant('l.last_used_at')} as last_used_at
     from door_link l
     left join company c on c.tenant_id = $1 and c.company_id = l.company_id
     left join resource r on r.tenant_id = $1 and r.resource_id = l.resource_id
     left join app_user u on u.tenant_id = $1 and u.user_id::text = l.created_by`

// One condition per column, so that each uses its index.
const listOf = (column: string, condition = '') =>
  statement(
    `doors.select_links_by_${column}`,
    `${shown} where l.tenant_id = $1 and l.${column} = $3 ${condition} and l.expires_at > $2::timestamptz - interval '90 days'
      order by l.created_at desc, l.door_link_id limit 200`,
  )
const lists = {
  order_id: listOf('order_id'),
  trip_id: listOf('trip_id'),
  resource_id: listOf('resource_id'),
  // Carrier links also have a company.
  company_id: listOf('company_id', "and l.door = 'CUSTOMER'"),
}

/** Links of an order, a trip, a driver or a customer, newest first, without those that expired long ago. */
export async function listLinks(tx: Tx, owner: LinkOwner, now: Date): Promise<DoorLinkRow[]> {
  const [[column, id]] = Object.entries(owner) as [[keyof typeof lists, string]]
  return await tx.query<DoorLinkRow>(lists[column], now, id)
}

const one = statement('doors.select_link', `${shown} where l.tenant_id = $1 and l.door_link_id = $3`)

/** One link as lists show it; undefined when it does not exist. */
export async function readLinkRecord(tx: Tx, linkId: string, now: Date): Promise<DoorLinkRow | undefined> {
  const [row] = await tx.query<DoorLinkRow>(one, now, linkId)
  return row
}

const facts = statement(
  'doors.select_subject_facts',
  `select coalesce(o.order_number, t.name, r.name, c.name) as name,
          case when t.trip_id is not null then ${carrierIdOfTrip} end as subcontractor_id,
          ${instant('t.ends_at')} as ends_at,
          coalesce(r.resource_type = 'DRIVER' and not r.is_archived, false) as is_driver,
          coalesce(c.is_customer and not c.is_archived, false) as is_customer
     from (select) as always
     left join transport_order o on o.tenant_id = $1 and o.order_id = $2::uuid
     left join trip t on t.tenant_id = $1 and t.trip_id = $3::uuid
     left join resource r on r.tenant_id = $1 and r.resource_id = $4::uuid
     left join company c on c.tenant_id = $1 and c.company_id = $5::uuid`,
)

export interface SubjectFacts {
  /** Null when it does not exist. */
  name: string | null
  subcontractor_id: string | null
  /** Planned end of a trip, ISO 8601; null for other records and unplanned trips. */
  ends_at: string | null
  is_driver: boolean
  is_customer: boolean
}

/** Data of a record that is needed to create a link to it. */
export async function findSubjectFacts(tx: Tx, owner: LinkOwner): Promise<SubjectFacts> {
  const ids = { order_id: null, trip_id: null, resource_id: null, company_id: null, ...owner }
  const [row] = await tx.query<SubjectFacts>(facts, ids.order_id, ids.trip_id, ids.resource_id, ids.company_id)
  return row!
}
