import type { AuditRecord } from '@cartage/contract/audit/app'
import { uuidPattern } from '@cartage/contract/uuid'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { exactInstant, instant } from '../db/texts.ts'
import { beginning, type Head, type Link } from './chain.rules.ts'

const selectLinks = statement(
  'audit.select_links',
  `select tenant_id, sequence::float8 as sequence,
          ${exactInstant('at')} as at,
          actor_kind, actor_id, action, entity_type, entity_id, changes::text as changes, request_id,
          encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash, erased_by
     from audit_record where tenant_id = $1 and sequence >= $2 order by sequence limit $3`,
)

/** Records from a number on, in checking order. */
export async function listLinks(tx: Tx, from: number | string, limit: number): Promise<Link[]> {
  return tx.query<Link>(selectLinks, from, limit)
}

const selectEnd = statement(
  'audit.select_end',
  `select h.sequence::float8 as sequence, encode(h.hash, 'hex') as hash,
          exists (select from audit_record r where r.tenant_id = $1 and r.sequence > $2) as is_more
     from (select) as one left join audit_head h on h.tenant_id = $1`,
)

/** The head, and whether there are later records, from one snapshot. */
export async function findEnd(tx: Tx, last: number): Promise<{ head: Head | undefined; isMore: boolean }> {
  const [row] = await tx.query<{ sequence: number | null; hash: string; is_more: boolean }>(selectEnd, last)
  const { sequence, hash, is_more } = row!
  return { head: sequence === null ? undefined : { sequence, hash }, isMore: is_more }
}

const selectKept = statement(
  'audit.select_kept',
  `select h.kept_after::float8 as sequence, encode(h.kept_hash, 'hex') as hash from audit_head h where h.tenant_id = $1`,
)

/** The last entry removed at the end of its retention period; `beginning` for none. */
export async function findKept(tx: Tx): Promise<Head> {
  return (await tx.query<Head>(selectKept))[0] ?? beginning
}

const selectHead = statement(
  'audit.select_head',
  `select h.sequence::float8 as sequence, encode(h.hash, 'hex') as hash from audit_head h where h.tenant_id = $1`,
)

/** The end of the trail; undefined if nothing was ever recorded. */
export async function findHead(tx: Tx): Promise<Head | undefined> {
  const [head] = await tx.query<Head>(selectHead)
  return head
}

const selectValues = statement(
  'audit.select_values',
  `select distinct r.entity_id, v.value
     from audit_record r
     cross join lateral (values (r.changes #>> array[$3::text, 'before']), (r.changes #>> array[$3::text, 'after'])) v (value)
    where r.tenant_id = $1 and r.entity_type = $2 and r.sequence > 0 and v.value is not null`,
)

/** All values that a member of one kind of record ever had, as text. */
export async function listValues(
  tx: Tx,
  entityType: string,
  member: string,
): Promise<{ entity_id: string; value: string }[]> {
  return await tx.query(selectValues, entityType, member)
}

/** Part of a trail to read: everything, the history of one record, or the changes by one actor. */
export interface TrailFilter {
  readonly entity?: { readonly type: string; readonly id: string }
  /** Id of a client, user or credential. */
  readonly actorId?: string
}

/** SQL: current name of the author of entry `r`; null for operator, system and deleted actors. */
export const actorName = `case r.actor_kind
             when 'client' then (select c.name from api_client c where c.tenant_id = $1 and c.client_id = r.actor_id)
             when 'webhook' then
               (select w.name from webhook_credential w where w.tenant_id = $1 and w.client_id = r.actor_id)
             when 'user' then (select u.name from app_user u where u.tenant_id = $1 and u.user_id::text = r.actor_id)
             when 'link' then
               (select coalesce(d.person_name || ' (' || c.name || ')', c.name, e.name) from door_link d
                  left join company c on c.tenant_id = $1 and c.company_id = d.company_id
                  left join resource e on e.tenant_id = $1 and e.resource_id = d.resource_id
                 where d.tenant_id = $1 and d.door_link_id::text = r.actor_id)
           end`

const ownId = `case when r.entity_id ~ '^${uuidPattern}$' then r.entity_id::uuid end`

/**
 * SQL: current display name of the record of entry `r`, read by its key; null for records without a name and deleted
 * ones.
 */
const recordName = `case r.entity_type
             when 'user' then (select u.name from app_user u where u.tenant_id = $1 and u.user_id = ${ownId})
             when 'company' then (select c.name from company c where c.tenant_id = $1 and c.company_id = ${ownId})
             when 'resource' then (select e.name from resource e where e.tenant_id = $1 and e.resource_id = ${ownId})
             when 'resource_group' then
               (select g.name from resource_group g where g.tenant_id = $1 and g.resource_group_id = ${ownId})
             when 'location' then (select coalesce(l.display_name, l.name, l.city) from location l
                                    where l.tenant_id = $1 and l.location_id = ${ownId})
             when 'order' then
               (select o.order_number from transport_order o where o.tenant_id = $1 and o.order_id = ${ownId})
             when 'trip' then (select p.name from trip p where p.tenant_id = $1 and p.trip_id = ${ownId})
             when 'document' then (select d.name from document d where d.tenant_id = $1 and d.document_id = ${ownId})
             when 'subscription' then
               (select s.name from subscription s where s.tenant_id = $1 and s.subscription_id = ${ownId})
             when 'api_client' then (select c.name from api_client c where c.tenant_id = $1 and c.client_id = r.entity_id)
             when 'sign_in_provider' then
               (select p.label from sign_in_provider p where p.tenant_id = $1 and p.provider_id = ${ownId})
             when 'telematics_connection' then
               (select c.name from telematics_connection c where c.tenant_id = $1 and c.connection_id = ${ownId})
             when 'webhook_credential' then
               (select w.name from webhook_credential w where w.tenant_id = $1 and w.client_id = r.entity_id)
           end`

/** SQL: displayed columns of entries `r`. */
export const shown = `
  select r.sequence::float8 as sequence, ${instant('r.at')} as at,
         json_build_object('kind', r.actor_kind, 'actor_id', r.actor_id, 'name', ${actorName}) as actor,
         r.action, r.entity_type, r.entity_id, ${recordName} as entity_name, r.changes, r.request_id, encode(r.hash, 'hex') as hash
    from audit_record r`

const selectTrail = statement(
  'audit.select_trail',
  `${shown} where r.tenant_id = $1 and r.sequence < $2 and ($4::text is null or r.actor_id = $4)
    order by r.sequence desc limit $3`,
)
const selectTrailOfEntity = statement(
  'audit.select_trail_of_entity',
  `${shown} where r.tenant_id = $1 and r.entity_type = $4 and r.entity_id = $5 and r.sequence < $2
      and ($6::text is null or r.actor_id = $6)
    order by r.sequence desc limit $3`,
)

/** Start for reading newest first: larger than every number. */
export const afterAll = '9223372036854775807'

/**
 * Records before a number, newest first, with the actors' current names.
 * @param before undefined for the newest
 */
export async function listTrail(
  tx: Tx,
  { entity, actorId }: TrailFilter,
  page: { before: number | undefined; limit: number },
): Promise<AuditRecord[]> {
  const end = page.before ?? afterAll
  if (!entity) return tx.query<AuditRecord>(selectTrail, end, page.limit, actorId ?? null)
  return tx.query<AuditRecord>(selectTrailOfEntity, end, page.limit, entity.type, entity.id, actorId ?? null)
}
