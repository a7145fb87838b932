import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** Minutes after which an unsent event is skipped for a newer one of its entity. */
export const staleMinutes = 5

// Looks up each chain instead of joining growing tables. The last of a chain always stays.
const supersedeRows = statement(
  'deliveries.supersede_pending',
  `with gone as (
     delete from delivery_pending p
      where p.tenant_id = $1 and p.entity_type = $2 and p.entity_id = any ($3::uuid[])
        and p.subscription_id = any (array(select s.subscription_id from subscription s where s.tenant_id = $1))
        and (p.lease_until is null or p.lease_until <= now())
        and (select e.recorded_at from event e where e.tenant_id = $1 and e.event_id = p.event_id)
            < now() - make_interval(mins => $4)
        and exists (
          select from delivery_pending l
           where l.tenant_id = $1 and l.subscription_id = p.subscription_id and l.entity_type = p.entity_type
             and l.entity_id = p.entity_id and (l.epoch, l.sequence) > (p.epoch, p.sequence)
        )
     returning p.event_id, p.subscription_id, p.attempts
   )
   insert into delivery (tenant_id, event_id, subscription_id, status, attempts, reason)
   select $1::uuid, event_id, subscription_id, 'DEAD', attempts, 'superseded' from gone
   on conflict do nothing
   returning event_id`,
)

/**
 * Skips events that a lagging endpoint has not received for five minutes, if a newer event of the same entity is
 * pending for it: for positions only, where the newest one counts (DLV-3). They are stored as failed with the reason
 * `superseded`, so that none is lost silently, and can be sent again.
 * @returns how many were skipped
 */
export async function supersedePending(tx: Tx, entityType: 'resource', entityIds: readonly string[]): Promise<number> {
  if (entityIds.length === 0) return 0
  return (await tx.query(supersedeRows, entityType, entityIds, staleMinutes)).length
}
