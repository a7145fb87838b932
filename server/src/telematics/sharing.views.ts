import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'

/** Whether the phone of a driver may report its position. */
export interface Sharing {
  /** Setting of the organisation. */
  is_allowed: boolean
  /** When the driver agreed; null without consent. */
  agreed_at: string | null
}

const selectSharing = statement(
  'telematics.select_sharing',
  `select s.driver_positions as is_allowed,
          (select ${instant('c.agreed_at')} from driver_position_consent c
            where c.tenant_id = $1 and c.resource_id = $2) as agreed_at
     from tenant_setting s where s.tenant_id = $1`,
)

/** Whether a driver shares the position of the phone. */
export async function readSharing(tx: Tx, resourceId: string): Promise<Sharing> {
  return (await tx.query<Sharing>(selectSharing, resourceId))[0]!
}

const selectAllowed = statement(
  'telematics.select_sharing_allowed',
  'select s.driver_positions as is_allowed from tenant_setting s where s.tenant_id = $1',
)
const selectDrivers = statement(
  'telematics.list_sharing_drivers',
  `select c.resource_id, r.name, ${instant('c.agreed_at')} as agreed_at,
          (select ${instant('p.recorded_at')} from resource_state p
            where p.tenant_id = $1 and p.resource_id = c.resource_id and p.kind = 'POSITION') as recorded_at
     from driver_position_consent c
     join resource r on r.tenant_id = $1 and r.resource_id = c.resource_id
    where c.tenant_id = $1 and not r.is_archived order by r.name, c.resource_id limit 500`,
)

/** Whether drivers may share positions, and which drivers do. */
export async function readDriverPage(tx: Tx) {
  type Driver = { resource_id: string; name: string; agreed_at: string; recorded_at: string | null }
  const [[setting], drivers] = await Promise.all([
    tx.query<Pick<Sharing, 'is_allowed'>>(selectAllowed),
    tx.query<Driver>(selectDrivers),
  ])
  return { is_allowed: setting!.is_allowed, drivers }
}
