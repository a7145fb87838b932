import type { DayException } from '@cartage/contract/app/day'
import type { Permission } from '@cartage/contract/endpoint'
import type { ListedTrip } from '@cartage/contract/trips/app/list'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { OpenReport } from '../doors/driver/open.views.ts'
import { driverException, type StopSubject } from './day.rules.ts'
import { phonesOf, subjectOf } from './subjects.views.ts'

const selectSubjects = statement(
  'shell.list_stops_of_reports',
  `select s.stop_id, ${subjectOf('t')}
     from unnest($2::uuid[]) as s (stop_id)
     left join lateral (
       select n.location_id, n.order_id from trip_stop n where n.tenant_id = $1 and n.stop_id = s.stop_id limit 1) t on true
     left join lateral (
       select n.order_id from order_stop n where n.tenant_id = $1 and n.stop_id = s.stop_id limit 1) p on true
     left join transport_order o on o.tenant_id = $1 and o.order_id = coalesce(t.order_id, p.order_id)`,
)

/** One exception for each driver report that a person has to look at (DOOR-6). */
export async function driverExceptions(
  tx: Tx,
  found: readonly OpenReport[],
  trips: ReadonlyMap<string, ListedTrip>,
  permissions: readonly Permission[],
): Promise<DayException[]> {
  if (found.length === 0) return []
  const unique = (ids: readonly string[]) => [...new Set(ids)]
  const [subjects, phones] = await Promise.all([
    tx.query<StopSubject>(selectSubjects, unique(found.map(({ stop_id }) => stop_id))),
    phonesOf(
      tx,
      found.map(({ resource_id }) => resource_id),
      permissions,
    ),
  ])
  const byStop = new Map(subjects.map((subject) => [subject.stop_id, subject]))
  return found.map((report) => {
    const trip = report.trip_id === null ? undefined : trips.get(report.trip_id)
    return driverException(report, trip, byStop.get(report.stop_id), phones)
  })
}
