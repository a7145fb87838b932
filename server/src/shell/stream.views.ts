import type { Change } from '@cartage/contract/app/shell'
import { findHead } from '../audit/views.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { findLogEnds } from '../events/views.ts'
import type { Changes } from './stream.rules.ts'

const selectEvents = statement(
  'shell.select_changes',
  `select p.position::float8 as position, e.type, e.entity_type, e.entity_id
     from event_position p join event e on e.tenant_id = $1 and e.event_id = p.event_id
    where p.tenant_id = $1 and p.position > $2
    order by p.position limit $3`,
)

// Drafts and master data publish no event. The trail has every record that a person or a program changed, in the order of
// the commits.
const selectPlanned = statement(
  'shell.select_planned',
  `select r.sequence::float8 as position, case r.entity_type when 'trip' then 'plan.changed' else 'record.changed' end as type,
          r.entity_type, r.entity_id
     from audit_record r
    where r.tenant_id = $1 and r.sequence > $2 and r.sequence > 0
    order by r.sequence limit $3`,
)

/** What both sources have after a place, each in order, at most `most` of each. */
export async function listChanges(tx: Tx, after: { log: number; plan: number }, most: number): Promise<Changes> {
  const [log, plan] = await Promise.all([
    tx.query<Change>(selectEvents, after.log, most),
    tx.query<Change>(selectPlanned, after.plan, most),
  ])
  return { log, plan }
}

/** How far both sources go, and where the log begins. */
export async function findEnds(tx: Tx): Promise<{ firstOfLog: number; log: number; plan: number }> {
  const [ends, head] = await Promise.all([findLogEnds(tx), findHead(tx)])
  return { firstOfLog: ends?.first ?? 1, log: ends?.last ?? 0, plan: head?.sequence ?? 0 }
}
