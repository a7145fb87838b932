import { inTurn, ofMany, statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { byTenant, driving } from '../db/tenants/combine.ts'

/** Events that get their position in one transaction. */
export const sealBatch = 1_000

const insertHead = statement(
  'events.insert_head',
  'insert into event_head (tenant_id) values ($1) on conflict do nothing returning last_position',
)

/** Starts the log of a tenant; true when it had none. */
export async function startLog(tx: Tx): Promise<boolean> {
  return (await tx.query(insertHead)).length > 0
}

const lockHead = inTurn(
  statement('events.lock_head', 'select last_position from event_head where tenant_id = $1 for update'),
)

/** Locks the head of this tenant's log for assigning positions; false when the log has not been started. */
export async function headForUpdate(tx: Tx): Promise<boolean> {
  return (await tx.query(lockHead)).length > 0
}

// The order is that of recording, but never against an entity's own sequence: if the clock was set back, an event
// counts as recorded no earlier than its predecessors. For the same reason an event whose unsealed predecessor did not
// fit into the batch waits for the next one. Lists are not joined with growing tables: planned on a small table, such a
// join compares every row with every other. A look-up with a limit and a key range are not affected.
const numberOfTenant = statement(
  'events.give_positions',
  `with candidate as (
     select recorded_at, event_id from event_unsealed where tenant_id = $1 order by recorded_at, event_id limit $2
   ), final as (
     select recorded_at, event_id from candidate order by recorded_at desc, event_id desc limit 1
   ), batch as (
     select e.event_id, e.recorded_at, e.entity_type, e.entity_id, e.epoch, e.sequence
       from candidate c cross join lateral (
         select * from event where tenant_id = $1 and event_id = c.event_id limit 1
       ) e
      where e.sequence = 1 or not exists (
        select from event f
          join event_unsealed u on u.tenant_id = $1 and u.recorded_at = f.recorded_at and u.event_id = f.event_id
         where f.tenant_id = $1 and f.entity_type = e.entity_type and f.entity_id = e.entity_id
           and f.epoch = e.epoch and f.sequence < e.sequence
           and (u.recorded_at, u.event_id) > (select recorded_at, event_id from final)
      )
   ), ranked as (
     select event_id, row_number() over (order by moment, entity_type, entity_id, epoch, sequence) as place
       from (select b.*, max(recorded_at) over (partition by entity_type, entity_id order by epoch, sequence) as moment
               from batch b) b
   ), gone as (
     delete from event_unsealed
      where tenant_id = $1 and (recorded_at, event_id) <= (select recorded_at, event_id from final)
        and event_id <> all (
          array(select event_id from candidate where event_id not in (select event_id from batch))
        )
   ), head as (
     update event_head set last_position = last_position + (select count(*) from ranked)
      where tenant_id = $1 returning last_position - (select count(*) from ranked) as before
   )
   insert into event_position (tenant_id, position, event_id)
   select $1::uuid, head.before + ranked.place, ranked.event_id from ranked cross join head
   returning position`,
)

// The same for several tenants, each with its own last event and its own order. Finished rows are deleted by ctid.
const numberRows = ofMany(
  numberOfTenant,
  `with candidate as (
     select c.* from ${driving('unnest($1::uuid[], $2::integer[])')} as given (tenant_id, most) cross join lateral (
       select u.tenant_id, u.recorded_at, u.event_id, u.ctid as place from event_unsealed u
        where u.tenant_id = given.tenant_id order by u.recorded_at, u.event_id limit given.most
     ) c
   ), last as materialized (
     select distinct on (tenant_id) tenant_id, recorded_at, event_id
       from candidate order by tenant_id, recorded_at desc, event_id desc
   ), batch as (
     select e.tenant_id, e.event_id, e.recorded_at, e.entity_type, e.entity_id, e.epoch, e.sequence, c.place
       from candidate c cross join lateral (
         select * from event where tenant_id = c.tenant_id and event_id = c.event_id limit 1
       ) e
      where e.sequence = 1 or not exists (
        select from event f
          join event_unsealed u on u.tenant_id = f.tenant_id and u.recorded_at = f.recorded_at and u.event_id = f.event_id
         where f.tenant_id = e.tenant_id and f.entity_type = e.entity_type and f.entity_id = e.entity_id
           and f.epoch = e.epoch and f.sequence < e.sequence
           and (f.recorded_at, f.event_id) > (select l.recorded_at, l.event_id from last l where l.tenant_id = e.tenant_id)
      )
   ), ranked as (
     select tenant_id, event_id,
            row_number() over (partition by tenant_id order by moment, entity_type, entity_id, epoch, sequence) as place
       from (select b.*, max(recorded_at) over (partition by tenant_id, entity_type, entity_id order by epoch, sequence) as moment
               from batch b) b
   ), gone as (
     delete from event_unsealed u using batch b where u.tenant_id = b.tenant_id and u.ctid = b.place
   ), head as (
     update event_head h set last_position = h.last_position + n.count
       from (select tenant_id, count(*) as count from ranked group by tenant_id) n
      where h.tenant_id = n.tenant_id returning h.tenant_id, h.last_position - n.count as before
   )
   insert into event_position (tenant_id, position, event_id)
   select r.tenant_id, head.before + r.place, r.event_id from head join ranked r on r.tenant_id = head.tenant_id
   returning tenant_id, position`,
  byTenant,
)

/**
 * Assigns positions to committed events without a gap, at most `most`.
 * @returns the number of events; the caller holds the head
 */
export async function assignPositions(tx: Tx, most = sealBatch): Promise<number> {
  return (await tx.query(numberRows, most)).length
}
