import type { countDocuments } from '@cartage/contract/documents/app/list'
import type { ListedDocument, listLatestDocuments } from '@cartage/contract/documents/app/record'
import type { Answer, Input } from '@cartage/contract/endpoint'
import { type SelectQueryBuilder, sql } from 'kysely'
import { build } from '../db/query.ts'
import type { DB } from '../db/schema.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { shown } from './latest.views.ts'

/** Filters of the list as the query gives them. */
export type DocumentFilters = Omit<Input<typeof listLatestDocuments>['query'], 'offset' | 'limit'>

/** Documents are counted up to this. */
const mostCounted = 100_000
/** A text that finds more documents than this shows some of them: it has to be longer. */
const mostFound = 2_000
/** Orders a text may stand for. */
const mostOrders = 200

// Only the indexes by these members have a condition on the length; without it no index would be used.
const selectFound = statement(
  'documents.search',
  `select d.document_id from document d where d.tenant_id = $1 and d.name_key >= $2 and d.name_key < $3
   union
   select d.document_id from document d
    where d.tenant_id = $1 and d.order_id is not null and d.order_id = any (array(
      (select o.order_id from transport_order o
        where o.tenant_id = $1 and o.order_number = $4 and length(o.order_number) <= 255 limit ${mostOrders})
      union
      (select o.order_id from transport_order o where o.tenant_id = $1 and o.order_identifier = $4 limit ${mostOrders})
      union
      (select o.order_id from transport_order o
        where o.tenant_id = $1 and o.customer_reference_number = $4 and length(o.customer_reference_number) <= 255
        limit ${mostOrders})))
   limit ${mostFound}`,
)

type Id = { document_id: string }
type Documents = SelectQueryBuilder<DB & { d: DB['document'] }, 'd', object>

async function findIds(tx: Tx, text: string | undefined): Promise<string[] | undefined> {
  if (text === undefined || text === '') return undefined
  const name = text.toLowerCase().slice(0, 100)
  return (await tx.query<Id>(selectFound, name, `${name}\u{10ffff}`, text)).map((row) => row.document_id)
}

/** The documents that fit, as the beginning of a query. */
function fitting(filters: DocumentFilters, found: readonly string[] | undefined): Documents {
  const { document_type: types, subject_type: subjects } = filters
  let query = build.selectFrom('document as d') as unknown as Documents
  if (found) query = query.where(sql<boolean>`d.document_id = any(${found}::uuid[])`)
  if (types.length > 0) query = query.where(sql<boolean>`d.document_type = any(${types}::text[])`)
  if (subjects.length > 0) query = query.where(sql<boolean>`d.subject_type = any(${subjects}::text[])`)
  return query
}

const newestFirst = sql`d.created_at desc, d.document_id desc`

const selectRows = statement(
  'documents.list_rows',
  `select ${shown}, d.subject_type, d.subject_id, d.order_id,
          coalesce(
            (select o.order_number from transport_order o where o.tenant_id = $1 and o.order_id = d.order_id),
            (select t.name from trip t where t.tenant_id = $1 and t.trip_id = d.subject_id),
            (select r.name from resource r where r.tenant_id = $1 and r.resource_id = d.subject_id),
            (select c.name from company c where c.tenant_id = $1 and c.company_id = d.subject_id)) as subject_name
     from document d
    where d.tenant_id = $1 and d.document_id = any ($2::uuid[])`,
)

async function listRows(tx: Tx, ids: readonly Id[]): Promise<ListedDocument[]> {
  const order = ids.map((row) => row.document_id)
  const rows = await tx.query<ListedDocument>(selectRows, order)
  const byId = new Map(rows.map((row) => [row.document_id, row]))
  return order.flatMap((id) => byId.get(id) ?? [])
}

/** A window of the documents that fit, newest first, and how many there are, counted up to 100,000. */
export async function listDocuments(
  tx: Tx,
  filters: DocumentFilters,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ items: ListedDocument[]; total: number }> {
  const query = fitting(filters, await findIds(tx, filters.q))
  const page = query.select('d.document_id').orderBy(newestFirst).offset(offset).limit(sql.lit(limit))
  const few = query.select(sql`1`.as('one')).limit(sql.lit(mostCounted))
  const counting = build.selectFrom(few.as('few') as never).select(sql<number>`count(*)::integer`.as('count'))
  const [ids, [counted]] = await Promise.all([
    tx.rows<Id>(page as never),
    tx.rows<{ count: number }>(counting as never),
  ])
  return { items: await listRows(tx, ids), total: counted!.count }
}

/** Where a walk over all documents that fit stands: the last one it has read. */
export interface WalkPlace extends Id {
  /** With microseconds. */
  created_at: string
}

/** The next documents that fit, newest first, after a place. */
export async function walkDocuments(
  tx: Tx,
  filters: DocumentFilters,
  after: WalkPlace | undefined,
  limit: number,
): Promise<{ rows: ListedDocument[]; next: WalkPlace | undefined }> {
  let query = fitting(filters, await findIds(tx, filters.q))
  if (after) {
    query = query.where(
      sql<boolean>`(d.created_at, d.document_id) < (${after.created_at}::timestamptz, ${after.document_id}::uuid)`,
    )
  }
  const page = query
    .select(['d.document_id', sql<string>`d.created_at::text`.as('created_at')])
    .orderBy(newestFirst)
    .limit(sql.lit(limit))
  const places = await tx.rows<WalkPlace>(page as never)
  return { rows: await listRows(tx, places), next: places.length < limit ? undefined : places.at(-1) }
}

/** How many documents each kind has, and each kind of record they belong to, each under the other filters. */
export async function countByMember(tx: Tx, filters: DocumentFilters): Promise<Answer<typeof countDocuments>> {
  const found = await findIds(tx, filters.q)
  const [by_type, by_subject] = await Promise.all([
    countBy(tx, fitting({ ...filters, document_type: [] }, found), 'document_type'),
    countBy(tx, fitting({ ...filters, subject_type: [] }, found), 'subject_type'),
  ])
  return { by_type, by_subject }
}

async function countBy(
  tx: Tx,
  query: Documents,
  member: 'document_type' | 'subject_type',
): Promise<Record<string, number>> {
  const few = query.select(`d.${member} as value`).orderBy(newestFirst).limit(sql.lit(mostCounted))
  const counting = build
    .selectFrom(few.as('few') as never)
    .select([sql<string>`few.value`.as('value'), sql<number>`count(*)::integer`.as('count')])
    .groupBy(sql`few.value`)
  const rows = await tx.rows<{ value: string; count: number }>(counting as never)
  return Object.fromEntries(rows.map((row) => [row.value, row.count]))
}
