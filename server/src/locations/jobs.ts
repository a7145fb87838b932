import type { Context } from '../context.ts'
import { noteChanged } from '../jobs/followers.ts'
import type { Loop } from '../jobs/loop.ts'
import { tenantLoop } from '../jobs/tenant-loop.ts'
import { createRests, togetherOrApart } from '../jobs/together.ts'
import { type Placed, updatePlaces } from './change.store.ts'
import { findPlace, findTimeZone } from './cities.gateway.ts'
import { searchTerm } from './members.rules.ts'
import { isOneArea } from './place.rules.ts'
import { type LocationToPlace, listLocationsToPlace } from './views.ts'

/** Locations of one tenant looked at in one go. */
const batch = 500

/**
 * Finds out where new and changed locations are: coordinates that no one gave are those of the town, marked as an
 * estimate; the time zone follows from them. Next to the uploads, so that order entry never waits for it.
 */
export function locationsLoop(ctx: Context): Loop {
  const rests = createRests(ctx, 'locations')
  return tenantLoop(ctx, {
    name: 'locations',
    pollMs: 2_000,
    due: 'locations_to_place',
    work: (tenantId) => placeLocations(ctx, tenantId, rests),
  })
}

/**
 * Places one batch of one tenant. A location that cannot be placed rests, and the others are placed (EACH-3).
 * @returns true when there may be more
 */
export async function placeLocations(
  ctx: Context,
  tenantId: string,
  rests = createRests(ctx, 'locations'),
): Promise<boolean> {
  const found = await ctx.db.asWorker(tenantId, (tx) => listLocationsToPlace(tx, batch, rests.of(tenantId)))
  const places: Placed[] = []
  // One after another: each file of towns is read once, and the process answers requests in between.
  for (const location of found) places.push(await placeOf(location))
  await togetherOrApart(
    places,
    async (some) => {
      const ids = some.map(({ location_id }) => location_id)
      await ctx.db.asWorker(tenantId, async (tx) => {
        await updatePlaces(tx, [...some])
        await noteChanged(tx, ids)
      })
      rests.done(ids)
    },
    ({ location_id }, error) => rests.leave(tenantId, location_id, error),
  )
  return found.length === batch
}

async function placeOf({ name, city, country, postal_code, ...location }: LocationToPlace): Promise<Placed> {
  const { location_id, updated_at, latitude, longitude } = location
  const terms = { search_name: searchTerm(name), search_city: searchTerm(city) }
  const placed = { location_id, updated_at, ...terms }
  if (latitude !== null && longitude !== null) {
    const time_zone = await findTimeZone({ latitude, longitude })
    return { ...placed, latitude, longitude, time_zone, estimate: null, coordinate_source: 'GIVEN' }
  }
  const nowhere = { ...placed, latitude: null, longitude: null, coordinate_source: 'UNKNOWN' } as const
  const found = await findPlace({ city, postal_code, country })
  if (!found) return { ...nowhere, time_zone: null, estimate: null }
  const { latitude: north, longitude: east, ...estimate } = found
  const time_zone = await findTimeZone(found)
  // PLACE-4: of places far apart none is planned with.
  if (!isOneArea(found)) return { ...nowhere, time_zone, estimate }
  return { ...placed, latitude: north, longitude: east, time_zone, estimate, coordinate_source: 'ESTIMATE' }
}
