import type { Context } from '../context.ts'
import { noteChanged } from '../jobs/followers.ts'
import type { Loop } from '../jobs/loop.ts'
import { tenantLoop } from '../jobs/tenant-loop.ts'
import { createRests, togetherOrApart } from '../jobs/together.ts'
import { type Placed, updatePlaces } from './change.store.ts'
import { findWhereabouts } from './cities.views.ts'
import { searchTerm } from './members.rules.ts'
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

async function placeOf({ name, location_id, updated_at, ...written }: LocationToPlace): Promise<Placed> {
  const terms = { search_name: searchTerm(name), search_city: searchTerm(written.city) }
  return { location_id, updated_at, ...terms, ...(await findWhereabouts(written)) }
}
