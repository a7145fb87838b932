import { updateTracking } from '@cartage/contract/inbound/tracking-update'
import { addTelematicsConnection } from '@cartage/contract/positions/app/connections'
import type { z } from 'zod'
import { saveProposals } from '../../positions/proposals.store.ts'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

type Tracking = z.input<(typeof updateTracking)['body']>

/** Positions of a resource, under each of its possible names. */
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

const connection = (name: string) => ({
  ...{ kind: 'TRACCAR', name, base_url: null, sign_in: 'NONE', user_name: null, token_url: null },
  ...{ interval_seconds: 60, is_paused: false },
})

/** Requests for the position endpoints. Instants and versions refer to no tenant data. */
export const positionCases = {
  plainQuery: ['since', 'from', 'to', 'kind', 'days', 'west', 'south', 'east', 'north'],
  pathIds: {
    stop_id: { of: (victim: Victim) => victim.stopId },
    connection_id: { of: (victim: Victim) => victim.connectionId },
  },
  bodies: {
    // Another tenant's resource by values that only its owner may know.
    updateTracking: [trackings, (_: string, victim: Victim) => trackings(victim.secrets[0]!)],
    setLocationFence: [() => ({ radius_m: 500 })],
    testRoadEngine: [() => ({ engine: null })],
    addTelematicsConnection: [() => connection('matrix')],
    changeTelematicsConnection: [() => connection('matrix')],
    // Another tenant's device and vehicle by values that only their owner may know.
    setTelematicsVehicle: [
      (_: string, { connectionId, resources }: Victim) => {
        return { connection_key: connectionId, source_key: 'matrix', resource_id: resources.resourceId }
      },
    ],
    setDriverPositions: [() => ({ is_allowed: true })],
    reportTraccarPosition: [() => ({ device: { uniqueId: 'matrix' } })],
  },
}

/**
 * Positions of the victim's resources, an arrival derived from them, and a connection.
 * @returns the id of the connection
 */
export async function createVictimPositions(
  tenant: TestTenant,
  named: { resource_id: string; stop_id: string },
  word: string,
): Promise<string> {
  const admin = await tenant.user('SUPER_ADMIN')
  const { connection_id } = await admin(addTelematicsConnection, { body: connection(word) as never })
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
  return connection_id
}
