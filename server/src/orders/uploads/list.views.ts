import type { UploadDetail, UploadRow } from '@cartage/contract/orders/app/uploads'
import { isUuid } from '@cartage/contract/uuid'
import { type Names, question } from '../../db/question.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { exactInstant, instant } from '../../db/texts.ts'
import { nameOfSender } from '../../messages/senders.views.ts'

/** Which uploads are listed. */
export interface UploadFilter {
  status?: string | undefined
  source?: string | undefined
  sent_by?: string | undefined
  cause?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** The one company a caller with the role CUSTOMER may see. */
  companyId: string | null
  /** Only these, when something was searched for. */
  found?: readonly string[] | undefined
  /** Instant and id of the last row of the page before. */
  after?: readonly [at: string, id: string] | undefined
  limit: number
}

/** An upload in a list, with the instant it is at. */
export interface ListedUpload extends UploadRow {
  exact_at: string
}

const isEnded = 'x.upload_id is not null'
const columns = `u.upload_id as id, u.order_identifier, u.operation, coalesce(x.status, 'IN_PROGRESS') as status, u.source,
          u.sent_by_kind, u.sent_by, ${nameOfSender('u.sent_by_kind', 'u.sent_by')} as sent_by_name,
          case when ${isEnded} then x.order_id else u.order_id end as order_id, o.order_number as order_name,
          coalesce(x.errors, '[]') as errors,
          coalesce(x.warnings, case when ${isEnded} then null else u.notes -> 'warnings' end, '[]') as warnings,
          x.cause, coalesce(x.run, 1) as run, ${instant('u.accepted_at')} as accepted_at,
          ${instant('x.finished_at')} as finished_at, ${exactInstant('u.accepted_at')} as exact_at`

// The limits keep every look-up at its key, whatever the plan was made for.
const uploadOf = (id: string) =>
  `cross join lateral (select * from order_upload f where f.tenant_id = $1 and f.upload_id = ${id} limit 1) u`
const outcomeOf = 'left join upload_outcome x on x.tenant_id = $1 and x.upload_id = u.upload_id'
const orderOf = `left join transport_order o on o.tenant_id = $1
            and o.order_id = case when ${isEnded} then x.order_id else u.order_id end`

/** What a statement of the list is given. */
interface Given {
  status: string | undefined
  source: string | undefined
  sent_by: string | undefined
  cause: string | undefined
  from: string
  to: string
  companyId: string | null
  at: string
  id: string
  limit: number
  found: readonly string[] | undefined
}

/** Where rows are taken from: few failed, were skipped or wait, so those are not looked for among all. */
const places = {
  all: () => `order_upload u ${outcomeOf} ${orderOf} where u.tenant_id = $1`,
  notDone: () =>
    `upload_outcome x ${uploadOf('x.upload_id')} ${orderOf} where x.tenant_id = $1 and x.status <> 'COMPLETED'`,
  waiting: () => `upload_pending p ${uploadOf('p.upload_id')} ${outcomeOf} ${orderOf} where p.tenant_id = $1`,
  found: (of: Names<Given>) =>
    `unnest(${of.found}::uuid[]) as g (upload_id) ${uploadOf('g.upload_id')} ${outcomeOf} ${orderOf} where true`,
} as const

const isSo = (parameter: string, value: string) => `(${parameter}::text is null or ${value} = ${parameter})`
const filters = (of: Names<Given>) => `and ${isSo(of.status, "coalesce(x.status, 'IN_PROGRESS')")}
      and ${isSo(of.source, 'u.source')} and ${isSo(of.sent_by, 'u.sent_by')} and ${isSo(of.cause, 'x.cause')}
      and u.accepted_at >= ${of.from}::timestamptz and u.accepted_at < ${of.to}::timestamptz
      and (${of.companyId}::uuid is null or u.company_id = ${of.companyId} or o.company_id = ${of.companyId})`
const selectFrom = (place: keyof typeof places) =>
  question<Given, ListedUpload>(
    `orders.list_uploads_${place.toLowerCase()}`,
    (of) => `select ${columns} from ${places[place](of)} ${filters(of)}
        and u.accepted_at <= ${of.at}::timestamptz and (u.accepted_at, u.upload_id) < (${of.at}::timestamptz, ${of.id}::uuid)
      order by u.accepted_at desc, u.upload_id desc limit ${of.limit}`,
  )
const statements = {
  all: selectFrom('all'),
  notDone: selectFrom('notDone'),
  waiting: selectFrom('waiting'),
  found: selectFrom('found'),
}

function placeOf({ found, status, cause }: UploadFilter): keyof typeof places {
  if (found) return 'found'
  if (status === 'ERROR' || status === 'SKIPPED' || cause !== undefined) return 'notDone'
  return status === 'IN_PROGRESS' ? 'waiting' : 'all'
}

