import type { UnavailabilityRow } from '@cartage/contract/unavailabilities/app/batch'
import type { By, Change } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { type BatchRow, planRows, type RowResult } from './batch.rules.ts'
import { listSame } from './batch.views.ts'
import { changeOf } from './commands.ts'
import { resourcesByText, textsOf } from './references.rules.ts'
import { listNamedResources } from './resources.views.ts'
import { checkOwn, type Unavailability } from './rules.ts'
import {
  deleteUnavailabilities,
  insertUnavailabilities,
  unavailabilitiesByKeyForUpdate,
  unavailabilitiesForUpdate,
  updateUnavailabilities,
} from './store.ts'

/**
 * Creates many unavailabilities, each row by the rules of a single one (UNAV-1), in one transaction; existing ones with
 * the external id of a row are moved or removed instead.
 * @returns the result of each row, in their order
 */
export async function addUnavailabilities(
  ctx: Context,
  { tenantId, by }: { tenantId: string; by: By },
  rows: readonly UnavailabilityRow[],
  isDryRun: boolean,
): Promise<RowResult[]> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const named = await listNamedResources(tx, textsOf(rows.map((row) => row.resource)))
    const ids = [...new Set(named.map(({ resource_id }) => resource_id))]
    const [same, keyed] = await Promise.all([
      listSame(
        tx,
        ids,
        rows.map((row) => row.start_time),
      ),
      unavailabilitiesByKeyForUpdate(
        tx,
        ids,
        rows.flatMap(({ external_id }) => (external_id ? [external_id] : [])),
      ),
    ])
    const plan = planRows(rows, resourcesByText(named), { same, keyed })
    return isDryRun ? plan.map(({ result }) => result) : await carryOut(ctx, tx, by, plan)
  })
}

async function carryOut(ctx: Context, tx: Tx, by: By, plan: readonly BatchRow[]): Promise<RowResult[]> {
  const changes: Change[] = []
  const created: Unavailability[] = []
  const moved: Unavailability[] = []
  const removed: string[] = []
  const results = plan.map(({ result, content, before, after }) => {
    if (!content && !before) return result
    const row = content ? { ...content, unavailability_id: ctx.newId(), source: null } : after
    changes.push(changeOf(before, row))
    if (!before) created.push(row!)
    else if (after) moved.push(after)
    else removed.push(before.unavailability_id)
    return { ...result, unavailability_id: row?.unavailability_id ?? null }
  })
  await Promise.all([
    insertUnavailabilities(tx, created),
    updateUnavailabilities(tx, moved),
    deleteUnavailabilities(tx, removed),
  ])
  await recordChanges(tx, by, changes)
  return results
}

/**
 * Removes many unavailabilities permanently (UNAV-3), all or none.
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
