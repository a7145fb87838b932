import { randomUUID } from 'node:crypto'
import { createUnavailability } from '@cartage/contract/unavailabilities/endpoints'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

const body = { start_time: '2026-07-01T00:00:00Z', reason: 'DRIVER_HOLIDAY' as const }

/** Requests for the victim's unavailability, with their bodies. */
export const unavailabilityCases = {
  idsByPath: { '/unavailability/{id}': (victim: Victim) => victim.unavailabilityId },
  // Instants refer to no tenant data.
  plainQuery: ['start_time', 'end_time'],
  bodies: {
    createUnavailability: [() => body],
    addUnavailabilities: [
      // Another tenant's resource by id and by name.
      (_: string, victim: Victim) => ({
        rows: [{ ...body, line: 2, resource: { id: victim.resources.resourceId } }],
      }),
      (name: string) => ({ rows: [{ ...body, line: 2, resource: { name, license_plate: name } }] }),
    ],
    findMeantResources: [(name: string) => ({ events: [{ line: 1, addresses: [name], names: [name], title: name }] })],
    removeUnavailabilities: [
      (_: string, victim: Victim) => ({
        items: [{ resource_id: victim.resources.resourceId, unavailability_id: victim.unavailabilityId }],
      }),
    ],
    replaceUnavailability: [() => body],
    syncUnavailabilities: [
      // Another tenant's resource by id and by name, and an empty list for another tenant's source.
      (_: string, victim: Victim) => ({
        source: 'matrix',
        window: {},
        items: [{ ...body, external_id: randomUUID(), resource: { id: victim.resources.resourceId } }],
      }),
      (name: string) => ({
        source: 'matrix',
        window: {},
        items: [{ ...body, external_id: randomUUID(), resource: { name, license_plate: name } }],
      }),
      () => ({ source: 'matrix', window: {}, items: [] as unknown[] }),
    ],
  },
}

/** An unavailability of the victim's resource, with `word` in every text. */
export async function createVictimUnavailability(
  tenant: TestTenant,
  resource_id: string,
  word: string,
): Promise<string> {
  const texts = { external_id: word, description: word }
  const created = await tenant.call(createUnavailability, { params: { resource_id }, body: { ...body, ...texts } })
  return created.id
}
