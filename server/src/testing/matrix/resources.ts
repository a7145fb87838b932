import { randomUUID } from 'node:crypto'
import { addResourceAllocation, addResourceGroup } from '@cartage/contract/resources/app/groups'
import { createResource } from '@cartage/contract/resources/endpoints'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

/** The victim's resources. */
export interface VictimResources {
  resourceId: string
  resourceGroupId: string
  resourceAllocationId: string
}

/** Requests for the victim's resources and groups. */
export const resourceCases = {
  pathIds: {
    resource_id: { of: (victim: Victim) => victim.resources.resourceId },
    resource_group_id: { of: (victim: Victim) => victim.resources.resourceGroupId },
    resource_allocation_id: { of: (victim: Victim) => victim.resources.resourceAllocationId },
  },
  // A search text alone refers to no record; leaks in the list of another tenant are tested without a filter.
  plainQuery: ['updated_after', 'external_id', 'external_id:in', 'resource_type', 'resource_type:in'],
  bodies: {
    createResource: [
      () => ({ name: 'mine', van: {} }),
      // Another tenant's location and company by id.
      (_: string, victim: Victim) => ({ name: 'mine', driver: { start_stop_location: { id: victim.locationId } } }),
    ],
    replaceResource: [() => ({ name: 'mine', van: {} })],
    updateResource: [
      () => ({ name: 'mine' }),
      (_: string, victim: Victim) => ({ resource_group: { id: victim.resources.resourceGroupId } }),
    ],
    syncResources: [
      (name: string) => ({ source: 'matrix', items: [] as unknown[], dry_run: name === '' }),
      (name: string) => ({ source: 'matrix', items: [{ name: 'mine', van: {}, external_id: name }] }),
    ],
    addResourceGroup: [() => ({ name: 'mine' })],
    changeResourceGroup: [() => ({ name: 'mine' })],
    addResourceAllocation: [
      (_: string, { resources }: Victim) => ({
        kind: 'FIXED',
        resource_id: resources.resourceId,
        resource_group_id: resources.resourceGroupId,
      }),
      (_: string, { resources }: Victim) => ({
        kind: 'COMBINED',
        resource_ids: [resources.resourceId, randomUUID()],
        resource_group_id: resources.resourceGroupId,
      }),
    ],
    endResourceAllocation: [() => ({ ends_on: '2030-01-01' })],
  },
}

/** A resource in a group, with `word` in every text. */
export async function createVictimResources(tenant: TestTenant, word: string): Promise<VictimResources> {
  const planner = await tenant.user('PLANNER')
  const resource = await tenant.call(createResource, { body: { name: word, van: { license_plate: word } } })
  const group = await planner(addResourceGroup, { body: { name: word, code: word } })
  const { items } = await planner(addResourceAllocation, {
    body: { kind: 'FIXED', resource_id: resource.id, resource_group_id: group.id },
  })
  return { resourceId: resource.id, resourceGroupId: group.id, resourceAllocationId: items[0]!.id }
}
