import type { ListedDelivery } from '@cartage/contract/deliveries/app/record'
import { uuidPattern } from '@cartage/contract/uuid'
import { type Names, type Question, question } from '../../db/question.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { findSearchTerms } from '../../messages/search.views.ts'

/** Rows of one state are counted up to this. */
export const mostCounted = 10_000
/** Of each state so many of the latest are distinguished by receiver and kind of event. */
const mostTallied = 2_000
/** A search that finds more events than this shows the newest of them. */
const mostFound = 2_000

/** Which deliveries are listed; empty lists filter nothing. Instants are ISO 8601. */
export interface DeliveryFilters {
  q?: string | undefined
  receiver: readonly string[]
  state: readonly string[]
  type: readonly string[]
  from?: string | undefined
  to?: string | undefined
}

/** A delivery by its key, with the instant it is listed at. */
export interface Place {
  event_id: string
  subscription_id: string
  at: string
  /** The instant after it: everything up to and including this place is before it. */
  beyond: string
}

/** What a statement of the list is given; null filters nothing. */
interface Given {
  receiver: readonly string[] | null
  type: readonly string[] | null
  from: string
  to: string
  most: number
  found: readonly string[] | undefined
}
type Of = Names<Given>

// Every receiver that anything was sent to, also those that were removed: one index probe each.
const receivers = (of: Of) => `recursive sent_to as (
     (select d.subscription_id from delivery d where d.tenant_id = $1 order by d.subscription_id limit 1)
     union all
     select (select d.subscription_id from delivery d
              where d.tenant_id = $1 and d.subscription_id > sent_to.subscription_id
              order by d.subscription_id limit 1)
       from sent_to where sent_to.subscription_id is not null
   ), receiver as (
     select subscription_id from sent_to where subscription_id is not null and coalesce(subscription_id = any (${of.receiver}::uuid[]), true)
      union
     select s.subscription_id from subscription s
      where s.tenant_id = $1 and coalesce(s.subscription_id = any (${of.receiver}::uuid[]), true)
   )`

/** One that is queued again is listed as waiting only. */
const isNotInLine = `not exists (
       select from event v join delivery_pending q
           on q.tenant_id = $1 and q.subscription_id = d.subscription_id and q.entity_type = v.entity_type
          and q.entity_id = v.entity_id and q.epoch = v.epoch and q.sequence = v.sequence
        where v.tenant_id = $1 and v.event_id = d.event_id)`

const isOfType = (of: Of, alias: string) =>
  `exists (select from event e where e.tenant_id = $1 and e.event_id = ${alias}.event_id and e.type = any (${of.type}::text[]))`

const waiting = (of: Of, more = '') => `with ${receivers(of)}
   select p.event_id, p.subscription_id, p.due_at as at from receiver r cross join lateral (
     select p.event_id, p.subscription_id, p.due_at from delivery_pending p
      where p.tenant_id = $1 and p.subscription_id = r.subscription_id and p.due_at > '-infinity'
        and p.due_at >= ${of.from}::timestamptz and p.due_at < ${of.to}::timestamptz ${more}
      order by p.due_at desc limit ${of.most}::integer
   ) p order by at desc limit ${of.most}::integer`

const ended = (of: Of, more: string) => `with ${receivers(of)}
   select d.event_id, d.subscription_id, d.finished_at as at from receiver r cross join lateral (
     select d.event_id, d.subscription_id, d.finished_at from delivery d
      where d.tenant_id = $1 and d.subscription_id = r.subscription_id
        and d.finished_at >= ${of.from}::timestamptz and d.finished_at < ${of.to}::timestamptz and ${isNotInLine} ${more}
      order by d.finished_at desc limit ${of.most}::integer
   ) d order by at desc limit ${of.most}::integer`

const ofEvents = (of: Of) => `select p.event_id, p.subscription_id, p.due_at as at
     from event e cross join subscription s
     join delivery_pending p on p.tenant_id = $1 and p.subscription_id = s.subscription_id
      and p.entity_type = e.entity_type and p.entity_id = e.entity_id and p.epoch = e.epoch and p.sequence = e.sequence
    where e.tenant_id = $1 and s.tenant_id = $1 and e.event_id = any (${of.found}::uuid[])
      and coalesce(s.subscription_id = any (${of.receiver}::uuid[]), true) and coalesce(e.type = any (${of.type}::text[]), true)
      and p.due_at >= ${of.from}::timestamptz and p.due_at < ${of.to}::timestamptz
    order by at desc limit ${of.most}::integer`

const endedOfEvents = (of: Of, more: string) => `select d.event_id, d.subscription_id, d.finished_at as at
     from delivery d join event e on e.tenant_id = $1 and e.event_id = d.event_id
    where d.tenant_id = $1 and d.event_id = any (${of.found}::uuid[])
      and coalesce(d.subscription_id = any (${of.receiver}::uuid[]), true) and coalesce(e.type = any (${of.type}::text[]), true)
      and d.finished_at >= ${of.from}::timestamptz and d.finished_at < ${of.to}::timestamptz and ${isNotInLine} ${more}
    order by at desc limit ${of.most}::integer`

