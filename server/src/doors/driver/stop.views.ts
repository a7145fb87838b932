import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import type { ActPlace } from './act.rules.ts'

/** Data of a stop that decides whether a driver may report on it. */
export interface StopOfDriver extends ActPlace {
  /** Role of the stop in its order; null for a stop without an order. */
  role: string | null
  has_container: boolean
}

const selectStop = statement(
  'doors.find_stop_of_driver',
  `select s.trip_id,
          (select o.role from order_stop o where o.tenant_id = $1 and o.stop_id = s.stop_id) as role,
          exists (select from trip_resource x
                   where x.tenant_id = $1 and x.trip_id = s.trip_id and x.resource_id = $3) as is_own,
          coalesce((select o.doc -> 'container' is not null from transport_order o
                     where o.tenant_id = $1 and o.order_id = s.order_id), false) as has_container
     from trip_stop s where s.tenant_id = $1 and s.stop_id = $2`,
)

/** A stop, and whether this driver is on its trip; undefined without a trip. */
export async function findStopOfDriver(tx: Tx, stopId: string, resourceId: string): Promise<StopOfDriver | undefined> {
  return (await tx.query<StopOfDriver>(selectStop, stopId, resourceId))[0]
}

/** @throws Problem not_found unless the stop is on a trip that this driver has or reported on */
export async function requireStopOfDriver(tx: Tx, stopId: string, resourceId: string): Promise<void> {
  const stop = await findStopOfDriver(tx, stopId, resourceId)
  if (!stop?.is_own) throw new Problem('not_found')
}
