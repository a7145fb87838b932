import type { EventDetail, ListedEvent } from '@cartage/contract/events/app'
import { type Names, question } from '../../db/question.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { deliveryCounts, orderOfEvent, reportedStatus } from './list.views.ts'

/** Entries are counted up to this. */
const mostCounted = 10_000
/** What came while the list stood still is counted up to this. */
const mostNewer = 1_000
/** A filter by level or type looks at so many entries: those that fit may be rare in a long log. */
const mostLookedAt = 100_000

/** Which entries are listed; empty lists filter nothing. */
export interface LogFilters {
  level: readonly string[]
  type: readonly string[]
  /** Ids of the events that a search has found. */
  found: readonly string[] | undefined
  /** Only entries up to this place in the log. */
  until?: number | undefined
}

interface Entry {
  event_id: string
  position: number | null
}

/** What a statement of the log is given; null filters nothing. */
interface Given {
  /** Only entries behind this place and up to that one. */
  after: number
  upTo: number
  levels: readonly string[] | null
  types: readonly string[] | null
  found: readonly string[] | undefined
  offset?: number
  limit: number
}
type Of = Names<Given>

const isOfKinds = (of: Of) => `coalesce(split_part(e.type, '.', 1) = any (${of.levels}::text[]), true)
      and coalesce(e.type = any (${of.types}::text[]), true)`
const all = (of: Of) => `select p.event_id, p.position from event_position p
    where p.tenant_id = $1 and p.position <= ${of.upTo}::bigint and p.position > ${of.after}::bigint`
const fitting = (of: Of) => `select p.event_id, p.position
     from event_position p join event e on e.tenant_id = $1 and e.event_id = p.event_id
    where p.tenant_id = $1 and p.position <= ${of.upTo}::bigint
      and p.position > greatest(${of.after}::bigint, (select h.last_position from event_head h where h.tenant_id = $1) - ${mostLookedAt})
      and ${isOfKinds(of)}`
const found = (of: Of) => `select e.event_id, null::bigint as position from event e
    where e.tenant_id = $1 and e.event_id = any (${of.found}::uuid[]) and ${isOfKinds(of)}`

function reading(name: string, text: (of: Of) => string, order: string) {
  return {
    list: question<Given, Entry>(
      `deliveries.list_${name}`,
      (of) => `${text(of)} order by ${order} offset ${of.offset}::integer limit ${of.limit}::integer`,
    ),
    count: question<Given, { count: number }>(
      `deliveries.count_${name}`,
      (of) => `select count(*)::integer as count from (${text(of)} limit ${of.limit}::integer) x`,
    ),
  }
}

const readings = {
  all: reading('log', all, 'p.position desc'),
  fitting: reading('log_fitting', fitting, 'p.position desc'),
  found: reading('log_found', found, 'e.recorded_at desc, e.sequence desc'),
}
const selectLast = statement(
  'deliveries.find_last_position',
  'select h.last_position::float8 as last from event_head h where h.tenant_id = $1',
)

/** The end of a position's range: larger than any there will be. */
const end = Number.MAX_SAFE_INTEGER

/** One window of the log, newest first, with how many fit, and how many of those came after `until`. */
export async function listLogWindow(tx: Tx, filters: LogFilters, { offset, limit }: { offset: number; limit: number }) {
  const { until } = filters
  const { by, given } = readingOf(filters)
  const upTo = until ?? end
  const [entries, [total], [newer], [head]] = await Promise.all([
    by.list.ask(tx, { ...given, upTo, offset, limit }),
    by.count.ask(tx, { ...given, upTo, limit: mostCounted }),
    until === undefined || filters.found ? [] : by.count.ask(tx, { ...given, after: until, limit: mostNewer }),
    tx.query<{ last: number }>(selectLast),
  ])
  return {
    items: await listEntries(tx, entries),
    total: total!.count,
    newer: newer?.count ?? 0,
    last_position: head?.last ?? 0,
  }
}

