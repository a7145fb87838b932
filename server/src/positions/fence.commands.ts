import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { findLocation } from '../locations/views.ts'
import { readPositionFacts } from './settings.views.ts'
import { saveFence } from './store.ts'
import { findPlaces } from './views.ts'

/** The radius of one location; null for the tenant's default. */
export interface FenceChange {
  locationId: string
  radiusM: number | null
}

/**
 * Sets the radius within which a resource counts as being at a location, and records the author in its history.
 * @returns the effective radius in metres
 * @throws Problem not_found
 */
export async function setFence(tx: Tx, by: By, { locationId, radiusM }: FenceChange): Promise<number> {
  const [location, { settings }] = await Promise.all([findLocation(tx, locationId), readPositionFacts(tx)])
  if (!location) throw new Problem('not_found')
  const id = location.merged_into ?? location.id
  const before = (await findPlaces(tx, [id])).get(id)?.radius_m ?? null
  if (before !== radiusM) {
    await saveFence(tx, id, radiusM)
    const members = (radius_m: number | null) => ({ radius_m })
    const change = { entity_type: 'location', entity_id: id, action: 'updated' } as const
    await recordChanges(tx, by, [{ ...change, before: members(before), after: members(radiusM) }])
  }
  return radiusM ?? settings.geofence_radius_m
}
