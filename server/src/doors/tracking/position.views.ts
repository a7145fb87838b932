import type { TrackedPosition } from '@cartage/contract/doors/app/tracking'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { lastPositions } from '../../positions/views.ts'
import { leadingPosition } from '../../trips/eta/rules.ts'
import { shownPosition } from './rules.ts'

// LINK-6: from its first stop until the last one is done, and only of vehicles: a driver's position reveals more.
const selectVehicles = statement(
  'doors.select_vehicles_under_way',
  `select x.resource_id
     from (select s.trip_id from trip_stop s
            where s.tenant_id = $1 and s.order_id = $2 and s.status <> 'CANCELLED'
            group by s.trip_id
           having bool_or(s.status in ('AT_STOP', 'COMPLETED')) and not bool_and(s.status = 'COMPLETED')) u
     join trip t on t.tenant_id = $1 and t.trip_id = u.trip_id and t.status = 'IN_PROGRESS'
     join trip_resource x on x.tenant_id = $1 and x.trip_id = t.trip_id
     join resource r on r.tenant_id = $1 and r.resource_id = x.resource_id
      and r.resource_type in ('TRACTOR', 'RIGID', 'VAN', 'TRAILER', 'FULL_TRAILER', 'CHASSIS')`,
)

/**
 * Approximate position of an order under way (LINK-6); null before and after, and when its vehicle was silent for too
 * long.
 * @param now milliseconds since 1970
 */
export async function readPosition(tx: Tx, orderId: string, now: number): Promise<TrackedPosition | null> {
  const vehicles = await tx.query<{ resource_id: string }>(selectVehicles, orderId)
  const known = await lastPositions(
    tx,
    vehicles.map(({ resource_id }) => resource_id),
  )
  return shownPosition(leadingPosition(known), now)
}
