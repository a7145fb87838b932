import type {
  CalendarResource,
  CalendarTrip,
  Clash,
  UnavailabilityRecord,
} from '@cartage/contract/unavailabilities/app/calendar'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'

const mostRows = 5_000
const mostBars = 20_000
const mostClashes = 500

const shown = `u.unavailability_id as id, u.resource_id, u.external_id, ${instant('u.start_at')} as start_time,
          ${instant('u.end_at')} as end_time, u.reason, u.description, u.source`

const selectRows = statement(
  'unavailabilities.calendar_rows',
  `select r.resource_id, r.resource_type, r.name, r.license_plate, g.resource_group_id as group_id, g.name as group_name
     from resource r
     left join lateral (
       select g.resource_group_id, g.name from resource_allocation a
         join resource_group g on g.tenant_id = $1 and g.resource_group_id = a.resource_group_id
        where a.tenant_id = $1 and a.resource_id = r.resource_id and not a.is_archived and not g.is_archived
        order by g.name, g.resource_group_id limit 1) g on true
    where r.tenant_id = $1 and not r.is_archived
    order by g.name nulls last, g.resource_group_id, r.name_key, r.resource_id limit ${mostRows}`,
)
const selectBars = statement(
  'unavailabilities.calendar_bars',
  `select ${shown} from unavailability u
    where u.tenant_id = $1 and u.until_at > $2::timestamptz and u.start_at < $3::timestamptz
    order by u.start_at, u.unavailability_id limit ${mostBars}`,
)
const selectTrips = statement(
  'unavailabilities.calendar_trips',
  `select x.trip_id, x.resource_id, t.name, t.status, ${instant('x.starts_at')} as starts_at,
          ${instant('x.ends_at')} as ends_at
     from trip_resource x join trip t on t.tenant_id = $1 and t.trip_id = x.trip_id
    where x.tenant_id = $1 and x.ends_at > $2::timestamptz and x.starts_at < $3::timestamptz
      and t.status <> 'CANCELLED'
    order by x.starts_at, x.trip_id limit ${mostBars}`,
)
const selectClashes = statement(
  'unavailabilities.calendar_clashes',
  `select u.unavailability_id, u.resource_id, r.name as resource_name, u.reason, t.trip_id, t.name as trip_name,
          ${instant('greatest(u.start_at, x.starts_at)')} as "from", ${instant('least(u.until_at, x.ends_at)')} as "to"
     from unavailability u
     join trip_resource x on x.tenant_id = $1 and x.resource_id = u.resource_id
      and x.starts_at < u.until_at and x.ends_at > u.start_at
     join trip t on t.tenant_id = $1 and t.trip_id = x.trip_id and t.status not in ('CANCELLED', 'COMPLETED')
     join resource r on r.tenant_id = $1 and r.resource_id = u.resource_id
    where u.tenant_id = $1 and u.until_at > $2::timestamptz and u.start_at < $3::timestamptz
      and x.ends_at > $2::timestamptz and x.starts_at < $3::timestamptz
    order by greatest(u.start_at, x.starts_at), u.unavailability_id, t.trip_id limit ${mostClashes}`,
)

/** All data of the calendar for a period. */
export async function readCalendar(tx: Tx, start: string, end: string) {
  const [resources, unavailabilities, trips, clashes] = await Promise.all([
    tx.query<CalendarResource>(selectRows),
    tx.query<UnavailabilityRecord>(selectBars, start, end),
    tx.query<CalendarTrip>(selectTrips, start, end),
    tx.query<Clash>(selectClashes, start, end),
  ])
  return { resources, unavailabilities, trips, clashes }
}

const selectOfResource = statement(
  'unavailabilities.list_of_resource_screen',
  `select ${shown} from unavailability u
    where u.tenant_id = $1 and u.resource_id = $2 order by u.start_at desc, u.unavailability_id limit 200`,
)

/** Unavailabilities of one resource for its page, latest start first. */
export async function listOfResource(tx: Tx, resourceId: string): Promise<UnavailabilityRecord[]> {
  return await tx.query<UnavailabilityRecord>(selectOfResource, resourceId)
}
