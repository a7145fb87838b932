import type { Context } from '../context.ts'
import { noteChanged } from '../jobs/followers.ts'
import type { Loop } from '../jobs/loop.ts'
import { tenantLoop } from '../jobs/tenant-loop.ts'
import { createRests, togetherOrApart } from '../jobs/together.ts'
import { answerFor, chosenEstimate } from './answers/rules.ts'
import { findAnswers, findCustomers, findOpenPlaces, type OpenPlace, withCustomers } from './answers/views.ts'
import { type Placed, updatePlaces } from './change.store.ts'
import { findTimeZone, findWhereabouts } from './cities.views.ts'
import { isUncertain } from './geocoder/rules.ts'
import { searchTerm } from './members.rules.ts'
import { saysNoCountry, usualCountries } from './usual-countries.views.ts'
import { type LocationToPlace, listLocationsToPlace } from './views.ts'

/** Number of locations of one tenant placed per batch. */
const batch = 500

/**
 * Locates new and changed locations: missing coordinates are set to those of the town, marked as an estimate, and the
 * time zone follows from them. Runs separately from uploads, so that order entry never waits for it.
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
 * Places one batch of one tenant. A location that fails is paused, and the others are placed (EACH-3).
 * @returns true when there may be more
 */
export async function placeLocations(
  ctx: Context,
  tenantId: string,
  rests = createRests(ctx, 'locations'),
): Promise<boolean> {
  const [found, countriesOf] = await ctx.db.asWorker(tenantId, async (tx) => {
    const locations = await withCustomers(tx, await listLocationsToPlace(tx, batch, rests.of(tenantId)))
    return [locations, await usualCountries(tx, locations)] as const
  })
  const places: Placed[] = []
  // Sequential, so that each file of towns is read once, and the process answers requests in between.
  for (const location of found) places.push(await placeOf(location, countriesOf(location)))
  const unclear = found.filter((one, at) => places[at]!.is_unclear || saysNoCountry(one))
  if (unclear.length > 0) await placeAnswered(ctx, tenantId, places, await findOpenPlaces(unclear, countriesOf))
  if (ctx.config.geocoding) {
    for (const [at, place] of places.entries()) {
      place.asks = place.coordinate_source !== 'GIVEN' && isUncertain(place.estimate, found[at]!)
    }
  }
  await togetherOrApart(
    places,
    async (some) => {
      const ids = some.map(({ location_id }) => location_id)
      await ctx.db.asWorker(tenantId, async (tx) => {
        await updatePlaces(tx, [...some])
        await noteChanged(tx, ids)
      })
      rests.done(ids)
      if (some.some(({ asks }) => asks)) ctx.wake('geocoding')
    },
    ({ location_id }, error) => rests.leave(tenantId, location_id, error),
  )
  return found.length === batch
}

/** PLACE-7: an answer of a person decides where the place is. */
async function placeAnswered(
  ctx: Context,
  tenantId: string,
  places: Placed[],
  open: readonly OpenPlace[],
): Promise<void> {
  const spellings = new Map(open.map(({ asked, known }) => [asked.location_id!, known.spelling]))
  const [answers, customers] = await ctx.db.asWorker(tenantId, async (tx) => {
    const answers = await findAnswers(tx, [...spellings.values()])
    const isOfSome = [...answers.values()].flat().some(({ company_id }) => company_id !== null)
    return [answers, isOfSome ? await findCustomers(tx, [...spellings.keys()]) : new Map<string, string[]>()] as const
  })
  for (const place of places) {
    const given = answers.get(spellings.get(place.location_id) ?? '') ?? []
    if (place.coordinate_source === 'GIVEN') continue
    const answer = answerFor(given, customers.get(place.location_id) ?? [])
    if (!answer) continue
    const { latitude, longitude, radius_km } = answer
    const time_zone = await findTimeZone(answer)
    const estimate = chosenEstimate(radius_km)
    Object.assign(place, { latitude, longitude, time_zone, estimate, coordinate_source: 'ESTIMATE', is_unclear: false })
  }
}

async function placeOf(
  { name, location_id, updated_at, ...written }: LocationToPlace,
  usual: readonly string[],
): Promise<Placed> {
  const terms = { search_name: searchTerm(name), search_city: searchTerm(written.city) }
  const found = await findWhereabouts(written, usual)
  return {
    location_id,
    updated_at,
    ...terms,
    ...found,
    is_unclear: found.estimate?.source === 'AMBIGUOUS',
    asks: false,
  }
}
