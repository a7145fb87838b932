import { bySystem, type Change } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import type { Loop } from '../jobs/loop.ts'
import { batchLoop } from '../jobs/tenant-loop.ts'
import { createRests, togetherOrApart } from '../jobs/together.ts'
import { changeOf } from '../unavailabilities/commands.ts'
import type { Unavailability } from '../unavailabilities/rules.ts'
import {
  deleteUnavailabilities,
  insertUnavailabilities,
  unavailabilityForUpdate,
  updateUnavailabilities,
} from '../unavailabilities/store.ts'
import { type Content, decideFollowing, decideUnavailability, followChange, type Validity } from './rules.ts'
import { endedValiditiesForUpdate, forgetUnavailabilities, noteUnavailabilities } from './store.ts'
import { listConcerned, listDerived } from './views.ts'

const batch = 100
const pollMs = 30_000

/** Creates the unavailabilities of validities whose planning end has passed, by the database clock (VAL-2). */
export function validityLoop(ctx: Context): Loop {
  const rests = createRests(ctx, 'validities')
  return batchLoop(ctx, {
    name: 'validities',
    pollMs,
    due: 'ended_validities',
    async work(tx) {
      const ended = await endedValiditiesForUpdate(tx, batch, rests.of(tx.tenantId))
      await togetherOrApart(
        ended,
        (some) => tx.apart((part) => generate(ctx, part, some)),
        ({ validity_id }, error) => rests.leave(tx.tenantId, validity_id, error),
      )
      return ended.length === batch
    },
  })
}

async function generate(ctx: Context, tx: Tx, ended: readonly Validity[]): Promise<void> {
  const concerned = await listConcerned(tx, idsOf(ended, 'resource_id'), idsOf(ended, 'company_id'))
  const created = ended.flatMap((validity) =>
    concerned
      .filter((one) => one.owner_id === (validity.resource_id ?? validity.company_id))
      .map((one) => ({
        validity_id: validity.validity_id,
        row: { ...decideUnavailability(validity, one), unavailability_id: ctx.newId() },
      })),
  )
  const rows = created.map(({ row }) => row)
  await insertUnavailabilities(tx, rows)
  await noteUnavailabilities(
    tx,
    ended.map((validity) => validity.validity_id),
    created.map(({ validity_id, row }) => ({ validity_id, ...row })),
  )
  await recordChanges(
    tx,
    bySystem,
    rows.map((row) => changeOf(undefined, row)),
  )
}

function idsOf(validities: readonly Validity[], member: 'resource_id' | 'company_id'): string[] {
  return [...new Set(validities.flatMap((validity) => validity[member] ?? []))]
}

/**
 * Updates the unavailabilities derived from a validity after it was changed.
 * @param isEnded whether the planning end of the new content has passed
 * @returns the changes, for the audit trail
 */
export async function followValidity(
  tx: Tx,
  before: Validity,
  after: Content,
  isEnded: boolean,
): Promise<readonly Change[]> {
  if (!before.is_generated) return []
  const left = await remainingOf(tx, before.validity_id)
  const following = decideFollowing(before, after, isEnded, left.length)
  if (following === 'leave') return []
  if (following === 'change') return await changeDerived(tx, left, after)
  const changes = await remove(tx, left)
  await forgetUnavailabilities(tx, before.validity_id)
  return changes
}

/**
 * Removes the unavailabilities derived from a validity.
 * @returns the removals, for the audit trail
 */
export async function removeDerived(tx: Tx, validityId: string): Promise<readonly Change[]> {
  return await remove(tx, await remainingOf(tx, validityId))
}

/** Unavailabilities that people have not removed, locked. */
async function remainingOf(tx: Tx, validityId: string): Promise<Unavailability[]> {
  const created = await listDerived(tx, validityId)
  const rows = await Promise.all(
    created.map((one) => unavailabilityForUpdate(tx, one.resource_id, one.unavailability_id)),
  )
  return rows.filter((row) => row !== undefined)
}

async function remove(tx: Tx, rows: readonly Unavailability[]): Promise<Change[]> {
  await deleteUnavailabilities(
    tx,
    rows.map((row) => row.unavailability_id),
  )
  return rows.map((row) => changeOf(row, undefined))
}

async function changeDerived(tx: Tx, rows: readonly Unavailability[], content: Content): Promise<Change[]> {
  const resourceIds = rows.map((row) => row.resource_id)
  const concerned = new Map((await listConcerned(tx, resourceIds, [])).map((one) => [one.resource_id, one]))
  const changed = rows.map((row) => followChange(row, decideUnavailability(content, concerned.get(row.resource_id)!)))
  await updateUnavailabilities(tx, changed)
  return rows.map((row, index) => changeOf(row, changed[index]))
}
