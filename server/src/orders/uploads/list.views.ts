import type { UploadDetail, UploadRow } from '@cartage/contract/orders/app/uploads'
import { isUuid } from '@cartage/contract/uuid'
import { type Expression, sql } from 'kysely'
import { type Condition, down, is, likely, since, until } from '../../db/list/declare.ts'
import { List } from '../../db/list.ts'
import { build } from '../../db/query.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { nameOfSender } from '../../messages/senders.views.ts'

/** Filters of the list of uploads; undefined members do not filter. */
export interface UploadFilters {
  status?: string | undefined
  source?: string | undefined
  sent_by?: string | undefined
  cause?: string | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
  order_id?: string | undefined
  /** The only company a caller with the role CUSTOMER may see; null for all. */
  company: string | null
  /** Only the latest uploads before this instant, and unfinished ones. */
  latest_before?: string | undefined
}

const isEnded = 'x.upload_id is not null'
const columns = `u.upload_id as id, u.order_identifier, u.operation, coalesce(x.status, 'IN_PROGRESS') as status, u.source,
          u.sent_by_kind, u.sent_by, ${nameOfSender('u.sent_by_kind', 'u.sent_by')} as sent_by_name,
          case when ${isEnded} then x.order_id else u.order_id end as order_id, o.order_number as order_name,
          coalesce(x.errors, '[]') as errors,
          coalesce(x.warnings, case when ${isEnded} then null else u.notes -> 'warnings' end, '[]') as warnings,
          x.cause, coalesce(x.run, 1) as run, ${instant('u.accepted_at')} as accepted_at,
          ${instant('x.finished_at')} as finished_at`

// The limits force look-ups by key, whatever table size the plan was made for.
const uploadOf = (id: string) =>
  `cross join lateral (select * from order_upload f where f.tenant_id = $1 and f.upload_id = ${id} limit 1) u`
const outcomeOf = 'left join upload_outcome x on x.tenant_id = $1 and x.upload_id = u.upload_id'
const orderOf = `left join transport_order o on o.tenant_id = $1
            and o.order_id = case when ${isEnded} then x.order_id else u.order_id end`

const selectRows = statement(
  'orders.list_uploads',
  `select ${columns} from unnest($2::uuid[]) as k (upload_id) ${uploadOf('k.upload_id')} ${outcomeOf} ${orderOf}`,
)

/** Most results of a search; more would not narrow the list. */
const mostFound = 2_000

// Completed uploads are found through their orders; the others are few, so they are scanned.
const aboutOrders = (orders: string) => `(select x.upload_id from (${orders}) o
      join upload_outcome x on x.tenant_id = $1 and x.order_id = o.order_id and x.order_id is not null
     limit ${mostFound})`
const selectFound = statement(
  'orders.find_uploads',
  `(select p.upload_id from upload_pending p
     where p.tenant_id = $1 and p.order_identifier >= $2 and p.order_identifier < $2 || chr(1114111) limit ${mostFound})
   union
   (select x.upload_id from upload_outcome x ${uploadOf('x.upload_id')}
     where x.tenant_id = $1 and x.status <> 'COMPLETED' and starts_with(u.order_identifier, $2) limit ${mostFound})
   union ${aboutOrders(`select t.order_id from transport_order t
      where t.tenant_id = $1 and t.order_identifier >= $2 and t.order_identifier < $2 || chr(1114111) limit ${mostFound}`)}
   union ${aboutOrders(`select t.order_id from transport_order t
      where t.tenant_id = $1 and t.order_number = $2 and length(t.order_number) <= 255 limit ${mostFound}`)}
   union ${aboutOrders(`select t.order_id from transport_order t
      where t.tenant_id = $1 and t.customer_reference_number = $2 and length(t.customer_reference_number) <= 255
      limit ${mostFound}`)}
   union
   (select u.upload_id from order_upload u where u.tenant_id = $1 and u.upload_id = $3::uuid)`,
)
const selectOfOrder = statement(
  'orders.find_uploads_of_order',
  `select x.upload_id from upload_outcome x where x.tenant_id = $1 and x.order_id = $2 and x.order_id is not null
   union
   select p.upload_id from transport_order o
     join upload_pending p on p.tenant_id = $1 and p.order_identifier = o.order_identifier
    where o.tenant_id = $1 and o.order_id = $2
   union
   select x.upload_id from upload_outcome x ${uploadOf('x.upload_id')}
     join transport_order o on o.tenant_id = $1 and o.order_id = $2 and o.order_identifier = u.order_identifier
    where x.tenant_id = $1 and x.status <> 'COMPLETED'`,
)

