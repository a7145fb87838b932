import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'

const close = statement(
  'doors.erase_links_of_driver',
  `update door_link set revoked_at = coalesce(revoked_at, (select now())), label = null where tenant_id = $1 and resource_id = $2`,
)
const eraseWritten = statement(
  'doors.erase_texts_of_driver',
  `update driver_act set detail = detail - array['text', 'answers']
    where tenant_id = $1 and resource_id = $2 and detail ?| array['text', 'answers']`,
)

/** Revokes the links of a driver's page, removes their labels, and erases what the driver entered on it. */
export async function eraseLinksOf(tx: Tx, resourceId: string): Promise<void> {
  await Promise.all([tx.query(close, resourceId), tx.query(eraseWritten, resourceId)])
}

/** SQL: when the link `d` of the company `c` ended; null while it works. */
export const endOfPortalLink = `least(d.revoked_at, case when d.expires_at <= now() then d.expires_at end,
          case when c.is_archived then c.updated_at end)`

// A person who was invited again has several links; without an address they are matched by name.
const lockGuest = statement(
  'doors.lock_portal_links_of_person',
  `select d.door_link_id, d.person_email as email, ${endOfPortalLink} is not null as is_over
     from door_link g
     join door_link d on d.tenant_id = $1 and d.company_id = g.company_id and d.door = 'CUSTOMER' and d.person_name is not null
      and (d.door_link_id = g.door_link_id or lower(d.person_email) = lower(g.person_email)
           or (d.person_email is null and g.person_email is null and d.person_name = g.person_name))
     join company c on c.tenant_id = $1 and c.company_id = d.company_id
    where g.tenant_id = $1 and g.door_link_id = $2 and g.door = 'CUSTOMER' and g.person_name is not null
    order by d.door_link_id for update of d`,
)
const eraseGuest = statement(
  'doors.erase_portal_links',
  `update door_link set person_name = $3, person_email = null, label = null
    where tenant_id = $1 and door_link_id = any ($2::uuid[])`,
)

/**
 * Replaces the name of a person invited to the portal by a mark, in all links of that person.
 * @returns these links, and the former address
 * @throws Problem not_found; person_present while one of the links works
 */
export async function erasePortalPerson(
  tx: Tx,
  linkId: string,
  mark: string,
): Promise<{ links: string[]; email: string | null }> {
  const links = await tx.query<{ door_link_id: string; email: string | null; is_over: boolean }>(lockGuest, linkId)
  if (links.length === 0) throw new Problem('not_found')
  if (links.some(({ is_over }) => !is_over)) throw new Problem('person_present')
  const ids = links.map(({ door_link_id }) => door_link_id)
  await tx.query(eraseGuest, ids, mark)
  return { links: ids, email: links.find(({ email }) => email !== null)?.email ?? null }
}

const isOldLink = `d.label is not null and d.expires_at < now() - make_interval(days => $2)`
const countLinks = statement(
  'doors.count_old_labels',
  `select count(*)::integer as rows from (select from door_link d where d.tenant_id = $1 and ${isOldLink} limit $3) x`,
)

/** Labelled links that expired more than `days` ago, counted up to `most`. */
export async function countOldLabels(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countLinks, days, most))[0]!.rows
}

const selectLinks = statement(
  'doors.select_old_labels',
  `select d.door_link_id from door_link d
    where d.tenant_id = $1 and ${isOldLink} and d.door_link_id <> all ($4::uuid[]) order by d.expires_at limit $3`,
)

/** @param left ids of old links to skip; the longest expired others are returned, at most `most` */
export async function findOldLabels(tx: Tx, days: number, most: number, left: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ door_link_id: string }>(selectLinks, days, most, left)
  return rows.map(({ door_link_id }) => door_link_id)
}

const eraseLabels = statement(
  'doors.erase_old_labels',
  `update door_link d set label = null where d.tenant_id = $1 and d.door_link_id = any ($3::uuid[]) and ${isOldLink}
   returning d.door_link_id`,
)

/** @returns ids of the old links whose labels were erased */
export async function eraseOldLabels(tx: Tx, days: number, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ door_link_id: string }>(eraseLabels, days, ids)
  return rows.map(({ door_link_id }) => door_link_id)
}
