import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { SensibleDay } from '../../reading/entered.ts'
import { Uuid, UuidOut } from '../../scalars.ts'

const name = z.string().trim().min(1).max(255)
const code = z.string().trim().max(255).nullish()

/** Resource group in the settings. */
export const AppResourceGroup = z
  .object({
    id: UuidOut.describe('Id of the resource group.'),
    name: z.string().describe('Name.'),
    code: z.string().nullable().describe('Code.'),
    is_archived: z.boolean().describe('Whether it is archived.'),
    resource_count: z.int().describe('Active resources that are, were or will be in it.'),
  })
  .meta({ id: 'AppResourceGroup' })
export type AppResourceGroup = z.output<typeof AppResourceGroup>

/** A new resource group. */
export const NewResourceGroup = z
  .object({ name: name.describe('Name.'), code: code.describe('Code.') })
  .meta({ id: 'AppNewResourceGroup' })

/** Changes of a resource group; absent members stay. */
export const ResourceGroupChange = z
  .object({
    name: name.optional().describe('New name.'),
    code: code.describe('New code; null removes it.'),
    is_archived: z.boolean().optional().describe('True archives it, false restores it.'),
  })
  .meta({ id: 'AppResourceGroupChange' })
export type ResourceGroupChange = z.output<typeof ResourceGroupChange>

const range = {
  starts_on: SensibleDay.nullish().describe('First day; from ever when absent.'),
  ends_on: SensibleDay.nullish().describe('Last day; no end when absent.'),
}

/** Allocates resources to groups. */
export const NewResourceAllocation = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('FIXED').describe('One resource on its own account.'),
      resource_id: Uuid.describe('Id of the resource.'),
      resource_group_id: Uuid.describe('Id of the group.'),
      ...range,
    }),
    z.object({
      kind: z.literal('COMBINED').describe('Resources that drive together, such as tractor, trailer and driver.'),
      resource_ids: z.array(Uuid).min(2).max(20).describe('Ids of the resources.'),
      resource_group_id: Uuid.describe('Id of the group.'),
      ...range,
    }),
    z.object({
      kind: z.literal('ROTATING').describe('One resource that changes groups in turns.'),
      resource_id: Uuid.describe('Id of the resource.'),
      turns: z
        .array(
          z.object({
            resource_group_id: Uuid.describe('Id of the group.'),
            days: z.int().min(1).max(366).describe('Days the turn lasts.'),
          }),
        )
        .min(2)
        .max(52)
        .describe('Turns in their order; after the last one the first starts again.'),
      starts_on: SensibleDay.describe('Day on which the first turn begins.'),
      ends_on: range.ends_on,
    }),
  ])
  .meta({ id: 'AppNewResourceAllocation' })
export type NewResourceAllocation = z.output<typeof NewResourceAllocation>

/** Reason and period of a resource in a group. */
export const AppResourceAllocation = z
  .object({
    id: UuidOut.describe('Id of the allocation.'),
    kind: z.enum(['FIXED', 'COMBINED', 'ROTATING']).describe('On its own account, in a combination, or in turns.'),
    resource_id: UuidOut.describe('Id of the resource.'),
    resource_group_id: UuidOut.describe('Id of the group.'),
    resource_group_name: z.string().describe('Name of the group.'),
    starts_on: z.string().nullable().describe('First day; null: from ever.'),
    ends_on: z.string().nullable().describe('Last day; null: no end date.'),
    combination_id: UuidOut.nullable().describe('The same for all resources of a combination.'),
    rotation_id: UuidOut.nullable().describe('The same for all turns of a rotation.'),
    turn: z.int().nullable().describe('Place of the turn in the rotation, from 1.'),
    turn_days: z.int().nullable().describe('Days the turn lasts.'),
    is_archived: z.boolean().describe('Ended: the resource is no longer in the group by it.'),
  })
  .meta({ id: 'AppResourceAllocation' })
export type AppResourceAllocation = z.output<typeof AppResourceAllocation>

const Allocations = z
  .object({ items: z.array(AppResourceAllocation).describe('The allocations.') })
  .meta({ id: 'AppResourceAllocations' })
