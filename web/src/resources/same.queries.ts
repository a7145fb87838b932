import * as contract from '@cartage/contract/resources/app/record'
import { call } from '../api/call.ts'
import { type SameMember, type SameRecord, sameMembers } from '../lists/same-records.tsx'

/** Active resources with the same name, code or number as the one being entered. */
export async function findSameResources(entered: Partial<Record<SameMember, string>>): Promise<SameRecord[]> {
  const texts = new Set(Object.values(entered).filter((text) => text !== ''))
  const lists = await Promise.all(
    [...texts].map((q) => call(contract.listResourceRecords, { query: { q: q.slice(0, 100), limit: 50 } })),
  )
  const resources = new Map(lists.flatMap(({ items }) => items).map((one) => [one.resource_id, one]))
  return [...resources.values()].flatMap(({ resource_id: id, name, code, license_plate, container_number }) =>
    sameMembers(entered, { name, code, license_plate, container_number }).map((member) => ({ id, name, member })),
  )
}
