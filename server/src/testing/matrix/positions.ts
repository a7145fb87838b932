import { updateTracking } from '@cartage/contract/inbound/tracking-update'
import type { z } from 'zod'
import { saveProposals } from '../../positions/proposals.store.ts'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

type Tracking = z.input<(typeof updateTracking)['body']>

/** Positions of a resource, by everything it could be called. */
const trackings = (name: string): Tracking => ({
  updates: ['name', 'generic_id', 'integration_object_id'].map((member) => ({
    tracking_match: {
      matches_any: ['driver', 'vehicle', 'container', 'subcontractor'].map((kind) => ({
        resource: { [kind]: { [member]: { matches_any: [name] } } },
      })),
    },
    tracking_update_data: [{ position: { timestamp: new Date().toISOString(), latitude: 51, longitude: 4 } }],
  })),
})

/** How the matrix calls the endpoints of positions. Instants and versions name nothing of a tenant. */
export const positionCases = {
  plainQuery: ['since', 'from', 'to', 'kind', 'days', 'west', 'south', 'east', 'north'],
  pathIds: { stop_id: { of: (victim: Victim) => victim.stopId } },
  bodies: {
    // Someone else's resource by what only its owner may know.
    updateTracking: [trackings, (_: string, victim: Victim) => trackings(victim.secrets[0]!)],
    setLocationFence: [() => ({ radius_m: 500 })],
    testRoadEngine: [() => ({ engine: null })],
  },
}

/** Positions of the victim's resources, and an arrival that they show. */
export async function createVictimPositions(
  tenant: TestTenant,
  named: { resource_id: string; stop_id: string },
  word: string,
): Promise<void> {
  await tenant.webhook(updateTracking, { body: trackings(word) })
  const proposal = {
    ...named,
    kind: 'ARRIVAL' as const,
    trip_id: named.stop_id,
    state: 'OPEN' as const,
    earliest_at: null,
    latest_at: null,
  }
  await tenant.asTenant((tx) => saveProposals(tx, [{ ...proposal, happened_at: '2026-03-02T08:00:00.000Z' }]))
}
