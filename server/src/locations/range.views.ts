import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { isLongerThan } from './local-time.rules.ts'

const selectZone = statement('locations.find_zone_of_tenant', 'select t.time_zone from tenant t where $1 = t.tenant_id')
const dayMs = 86_400_000

/**
 * TIME-5: whether a range is longer than a number of days in the tenant's calendar, as in `isLongerThan`. The zone is
 * read only if a clock change can matter.
 */
export async function isLongerRange(tx: Tx, range: { from: string; to: string }, days: number): Promise<boolean> {
  if (Date.parse(range.to) - Date.parse(range.from) <= days * dayMs) return false
  const [tenant] = await tx.query<{ time_zone: string }>(selectZone)
  return isLongerThan(range, days, tenant!.time_zone)
}
