import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const clear = statement(
  'trips.erase_names_of_resource',
  'update trip_resource set name = null where tenant_id = $1 and resource_id = $2 and name is not null returning trip_id',
)

/**
 * Erases a person's name on single trips.
 * @returns these trips
 */
export async function eraseNamesOnTrips(tx: Tx, resourceId: string): Promise<string[]> {
  return (await tx.query<{ trip_id: string }>(clear, resourceId)).map(({ trip_id }) => trip_id)
}
