import type { PlaceEstimate } from '@cartage/contract/locations/endpoints'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Coordinates } from '../great-circle.rules.ts'
import type { GeocodedAddress } from './rules.ts'

const selectNext = statement(
  'locations.select_to_geocode',
  `select l.location_id, l.address, l.postal_code, l.city, l.country, l.updated_at::text as updated_at
     from location l
    where l.tenant_id = $1 and l.geocode_at is not null and l.geocode_at <= now()
    order by l.geocode_at limit 1`,
)

/** A location to be geocoded. */
export interface LocationToGeocode extends GeocodedAddress {
  location_id: string
  /** With microseconds. */
  updated_at: string
}

/** The location that has waited longest for a geocoder; undefined if none waits. */
export async function nextToGeocode(tx: Tx): Promise<LocationToGeocode | undefined> {
  return (await tx.query<LocationToGeocode>(selectNext))[0]
}

const updateLater = statement(
  'locations.geocode_later',
  `update location set geocode_at = now() + make_interval(mins => $3)
    where tenant_id = $1 and location_id = $2 and geocode_at is not null`,
)

/** Postpones a location; null minutes: it is not queried again until it changes. */
export async function geocodeLater(tx: Tx, locationId: string, minutes: number | null): Promise<void> {
  await tx.query(updateLater, locationId, minutes)
}

const updateGeocoded = statement(
  'locations.update_geocoded',
  `update location
      set latitude = $4, longitude = $5, coordinate_source = 'ESTIMATE', estimate = $6::jsonb, time_zone = $7,
          is_unclear = false, geocode_at = null
    where tenant_id = $1 and location_id = $2 and updated_at = $3::timestamptz and geocode_at is not null
   returning location_id`,
)

/**
 * Moves a location to a geocoder's result, unless it was changed meanwhile.
 * @returns whether it was moved
 */
export async function saveGeocoded(
  tx: Tx,
  { location_id, updated_at }: LocationToGeocode,
  { latitude, longitude }: Coordinates,
  { estimate, time_zone }: { estimate: PlaceEstimate; time_zone: string | null },
): Promise<boolean> {
  const values = [location_id, updated_at, latitude, longitude, JSON.stringify(estimate), time_zone]
  return (await tx.query(updateGeocoded, ...values)).length > 0
}