/** The next entries that fit, newest first, from a place in the log down. What a search has found comes all at once. */
export async function walkLog(
  tx: Tx,
  filters: LogFilters,
  limit: number,
): Promise<{ rows: ListedEvent[]; next: number | undefined }> {
  const { by, given } = readingOf(filters)
  const most = filters.found ? filters.found.length : limit
  const entries = await by.list.ask(tx, { ...given, upTo: filters.until ?? end, offset: 0, limit: most })
  const last = entries.at(-1)?.position
  const isMore = !filters.found && entries.length === limit && last !== undefined && last !== null
  return { rows: await listEntries(tx, entries), next: isMore ? Number(last) - 1 : undefined }
}

const typesOf = (ids: string) => `select e.type as value, count(*)::integer as count from (${ids}) x
   cross join lateral (select type from event where tenant_id = $1 and event_id = x.event_id limit 1) e
   group by e.type`
const tallyLatest = statement(
  'deliveries.tally_log',
  typesOf(`select p.event_id from event_position p where p.tenant_id = $1 and p.position <= $2::bigint
            order by p.position desc limit ${mostCounted}`),
)
const tallyFound = statement('deliveries.tally_log_found', typesOf('select unnest($2::uuid[]) as event_id'))

/** How many of the latest 10,000 entries, or of those that a search has found, each kind has. */
export async function tallyLog(tx: Tx, { found: ids, until }: LogFilters): Promise<Record<string, number>> {
  const rows = await (ids
    ? tx.query<{ value: string; count: number }>(tallyFound, ids)
    : tx.query<{ value: string; count: number }>(tallyLatest, until ?? end))
  return Object.fromEntries(rows.map((row) => [row.value, row.count]))
}

function readingOf({ level, type, found }: LogFilters) {
  const levels = level.length === 0 ? null : level
  const types = type.length === 0 ? null : type
  const isAll = levels === null && types === null
  const by = found ? readings.found : isAll ? readings.all : readings.fitting
  return { by, given: { after: 0, upTo: end, levels, types, found } }
}

const entryRows = (more = '') => `
   select e.event_id, k.position::float8 as position, e.entity_type, e.entity_id, e.sequence, e.type as event_type,
          coalesce(m.body #>> '{events,0,update,type}', e.type) as type,
          ${reportedStatus('m.body')} as status,
          coalesce(m.body #>> '{events,0,timestamp}', ${instant('e.recorded_at')}) as occurred_at,
          o.order_identifier, o.order_id, o.order_number,
          case when e.entity_type = 'trip' then e.entity_id::text else m.body #>> '{trip,id}' end as trip_id,
          ${deliveryCounts('e')} as deliveries ${more}
     from unnest($2::uuid[], $3::bigint[]) with ordinality as k (event_id, position, place)
     cross join lateral (select * from event where tenant_id = $1 and event_id = k.event_id limit 1) e
     cross join lateral (select e.payload::json as body) m
     left join lateral (
       select order_id, order_number, order_identifier from transport_order
        where tenant_id = $1 and order_id = (${orderOfEvent}) limit 1
     ) o on true
    order by k.place`

const selectEntries = statement('deliveries.list_log_entries', entryRows())
const selectEntry = statement('deliveries.find_log_entry', entryRows(', e.epoch, e.payload'))

async function listEntries(tx: Tx, entries: readonly Entry[]): Promise<ListedEvent[]> {
  return tx.query<ListedEvent>(
    selectEntries,
    entries.map((entry) => entry.event_id),
    entries.map((entry) => entry.position),
  )
}

/** One event with its message; undefined when there is none. */
export async function findLogEntry(tx: Tx, eventId: string): Promise<Omit<EventDetail, 'sent_to'> | undefined> {
  const [row] = await tx.query<Omit<EventDetail, 'sent_to' | 'payload'> & { payload: string }>(
    selectEntry,
    [eventId],
    [null],
  )
  return row && { ...row, payload: JSON.parse(row.payload) as EventDetail['payload'] }
}