interface Tally {
  value: string
  count: number
}

interface Reading {
  places: Question<Given, Place>
  count: Question<Given, { count: number }>
  tally: Readonly<Record<'receiver' | 'type', Question<Given, Tally>>>
}

/** Each way to read is a statement of its own: one with every condition in it would use no index. */
function reading(name: string, text: (of: Of) => string): Reading {
  const asked = <Row>(what: string, columns: string, more = '') =>
    question<Given, Row>(`deliveries.${what}_${name}`, (of) => `select ${columns} from (${text(of)}) x ${more}`)
  return {
    places: asked(
      'list',
      `x.event_id, x.subscription_id, x.at::text as at, (x.at + interval '1 microsecond')::text as beyond`,
    ),
    count: asked('count', 'count(*)::integer as count'),
    tally: {
      receiver: asked(
        'tally_receivers',
        'x.subscription_id::text as value, count(*)::integer as count',
        'group by x.subscription_id',
      ),
      type: asked(
        'tally_types',
        'e.type as value, count(*)::integer as count',
        `cross join lateral (select type from event where tenant_id = $1 and event_id = x.event_id limit 1) e
          group by e.type`,
      ),
    },
  }
}

const isDelivered = `and d.status = 'DELIVERED'`
const isDead = `and d.status = 'DEAD'`

/**
 * SQL: delivery `d` failed and needs a person: its endpoint is still there, no one has dismissed it,
 * and no newer position took its place.
 */
export const isUnsettled = `d.status = 'DEAD' and d.dismissed_at is null and d.reason is distinct from 'superseded'
  and exists (select from subscription o where o.tenant_id = $1 and o.subscription_id = d.subscription_id)`

const readings: Readonly<Record<'plain' | 'typed' | 'found', Readonly<Record<string, Reading>>>> = {
  plain: {
    PENDING: reading('waiting', (of) => waiting(of)),
    DELIVERED: reading('delivered', (of) => ended(of, isDelivered)),
    FAILED: reading('dead', (of) => ended(of, isDead)),
    UNSETTLED: reading('unsettled', (of) => ended(of, `and ${isUnsettled}`)),
  },
  typed: {
    PENDING: reading('waiting_of_type', (of) => waiting(of, `and ${isOfType(of, 'p')}`)),
    DELIVERED: reading('delivered_of_type', (of) => ended(of, `${isDelivered} and ${isOfType(of, 'd')}`)),
    FAILED: reading('dead_of_type', (of) => ended(of, `${isDead} and ${isOfType(of, 'd')}`)),
    UNSETTLED: reading('unsettled_of_type', (of) => ended(of, `and ${isUnsettled} and ${isOfType(of, 'd')}`)),
  },
  found: {
    PENDING: reading('waiting_of_events', ofEvents),
    DELIVERED: reading('delivered_of_events', (of) => endedOfEvents(of, isDelivered)),
    FAILED: reading('dead_of_events', (of) => endedOfEvents(of, isDead)),
    UNSETTLED: reading('unsettled_of_events', (of) => endedOfEvents(of, `and ${isUnsettled}`)),
  },
}

const selectFound = statement(
  'deliveries.find_searched_events',
  `(select v.event_id from event v where v.tenant_id = $1 and v.event_id = any ($2::uuid[]))
   union
   (select v.event_id from event v
     where v.tenant_id = $1 and v.entity_id = any ($2::uuid[])
       and v.entity_type = any ('{order,stop,trip,resource,document,upload,booking,handling_unit}')
     order by v.recorded_at desc limit ${mostFound})`,
)

/** Ids of the events that a search stands for; undefined without a text. */
export async function findSearchedEvents(tx: Tx, text: string | undefined): Promise<string[] | undefined> {
  if (text === undefined || text === '') return undefined
  const { ids } = await findSearchTerms(tx, text)
  const rows = await tx.query<{ event_id: string }>(selectFound, ids)
  return rows.map((row) => row.event_id)
}

function readingOf(filters: DeliveryFilters, found: readonly string[] | undefined, most: number) {
  const { receiver, type, from = '-infinity', to = 'infinity' } = filters
  const given: Given = {
    receiver: receiver.length === 0 ? null : receiver,
    type: type.length === 0 ? null : type,
    from,
    to,
    most,
    found,
  }
  const by = found ? readings.found : type.length === 0 ? readings.plain : readings.typed
  return { by, given }
}