const start = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const

/** Uploads, newest first: at most `limit`, those behind the given key. */
export async function listUploadRows(tx: Tx, filter: UploadFilter): Promise<ListedUpload[]> {
  const { from = '-infinity', to = 'infinity', after = start, ...others } = filter
  const { status, source, sent_by, cause, companyId, found, limit } = others
  const [at, id] = after
  const given = { status, source, sent_by, cause, from, to, companyId, at, id, limit, found }
  return await statements[placeOf(filter)].ask(tx, given)
}

/** How uploads divide. */
export interface UploadTally {
  status: string
  source: string
  sent_by: string
  cause: string
  name: string | null
  count: number
}

/** So many of the latest are counted, and of those that are not done. */
const mostCounted = 10_000
const newest = `select u.upload_id from order_upload u where u.tenant_id = $1 and u.accepted_at < $3::timestamptz
                 order by u.accepted_at desc limit ${mostCounted}`
const open = `select upload_id from (${newest}) n
   union select upload_id from (select x.upload_id from upload_outcome x
          where x.tenant_id = $1 and x.status <> 'COMPLETED' order by x.finished_at desc limit ${mostCounted}) e
   union select upload_id from (select p.upload_id from upload_pending p where p.tenant_id = $1 limit ${mostCounted}) w`
const tallyOf = (ids: string) => `select t.*, ${nameOfSender('t.sent_by_kind', 't.sent_by')} as name from (
     select coalesce(x.status, 'IN_PROGRESS') as status, u.source, u.sent_by_kind, coalesce(u.sent_by, '') as sent_by,
            coalesce(x.cause, '') as cause, count(*)::integer as count
       from (${ids}) g ${uploadOf('g.upload_id')} ${outcomeOf} ${orderOf}
      where u.accepted_at >= $2::timestamptz and u.accepted_at < $3::timestamptz
        and ($4::uuid is null or u.company_id = $4 or o.company_id = $4)
      group by 1, u.source, u.sent_by_kind, 4, 5) t`
const tallyLatest = statement('orders.tally_uploads', tallyOf(open))
const tallyFound = statement('orders.tally_found_uploads', tallyOf('select unnest($5::uuid[]) as upload_id'))

/** How the latest uploads, or those that were found, divide over states, sources, senders and causes. */
export async function tallyUploads(
  tx: Tx,
  { from, to, companyId, found }: Pick<UploadFilter, 'from' | 'to' | 'companyId' | 'found'>,
): Promise<UploadTally[]> {
  const common = [from ?? '-infinity', to ?? 'infinity', companyId] as const
  if (found) return await tx.query<UploadTally>(tallyFound, ...common, found)
  return await tx.query<UploadTally>(tallyLatest, ...common)
}

/** A search finds so many; more of them would be everything. */
const mostFound = 2_000

// Those that are done are found through their orders; few are not done, so they are looked through.
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

/** Ids of the uploads that a search and an order mean; undefined when neither is requested. */
export async function findUploadIds(
  tx: Tx,
  { search, order_id }: { search?: string | undefined; order_id?: string | undefined },
): Promise<string[] | undefined> {
  const named = search && tx.query<{ upload_id: string }>(selectFound, search, isUuid(search) ? search : null)
  const about = order_id && tx.query<{ upload_id: string }>(selectOfOrder, order_id)
  const lists = await Promise.all([named, about].filter((list) => typeof list === 'object'))
  const [first, second] = lists.map((rows) => rows.map(({ upload_id }) => upload_id))
  if (!first || !second) return first
  const both = new Set(second)
  return first.filter((id) => both.has(id))
}

const selectOne = statement(
  'orders.show_upload',
  `select ${columns}, u.body,
          (select m.message_id from message m
            where m.tenant_id = $1 and m.upload_id = u.upload_id and m.upload_id is not null
            order by m.received_at limit 1) as message_id,
          array(select i.inbox_item_id::text from inbox_item i
                 where i.tenant_id = $1 and i.status = 'OPEN' and i.order_identifier = u.order_identifier
                   and i.upload_id = u.upload_id) as inbox_item_ids
     from order_upload u ${outcomeOf} ${orderOf}
    where u.tenant_id = $1 and u.upload_id = $2 and ($3::uuid is null or u.company_id = $3 or o.company_id = $3)`,
)

/** An upload with what was sent; undefined when there is none with this id that the company may see. */
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

/** Ids of the uploads that failed for one reason, in the order they came. */
export async function listFailedOfCause(tx: Tx, cause: string, most: number): Promise<string[]> {
  const rows = await tx.query<{ upload_id: string }>(selectOfCause, cause, most)
  return rows.map(({ upload_id }) => upload_id)
}