const GroupParams = z.object({ resource_group_id: Uuid.describe('Id of the resource group.') })
const AllocationParams = z.object({ resource_allocation_id: Uuid.describe('Id of the allocation.') })

/** Every resource group, archived ones last. */
export const listGroupSettings = endpoint({
  ...ofApplication,
  id: 'listGroupSettings',
  method: 'GET',
  path: '/app/resource-groups',
  summary: 'List resource groups',
  permission: 'resource.read',
  response: z.object({ items: z.array(AppResourceGroup).describe('The groups, archived ones last.') }),
})

/** Creates a resource group. */
export const addResourceGroup = endpoint({
  ...ofApplication,
  id: 'addResourceGroup',
  method: 'POST',
  creates: 'header',
  path: '/app/resource-groups',
  summary: 'Make a resource group',
  permission: 'resource.write',
  body: NewResourceGroup,
  response: AppResourceGroup,
})

/** Renames, archives or restores a resource group. */
export const changeResourceGroup = endpoint({
  ...ofApplication,
  id: 'changeResourceGroup',
  method: 'PATCH',
  path: '/app/resource-groups/{resource_group_id}',
  summary: 'Rename or archive a resource group',
  permission: 'resource.write',
  params: GroupParams,
  body: ResourceGroupChange,
  response: AppResourceGroup,
})

/** Resource of a group, with reason and period. */
export const GroupMember = AppResourceAllocation.extend({
  resource_name: z.string().describe('Name of the resource.'),
  resource_type: z.string().describe('Kind of the resource.'),
  license_plate: z.string().nullable().describe('Licence plate.'),
}).meta({ id: 'AppGroupMember' })
export type GroupMember = z.output<typeof GroupMember>

/** Past, current and future members of a group. */
export const listGroupMembers = endpoint({
  ...ofApplication,
  id: 'listGroupMembers',
  method: 'GET',
  path: '/app/resource-groups/{resource_group_id}/members',
  summary: 'List the members of a resource group',
  description: 'Current allocations of active resources, by name; at most 2,000.',
  permission: 'resource.read',
  params: GroupParams,
  response: z.object({ items: z.array(GroupMember).describe('By name.') }),
})

/** Group allocations of a resource, archived ones last. */
export const listResourceAllocations = endpoint({
  ...ofApplication,
  id: 'listResourceAllocations',
  method: 'GET',
  path: '/app/resources/{resource_id}/allocations',
  summary: 'List the allocations of a resource',
  permission: 'resource.read',
  params: z.object({ resource_id: Uuid.describe('Id of the resource.') }),
  response: Allocations,
})

/** Allocates a resource, combination or rotation to groups. */
export const addResourceAllocation = endpoint({
  ...ofApplication,
  id: 'addResourceAllocation',
  method: 'POST',
  creates: 'header',
  path: '/app/resource-allocations',
  summary: 'Assign resources to a group',
  description: 'Two fixed allocations of a resource may not share a day: 409.',
  permission: 'resource.write',
  body: NewResourceAllocation,
  response: Allocations,
})

/** Ends an allocation, with the whole combination or rotation it belongs to. */
export const endResourceAllocation = endpoint({
  ...ofApplication,
  id: 'endResourceAllocation',
  method: 'POST',
  path: '/app/resource-allocations/{resource_allocation_id}/end',
  summary: 'End an allocation',
  description: 'The whole combination or rotation ends with it. A day before its first is answered 409.',
  permission: 'resource.write',
  params: AllocationParams,
  body: z.object({ ends_on: SensibleDay.describe('Last day.') }).meta({ id: 'AppAllocationEnd' }),
  response: Allocations,
})

/** Archives an allocation, with the whole combination or rotation it belongs to. */
export const archiveResourceAllocation = endpoint({
  ...ofApplication,
  id: 'archiveResourceAllocation',
  method: 'POST',
  path: '/app/resource-allocations/{resource_allocation_id}/archive',
  summary: 'Take an allocation back',
  permission: 'resource.write',
  params: AllocationParams,
  response: Allocations,
})
