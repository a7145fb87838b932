import type { ResourceSync } from '@cartage/contract/resources/sync'
import { type SyncResponse, syncResponse } from '@cartage/contract/sync'
import type { By, Change } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { twice } from '../db/twice.ts'
import { noRecordIds, type RecordIds } from '../tenants/record-ids.rules.ts'
import { readAcceptsRecordIds } from '../tenants/tenants.views.ts'
import { resourceOutput } from './output.rules.ts'
import { referencesOf } from './references.rules.ts'
import { findReferences } from './references.views.ts'
import { insertResources, resourcesOfSourceForUpdate, updateResources } from './store.ts'
import { planSync, type SyncPlan } from './sync.rules.ts'
import { findTakenResourceIds, readResources } from './views.ts'

/**
 * Applies the full list of a source to its resources, in one transaction: new ones are created, different ones
 * replaced, missing ones archived, and archived ones in the list restored. Resources of other sources are unchanged.
 * New records get the ids of their rows where the tenant accepts them. A dry run reports the same and writes nothing;
 * ids of records it would create have no meaning.
 * @param keepsOthers true for a partial list: missing resources stay
 */
export async function syncResources(
  ctx: Context,
  tenantId: string,
  by: By,
  { source, items, dry_run = false }: ResourceSync,
  keepsOthers = false,
): Promise<SyncResponse> {
  // Sources do not wait for each other: two may use the same id for a new record at the same moment.
  return await twice(() =>
    ctx.db.asTenant(tenantId, async (tx) => {
      const [known, found, ids] = await Promise.all([
        resourcesOfSourceForUpdate(tx, source),
        findReferences(tx, referencesOf(items)),
        recordIdsOf(tx, items),
      ])
      const plan = planSync(source, items, known, found, ctx.newId, { ids, keepsOthers })
      if (!dry_run) await write(tx, by, plan)
      const results = dry_run ? plan.results.map(withoutNewId) : plan.results
      return syncResponse(results, dry_run)
    }),
  )
}

async function recordIdsOf(tx: Tx, items: ResourceSync['items']): Promise<RecordIds> {
  const givenIds = items.flatMap(({ id }) => id ?? [])
  if (givenIds.length === 0) return noRecordIds
  const [isAccepted, taken] = await Promise.all([readAcceptsRecordIds(tx), findTakenResourceIds(tx, givenIds)])
  return { isAccepted, taken }
}

function withoutNewId(result: SyncPlan['results'][number]) {
  return result.outcome === 'CREATED' ? { ...result, id: null } : result
}

async function write(tx: Tx, by: By, { created, updated, archived }: SyncPlan): Promise<void> {
  const changed = [...updated.map(({ after }) => after), ...archived]
  const ids = changed.map(({ resource_id }) => resource_id)
  const before = await membersById(tx, ids)
  await insertResources(tx, created)
  await updateResources(tx, changed)
  const after = await membersById(tx, [...created.map(({ resource_id }) => resource_id), ...ids])
  const restored = new Set(updated.filter((one) => one.before.is_archived).map((one) => one.after.resource_id))
  const gone = new Set(archived.map(({ resource_id }) => resource_id))
  const actionOf = (id: string): Change['action'] => {
    if (!before.has(id)) return 'created'
    if (gone.has(id)) return 'archived'
    return restored.has(id) ? 'restored' : 'updated'
  }
  const changes = [...after].map(([id, members]) => ({
    entity_type: 'resource',
    entity_id: id,
    action: actionOf(id),
    before: before.get(id) ?? null,
    after: members,
  }))
  await recordChanges(tx, by, changes)
}

async function membersById(tx: Tx, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await readResources(tx, ids)
  return new Map(rows.map((row) => [row.resource_id, resourceOutput(row)]))
}
