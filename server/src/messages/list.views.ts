import type { MessageSummary } from '@cartage/contract/messages/app/record'
import { type Expression, sql } from 'kysely'
import { type Declaration, down, is, likely, since, until } from '../db/list/declare.ts'
import { List } from '../db/list.ts'
import { build } from '../db/query.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { eventsAbout, findSearchTerms, messagesThatSay } from './search.views.ts'

/** Filters of messages; undefined members do not filter. */
export interface MessageFilters {
  kind?: string | undefined
  direction?: string | undefined
  result?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** Only messages about records that match this text. */
  search?: string | undefined
}

type MessageDeclaration = Declaration<MessageFilters, 'newest', MessageSummary, undefined>

/** Most of the latest messages counted in each direction. */
const mostCounted = 10_000

const party = `(select c.name from webhook_credential c
                 where c.tenant_id = $1 and c.client_id = m.credential_id)`
/** Result of an incoming message: one that became an upload has the result of its upload. */
const inResult = `case when m.result = 'OK' and m.upload_id is not null and exists (
         select from upload_outcome x where x.tenant_id = $1 and x.upload_id = m.upload_id and x.status = 'ERROR'
       ) then 'ERROR' else m.result end`
/** Columns of an incoming message. */
export const inColumns = `m.message_id::text as id, 'IN' as direction, m.kind, ${instant('m.received_at')} as at,
       ${inResult} as result, m.status, ${party} as party, m.duration_ms, m.repeats, m.replay_of, m.upload_id`

const selectIn = statement(
  'messages.list_in',
  `select ${inColumns} from message m where m.tenant_id = $1 and m.message_id = any ($2::uuid[])`,
)

/** Result of an exchange with an endpoint; files have no status. */
const outResult = `case when a.failure is null and coalesce(a.status between 200 and 299, true) then 'OK' else 'FAILED' end`
const outId = `a.event_id || '.' || a.subscription_id || '.' || (extract(epoch from a.attempted_at) * 1000000)::bigint`
/** Columns of an outgoing message. */
export const outColumns = `${outId} as id, 'OUT' as direction, e.type as kind, ${instant('a.attempted_at')} as at,
       ${outResult} as result, a.status, s.name as party, a.duration_ms, 0 as repeats, null as replay_of, null as upload_id`

// The limits force look-ups by key.
const selectOut = statement(
  'messages.list_out',
  `select ${outColumns}
     from unnest($2::uuid[], $3::uuid[], $4::bigint[]) as k (event_id, subscription_id, micros)
    cross join lateral (
      select * from delivery_attempt
       where tenant_id = $1 and event_id = k.event_id and subscription_id = k.subscription_id
         and attempted_at = to_timestamp(k.micros / 1000000) + make_interval(secs => (k.micros % 1000000) / 1000000.0)
       limit 1) a
    cross join lateral (select type from event where tenant_id = $1 and event_id = a.event_id limit 1) e
     left join subscription s on s.tenant_id = $1 and s.subscription_id = a.subscription_id`,
)

async function readOut(tx: Tx, ids: readonly string[]): Promise<MessageSummary[]> {
  const keys = ids.map((id) => id.split('.'))
  return await tx.query<MessageSummary>(selectOut, ...[0, 1, 2].map((at) => keys.map((key) => key[at])))
}

function failedUpload() {
  return build.selectFrom('upload_outcome as x').select('x.status').where(sql<boolean>`x.upload_id = m.upload_id`)
}

/** The same as expression for filters. */
const resultIn = sql`case when m.result = 'OK' and m.upload_id is not null and ${failedUpload()} = 'ERROR' then 'ERROR' else m.result end`
const resultOut = sql.raw(outResult)
const typeOfEvent = sql`${build.selectFrom('event as e').select('e.type').where(sql<boolean>`e.event_id = a.event_id`)}`
const idIn = sql`m.message_id::text collate "C"`
const idOut = sql`(${sql.raw(outId)}) collate "C"`

const isValue = (result: Expression<unknown>) => (wanted: string | undefined) =>
  wanted === undefined ? undefined : likely(sql<boolean>`${result} = ${wanted}`)
/** Each direction has its own table. Names of event types contain a dot, names of webhooks do not. */
const ofDirection =
  (own: string) =>
  (filters: MessageFilters): MessageFilters[] => {
    const { direction = own, kind } = filters
    const isOfKind = kind === undefined || kind.includes('.') === (own === 'OUT')
    return direction === own && isOfKind ? [filters] : []
  }
const newestFirst = (at: string, id: Expression<unknown>) => [down(at, 'timestamptz'), down(id)]

const cameIn: MessageDeclaration = {
  from: 'message as m',
  id: { column: idIn, type: 'text' },
  filters: {
    search: {
      find: async (tx, text) => {
        const { words, ids } = await findSearchTerms(tx, text)
        return sql<boolean>`m.message_id = any(array${messagesThatSay([...words, ...ids])})`
      },
    },
    direction: () => undefined,
    kind: is('m.kind'),
    result: isValue(resultIn),
    from: since('m.received_at'),
    to: until('m.received_at'),
  },
  sorts: { newest: newestFirst('m.received_at', idIn) },
  walk: newestFirst('m.received_at', idIn),
  partsOf: ofDirection('IN'),
  values: { direction: sql.lit('IN'), result: resultIn, kind: sql.ref('m.kind') },
  counted: { most: mostCounted, keys: newestFirst('m.received_at', idIn) },
  read: (tx, ids) => tx.query<MessageSummary>(selectIn, ids),
  idOf: (message) => message.id,
}

const wentOut: MessageDeclaration = {
  from: 'delivery_attempt as a',
  id: { column: idOut, type: 'text' },
  filters: {
    search: {
      find: async (tx, text) => {
        const { ids } = await findSearchTerms(tx, text)
        return sql<boolean>`a.event_id = any(array${eventsAbout(ids)})`
      },
    },
    direction: () => undefined,
    kind: isValue(typeOfEvent),
    result: isValue(resultOut),
    from: since('a.attempted_at'),
    to: until('a.attempted_at'),
  },
  sorts: { newest: newestFirst('a.attempted_at', idOut) },
  walk: newestFirst('a.attempted_at', idOut),
  partsOf: ofDirection('OUT'),
  values: { direction: sql.lit('OUT'), result: resultOut, kind: typeOfEvent },
  counted: { most: mostCounted, keys: newestFirst('a.attempted_at', idOut) },
  read: readOut,
  idOf: (message) => message.id,
}

/** The message log: messages of both directions, newest first. */
export const messages = new List<MessageFilters, 'newest', MessageSummary>(cameIn, wentOut)
