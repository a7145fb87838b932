import {
  type countDeliveries as contract,
  deliveryFilterStates,
  deliveryStates,
  type ListedDelivery,
} from '@cartage/contract/deliveries/app/record'
import type { Answer } from '@cartage/contract/endpoint'
import { uuidPattern } from '@cartage/contract/uuid'
import { type Expression, sql } from 'kysely'
import {
  type Condition,
  type Declaration,
  down,
  type Each,
  likely,
  oneOf,
  since,
  until,
} from '../../db/list/declare.ts'
import { List } from '../../db/list.ts'
import { build } from '../../db/query.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { findSearchTerms } from '../../messages/search.views.ts'

/** Most rows counted of one state. */
const mostCounted = 10_000
/** Most of the latest rows of each state that are counted by endpoint and kind of event. */
const mostTallied = 2_000
/** A search with more results than this shows the newest of them. */
const mostFound = 2_000

/** Filters of deliveries; empty lists do not filter. Instants are ISO 8601. */
export interface DeliveryFilters {
  q?: string | undefined
  receiver: readonly string[]
  state: readonly string[]
  type: readonly string[]
  from?: string | undefined
  to?: string | undefined
}

type DeliveryDeclaration = Declaration<DeliveryFilters, 'newest', ListedDelivery, undefined>

const selectFound = statement(
  'deliveries.find_searched_events',
  `(select v.event_id from event v where v.tenant_id = $1 and v.event_id = any ($2::uuid[]))
   union
   (select v.event_id from event v
     where v.tenant_id = $1 and v.entity_id = any ($2::uuid[])
       and v.entity_type = any ('{order,stop,trip,resource,document,upload,booking,handling_unit}')
     order by v.recorded_at desc limit ${mostFound})`,
)

/** Ids of the events that match a search. */
export async function findSearchedEvents(tx: Tx, text: string): Promise<string[]> {
  const { ids } = await findSearchTerms(tx, text)
  const rows = await tx.query<{ event_id: string }>(selectFound, ids)
  return rows.map((row) => row.event_id)
}

// Every endpoint that something was sent to, including removed ones: one index probe each.
const selectReceivers = statement(
  'deliveries.list_receivers',
  `with recursive sent_to as (
     (select d.subscription_id from delivery d where d.tenant_id = $1 order by d.subscription_id limit 1)
     union all
     select (select d.subscription_id from delivery d
              where d.tenant_id = $1 and d.subscription_id > sent_to.subscription_id
              order by d.subscription_id limit 1)
       from sent_to where sent_to.subscription_id is not null
   )
   select subscription_id from sent_to where subscription_id is not null
    union
   select s.subscription_id from subscription s where s.tenant_id = $1`,
)

async function findReceivers(tx: Tx, wanted: readonly string[]): Promise<string[]> {
  if (wanted.length > 0) return [...wanted]
  return (await tx.query<{ subscription_id: string }>(selectReceivers)).map((row) => row.subscription_id)
}

/** The indexes of deliveries begin with the endpoint. Search results are looked up by their events. */
function eachReceiver({ q, receiver }: DeliveryFilters): Each<DeliveryFilters> | undefined {
  if (q !== undefined && q !== '') return undefined
  const of = { column: 'd.subscription_id', type: 'uuid' } as const
  return { of, filter: 'receiver', values: (tx) => findReceivers(tx, receiver) }
}

/** A delivery that is queued again is only listed as pending. */
const isNotInLine = sql<boolean>`not exists ${build
  .selectFrom('event as v')
  .innerJoin('delivery_pending as q', (join) =>
    join.on(sql<boolean>`q.subscription_id = d.subscription_id and q.entity_type = v.entity_type
      and q.entity_id = v.entity_id and q.epoch = v.epoch and q.sequence = v.sequence`),
  )
  .select(sql`1`.as('one'))
  .where(sql<boolean>`v.event_id = d.event_id`)}`

const isDead = `d.status = 'DEAD' and d.dismissed_at is null and d.reason is distinct from 'superseded'`

/**
 * SQL: delivery `d` failed and needs a person: its endpoint still exists, it is not dismissed, and no newer position
 * replaced it.
 */
export const isUnsettled = `${isDead}
  and exists (select from subscription o where o.tenant_id = $1 and o.subscription_id = d.subscription_id)`

const hasEndpoint = sql<boolean>`exists ${build
  .selectFrom('subscription as o')
  .select(sql`1`.as('one'))
  .where(sql<boolean>`o.subscription_id = d.subscription_id`)}`

const ended: Readonly<Record<string, Condition>> = {
  DELIVERED: sql<boolean>`d.status = 'DELIVERED'`,
  FAILED: sql<boolean>`d.status = 'DEAD'`,
  UNSETTLED: sql<boolean>`${sql.raw(isDead)} and ${hasEndpoint}`,
}

const typeOf = (eventId: Expression<unknown>) =>
  sql`${build.selectFrom('event as e').select('e.type').where(sql<boolean>`e.event_id = ${eventId}`)}`
const eventId = sql.ref('d.event_id')

const id = sql`(d.event_id::text || '.' || d.subscription_id::text) collate "C"`
const idOf = (row: { event_id: string; subscription_id: string }) => `${row.event_id}.${row.subscription_id}`

