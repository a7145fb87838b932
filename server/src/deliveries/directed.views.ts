import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'

/** The last exchange with the endpoint. For files `status` is null, and `failure` is null when the file was placed. */
export interface LastAnswer {
  attempted_at: string
  duration_ms: number
  status: number | null
  failure: string | null
  address: string | null
  /** Truncated after 4 KiB. */
  body: string
}

/** The delivery of one directed event. */
export interface DirectedDelivery {
  event_id: string
  subscription_id: string
  state: 'PENDING' | 'DELIVERED' | 'FAILED'
  /**
   * Reason of the failure: `rejected: …` with the errors of the response (DISP-4), `refused`, `given_up`, or `removed`
   * when the endpoint was removed before sending.
   */
  reason: string | null
  attempts: number
  /** Time of the next attempt; null after the delivery has ended. */
  due_at: string | null
  finished_at: string | null
  last_answer: LastAnswer | null
}

// Looked up with limits, one event at a time: these cannot become a join that compares all rows when planned on empty
// tables.
const selectDirected = statement(
  'deliveries.directed_deliveries',
  `select d.event_id, d.subscription_id,
          case when p.event_id is not null then 'PENDING' when f.status = 'DELIVERED' then 'DELIVERED' else 'FAILED' end
            as state,
          case when p.event_id is not null or f.status = 'DELIVERED' then null else coalesce(f.reason, 'removed') end
            as reason,
          coalesce(p.attempts, f.attempts, 0) as attempts, ${instant('p.due_at')} as due_at,
          case when p.event_id is null then ${instant('f.finished_at')} end as finished_at, a.answer as last_answer
     from unnest($2::uuid[]) with ordinality as wanted (event_id, place)
     cross join lateral (
       select * from directed_event where tenant_id = $1 and event_id = wanted.event_id limit 1
     ) d
     cross join lateral (select * from event where tenant_id = $1 and event_id = d.event_id limit 1) e
     left join lateral (
       select q.event_id, q.attempts, q.due_at from delivery_pending q
        where q.tenant_id = $1 and q.subscription_id = d.subscription_id and q.entity_type = e.entity_type
          and q.entity_id = e.entity_id and q.epoch = e.epoch and q.sequence = e.sequence
        limit 1
     ) p on true
     left join lateral (
       select status, attempts, reason, finished_at from delivery
        where tenant_id = $1 and event_id = d.event_id and subscription_id = d.subscription_id
        limit 1
     ) f on true
     left join lateral (
       select json_build_object('attempted_at', ${instant('t.attempted_at')}, 'duration_ms', t.duration_ms,
                'status', t.status, 'failure', t.failure, 'address', t.address, 'body', t.response_body) as answer
         from delivery_attempt t
        where t.tenant_id = $1 and t.event_id = d.event_id and t.subscription_id = d.subscription_id
        order by t.attempted_at desc limit 1
     ) a on true
    order by wanted.place`,
)

/** The deliveries of directed events, in the order of the ids; other events are left out. */
export async function deliveryOf(tx: Tx, eventIds: readonly string[]): Promise<DirectedDelivery[]> {
  return tx.query<DirectedDelivery>(selectDirected, eventIds)
}
