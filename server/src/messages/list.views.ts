import type { MessageSummary } from '@cartage/contract/messages/app/record'
import { type Names, question } from '../db/question.ts'
import type { Tx } from '../db/tenant.ts'
import { exactInstant, instant } from '../db/texts.ts'
import type { SearchTerms } from './search.views.ts'

/** Which messages are listed. */
export interface MessageFilter {
  kind?: string | undefined
  direction?: string | undefined
  result?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** Only messages that are about these. */
  wanted?: SearchTerms | undefined
  /** Instant and id of the last row of the page before. */
  after?: readonly [at: string, id: string] | undefined
  limit: number
}

/** A message in a list, with the instant it is at. */
export interface ListedMessage extends MessageSummary {
  /** With microseconds: what the list is ordered by. */
  exact_at: string
}

const party = `(select c.name from webhook_credential c
                 where c.tenant_id = $1 and c.client_id = m.credential_id)`
/** How a message that came in ended: one that was taken as an upload ends as its upload does. */
export const inResult = `case when m.result = 'OK' and m.upload_id is not null and exists (
         select from upload_outcome x where x.tenant_id = $1 and x.upload_id = m.upload_id and x.status = 'ERROR'
       ) then 'ERROR' else m.result end`
/** Columns of a message that came in. */
export const inColumns = `m.message_id::text as id, 'IN' as direction, m.kind, ${instant('m.received_at')} as at,
       ${exactInstant('m.received_at')} as exact_at, ${inResult} as result, m.status, ${party} as party, m.duration_ms, m.repeats,
       m.replay_of, m.upload_id`

/** What a statement of the list is given. */
interface Given {
  kind: string | undefined
  result: string | undefined
  from: string
  at: string
  id: string
  limit: number
  words: readonly string[] | undefined
  ids: readonly string[] | undefined
}
type Of = Names<Given>

const isBefore = (of: Of, at: string, id: string) => `(${at}, ${id}) < (${of.at}::timestamptz, ${of.id})`

const selectIn = (of: Of, ofKind: string, more = '') => `select ${inColumns}
     from message m
    where m.tenant_id = $1 and ${ofKind} and (${of.result}::text is null or ${inResult} = ${of.result})
      and m.received_at >= ${of.from}::timestamptz and ${isBefore(of, 'm.received_at', 'm.message_id')} ${more}
    order by m.received_at desc, m.message_id desc limit ${of.limit}`

const anyKind = (of: Of) => `(${of.kind}::text is null or m.kind = ${of.kind})`
const listIn = question<Given, ListedMessage>('messages.list_in', (of) => selectIn(of, anyKind(of)))
const listInOfKind = question<Given, ListedMessage>('messages.list_in_of_kind', (of) =>
  selectIn(of, `m.kind = ${of.kind}`),
)
const findIn = question<Given, ListedMessage>('messages.find_in', (of) =>
  selectIn(
    of,
    anyKind(of),
    `and m.message_id = any (array(
      select w.message_id from message_mention w where w.tenant_id = $1 and w.value = any (${of.words}::text[]) limit 10000))`,
  ),
)

/** How an exchange with a receiver ended; files have no status. */
export const outResult = `case when a.failure is null and coalesce(a.status between 200 and 299, true) then 'OK' else 'FAILED' end`
const outId = `a.event_id || '.' || a.subscription_id || '.' || (extract(epoch from a.attempted_at) * 1000000)::bigint`
/** Columns of a message that went out. */
export const outColumns = `${outId} as id, 'OUT' as direction, e.type as kind, ${instant('a.attempted_at')} as at,
       ${exactInstant('a.attempted_at')} as exact_at, ${outResult} as result, a.status, s.name as party, a.duration_ms,
       0 as repeats, null as replay_of, null as upload_id`

const selectOut = (of: Of, more = '') => `select ${outColumns}
     from delivery_attempt a
     join event e on e.tenant_id = $1 and e.event_id = a.event_id
     left join subscription s on s.tenant_id = $1 and s.subscription_id = a.subscription_id
    where a.tenant_id = $1 and (${of.kind}::text is null or e.type = ${of.kind})
      and (${of.result}::text is null or ${outResult} = ${of.result})
      and a.attempted_at >= ${of.from}::timestamptz and ${isBefore(of, 'a.attempted_at', 'a.event_id')} ${more}
    order by a.attempted_at desc, a.event_id desc limit ${of.limit}`

const listOut = question<Given, ListedMessage>('messages.list_out', (of) => selectOut(of))
const findOut = question<Given, ListedMessage>('messages.find_out', (of) =>
  selectOut(
    of,
    `and a.event_id = any (array(
      select v.event_id from event v
       where v.tenant_id = $1 and v.entity_type = any ('{order,stop,trip,resource,document,upload,booking}')
         and v.entity_id = any (${of.ids}::uuid[]) limit 10000))`,
  ),
)

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Messages of both directions, newest first: at most `limit`, those behind the given key. */
export async function listMessageRows(tx: Tx, filter: MessageFilter): Promise<ListedMessage[]> {
  const { kind, result, from = '-infinity', to, after, wanted, limit, direction } = filter
  const [at, id] = after ?? [to ?? 'infinity', to === undefined ? lastId : '00000000-0000-0000-0000-000000000000']
  const words = wanted && [...wanted.words, ...wanted.ids]
  const given = { kind, result, from, at, id: id.slice(0, 36), limit, words, ids: wanted?.ids }
  const inward = wanted ? findIn : kind === undefined ? listIn : listInOfKind
  const outward = wanted ? findOut : listOut
  const [came, went] = await Promise.all([
    direction === 'OUT' ? [] : inward.ask(tx, given),
    direction === 'IN' ? [] : outward.ask(tx, given),
  ])
  return [...came, ...went].sort(newestFirst).slice(0, limit)
}

function newestFirst(one: ListedMessage, other: ListedMessage): number {
  if (one.exact_at !== other.exact_at) return one.exact_at < other.exact_at ? 1 : -1
  return one.id < other.id ? 1 : -1
}