/** Declarations shared by both tables of deliveries; `at` is the instant a delivery is listed at. */
function declare(at: string): Omit<DeliveryDeclaration, 'from' | 'partsOf'> {
  const newestFirst = [down(at, 'timestamptz'), down(id)]
  return {
    id: { column: id, type: 'text' },
    filters: {
      q: { find: findOfSearch },
      receiver: oneOf('d.subscription_id', 'uuid'),
      state: ([state]) =>
        state === undefined || state === 'PENDING' ? undefined : sql<boolean>`${ended[state]!} and ${isNotInLine}`,
      type: (types) => (types.length === 0 ? undefined : likely(sql`${typeOf(eventId)} = any(${types}::text[])`)),
      from: since(at),
      to: until(at),
    },
    sorts: { newest: newestFirst },
    walk: newestFirst,
    each: eachReceiver,
    mostCounted,
    values: { receiver: sql`d.subscription_id::text`, type: { of: eventId, shown: typeOf } },
    counted: { most: mostTallied, keys: newestFirst },
    read: readDeliveries,
    idOf,
  }
}

async function findOfSearch(tx: Tx, text: string): Promise<Condition> {
  return sql<boolean>`d.event_id = any(${await findSearchedEvents(tx, text)}::uuid[])`
}

/** All states when none is requested. Those that need a person are among the failed ones. */
function statesOf({ state }: DeliveryFilters): readonly string[] {
  if (state.length === 0) return deliveryStates
  return state.includes('FAILED') ? state.filter((one) => one !== 'UNSETTLED') : state
}

const pending: DeliveryDeclaration = {
  ...declare('d.due_at'),
  from: 'delivery_pending as d',
  // Always true, but it makes PostgreSQL use the index of due rows, which has this condition.
  always: sql<boolean>`d.due_at > '-infinity'`,
  partsOf: (filters) => (statesOf(filters).includes('PENDING') ? [{ ...filters, state: ['PENDING'] }] : []),
}

const finished: DeliveryDeclaration = {
  ...declare('d.finished_at'),
  from: 'delivery as d',
  // Each state has an index of its own.
  partsOf: (filters) =>
    statesOf(filters).flatMap((state) => (state === 'PENDING' ? [] : [{ ...filters, state: [state] }])),
}

/** The list of deliveries, newest first: pending ones by due time, the others by end. */
export const deliveries = new List<DeliveryFilters, 'newest', ListedDelivery>(pending, finished)

/** Numbers of deliveries by state, endpoint and kind of event, each with the other filters applied. */
export async function countDeliveries(tx: Tx, filters: DeliveryFilters): Promise<Answer<typeof contract>> {
  const list = deliveries.open(tx, filters, undefined)
  const [states, by_receiver, by_type] = await Promise.all([
    Promise.all(deliveryFilterStates.map((state) => list.count({ state: [state] }))),
    list.with({ receiver: [] }).countBy('receiver'),
    list.countBy('type'),
  ])
  const by_state = Object.fromEntries(deliveryFilterStates.map((state, at) => [state, states[at]!]))
  return { by_state, by_receiver, by_type }
}

/** SQL: the order that event `e` belongs to. Messages may have any shape, so the text is checked first. */
export const orderOfEvent = `case when e.entity_type = 'order' then e.entity_id
       when e.payload::json #>> '{order,id}' ~ '^${uuidPattern}$' then (e.payload::json #>> '{order,id}')::uuid end`

/**
 * SQL: display name of the record of an event, each read by key; `event` is the alias of its row, `order` that of its
 * order. A stop shows its location.
 */
export const entityName = (event: string, order: string) => `case ${event}.entity_type
            when 'order' then ${order}.order_number
            when 'upload' then ${order}.order_number
            when 'trip' then (select name from trip where tenant_id = $1 and trip_id = ${event}.entity_id)
            when 'resource' then (select name from resource where tenant_id = $1 and resource_id = ${event}.entity_id)
            when 'document' then (select name from document where tenant_id = $1 and document_id = ${event}.entity_id)
            when 'stop' then (
              select coalesce(l.display_name, l.name, l.city) from location l
               where l.tenant_id = $1 and l.location_id = coalesce(
                 (select location_id from order_stop where tenant_id = $1 and stop_id = ${event}.entity_id),
                 (select location_id from trip_stop where tenant_id = $1 and stop_id = ${event}.entity_id)))
            end`

/** SQL: the status that a message reports; for a stop, it is inside the stop. */
export const reportedStatus = (sent: string) =>
  `coalesce(${sent} #>> '{events,0,update,status}', ${sent} #>> '{events,0,update,stop,status}')`

/** SQL: number of deliveries of an event by state, as JSON; `event` is the alias of its row. */
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
          e.type, e.entity_type, e.entity_id, ${entityName('e', 'o')} as entity_name, e.sequence, o.order_id, o.order_number,
          coalesce(p.attempts, d.attempts) as attempts, case when p.attempts is null then d.reason end as reason,
          ${instant('greatest(p.due_at, case when p.due_at is not null then greatest(s.probe_at, s.quiet_until) end)')} as due_at,
          case when p.attempts is null then ${instant('d.finished_at')} end as finished_at,
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

/** List rows of these deliveries; those that ended meanwhile have their current state. */
async function readDeliveries(tx: Tx, ids: readonly string[]): Promise<ListedDelivery[]> {
  const keys = ids.map((one) => one.split('.'))
  return await tx.query<ListedDelivery>(selectRows, ...[0, 1].map((at) => keys.map((key) => key[at])))
}