/** How many deliveries that fit each of the states has, counted up to 10,000. */
export async function countStates(
  tx: Tx,
  filters: DeliveryFilters,
  found: readonly string[] | undefined,
  states: readonly string[],
): Promise<Record<string, number>> {
  const { by, given } = readingOf(filters, found, mostCounted)
  const counts = states.map(async (state) => {
    const [row] = await by[state]!.count.ask(tx, given)
    return [state, row!.count] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

/** How many of the latest deliveries that fit have each receiver or kind of event, in these states together. */
export async function tallyDeliveries(
  tx: Tx,
  filters: DeliveryFilters,
  found: readonly string[] | undefined,
  { states, member }: { states: readonly string[]; member: 'receiver' | 'type' },
): Promise<Record<string, number>> {
  const { by, given } = readingOf(filters, found, mostTallied)
  const lists = await Promise.all(states.map((state) => by[state]!.tally[member].ask(tx, given)))
  const sums = new Map<string, number>()
  for (const { value, count } of lists.flat()) sums.set(value, (sums.get(value) ?? 0) + count)
  return Object.fromEntries(sums)
}

/** The keys of one window of the deliveries that fit, newest first. */
export async function listPlaces(
  tx: Tx,
  filters: DeliveryFilters,
  found: readonly string[] | undefined,
  { states, offset, limit }: { states: readonly string[]; offset: number; limit: number },
): Promise<Place[]> {
  const { by, given } = readingOf(filters, found, offset + limit)
  const lists = await Promise.all(states.map((state) => by[state]!.places.ask(tx, given)))
  return lists
    .flat()
    .sort(newestFirst)
    .slice(offset, offset + limit)
}

function newestFirst(one: Place, other: Place): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1
  return one.event_id + one.subscription_id < other.event_id + other.subscription_id ? 1 : -1
}

/** SQL: the order that event `e` belongs to. Messages may be of any shape, hence the look at the text. */
export const orderOfEvent = `case when e.entity_type = 'order' then e.entity_id
       when e.payload::json #>> '{order,id}' ~ '^${uuidPattern}$' then (e.payload::json #>> '{order,id}')::uuid end`

/** SQL: the status that a message reports; one about a stop has it inside the stop. */
export const reportedStatus = (sent: string) =>
  `coalesce(${sent} #>> '{events,0,update,status}', ${sent} #>> '{events,0,update,stop,status}')`

/** SQL: how many deliveries of an event stand where, as JSON; `event` is the name of its row. */
export const deliveryCounts = (event: string) => `json_build_object(
            'delivered', (select count(*) from delivery d
                           where d.tenant_id = $1 and d.event_id = ${event}.event_id and d.status = 'DELIVERED'),
            'dead', (select count(*) from delivery d
                      where d.tenant_id = $1 and d.event_id = ${event}.event_id and d.status = 'DEAD'),
            'pending', (select count(*) from subscription s join delivery_pending p
                          on p.tenant_id = $1 and p.subscription_id = s.subscription_id
                         and p.entity_type = ${event}.entity_type and p.entity_id = ${event}.entity_id
                         and p.epoch = ${event}.epoch and p.sequence = ${event}.sequence
                        where s.tenant_id = $1))`

/** SQL: columns of a delivery; `keys` has event_id, subscription_id and place. */
export const deliveryRows = (keys: string, more = '') => `
   select k.event_id, k.subscription_id, s.name as receiver,
          case when p.attempts is not null then 'PENDING' when d.status = 'DEAD' then 'FAILED' else d.status end as state,
          e.type, e.entity_type, e.entity_id, e.sequence, o.order_id, o.order_number,
          coalesce(p.attempts, d.attempts) as attempts, case when p.attempts is null then d.reason end as reason,
          ${instant('greatest(p.due_at, case when p.due_at is not null then greatest(s.probe_at, s.quiet_until) end)')} as due_at, case when p.attempts is null then ${instant('d.finished_at')} end as finished_at,
          ${instant('a.attempted_at')} as last_at, a.status as last_status, a.failure as last_failure,
          a.duration_ms as last_duration_ms ${more}
     from ${keys}
     cross join lateral (select * from event where tenant_id = $1 and event_id = k.event_id limit 1) e
     left join subscription s on s.tenant_id = $1 and s.subscription_id = k.subscription_id
     left join lateral (
       select q.attempts, q.due_at from delivery_pending q
        where q.tenant_id = $1 and q.subscription_id = k.subscription_id and q.entity_type = e.entity_type
          and q.entity_id = e.entity_id and q.epoch = e.epoch and q.sequence = e.sequence limit 1
     ) p on true
     left join lateral (
       select * from delivery where tenant_id = $1 and event_id = k.event_id and subscription_id = k.subscription_id limit 1
     ) d on true
     left join lateral (
       select t.attempted_at, t.status, t.failure, t.duration_ms from delivery_attempt t
        where t.tenant_id = $1 and t.event_id = k.event_id and t.subscription_id = k.subscription_id
        order by t.attempted_at desc limit 1
     ) a on true
     left join lateral (
       select order_id, order_number from transport_order where tenant_id = $1 and order_id = (${orderOfEvent}) limit 1
     ) o on true
    where p.attempts is not null or d.status is not null
    order by k.place`

const selectRows = statement(
  'deliveries.list_rows',
  deliveryRows('unnest($2::uuid[], $3::uuid[]) with ordinality as k (event_id, subscription_id, place)'),
)

/** What a list shows of these deliveries, in their order; those that ended meanwhile as they are now. */
export async function listDeliveryRows(
  tx: Tx,
  keys: readonly { event_id: string; subscription_id: string }[],
): Promise<ListedDelivery[]> {
  return tx.query<ListedDelivery>(
    selectRows,
    keys.map((key) => key.event_id),
    keys.map((key) => key.subscription_id),
  )
}
