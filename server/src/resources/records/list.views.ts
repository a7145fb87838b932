import { type ListedResource, ownFleet } from '@cartage/contract/resources/app/record'
import { type SelectQueryBuilder, sql } from 'kysely'
import { build } from '../../db/query.ts'
import type { DB } from '../../db/schema.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { type RecordFilters, type RecordSort, searchKeys } from './rules.ts'
import { nextExpiry } from './views.ts'

/** A text that begins more resources than this finds no more: it has to be longer. */
const mostFound = 2_000

const found = (column: string, from: string, to: string) =>
  `select r.resource_id from resource r
    where r.tenant_id = $1 and r.${column} >= ${from} and r.${column} < ${to} and not r.is_archived`
const selectFound = statement(
  'resources.search',
  `${found('name_key', '$2', '$3')}
   union ${found('license_plate_key', '$4', '$5')}
   union ${found('code', '$6', '$7')}
   union ${found('external_id', '$6', '$7')}
   union ${found('container_number', '$8', '$9')}
   union select r.resource_id from resource r
          where r.tenant_id = $1 and r.is_archived
            and (r.name_key >= $2 and r.name_key < $3 or r.license_plate_key >= $4 and r.license_plate_key < $5
                 or r.code >= $6 and r.code < $7 or r.external_id >= $6 and r.external_id < $7)
   limit ${mostFound}`,
)
const selectInGroups = statement(
  'resources.list_ids_in_groups',
  `select distinct a.resource_id from resource_allocation a
    where a.tenant_id = $1 and a.resource_group_id = any ($2::uuid[]) and not a.is_archived`,
)
const selectExpiring = statement(
  'resources.list_ids_expiring',
  `select distinct e.resource_id from (
     select v.resource_id, max(coalesce(least(v.end_at, v.legal_end_at), 'infinity')) as ends_at
       from validity v where v.tenant_id = $1 and v.resource_id is not null group by v.resource_id, v.validity_type) e
    where e.ends_at < $2::timestamptz`,
)

type Ids = { resource_id: string }[]

/** Ids that each of the filters next to the columns leaves; undefined for a filter that is not set. */
export async function idsByFilter(tx: Tx, filters: RecordFilters, soon: string): Promise<string[][]> {
  const { q, group, expiring } = filters
  const keys = q ? searchKeys(q) : undefined
  const lists = await Promise.all([
    keys && tx.query<Ids[number]>(selectFound, ...Object.values(keys)),
    group.length > 0 && tx.query<Ids[number]>(selectInGroups, group),
    expiring && tx.query<Ids[number]>(selectExpiring, soon),
  ])
  return lists.flatMap((rows) => (rows ? [rows.map((row) => row.resource_id)] : []))
}

type Resources = SelectQueryBuilder<DB & { r: DB['resource'] }, 'r', object>

/** The resources that fit but for their kind, as the beginning of a query. */
export function fitting(filters: RecordFilters, idLists: readonly string[][]): Resources {
  let query = build.selectFrom('resource as r') as unknown as Resources
  // Written out, because indexes of what is in use are found by it.
  query = query.where(filters.archived ? sql<boolean>`r.is_archived` : sql<boolean>`not r.is_archived`)
  for (const ids of idLists) query = query.where(sql<boolean>`r.resource_id = any(${ids}::uuid[])`)
  const { subcontractor } = filters
  if (subcontractor.length > 0) {
    const named = subcontractor.filter((id) => id !== ownFleet)
    const isNamed = sql<boolean>`r.subcontractor_id = any(${named}::uuid[])`
    const isOwn = named.length < subcontractor.length
    query = query.where(isOwn ? sql<boolean>`(r.subcontractor_id is null or ${isNamed})` : isNamed)
  }
  return query
}

/** Only those of some kinds; all when none is named. */
export function ofTypes(query: Resources, types: readonly string[]): Resources {
  return types.length === 0 ? query : query.where(sql<boolean>`r.resource_type = any(${types}::text[])`)
}

// True of every row: the indexes these orders walk are found by it alone (migration 0044).
const inList = sql<boolean>`r.name_key >= ''`

const sorts: Readonly<Record<RecordSort, ReturnType<typeof sql>>> = {
  name: sql`r.name_key, r.resource_id`,
  '-name': sql`r.name_key desc, r.resource_id desc`,
  type: sql`r.resource_type, r.name_key, r.resource_id`,
  '-type': sql`r.resource_type desc, r.name_key, r.resource_id`,
  updated: sql`r.updated_at, r.resource_id`,
  '-updated': sql`r.updated_at desc, r.resource_id desc`,
}

const selectRows = statement(
  'resources.list_record_rows',
  `select r.resource_id, r.resource_type, r.name, r.code, r.external_id, r.license_plate, r.container_number,
          case when c.company_id is not null
               then json_build_object('company_id', c.company_id, 'name', c.name) end as subcontractor,
          array(select distinct g.name from resource_allocation a
                  join resource_group g on g.tenant_id = $1 and g.resource_group_id = a.resource_group_id
                 where a.tenant_id = $1 and a.resource_id = r.resource_id and not a.is_archived and not g.is_archived
                 order by g.name) as groups,
          ${nextExpiry('r.resource_id')} as next_expiry, r.is_archived,
          to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as updated_at
     from resource r
     left join company c on c.tenant_id = $1 and c.company_id = r.subcontractor_id
    where r.tenant_id = $1 and r.resource_id = any ($2::uuid[])`,
)

/** What a list shows of these resources, in the order of the ids. */
async function listRows(tx: Tx, ids: readonly string[]): Promise<ListedResource[]> {
  const rows = await tx.query<ListedResource>(selectRows, ids)
  const byId = new Map(rows.map((row) => [row.resource_id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * A window of the resources that fit, and how many there are.
 * @param soon instant up to which a validity counts as ending soon
 */
export async function listRecords(
  tx: Tx,
  filters: RecordFilters,
  soon: string,
  { sort, offset, limit }: { sort: RecordSort; offset: number; limit: number },
): Promise<{ items: ListedResource[]; total: number }> {
  const query = ofTypes(fitting(filters, await idsByFilter(tx, filters, soon)), filters.type)
  const page = query.where(inList).select('r.resource_id').orderBy(sorts[sort]).offset(offset).limit(limit)
  const counting = query.select(sql<number>`count(*)::integer`.as('count'))
  const [ids, [counted]] = await Promise.all([
    tx.rows<Ids[number]>(page as never),
    tx.rows<{ count: number }>(counting as never),
  ])
  const items = await listRows(
    tx,
    ids.map((row) => row.resource_id),
  )
  return { items, total: counted!.count }
}

/** Where a walk over all resources that fit stands: the last one it has read. */
export interface WalkPlace {
  resource_id: string
  name_key: string
}

/** The next resources that fit, by name, after a place. */
export async function walkRecords(
  tx: Tx,
  filters: RecordFilters,
  soon: string,
  after: WalkPlace | undefined,
  limit: number,
): Promise<{ rows: ListedResource[]; next: WalkPlace | undefined }> {
  let query = ofTypes(fitting(filters, await idsByFilter(tx, filters, soon)), filters.type)
  if (after) {
    query = query.where(sql<boolean>`(r.name_key, r.resource_id) > (${after.name_key}, ${after.resource_id}::uuid)`)
  }
  const page = query.select(['r.resource_id', 'r.name_key']).orderBy(sorts.name).limit(limit)
  const places = await tx.rows<WalkPlace>(page as never)
  const rows = await listRows(
    tx,
    places.map((place) => place.resource_id),
  )
  return { rows, next: places.length < limit ? undefined : places.at(-1) }
}
