import type { PositionSettings } from '@cartage/contract/tenants/app/tenant-settings'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const selectFacts = statement(
  'positions.select_facts',
  `select s.positions as settings,
          exists (select from subscription w
                   where w.tenant_id = $1 and w.purpose = 'EVENTS'
                     and (w.event_types = '{}' or w.event_types && '{all,position.updated}')) as is_wanted
     from tenant_setting s where s.tenant_id = $1`,
)

/** The tenant's settings for positions, and whether any receiver subscribes to them. */
export interface PositionFacts {
  settings: PositionSettings
  is_wanted: boolean
}

/** One query for both, run with every message. */
export async function readPositionFacts(tx: Tx): Promise<PositionFacts> {
  return (await tx.query<PositionFacts>(selectFacts))[0]!
}
