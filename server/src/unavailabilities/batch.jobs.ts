import type { UnavailabilityRow, UnavailabilityRowResult } from '@cartage/contract/app/unavailability-batch'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import { Problem } from '../http/problem.ts'
import { planRows } from './batch.rules.ts'
import { listSame } from './batch.views.ts'
import { changeOf } from './jobs.ts'
import { foundResources, wantedBy } from './references.rules.ts'
import { listNamedResources } from './resources.views.ts'
import { checkOwn, type Unavailability } from './rules.ts'
import { deleteUnavailabilities, insertUnavailabilities, unavailabilitiesForUpdate } from './store.ts'

/**
 * Makes many unavailabilities, each row by the rules of a single one (UNAV-1), in one transaction.
 * @returns what became of each row, in their order
 */
export async function addUnavailabilities(
  ctx: Context,
  { tenantId, by }: { tenantId: string; by: By },
  rows: readonly UnavailabilityRow[],
  isDryRun: boolean,
): Promise<UnavailabilityRowResult[]> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const named = await listNamedResources(tx, wantedBy(rows.map((row) => row.resource)))
    const ids = [...new Set(named.map(({ resource_id }) => resource_id))]
    const existing = await listSame(
      tx,
      ids,
      rows.map((row) => row.start_time),
    )
    const plan = planRows(rows, foundResources(named), existing)
    if (isDryRun) return plan.map(({ result }) => result)
    const made: Unavailability[] = []
    const results = plan.map(({ result, content }) => {
      if (!content) return result
      const row = { ...content, unavailability_id: ctx.newId(), source: null }
      made.push(row)
      return { ...result, unavailability_id: row.unavailability_id }
    })
    await insertUnavailabilities(tx, made)
    await recordChanges(
      tx,
      by,
      made.map((row) => changeOf(undefined, row)),
    )
    return results
  })
}

/**
 * Removes many unavailabilities for good (UNAV-3), all or none.
 * @throws Problem not_found; state_conflict for one of another system
 */
export async function removeUnavailabilities(
  ctx: Context,
  { tenantId, by }: { tenantId: string; by: By },
  items: readonly { resource_id: string; unavailability_id: string }[],
): Promise<void> {
  const owners = new Map(items.map((item) => [item.unavailability_id, item.resource_id]))
  await ctx.db.asTenant(tenantId, async (tx) => {
    const rows = await unavailabilitiesForUpdate(tx, [...owners.keys()])
    const isWhole = rows.length === owners.size
    if (!isWhole || rows.some((row) => owners.get(row.unavailability_id) !== row.resource_id)) {
      throw new Problem('not_found')
    }
    for (const row of rows) checkOwn(row)
    await deleteUnavailabilities(tx, [...owners.keys()])
    await recordChanges(
      tx,
      by,
      rows.map((row) => changeOf(row, undefined)),
    )
  })
}
