import type { RecentEvent } from '@cartage/contract/events/app'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { deliveryCounts, entityName, orderOfEvent, reportedStatus } from './log/list.views.ts'

// Each event and each order is looked up by key: joins are avoided because row estimates are too high.
/** Columns of listed events; `chosen` has them with position, payload as `message` and the order they report. */
const recentEvents = (chosen: string) => `
  ${chosen}
   select c.event_id, c.position::float8 as position, c.entity_type, c.entity_id, c.sequence,
          coalesce(c.message #>> '{events,0,update,type}', c.type) as type,
          ${reportedStatus('c.message')} as status,
          coalesce(c.message #>> '{events,0,timestamp}', ${instant('c.recorded_at')}) as occurred_at,
          o.order_identifier, ${entityName('c', 'o')} as entity_name,
          ${deliveryCounts('c')} as deliveries
     from chosen c
     left join lateral (
       select order_identifier, order_number from transport_order where tenant_id = $1 and order_id = c.order_id limit 1
     ) o on true
    order by occurred_at desc, c.recorded_at desc, c.sequence desc`

const selectOfEntities = statement(
  'deliveries.list_events_of_entities',
  recentEvents(`with chosen as (
     select null::bigint as position, e.*, e.payload::json as message, ${orderOfEvent} as order_id
       from unnest($2::text[], $3::uuid[]) as k (entity_type, entity_id)
       cross join lateral (
         select * from event where tenant_id = $1 and entity_type = k.entity_type and entity_id = k.entity_id
          order by epoch desc, sequence desc limit $4
       ) e
      order by e.recorded_at desc limit $4
   )`),
)

/** A record that is the subject of events. */
export interface EventEntity {
  entity_type: string
  entity_id: string
}

/** The events of some records, newest first, with the state of their deliveries. */
export async function listEventsOf(tx: Tx, entities: readonly EventEntity[], limit: number): Promise<RecentEvent[]> {
  return tx.query<RecentEvent>(
    selectOfEntities,
    entities.map((entity) => entity.entity_type),
    entities.map((entity) => entity.entity_id),
    limit,
  )
}

/** One event at one endpoint, for display. */
export interface DeliveryView {
  event_id: string
  subscription_id: string
  type: string
  entity_type: string
  entity_id: string
  sequence: number
  status: 'PENDING' | 'DELIVERED' | 'DEAD'
  attempts: number
  reason: string | null
  /** Time of the next attempt; null after the delivery has ended. */
  due_at: string | null
  finished_at: string | null
  last_status: number | null
  last_failure: string | null
}

/** Filter of deliveries; absent members do not filter. */
export interface DeliveryFilter {
  subscription_id?: string
  status?: 'PENDING' | 'DELIVERED' | 'DEAD'
  event_id?: string
  limit?: number
}

const selectDeliveries = statement(
  'deliveries.list_deliveries',
  `with found as (
     (select p.event_id, p.subscription_id, 'PENDING' as status, p.attempts, null as reason, p.due_at,
             null::timestamptz as finished_at
        from subscription s cross join lateral (
          select * from delivery_pending p
           where p.tenant_id = $1 and p.subscription_id = s.subscription_id and p.due_at > '-infinity'
             and ($4::uuid is null or p.event_id = $4)
           order by p.due_at desc limit $5
        ) p
       where s.tenant_id = $1 and ($2::uuid is null or s.subscription_id = $2) and coalesce($3 = 'PENDING', true))
     union all
     (select d.event_id, d.subscription_id, d.status, d.attempts, d.reason, null, d.finished_at
        from delivery d
       where d.tenant_id = $1 and ($2::uuid is null or d.subscription_id = $2)
         and ($3::text is null or d.status = $3) and ($4::uuid is null or d.event_id = $4)
       order by d.finished_at desc limit $5)
   )
   select f.event_id, f.subscription_id, e.type, e.entity_type, e.entity_id, e.sequence, f.status, f.attempts,
          f.reason, ${instant('f.due_at')} as due_at, ${instant('f.finished_at')} as finished_at,
          a.status as last_status, a.failure as last_failure
     from found f
     join event e on e.tenant_id = $1 and e.event_id = f.event_id
     left join lateral (
       select t.status, t.failure from delivery_attempt t
        where t.tenant_id = $1 and t.event_id = f.event_id and t.subscription_id = f.subscription_id
        order by t.attempted_at desc limit 1
     ) a on true
    order by coalesce(f.finished_at, f.due_at) desc limit $5`,
)

/** Deliveries, newest first: at most 1,000, by default 100. */
export async function listDeliveries(tx: Tx, filter: DeliveryFilter = {}): Promise<DeliveryView[]> {
  return tx.query<DeliveryView>(
    selectDeliveries,
    filter.subscription_id ?? null,
    filter.status ?? null,
    filter.event_id ?? null,
    Math.min(filter.limit ?? 100, 1_000),
  )
}

/** One exchange with an endpoint. */
export interface AttemptView {
  attempted_at: string
  duration_ms: number
  status: number | null
  address: string | null
  failure: string | null
  request_headers: Record<string, string>
  response_headers: Record<string, string>
  response_body: string
}

const selectAttempts = statement(
  'deliveries.list_attempts',
  `select ${instant('attempted_at')} as attempted_at, duration_ms, status, address, failure, request_headers,
          response_headers, response_body
     from delivery_attempt a where a.tenant_id = $1 and a.event_id = $2 and a.subscription_id = $3
    order by a.attempted_at`,
)

/** Every exchange about one event with one endpoint, oldest first. */
export async function listAttempts(tx: Tx, eventId: string, subscriptionId: string): Promise<AttemptView[]> {
  return tx.query<AttemptView>(selectAttempts, eventId, subscriptionId)
}
