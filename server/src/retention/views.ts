import type { RetentionPerson, RetentionRun } from '@cartage/contract/retention/app'
import type { By } from '../audit/rules.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { endOfPortalLink } from '../doors/erase.store.ts'
import type { Person } from './store.ts'

const isEnded = `o.status in ('COMPLETED', 'CANCELLED', 'REJECTED')
      and o.updated_at < now() - make_interval(days => $2) and not exists (
        select from erased_order e where e.tenant_id = $1 and e.order_id = o.order_id and e.erased_at >= o.updated_at)`

const countOrders = statement(
  'retention.count_orders',
  `select count(*)::integer as rows from (select from transport_order o where o.tenant_id = $1 and ${isEnded} limit $3) x`,
)

/** Counts orders that ended more than `days` ago and still have their contacts, up to `most`. */
export async function countEndedOrders(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countOrders, days, most))[0]!.rows
}

const selectOrders = statement(
  'retention.select_orders',
  `select o.order_id from transport_order o where o.tenant_id = $1 and ${isEnded} and o.order_id > $4 order by o.order_id limit $3`,
)

/** Such orders after a given id, in the order of ids. */
export async function findEndedOrders(tx: Tx, days: number, most: number, after: string): Promise<string[]> {
  const rows = await tx.query<{ order_id: string }>(selectOrders, days, most, after)
  return rows.map(({ order_id }) => order_id)
}

/**
 * Persons who left: archived drivers and contacts, disabled users, and users of ended portal links. `$2`: days, or null
 * for all of them.
 */
const leavers = `
  select 'DRIVER' as person_type, r.resource_id as person_id, r.name, null::uuid as company_id, null as company_name, r.updated_at as since
    from resource r where r.tenant_id = $1 and r.resource_type = 'DRIVER' and r.is_archived
  union all
  select 'CONTACT', k.contact_id, coalesce(k.name, k.email, ''), k.company_id, c.name, k.updated_at
    from company_contact k join company c on c.tenant_id = $1 and c.company_id = k.company_id
   where k.tenant_id = $1 and k.is_archived
  union all
  select 'USER', u.user_id, u.name, null, null, null from app_user u where u.tenant_id = $1 and u.is_disabled
  union all
  select 'PORTAL', d.door_link_id, d.person_name, d.company_id, c.name, ${endOfPortalLink}
    from door_link d join company c on c.tenant_id = $1 and c.company_id = d.company_id
   where d.tenant_id = $1 and d.door = 'CUSTOMER' and d.person_name is not null and ${endOfPortalLink} is not null
     and not exists (select from erased_person x where x.tenant_id = $1 and x.person_type = 'PORTAL' and x.person_id = d.door_link_id)`
const isKnown = `not exists (select from erased_person e
      where e.tenant_id = $1 and e.person_type = l.person_type and e.person_id = l.person_id and (l.since is null or e.erased_at >= l.since))`
const isDue = 'l.since < now() - make_interval(days => $2)'

const countPeople = statement(
  'retention.count_people',
  `select count(*)::integer as rows from (select from (${leavers}) l where ${isDue} and ${isKnown} limit $3) x`,
)

/** Counts drivers and contacts archived for more than `days` whose name is still stored, up to `most`. */
export async function countLeavers(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countPeople, days, most))[0]!.rows
}

const selectDue = statement(
  'retention.select_due_people',
  `select l.person_type, l.person_id from (${leavers}) l where ${isDue} and ${isKnown}
      and l.person_id <> all ($4::uuid[]) order by l.since, l.person_id limit $3`,
)

/**
 * Such persons, longest absent first.
 * @param left ids to skip
 */
export async function findDueLeavers(tx: Tx, days: number, most: number, left: readonly string[]): Promise<Person[]> {
  return await tx.query<Person>(selectDue, days, most, left)
}

const selectPeople = statement(
  'retention.select_people',
  `select l.person_type, l.person_id, l.name, l.company_id, l.company_name, ${instant('l.since')} as since,
          to_char((l.since + make_interval(days => $2)) at time zone 'UTC', 'YYYY-MM-DD') as erased_on
     from (${leavers}) l where ${isKnown} order by l.since nulls first, l.person_id limit 500`,
)

/**
 * Everyone who left and whose name is still stored, longest absent first.
 * @param days until they are erased; null: never
 */
export async function listLeavers(tx: Tx, days: number | null): Promise<RetentionPerson[]> {
  return await tx.query<RetentionPerson>(selectPeople, days)
}

const runColumns = `r.run_id, r.kind, r.by_kind as actor_kind,
          case when r.by_kind = 'user' then (
            select u.name from app_user u where u.tenant_id = $1 and u.user_id::text = r.by_id) end as actor_name,
          r.person_type, r.person_id, r.counts, ${instant('r.started_at')} as started_at, ${instant('r.finished_at')} as finished_at,
          case when r.finished_at is null then (
            select j.last_error from job j where j.tenant_id = $1 and j.kind = 'retention.purge' and j.last_error is not null
             limit 1) end as failure`

const selectRuns = statement(
  'retention.select_runs',
  `select ${runColumns} from retention_run r where r.tenant_id = $1 order by r.started_at desc, r.run_id desc limit 50`,
)
const selectRun = statement(
  'retention.find_run',
  `select ${runColumns} from retention_run r where r.tenant_id = $1 and r.run_id = $2`,
)
const selectOpen = statement(
  'retention.find_open_purge',
  `select r.run_id from retention_run r where r.tenant_id = $1 and r.kind = 'PURGE' and r.finished_at is null`,
)

/** The last purges and erasures, newest first. */
export async function listRuns(tx: Tx): Promise<RetentionRun[]> {
  return await tx.query<RetentionRun>(selectRuns)
}

/** One of these runs. */
export async function readRun(tx: Tx, runId: string): Promise<RetentionRun> {
  return (await tx.query<RetentionRun>(selectRun, runId))[0]!
}

const selectActor = statement(
  'retention.find_actor',
  'select r.by_kind as kind, r.by_id as id from retention_run r where r.tenant_id = $1 and r.run_id = $2',
)

/** The actor of a purge. */
export async function readRunActor(tx: Tx, runId: string): Promise<By> {
  const [actor] = await tx.query<By['actor']>(selectActor, runId)
  return { actor: actor!, requestId: null }
}

/** The open purge. */
export async function findOpenPurge(tx: Tx): Promise<string | undefined> {
  return (await tx.query<{ run_id: string }>(selectOpen))[0]?.run_id
}
