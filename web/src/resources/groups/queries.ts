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

/** Who is, was or will be in a group. */
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

/** Renames a group, takes it out of use or back into it. */
export function changeGroup(groupId: string, body: Partial<contract.ResourceGroupChange>) {
  return call(contract.changeResourceGroup, { params: { resource_group_id: groupId }, body })
}

export type Allocation = NonNullable<Request<typeof contract.addResourceAllocation>['body']>

/** Puts resources in groups. */
export function addAllocation(body: Allocation) {
  return call(contract.addResourceAllocation, { body })
}

/** Gives an allocation its last day, with the combination or rotation it is part of. */
export function endAllocation(allocationId: string, ends_on: string) {
  const params = { resource_allocation_id: allocationId }
  return call(contract.endResourceAllocation, { params, body: { ends_on } })
}

/** Takes an allocation back, with the combination or rotation it is part of. */
export function takeBack(allocationId: string) {
  return call(contract.archiveResourceAllocation, { params: { resource_allocation_id: allocationId } })
}

/** Resources that begin with a text. */
export async function findResources(text: string) {
  const query = { limit: 20, ...(text.trim() !== '' && { q: text.trim() }) }
  const { items } = await call(listResourceRecords, { query })
  return items.map(({ resource_id: id, name, license_plate }) => ({ id, name, plate: license_plate }))
}
export type FoundResource = Awaited<ReturnType<typeof findResources>>[number]
