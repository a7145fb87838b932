import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { isSelected } from '../sending/pending.store.ts'

// A row that is being sent keeps its chain: events queued again wait until its lease has ended, so that two events of
// one entity are never in transit at the same time.
const intoLine = `
  insert into delivery_pending (tenant_id, subscription_id, entity_type, entity_id, epoch, sequence, event_id, due_at)
  select $1::uuid, s.subscription_id, e.entity_type, e.entity_id, e.epoch, e.sequence, e.event_id,
         greatest(now(), (select max(p.lease_until) from delivery_pending p
                           where p.tenant_id = $1 and p.subscription_id = s.subscription_id
                             and p.entity_type = e.entity_type and p.entity_id = e.entity_id))`

const insertOne = statement(
  'deliveries.replay_event',
  `${intoLine}
     from event e join subscription s on s.tenant_id = $1 and ($3::uuid is null or s.subscription_id = $3)
     left join directed_event d on d.tenant_id = $1 and d.event_id = e.event_id
    where e.tenant_id = $1 and e.event_id = $2
      and case when d.event_id is null then ${isSelected} else d.subscription_id = s.subscription_id end
   on conflict do nothing returning event_id`,
)

/**
 * Queues one event again, for one endpoint or for all that select its type; a directed event for its endpoint only.
 * @returns the number of deliveries
 */
export async function replayEvent(tx: Tx, eventId: string, subscriptionId: string | null): Promise<number> {
  return (await tx.query(insertOne, eventId, subscriptionId)).length
}

const insertDead = statement(
  'deliveries.replay_dead',
  `${intoLine}
     from (select d.event_id, d.subscription_id from delivery d
            where d.tenant_id = $1 and d.status = 'DEAD' and ($2::uuid is null or d.subscription_id = $2)
              and d.finished_at >= $3 and not exists (
                select from event e join delivery_pending q
                    on q.tenant_id = $1 and q.subscription_id = d.subscription_id and q.entity_type = e.entity_type
                   and q.entity_id = e.entity_id and q.epoch = e.epoch and q.sequence = e.sequence
                 where e.tenant_id = $1 and e.event_id = d.event_id)
            order by d.finished_at limit $4) d
     join event e on e.tenant_id = $1 and e.event_id = d.event_id
     join subscription s on s.tenant_id = $1 and s.subscription_id = d.subscription_id
   on conflict do nothing returning event_id`,
)

/**
 * Queues deliveries again that failed since an instant.
 * @returns how many; fewer than `most` when there are no more
 */
export async function replayDead(
  tx: Tx,
  filter: { subscriptionId: string | null; since: string },
  most: number,
): Promise<number> {
  return (await tx.query(insertDead, filter.subscriptionId, filter.since, most)).length
}

const insertRange = statement(
  'deliveries.replay_range',
  `with page as (
     select p.position, p.event_id from event_position p
      where p.tenant_id = $1 and p.position > $2 order by p.position limit $6
   ), put as (
     ${intoLine}
       from page join event e on e.tenant_id = $1 and e.event_id = page.event_id
       join subscription s on s.tenant_id = $1 and s.subscription_id = $3
      where e.recorded_at >= $4 and e.recorded_at < $5 and ${isSelected}
     on conflict do nothing returning event_id
   )
   select (select count(*)::integer from put) as replayed, (select max(position)::float8 from page) as last`,
)

/**
 * Queues the events of a period again for one endpoint, one page of the log at a time.
 * @returns how many, and the position to continue after; null at the end of the log
 */
export async function replayRange(
  tx: Tx,
  filter: { subscriptionId: string; from: string; until: string },
  after: number,
  page: number,
): Promise<{ replayed: number; last: number | null }> {
  const [row] = await tx.query<{ replayed: number; last: number | null }>(
    insertRange,
    after,
    filter.subscriptionId,
    filter.from,
    filter.until,
    page,
  )
  return row!
}
