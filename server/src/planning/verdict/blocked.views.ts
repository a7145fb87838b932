import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { isOfGroup } from '../../resources/groups/trips.views.ts'
import { tripsByIds } from '../../trips/store.ts'
import { liftedReasons, loadCarriers } from '../facts/carriers.views.ts'
import { loadPlanSettings } from '../facts/views.ts'
import { reasonsOfCarriers } from './carrier.rules.ts'

/** Maximum number of trips checked, earliest first. */
const most = 50

const selectBlocked = statement(
  'planning.list_trips_of_blocked_carriers',
  `select t.trip_id from trip t
    where t.tenant_id = $1 and t.status in ('CREATED', 'PLANNED')
      and t.ends_at >= $2::timestamptz and t.starts_at < $3::timestamptz
      and exists (
        select from company c
         where c.tenant_id = $1 and (c.purchase_status = 'BLOCKED' or c.is_archived or c.archived_subcontractor)
           and (c.company_id = t.subcontractor_id or c.company_id in (
             select r.subcontractor_id from trip_resource x
               join resource r on r.tenant_id = $1 and r.resource_id = x.resource_id
              where x.tenant_id = $1 and x.trip_id = t.trip_id)))
      and ${isOfGroup('t.trip_id', '$4')}
    order by t.starts_at, t.trip_id limit ${most}`,
)

/**
 * FIT-10: trips that have not begun and whose carrier is blocked or archived (FIT-6), unless that was overridden.
 * @param range instants; trips within it
 */
export async function listTripsOfBlockedCarriers(
  tx: Tx,
  { from, to, group }: { from: string; to: string; group: string | undefined },
): Promise<{ trip_id: string; carrier_name: string }[]> {
  const rows = await tx.query<{ trip_id: string }>(selectBlocked, from, to, group ?? null)
  if (rows.length === 0) return []
  const ids = rows.map(({ trip_id }) => trip_id)
  const [trips, known] = await Promise.all([tripsByIds(tx, ids), loadPlanSettings(tx)])
  // Only the status of carriers is checked here.
  const facts = { ...known, orders: new Map(), places: new Map() }
  const found = await Promise.all(
    trips.map(async (trip) => {
      const [carriers, lifted] = await Promise.all([
        loadCarriers(
          tx,
          trip.subcontractor_id === null ? [] : [trip.subcontractor_id],
          trip.resources.map(({ resource_id }) => resource_id),
        ),
        liftedReasons(tx, trip.trip_id),
      ])
      const against = carriers.find((carrier) =>
        reasonsOfCarriers(trip, [carrier], facts).some(
          ({ code, message }) => code === 'carrier_blocked' && !lifted.has(String(message)),
        ),
      )
      return against ? [{ trip_id: trip.trip_id, carrier_name: against.name }] : []
    }),
  )
  return found.flat()
}
