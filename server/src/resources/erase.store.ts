import { personalMembers } from '@cartage/contract/resources/personal'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { resourceForUpdate, updateResources } from './store.ts'

const personal: ReadonlySet<string> = new Set([...personalMembers, 'first_name', 'last_name'])

/**
 * Replaces the name of an archived driver by a mark and removes personal data.
 * @throws Problem not_found for another kind of resource; person_present for a driver who is not archived
 */
export async function eraseDriver(tx: Tx, resourceId: string, mark: string): Promise<void> {
  const record = await resourceForUpdate(tx, resourceId)
  if (record?.resource_type !== 'DRIVER') throw new Problem('not_found')
  if (!record.is_archived) throw new Problem('person_present')
  const properties = Object.fromEntries(Object.entries(record.properties).filter(([name]) => !personal.has(name)))
  const erased = { ...record, name: mark, code: null, note: '', locale: null, start_stop_location_id: null }
  await updateResources(tx, [{ ...erased, properties, custom_fields: {} }])
}
