import type { Context } from '../context.ts'
import { isUnavailable } from '../db/failure.ts'
import { noteChanged } from '../jobs/followers.ts'
import type { Loop } from '../jobs/loop.ts'
import { tenantLoop } from '../jobs/tenant-loop.ts'
import { type Placed, updatePlaces } from './change.store.ts'
import { findCity, findTimeZone } from './cities.gateway.ts'
import { searchTerm } from './members.rules.ts'
import { type LocationToPlace, listLocationsToPlace } from './views.ts'

/** Locations of one tenant looked at in one go. */
const batch = 500

/**
 * Finds out where new and changed locations are: coordinates that no one gave are those of the town, marked as an
 * estimate; the time zone follows from them. Next to the uploads, so that order entry never waits for it.
 */
export function locationsLoop(ctx: Context): Loop {
  return tenantLoop(ctx, {
    name: 'locations',
    pollMs: 2_000,
    due: 'locations_to_place',
    work: (tenantId) => placeLocations(ctx, tenantId),
  })
}

/** Places one batch of one tenant; true when it was a full one. */
export async function placeLocations(ctx: Context, tenantId: string): Promise<boolean> {
  const found = await ctx.db.asWorker(tenantId, (tx) => listLocationsToPlace(tx, batch))
  const places: Placed[] = []
  // One after another: each file of towns is read once, and the process answers requests in between.
  for (const location of found) places.push(await placeOf(location))
  const written = await writePlaces(ctx, tenantId, places)
  return found.length === batch && written > 0
}

/** EACH-3: together, and one by one when that fails; what cannot be written waits and is logged. @returns how many were written */
async function writePlaces(ctx: Context, tenantId: string, places: readonly Placed[]): Promise<number> {
  const ids = places.map(({ location_id }) => location_id)
  try {
    await ctx.db.asWorker(tenantId, async (tx) => {
      await updatePlaces(tx, [...places])
      await noteChanged(tx, ids)
    })
    return places.length
  } catch (error) {
    if (isUnavailable(error)) throw error
    if (places.length > 1) {
      let written = 0
      for (const place of places) written += await writePlaces(ctx, tenantId, [place])
      return written
    }
    ctx.log.error({ err: error, tenant_id: tenantId, location_id: ids[0] }, 'a location could not be placed')
    return 0
  }
}

async function placeOf({ name, city, country, ...location }: LocationToPlace): Promise<Placed> {
  const { location_id, updated_at } = location
  const terms = { search_name: searchTerm(name), search_city: searchTerm(city) }
  const isGiven = location.latitude !== null && location.longitude !== null
  const point = isGiven
    ? { latitude: location.latitude!, longitude: location.longitude! }
    : await findCity(city ?? '', country ?? '')
  if (!point) {
    const nowhere = { latitude: null, longitude: null, time_zone: null, coordinate_source: 'UNKNOWN' } as const
    return { location_id, updated_at, ...nowhere, ...terms }
  }
  const time_zone = await findTimeZone(point)
  return { location_id, updated_at, ...point, ...terms, time_zone, coordinate_source: isGiven ? 'GIVEN' : 'ESTIMATE' }
}
