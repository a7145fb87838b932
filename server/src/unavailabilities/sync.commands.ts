import { type SyncResponse, syncResponse } from '@cartage/contract/sync'
import type { UnavailabilitySync } from '@cartage/contract/unavailabilities/endpoints'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import { sqlState } from '../db/failure.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import type { Warning } from '../http/warnings.ts'
import { changeOf } from './commands.ts'
import { resourcesByText, textsOf } from './references.rules.ts'
import { listNamedResources } from './resources.views.ts'
import type { Range, Unavailability } from './rules.ts'
import {
  deleteUnavailabilities,
  insertUnavailabilities,
  listOfSource,
  lockSyncSource,
  updateUnavailabilities,
  versionsForUpdate,
} from './store.ts'
import { decideWindow, planSync, resultsOf, type SyncPlan, touchedBy } from './sync.rules.ts'

/** Most plans of one synchronisation: it plans again when someone changes one of its records by hand meanwhile. */
const mostPlans = 5
/** SQLSTATE lock_not_available: the lock timeout has passed. */
const lockTimeout = '55P03'

/**
 * Applies the list of one source to its unavailabilities in a window of time, in one transaction; other records are
 * unchanged. Two lists of the same source wait for each other.
 * @throws Problem validation_failed (422) for a window without length, unavailable (503)
 */
export async function syncUnavailabilities(
  ctx: Context,
  { tenantId, by }: { tenantId: string; by: By },
  request: UnavailabilitySync,
): Promise<{ response: SyncResponse; warnings: readonly Warning[] }> {
  const window = decideWindow(request.window)
  const isDryRun = request.dry_run ?? false
  return await ctx.db.asTenant(tenantId, async (tx) => {
    await lockSource(tx, request.source)
    const plan = await settledPlan(tx, request, window)
    const created = isDryRun ? [] : await carryOut(ctx, tx, by, plan, request.source)
    return { response: syncResponse(resultsOf(plan, created), isDryRun), warnings: plan.warnings }
  })
}

/** @throws Problem unavailable (503) when another list of the source takes longer than the lock timeout */
async function lockSource(tx: Tx, source: string): Promise<void> {
  try {
    await lockSyncSource(tx, source)
  } catch (error) {
    if (sqlState(error) === lockTimeout) throw new Problem('unavailable')
    throw error
  }
}

/** A plan whose records are locked and unchanged since it was made. */
async function settledPlan(
  tx: Tx,
  { items: rows, source, dry_run }: UnavailabilitySync,
  window: Range,
): Promise<SyncPlan> {
  const keys = [...new Set(rows.map((row) => row.external_id))]
  const found = await listNamedResources(tx, textsOf(rows.map((row) => row.resource)))
  const resources = resourcesByText(found)
  for (let turn = 0; turn < mostPlans; turn += 1) {
    const existing = await listOfSource(tx, source, window, keys)
    const plan = planSync({ rows, window, resources, existing })
    const versions = new Map(existing.map((record) => [record.unavailability_id, record.version]))
    const touched = dry_run ? [] : touchedBy(plan)
    const now = await versionsForUpdate(tx, touched)
    if (touched.every((id) => now.get(id) === versions.get(id))) return plan
  }
  throw new Problem('unavailable')
}

/** Writes a plan and returns the ids of the created records, in the order of its creations. */
async function carryOut(ctx: Context, tx: Tx, by: By, plan: SyncPlan, source: string): Promise<string[]> {
  const created = plan.creates.map(({ content }) => ({ ...content, unavailability_id: ctx.newId(), source }))
  const updated = plan.updates.map(({ before, content }): Unavailability => ({ ...before, ...content }))
  await Promise.all([
    insertUnavailabilities(tx, created),
    updateUnavailabilities(tx, updated),
    deleteUnavailabilities(
      tx,
      plan.deletes.map((record) => record.unavailability_id),
    ),
  ])
  await recordChanges(tx, by, [
    ...created.map((row) => changeOf(undefined, row)),
    ...plan.updates.map(({ before }, place) => changeOf(before, updated[place])),
    ...plan.deletes.map((row) => changeOf(row, undefined)),
  ])
  return created.map((row) => row.unavailability_id)
}
