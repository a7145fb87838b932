import type { Change } from '@cartage/contract/app/shell'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const selectChanges = statement(
  'shell.select_changes',
  `select p.position::float8 as position, e.type, e.entity_type, e.entity_id
     from event_position p join event e on e.tenant_id = $1 and e.event_id = p.event_id
    where p.tenant_id = $1 and p.position > $2
    order by p.position limit $3`,
)

/** What the log has after a position, in order. */
export async function listChanges(tx: Tx, after: number, most: number): Promise<Change[]> {
  return await tx.query<Change>(selectChanges, after, most)
}
