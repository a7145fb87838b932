import type { DayException } from '@cartage/contract/app/day'
import type { Permission } from '@cartage/contract/endpoint'
import type { ListedTrip } from '@cartage/contract/trips/app/list'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { OpenReport } from '../doors/driver/open.views.ts'
import { survivorOf } from '../locations/views.ts'
import { driverException, type StopSubject } from './day.rules.ts'

const selectSubjects = statement(
  'shell.list_stops_of_reports',
  `select s.stop_id, o.order_id, o.order_number,
          (select c.name from company c where c.tenant_id = $1 and c.company_id = o.company_id) as customer_name,
          (select json_build_object('name', coalesce(v.display_name, v.name), 'city', v.city, 'country', v.country)
             from location m join location v on v.tenant_id = $1 and v.location_id = ${survivorOf('m')}
            where m.tenant_id = $1 and m.location_id = t.location_id) as place
     from unnest($2::uuid[]) as s (stop_id)
     left join lateral (
       select n.location_id, n.order_id from trip_stop n where n.tenant_id = $1 and n.stop_id = s.stop_id limit 1) t on true
     left join lateral (
       select n.order_id from order_stop n where n.tenant_id = $1 and n.stop_id = s.stop_id limit 1) p on true
     left join transport_order o on o.tenant_id = $1 and o.order_id = coalesce(t.order_id, p.order_id)`,
)

const selectPhones = statement(
  'shell.list_phones_of_reporters',
  `select r.resource_id, r.properties ->> 'phone_number' as phone from resource r
    where r.tenant_id = $1 and r.resource_id = any($2::uuid[]) and r.properties ->> 'phone_number' <> ''`,
)

/** One exception for each report of a driver that a person has to look at (DOOR-6). */
export async function driverExceptions(
  tx: Tx,
  found: readonly OpenReport[],
  trips: ReadonlyMap<string, ListedTrip>,
  permissions: readonly Permission[],
): Promise<DayException[]> {
  if (found.length === 0) return []
  const unique = (ids: readonly string[]) => [...new Set(ids)]
  const mayCall = permissions.includes('resource.personal')
  const [subjects, phones] = await Promise.all([
    tx.query<StopSubject>(selectSubjects, unique(found.map(({ stop_id }) => stop_id))),
    tx.query<{ resource_id: string; phone: string }>(
      selectPhones,
      mayCall ? unique(found.map(({ resource_id }) => resource_id)) : [],
    ),
  ])
  const byStop = new Map(subjects.map((subject) => [subject.stop_id, subject]))
  const byDriver = new Map(phones.map(({ resource_id, phone }) => [resource_id, phone]))
  return found.map((report) => {
    const trip = report.trip_id === null ? undefined : trips.get(report.trip_id)
    return driverException(report, trip, byStop.get(report.stop_id), byDriver)
  })
}
