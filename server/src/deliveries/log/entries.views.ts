import type { Answer, Input } from '@cartage/contract/endpoint'
import type { countLogEntries as counts, EventDetail, ListedEvent, listLogEntries } from '@cartage/contract/events/app'
import { uuidPattern } from '@cartage/contract/uuid'
import { sql } from 'kysely'
import { type Condition, down, likely, oneOf, since, until } from '../../db/list/declare.ts'
import { placeFinder, shifted } from '../../db/list/place-at.ts'
import { List } from '../../db/list.ts'
import { build } from '../../db/query.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { deliveryCounts, entityName, findSearchedEvents, orderOfEvent, reportedStatus } from './list.views.ts'

/** Most entries that are counted. */
const mostCounted = 10_000
/** Most entries counted that arrived since the list was loaded. */
const mostNewer = 1_000
/** Most entries that a filter by level or type scans: matches may be rare in a long log. */
const mostLookedAt = 100_000

/** Filters of the log; empty lists do not filter. Instants are ISO 8601. */
export interface LogFilters {
  level: readonly string[]
  type: readonly string[]
  /** Only entries recorded from this instant on. */
  from?: string | undefined
  /** Only entries recorded before this instant. */
  to?: string | undefined
  /** Only entries up to this log position. */
  until?: number | undefined
  /** Only entries after this log position. */
  after?: number | undefined
  /** Only the newest entries before this instant, as many as are looked at. */
  latest?: string | undefined
}

/** SQL: entries of the log; `keys` has event_id and position. */
const entryRows = (keys: string, more = '') => `
   select e.event_id, k.position::float8 as position, e.entity_type, e.entity_id, e.sequence, e.type as event_type,
          coalesce(m.body #>> '{events,0,update,type}', e.type) as type,
          ${reportedStatus('m.body')} as status,
          coalesce(m.body #>> '{events,0,timestamp}', ${instant('e.recorded_at')}) as occurred_at,
          o.order_identifier, o.order_id, o.order_number, ${entityName('e', 'o')} as entity_name,
          ${instant('e.recorded_at')} as recorded_at, d.trip_id,
          (select name from trip where tenant_id = $1
             and trip_id = case when d.trip_id ~ '^${uuidPattern}$' then d.trip_id::uuid end) as trip_name,
          ${deliveryCounts('e')} as deliveries ${more}
     from ${keys} as k (event_id, position)
     cross join lateral (select * from event where tenant_id = $1 and event_id = k.event_id limit 1) e
     cross join lateral (select e.payload::json as body) m
     cross join lateral (
       select case when e.entity_type = 'trip' then e.entity_id::text else m.body #>> '{trip,id}' end as trip_id
     ) d
     left join lateral (
       select order_id, order_number, order_identifier from transport_order
        where tenant_id = $1 and order_id = (${orderOfEvent}) limit 1
     ) o on true`

const ofEvents = '(select event_id, null::bigint from unnest($2::uuid[]) as g (event_id))'
const selectEntries = statement(
  'deliveries.list_log_entries',
  entryRows('(select event_id, position from event_position where tenant_id = $1 and position = any ($2::bigint[]))'),
)
const selectFoundEntries = statement('deliveries.list_found_entries', entryRows(ofEvents))
const selectEntry = statement('deliveries.find_log_entry', entryRows(ofEvents, ', e.epoch, e.payload'))

/** A member of the event at a log position. */
const ofEvent = (value: string) =>
  build.selectFrom('event as e').select(sql.raw(value).as('value')).where(sql<boolean>`e.event_id = p.event_id`)

const levelOf = `split_part(e.type, '.', 1)`

function ofLog(value: string) {
  return (wanted: readonly string[]): Condition | undefined =>
    wanted.length === 0 ? undefined : likely(sql`${ofEvent(value)} = any(${wanted}::text[])`)
}

/** First log position at or after an instant. */
const positionAt = placeFinder('deliveries.find_log_position', {
  ends: 'select min(position) as low, max(position) as high from event_position where tenant_id = $1',
  from: `select k.position as place, e.recorded_at as at
           from (select position, event_id from event_position
                  where tenant_id = $1 and position >= m.middle order by position limit 1) k
          cross join lateral (select recorded_at from event where tenant_id = $1 and event_id = k.event_id limit 1) e`,
})

/** An event gets its position this many milliseconds after it is recorded, or sooner. */
const longestWait = 600_000

const recordedAt = ofEvent('e.recorded_at')

/** AUDIT-11: entries recorded from an instant on: by position, then the few around the first of them one by one. */
async function recordedFrom(tx: Tx, at: string): Promise<Condition> {
  const first = (await positionAt(tx, shifted(at, -longestWait))) ?? '0'
  return sql<boolean>`p.position >= ${first}::bigint and ${likely(sql`${recordedAt} >= ${at}::timestamptz`)}`
}