/** A member of the outcome of upload `u`; null before it ends. */
const outcome = (member: 'status' | 'cause' | 'order_id') =>
  build.selectFrom('upload_outcome as x').select(`x.${member}`).where(sql<boolean>`x.upload_id = u.upload_id`)

const status = sql<string>`coalesce(${outcome('status')}, 'IN_PROGRESS')`

/** Ids of uploads that are not completed, a small share found by an index. */
const notDone = () => build.selectFrom('upload_outcome as x').select('x.upload_id').where('x.status', '<>', 'COMPLETED')
const waiting = () => build.selectFrom('upload_pending as p').select('p.upload_id')
const isAmong = (ids: Expression<unknown>) => sql<boolean>`u.upload_id = any(array${ids})`

/** Pending and failed uploads are found without scanning all. */
function ofStatus(wanted: string | undefined): Condition | undefined {
  if (wanted === undefined) return undefined
  const isSo = sql<boolean>`${status} = ${wanted}`
  if (wanted === 'COMPLETED') return likely(isSo)
  if (wanted === 'IN_PROGRESS') return sql<boolean>`${isAmong(waiting())} and ${isSo}`
  return isAmong(notDone().where('x.status', '=', wanted))
}

/** The company of an upload is the one given in it, or that of the resulting order. */
function ofCompany(company: string | null): Condition | undefined {
  if (company === null) return undefined
  const order = sql`case when ${outcome('status')} is not null then ${outcome('order_id')} else u.order_id end`
  const owner = build
    .selectFrom('transport_order as o')
    .select('o.company_id')
    .where(sql<boolean>`o.order_id = ${order}`)
  return sql<boolean>`(u.company_id = ${company}::uuid or ${owner} = ${company}::uuid)`
}

/** Most of the latest and of the unfinished uploads that are counted. */
const mostCounted = 10_000

/** Limits counting by value: counting all would take time proportional to the number of uploads. */
function amongLatest(before: string | undefined): Condition | undefined {
  if (before === undefined) return undefined
  const most = sql.lit(mostCounted)
  const newest = build
    .selectFrom('order_upload as n')
    .select('n.upload_id')
    .where(sql<boolean>`n.accepted_at < ${before}::timestamptz`)
    .orderBy('n.accepted_at', 'desc')
    .limit(most)
  return isAmong(
    sql`(${newest} union ${notDone().orderBy('x.finished_at', 'desc').limit(most)} union ${waiting().limit(most)})`,
  )
}

type Id = { upload_id: string }
const idsOf = (rows: readonly Id[]) => rows.map((row) => row.upload_id)

const newestFirst = [down('u.accepted_at', 'timestamptz'), down('u.upload_id', 'uuid')]

/** The list of uploads, newest first. */
export const uploads = new List<UploadFilters, 'newest', UploadRow>({
  from: 'order_upload as u',
  id: 'u.upload_id',
  filters: {
    search: { find: async (tx, text) => idsOf(await tx.query<Id>(selectFound, text, isUuid(text) ? text : null)) },
    order_id: { find: async (tx, id) => idsOf(await tx.query<Id>(selectOfOrder, id)) },
    latest_before: amongLatest,
    status: ofStatus,
    cause: (cause) => (cause === undefined ? undefined : isAmong(notDone().where('x.cause', '=', cause))),
    source: is('u.source'),
    sent_by: is('u.sent_by'),
    from: since('u.accepted_at'),
    to: until('u.accepted_at'),
    company: ofCompany,
  },
  sorts: { newest: newestFirst },
  walk: newestFirst,
  values: {
    status,
    source: sql.ref('u.source'),
    sent_by_kind: sql`coalesce(u.sent_by_kind, '')`,
    sent_by: sql`coalesce(u.sent_by, '')`,
    cause: sql`coalesce(${outcome('cause')}, '')`,
  },
  read: (tx, ids) => tx.query<UploadRow>(selectRows, ids),
  idOf: (upload) => upload.id,
})

