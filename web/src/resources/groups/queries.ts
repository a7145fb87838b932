import type { Request } from '@cartage/contract/endpoint'
import * as contract from '@cartage/contract/resources/app/groups'
import { listResourceRecords } from '@cartage/contract/resources/app/record'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Every group, archived ones last. */
export const allGroupsQuery = queryOptions({
  queryKey: ['resources', 'groups'],
  queryFn: () => call(contract.listGroupSettings, {}),
  staleTime: 60_000,
})

/** Past, present and future members of a group. */
export function membersQuery(groupId: string) {
  return queryOptions({
    queryKey: ['resources', 'group-members', groupId],
    queryFn: () => call(contract.listGroupMembers, { params: { resource_group_id: groupId } }),
  })
}

/** Creates a group. */
export function addGroup(name: string, code: string) {
  return call(contract.addResourceGroup, { body: { name, ...(code !== '' && { code }) } })
}

/** Renames, archives or restores a group. */
export function changeGroup(groupId: string, body: Partial<contract.ResourceGroupChange>) {
  return call(contract.changeResourceGroup, { params: { resource_group_id: groupId }, body })
}

export type Allocation = NonNullable<Request<typeof contract.addResourceAllocation>['body']>

/** Allocates resources to groups. */
export function addAllocation(body: Allocation) {
  return call(contract.addResourceAllocation, { body })
}

/** Sets the last day of an allocation, with its combination or rotation. */
export function endAllocation(allocationId: string, ends_on: string) {
  const params = { resource_allocation_id: allocationId }
  return call(contract.endResourceAllocation, { params, body: { ends_on } })
}

/** Removes an allocation, with its combination or rotation. */
export function takeBack(allocationId: string) {
  return call(contract.archiveResourceAllocation, { params: { resource_allocation_id: allocationId } })
}

/** Resources starting with a text. */
export async function findResources(text: string) {
  const query = { limit: 20, ...(text.trim() !== '' && { q: text.trim() }) }
  const { items } = await call(listResourceRecords, { query })
  return items.map(({ resource_id: id, name, license_plate }) => ({ id, name, plate: license_plate }))
}
export type FoundResource = Awaited<ReturnType<typeof findResources>>[number]
