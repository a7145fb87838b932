import type { ListedCompany } from '@cartage/contract/companies/app/record'
import { type SelectQueryBuilder, sql } from 'kysely'
import { build } from '../db/query.ts'
import type { DB } from '../db/schema.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { type CompanyFilters, type CompanySort, searchRanges } from './list.rules.ts'

/** A text that begins more companies than this finds no more: it has to be longer. */
const mostFound = 2_000

const selectFound = statement(
  'companies.search_records',
  `select c.company_id from company c
    where c.tenant_id = $1 and c.name_key >= $2 and c.name_key < $3 and not c.is_archived
   union
   select c.company_id from company c
    where c.tenant_id = $1 and c.code >= $4 and c.code < $5 and not c.is_archived
   union
   select c.company_id from company c
    where c.tenant_id = $1 and c.accounting_code >= $4 and c.accounting_code < $5 and not c.is_archived
   union
   select c.company_id from company c
    where c.tenant_id = $1 and c.is_archived
      and (c.name_key >= $2 and c.name_key < $3 or c.code >= $4 and c.code < $5
           or c.accounting_code >= $4 and c.accounting_code < $5)
   limit ${mostFound}`,
)
const selectExpiring = statement(
  'companies.list_ids_expiring',
  `select distinct e.company_id from (
     select v.company_id, max(coalesce(least(v.end_at, v.legal_end_at), 'infinity')) as ends_at
       from validity v where v.tenant_id = $1 and v.company_id is not null group by v.company_id, v.validity_type) e
    where e.ends_at < $2::timestamptz`,
)

type Companies = SelectQueryBuilder<DB & { c: DB['company'] }, 'c', object>
type Id = { company_id: string }

/** Ids that each of the filters next to the columns leaves. */
async function idsByFilter(tx: Tx, { q, expiring }: CompanyFilters, soon: string): Promise<string[][]> {
  const lists = await Promise.all([
    q && tx.query<Id>(selectFound, ...searchRanges(q)),
    expiring && tx.query<Id>(selectExpiring, soon),
  ])
  return lists.flatMap((rows) => (rows ? [rows.map((row) => row.company_id)] : []))
}

/** Anyone who is not a customer has the status of a subcontractor. */
export const shownStatus = sql`case when c.is_customer then c.status else c.purchase_status end`

/** The companies that fit, as the beginning of a query. */
export async function fitting(tx: Tx, filters: CompanyFilters, soon: string): Promise<Companies> {
  const idLists = await idsByFilter(tx, filters, soon)
  let query = build.selectFrom('company as c') as unknown as Companies
  query = query.where(filters.archived ? sql<boolean>`c.is_archived` : sql<boolean>`not c.is_archived`)
  for (const ids of idLists) query = query.where(sql<boolean>`c.company_id = any(${ids}::uuid[])`)
  const [role, other] = filters.role
  if (role !== undefined && other === undefined) {
    query = query.where(role === 'customer' ? sql<boolean>`c.is_customer` : sql<boolean>`c.is_subcontractor`)
  }
  if (filters.status.length > 0) query = query.where(sql<boolean>`${shownStatus} = any(${filters.status}::text[])`)
  return query
}

const sorts: Readonly<Record<CompanySort, ReturnType<typeof sql>>> = {
  name: sql`c.name_key, c.company_id`,
  '-name': sql`c.name_key desc, c.company_id desc`,
  code: sql`c.code nulls last, c.company_id`,
  '-code': sql`c.code desc nulls last, c.company_id`,
  updated: sql`c.updated_at, c.company_id`,
  '-updated': sql`c.updated_at desc, c.company_id desc`,
}

const selectRows = statement(
  'companies.list_record_rows',
  `select c.company_id, c.name, c.code, c.accounting_code, c.is_customer, c.is_subcontractor,
          case when c.is_customer then c.status else c.purchase_status end as status, l.city, l.country,
          c.doc ->> 'vat_number' as vat_number, c.is_archived,
          to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as updated_at
     from company c
     left join location l on l.tenant_id = $1 and l.location_id = c.billing_location_id
    where c.tenant_id = $1 and c.company_id = any ($2::uuid[])`,
)

/** What a list shows of these companies, in the order of the ids. */
async function listRows(tx: Tx, ids: readonly string[]): Promise<ListedCompany[]> {
  const rows = await tx.query<ListedCompany>(selectRows, ids)
  const byId = new Map(rows.map((row) => [row.company_id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * A window of the companies that fit, and how many there are.
 * @param soon instant up to which a validity counts as ending soon
 */
export async function listRecords(
  tx: Tx,
  filters: CompanyFilters,
  soon: string,
  { sort, offset, limit }: { sort: CompanySort; offset: number; limit: number },
): Promise<{ items: ListedCompany[]; total: number }> {
  const query = await fitting(tx, filters, soon)
  const page = query.select('c.company_id').orderBy(sorts[sort]).offset(offset).limit(limit)
  const counting = query.select(sql<number>`count(*)::integer`.as('count'))
  const [ids, [counted]] = await Promise.all([
    tx.rows<Id>(page as never),
    tx.rows<{ count: number }>(counting as never),
  ])
  const items = await listRows(
    tx,
    ids.map((row) => row.company_id),
  )
  return { items, total: counted!.count }
}

/** Where a walk over all companies that fit stands: the last one it has read. */
export interface WalkPlace {
  company_id: string
  name_key: string
}

/** The next companies that fit, by name, after a place. */
export async function walkRecords(
  tx: Tx,
  filters: CompanyFilters,
  soon: string,
  after: WalkPlace | undefined,
  limit: number,
): Promise<{ rows: ListedCompany[]; next: WalkPlace | undefined }> {
  let query = await fitting(tx, filters, soon)
  if (after) {
    query = query.where(sql<boolean>`(c.name_key, c.company_id) > (${after.name_key}, ${after.company_id}::uuid)`)
  }
  const page = query.select(['c.company_id', 'c.name_key']).orderBy(sorts.name).limit(limit)
  const places = await tx.rows<WalkPlace>(page as never)
  const rows = await listRows(
    tx,
    places.map((place) => place.company_id),
  )
  return { rows, next: places.length < limit ? undefined : places.at(-1) }
}
