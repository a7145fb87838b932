import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const clear = statement(
  'unavailabilities.erase_descriptions',
  `update unavailability set description = '' where tenant_id = $1 and resource_id = $2 and description <> ''`,
)

/** Erases texts about the absences of a person; their times and reasons stay. */
export async function eraseAbsencesOf(tx: Tx, resourceId: string): Promise<void> {
  await tx.query(clear, resourceId)
}
