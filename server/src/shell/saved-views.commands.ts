import type { SavedView } from '@cartage/contract/app/saved-views'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { checkNumberOfViews } from './saved-views.rules.ts'
import {
  countOwnViews,
  deleteView,
  insertView,
  type KeptView,
  type NewView,
  updateView,
  viewForUpdate,
} from './saved-views.store.ts'

/** Owner of the views, and the author of changes. */
export interface Owner {
  userId: string
  by: By
}

/**
 * Saves a list view for a person.
 * @throws Problem when the person has the maximum number of views of the list
 */
export async function keepView(tx: Tx, { userId, by }: Owner, view: NewView): Promise<SavedView> {
  checkNumberOfViews(await countOwnViews(tx, userId, view.screen))
  const kept = await insertView(tx, userId, view)
  const { screen, name, is_shared } = view
  await note(tx, by, kept.saved_view_id, { action: 'created', before: null, after: { screen, name, is_shared } })
  return kept
}

/**
 * Renames a person's own view, or changes whether it is shared.
 * @throws Problem not_found
 */
export async function changeView(
  tx: Tx,
  { userId, by }: Owner,
  id: string,
  change: { name?: string | undefined; is_shared?: boolean | undefined },
): Promise<SavedView> {
  const before = await held(tx, userId, id)
  const after = { ...before, name: change.name ?? before.name, is_shared: change.is_shared ?? before.is_shared }
  const changed = await updateView(tx, userId, id, after)
  await note(tx, by, id, { action: 'updated', before, after })
  return changed
}

/**
 * Removes a person's own view.
 * @throws Problem not_found
 */
export async function removeView(tx: Tx, { userId, by }: Owner, id: string): Promise<void> {
  const before = await held(tx, userId, id)
  await deleteView(tx, userId, id)
  await note(tx, by, id, { action: 'deleted', before, after: null })
}

async function held(tx: Tx, userId: string, id: string): Promise<KeptView> {
  const view = await viewForUpdate(tx, userId, id)
  if (view === undefined) throw new Problem('not_found')
  return view
}

/** Notifies other users of the view and other tabs of its owner through the trail (LIVE-2). */
async function note(
  tx: Tx,
  by: By,
  id: string,
  change: { action: 'created' | 'updated' | 'deleted'; before: KeptView | null; after: KeptView | null },
): Promise<void> {
  const { action, before, after } = change
  await recordChanges(tx, by, [
    { entity_type: 'saved_view', entity_id: id, action, before: before && { ...before }, after: after && { ...after } },
  ])
}
