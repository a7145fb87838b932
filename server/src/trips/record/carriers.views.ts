import { instant } from '../../db/texts.ts'

// Shared SQL for reading trips; `t` is the trip.

const carriers = (more: string) => `(
  select coalesce(json_agg(json_build_object(
           'resource_id', x.resource_id, 'resource_type', r.resource_type, 'name', coalesce(x.name, r.name),
           'license_plate', coalesce(x.license_plate, r.license_plate),
           'container_number', coalesce(x.container_number, r.container_number)${more})
           order by x.position, x.resource_id), '[]')
    from trip_resource x join resource r on r.tenant_id = $1 and r.resource_id = x.resource_id
   where x.tenant_id = $1 and x.trip_id = t.trip_id)`

/** The resources of a trip with their names on it, as a JSON list. */
export const carriersOfTrip = carriers('')

/** The resources with the phone numbers of drivers, which are restricted: pass the result through `shownTo`. */
export const carriersWithPhones = carriers(`, 'phone_number', nullif(r.properties ->> 'phone_number', '')`)

/** The carrier of a trip, as JSON; null if it is our own. */
export const subcontractorOfTrip = `(
  select json_build_object('company_id', c.company_id, 'name', c.name)
    from company c where c.tenant_id = $1 and c.company_id = t.subcontractor_id)`

/**
 * The carrier that a trip is dispatched to, or whose withdrawal is still to be sent, as JSON; null if there is none.
 */
export const dispatchOfTrip = `(
  select json_build_object(
           'destination_name', p.name, 'differs_since', ${instant('d.differs_since')},
           'reason', case when f.status = 'DEAD' then f.reason end,
           'state', case
             when f.status = 'DELIVERED' then 'ACCEPTED'
             when f.status = 'DEAD' and f.reason ~ '^(rejected|refused)' then 'DECLINED'
             when f.status = 'DEAD' then 'UNDELIVERED'
             when exists (select from directed_event e where e.tenant_id = $1 and e.event_id = r.event_id) then 'SENDING'
             else 'ACCEPTED' end)
    from dispatch d
    join dispatch_destination p on p.tenant_id = $1 and p.dispatch_destination_id = d.dispatch_destination_id
    left join dispatch_revision r on r.tenant_id = $1 and r.dispatch_id = d.dispatch_id and r.revision = d.revision
    left join delivery f on f.tenant_id = $1 and f.event_id = r.event_id
   where d.tenant_id = $1 and d.subject_id = t.trip_id and (d.is_open or d.differs_since is not null)
   order by d.is_open desc, d.updated_at desc limit 1)`
