import { setTimeout as sleep } from 'node:timers/promises'
import type { PlaceEstimate } from '@cartage/contract/locations/endpoints'
import type { GeocoderSettings } from '../../config.ts'
import type { Context } from '../../context.ts'
import { noteChanged } from '../../jobs/followers.ts'
import type { Loop } from '../../jobs/loop.ts'
import { tenantLoop } from '../../jobs/tenant-loop.ts'
import { findCountry, findTimeZone } from '../cities.views.ts'
import { type GeocoderAnswer, requestPlace } from './gateway.ts'
import { chooseHit, type GeocodedAddress } from './rules.ts'
import { geocodeLater, nextToGeocode, saveGeocoded } from './store.ts'

/** Pause after a failure of the geocoder, and until the affected location is queried again. */
const failedMs = 60_000
const againMinutes = 10
/** Maximum number of cached answers: new locations often share a street. */
const mostRemembered = 5_000

interface Memory {
  answers: Map<string, GeocoderAnswer>
  /** `performance.now()` until which the geocoder is not queried. */
  until: number
  /** `performance.now()` of the earliest next request. */
  next: number
}

// Per-process cache that lives as long as its context.
const memories = new WeakMap<Context, Memory>()

function memoryOf(ctx: Context): Memory {
  const memory = memories.get(ctx) ?? { answers: new Map(), until: 0, next: 0 }
  memories.set(ctx, memory)
  return memory
}

/**
 * Queries the operator's geocoder for locations that the built-in towns leave uncertain (PLACE-9), sequentially and
 * within its rate limit. They are placed as well as possible meanwhile: nothing waits for it.
 */
export function geocodingLoop(ctx: Context): Loop {
  return tenantLoop(ctx, {
    name: 'geocoding',
    pollMs: 5_000,
    due: 'locations_to_geocode',
    work: async (tenantId) => {
      const { geocoding } = ctx.config
      return geocoding !== undefined && (await geocodeNext(ctx, tenantId, geocoding))
    },
  })
}

/**
 * Queries one location.
 * @returns whether there may be more to query now
 */
async function geocodeNext(ctx: Context, tenantId: string, geocoder: GeocoderSettings): Promise<boolean> {
  const memory = memoryOf(ctx)
  if (performance.now() < memory.until) return false
  const location = await ctx.db.asWorker(tenantId, nextToGeocode)
  if (!location) return false
  const { hits, failure } = await answerOf(ctx, geocoder, location)
  if (failure !== null) {
    ctx.log.warn({ tenant_id: tenantId, geocoder: geocoder.kind, failure }, 'the geocoder gave no answer')
    memory.until = performance.now() + failedMs
    await ctx.db.asWorker(tenantId, (tx) => geocodeLater(tx, location.location_id, againMinutes))
    return false
  }
  const found = chooseHit(hits, await findCountry(location), location.postal_code)
  if (!found) {
    await ctx.db.asWorker(tenantId, (tx) => geocodeLater(tx, location.location_id, null))
    return true
  }
  const { radius_km, ...point } = found
  const estimate: PlaceEstimate = { source: 'GEOCODER', radius_km, candidates: [], disagrees: false }
  const time_zone = await findTimeZone(point)
  await ctx.db.asWorker(tenantId, async (tx) => {
    if (await saveGeocoded(tx, location, point, { estimate, time_zone })) await noteChanged(tx, [location.location_id])
  })
  return true
}

async function answerOf(ctx: Context, geocoder: GeocoderSettings, asked: GeocodedAddress): Promise<GeocoderAnswer> {
  const memory = memoryOf(ctx)
  const { address, postal_code, city, country } = asked
  const key = JSON.stringify([address, postal_code, city, country])
  const known = memory.answers.get(key)
  if (known) return known
  const wait = memory.next - performance.now()
  if (wait > 0) await sleep(wait)
  memory.next = performance.now() + 1_000 / geocoder.per_second
  const answer = await requestPlace(ctx, geocoder, { address, postal_code, city, country })
  if (answer.failure === null) {
    memory.answers.set(key, answer)
    if (memory.answers.size > mostRemembered) memory.answers.delete(memory.answers.keys().next().value!)
  }
  return answer
}