async function recordedBefore(tx: Tx, at: string): Promise<Condition> {
  const end = (await positionAt(tx, shifted(at, longestWait))) ?? '0'
  return sql<boolean>`p.position < ${end}::bigint and ${likely(sql`${recordedAt} < ${at}::timestamptz`)}`
}

async function latestBefore(tx: Tx, at: string): Promise<Condition> {
  const end = (await positionAt(tx, at)) ?? '0'
  return sql<boolean>`p.position >= ${end}::bigint - ${sql.lit(mostLookedAt)}`
}

const byPosition = [down('p.position', 'bigint')]

/** The log, newest entries first. */
export const log = new List<LogFilters, 'newest', ListedEvent>({
  from: 'event_position as p',
  id: { column: 'p.position', type: 'bigint' },
  filters: {
    until: (at) => (at === undefined ? undefined : sql<boolean>`p.position <= ${at}::bigint`),
    after: (at) => (at === undefined ? undefined : sql<boolean>`p.position > ${at}::bigint`),
    from: { find: recordedFrom },
    to: { find: recordedBefore },
    latest: { find: latestBefore },
    level: ofLog(levelOf),
    type: ofLog('e.type'),
  },
  sorts: { newest: byPosition },
  walk: byPosition,
  mostCounted,
  values: { type: sql`${ofEvent('e.type')}` },
  counted: { most: mostCounted, keys: byPosition },
  read: (tx, positions) => tx.query<ListedEvent>(selectEntries, positions),
  idOf: (entry) => String(entry.position),
})

/** Filters of a search. */
export type FoundFilters = Pick<LogFilters, 'level' | 'type' | 'from' | 'to'> & { q: string }

const byInstant = [down('e.recorded_at', 'timestamptz'), down('e.sequence', 'integer'), down('e.event_id', 'uuid')]

/** Search results, including events without a log position yet. */
export const foundEntries = new List<FoundFilters, 'newest', ListedEvent>({
  from: 'event as e',
  id: 'e.event_id',
  filters: {
    q: { find: findSearchedEvents },
    from: since('e.recorded_at'),
    to: until('e.recorded_at'),
    level: (levels) => (levels.length === 0 ? undefined : sql<boolean>`${sql.raw(levelOf)} = any(${levels}::text[])`),
    type: oneOf('e.type'),
  },
  sorts: { newest: byInstant },
  walk: byInstant,
  mostCounted,
  values: { type: sql.ref('e.type') },
  read: (tx, ids) => tx.query<ListedEvent>(selectFoundEntries, ids),
  idOf: (entry) => entry.event_id,
})

/** Query of the list. */
type Query = Input<typeof listLogEntries>['query']

/** Filters of a query without a search. With a level or type, rows are looked at one by one, so not all of them. */
export function filtersOfLog({
  level,
  type,
  from,
  to,
  until: last,
}: Omit<Query, 'offset' | 'limit' | 'q'>): LogFilters {
  const isLookedUp = level.length > 0 || type.length > 0
  return { level, type, from, to, until: last, ...(isLookedUp && { latest: to ?? endOfTime }) }
}

/** Later than every entry. */
const endOfTime = '9999-01-01T00:00:00Z'

const selectLast = statement(
  'deliveries.find_last_position',
  'select h.last_position::float8 as last from event_head h where h.tenant_id = $1',
)

/** One window of the log, newest first, with the number of matches and of those after `until`. */
export async function readLogWindow(
  tx: Tx,
  { q, offset, limit, ...query }: Query,
): Promise<Answer<typeof listLogEntries>> {
  const page = { sort: 'newest', offset, limit } as const
  const { level, type, from, to, until: last } = query
  const list = log.open(tx, filtersOfLog(query), undefined)
  const [window, newer, [head]] = await Promise.all([
    q ? foundEntries.open(tx, { q, level, type, from, to }, undefined).window(page) : list.window(page),
    last === undefined || q ? 0 : list.count({ until: undefined, after: last }, mostNewer),
    tx.query<{ last: number }>(selectLast),
  ])
  return { ...window, newer, last_position: head?.last ?? 0 }
}

/** Counts by kind of the latest entries, or of those that a search has found. */
export async function countLog(
  tx: Tx,
  { q, from, to, until: last }: Pick<Query, 'q' | 'from' | 'to' | 'until'>,
): Promise<Answer<typeof counts>> {
  const all = { level: [], type: [], from, to }
  const list = q ? foundEntries.open(tx, { q, ...all }, undefined) : log.open(tx, { ...all, until: last }, undefined)
  const rows = await list.tally(['type'])
  return { by_type: Object.fromEntries(rows.map((row) => [row.type, row.count])) }
}

/** One event with its message; undefined when there is none. */
export async function findLogEntry(tx: Tx, eventId: string): Promise<Omit<EventDetail, 'sent_to'> | undefined> {
  const [row] = await tx.query<Omit<EventDetail, 'sent_to' | 'payload'> & { payload: string }>(selectEntry, [eventId])
  return row && { ...row, payload: JSON.parse(row.payload) as EventDetail['payload'] }
}