/** Counts of uploads by value. */
export interface UploadTally {
  status: string
  source: string
  sent_by: string
  cause: string
  name: string | null
  count: number
}

const selectSenders = statement(
  'orders.list_senders_of_uploads',
  `select s.id as sent_by, ${nameOfSender("nullif(s.kind, '')", 's.id')} as name
     from unnest($2::text[], $3::text[]) as s (kind, id) where $1::uuid is not null`,
)

/** Counts of the latest uploads, or of those found, by status, source, sender and cause. */
export async function tallyUploads(
  tx: Tx,
  { search, order_id, from, to, company }: UploadFilters,
): Promise<UploadTally[]> {
  const isFound = search !== undefined || order_id !== undefined
  const latest_before = isFound ? undefined : (to ?? 'infinity')
  const list = uploads.open(tx, { search, order_id, from, to, company, latest_before }, undefined)
  const rows = await list.tally(['status', 'source', 'sent_by_kind', 'sent_by', 'cause'])
  const senders = new Map(rows.map(({ sent_by, sent_by_kind }) => [sent_by, sent_by_kind]))
  senders.delete('')
  const named = await tx.query<Pick<UploadTally, 'sent_by' | 'name'>>(
    selectSenders,
    [...senders.values()],
    [...senders.keys()],
  )
  const nameOf = new Map(named.map(({ sent_by, name }) => [sent_by, name]))
  return rows.map(({ sent_by_kind: _, ...row }) => ({ ...row, name: nameOf.get(row.sent_by) ?? null }))
}

const selectOne = statement(
  'orders.show_upload',
  `select ${columns}, u.body,
          (select m.message_id from message m
            where m.tenant_id = $1 and m.upload_id = u.upload_id and m.upload_id is not null
            order by m.received_at limit 1) as message_id,
          array(select i.inbox_item_id::text from inbox_item i
                 where i.tenant_id = $1 and i.status = 'OPEN' and i.order_identifier = u.order_identifier
                   and i.upload_id = u.upload_id) as inbox_item_ids,
          exists (select from transport_order later
                    join upload_outcome done on done.tenant_id = $1 and done.order_id = later.order_id
                                            and done.order_id is not null and done.status = 'COMPLETED'
                    join order_upload sent on sent.tenant_id = $1 and sent.upload_id = done.upload_id
                   where later.tenant_id = $1 and later.order_identifier = u.order_identifier
                     and sent.lane_number > u.lane_number) as is_overtaken
     from order_upload u ${outcomeOf} ${orderOf}
    where u.tenant_id = $1 and u.upload_id = $2 and ($3::uuid is null or u.company_id = $3 or o.company_id = $3)`,
)

/** An upload with its sent content; undefined when the company may see none with this id. */
export async function findUpload(
  tx: Tx,
  uploadId: string,
  companyId: string | null,
): Promise<UploadDetail | undefined> {
  const [row] = await tx.query<UploadDetail & { body: string }>(selectOne, uploadId, companyId)
  return row && { ...row, body: JSON.parse(row.body) }
}

const selectOfCause = statement(
  'orders.list_failed_of_cause',
  `select x.upload_id from upload_outcome x ${uploadOf('x.upload_id')}
    where x.tenant_id = $1 and x.status <> 'COMPLETED' and x.status = 'ERROR' and x.cause = $2
    order by u.accepted_at, u.lane_number limit $3`,
)

/** Ids of uploads that failed for one cause, in order of arrival. */
export async function listFailedOfCause(tx: Tx, cause: string, most: number): Promise<string[]> {
  const rows = await tx.query<{ upload_id: string }>(selectOfCause, cause, most)
  return rows.map(({ upload_id }) => upload_id)
}
