import { uuidPattern } from '@cartage/contract/uuid'
import type { Difference } from '../audit/entries.rules.ts'
import { findHead } from '../audit/views.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { subjectKind } from '../documents/access.views.ts'
import { findLogEnds } from '../events/views.ts'
import type { Changes, SeenChange } from './stream.rules.ts'

// Without permission to read a document, its changes stay hidden (DOC-10); for a removed document the trail has its
// owner record.
const kindOf = (id: string) =>
  `(select ${subjectKind('$1')} from document d where d.tenant_id = $1 and d.document_id = ${id})`
const idFrom = (text: string) => `case when ${text} ~ '^${uuidPattern}$' then (${text})::uuid end`
const ownId = idFrom('r.entity_id')
const noted = (member: string) => `coalesce(r.changes #>> '{${member},before}', r.changes #>> '{${member},after}')`
const kindBefore = `case ${noted('subject_type')}
            when 'RESOURCE' then coalesce(
              (select case x.resource_type when 'DRIVER' then 'DRIVER' end from resource x
                where x.tenant_id = $1 and x.resource_id = ${idFrom(noted('subject_id'))}), 'RESOURCE')
            else ${noted('subject_type')} end`

const selectEvents = statement(
  'shell.select_changes',
  `select p.position::float8 as position, e.type, e.entity_type, e.entity_id,
          case when e.entity_type = 'document' then ${kindOf('e.entity_id')} end as document_kind
     from event_position p join event e on e.tenant_id = $1 and e.event_id = p.event_id
    where p.tenant_id = $1 and p.position > $2
    order by p.position limit $3`,
)

// Drafts and master data publish no event. The trail has every changed record, in commit order.
const selectPlanned = statement(
  'shell.select_planned',
  `select r.sequence::float8 as position, case r.entity_type when 'trip' then 'plan.changed' else 'record.changed' end as type,
          r.entity_type, r.entity_id, case when r.entity_type = 'trip' then r.changes -> 'orders' end as orders,
          case when r.entity_type = 'document' then coalesce(${kindOf(ownId)}, ${kindBefore}) end as document_kind
     from audit_record r
    where r.tenant_id = $1 and r.sequence > $2 and r.sequence > 0
    order by r.sequence limit $3`,
)

/** A change of the trail, with the difference in the orders of a trip. */
type Planned = SeenChange & { orders: Difference | null }

/** LIVE-2: the orders added to or removed from a trip, which leave or return to the pool. */
function withOrders({ orders, ...change }: Planned): SeenChange {
  if (orders === null) return change
  const lists = [orders.before, orders.after].filter((list) => list !== null)
  // Very long lists are stored as a digest.
  const order_ids = lists.every((list) => Array.isArray(list)) ? [...new Set<string>(lists.flat())] : null
  return { ...change, order_ids }
}

/** Changes of both sources after a place, each in order, at most `most` of each. */
export async function listChanges(tx: Tx, after: { log: number; plan: number }, most: number): Promise<Changes> {
  const [log, plan] = await Promise.all([
    tx.query<SeenChange>(selectEvents, after.log, most),
    tx.query<Planned>(selectPlanned, after.plan, most),
  ])
  return { log, plan: plan.map(withOrders) }
}

/** Ends of both sources, and the beginning of the log. */
export async function findEnds(tx: Tx): Promise<{ firstOfLog: number; log: number; plan: number }> {
  const [ends, head] = await Promise.all([findLogEnds(tx), findHead(tx)])
  return { firstOfLog: ends?.first ?? 1, log: ends?.last ?? 0, plan: head?.sequence ?? 0 }
}
