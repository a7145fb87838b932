// SQL that several reads of trips share; `t` is the trip.

/** Instant of a column as answers have it. */
export const instantText = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** What carries a trip, with what it is called on this trip, as a list in JSON. */
export const carriersOfTrip = `(
  select coalesce(json_agg(json_build_object(
           'resource_id', x.resource_id, 'resource_type', r.resource_type, 'name', coalesce(x.name, r.name),
           'license_plate', coalesce(x.license_plate, r.license_plate),
           'container_number', coalesce(x.container_number, r.container_number))
           order by x.position, x.resource_id), '[]')
    from trip_resource x join resource r on r.tenant_id = $1 and r.resource_id = x.resource_id
   where x.tenant_id = $1 and x.trip_id = t.trip_id)`

/** The company that drives a trip, as JSON; null when it is our own. */
export const subcontractorOfTrip = `(
  select json_build_object('company_id', c.company_id, 'name', c.name)
    from company c where c.tenant_id = $1 and c.company_id = t.subcontractor_id)`
