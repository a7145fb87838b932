import type { SavedView } from '@cartage/contract/app/saved-views'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const shown = `v.saved_view_id, v.name, v.search, v.is_shared, v.user_id = $2 as is_own`

const selectViews = statement(
  'shell.select_views',
  `select ${shown} from saved_view v
    where v.tenant_id = $1 and v.screen = $3 and (v.user_id = $2 or v.is_shared)
    order by v.created_at, v.saved_view_id`,
)

/** A person's views of a list, and those shared by others. */
export async function listViews(tx: Tx, userId: string, screen: string): Promise<SavedView[]> {
  return await tx.query<SavedView>(selectViews, userId, screen)
}

const countViews = statement(
  'shell.count_views',
  'select count(*)::integer as count from saved_view where tenant_id = $1 and user_id = $2 and screen = $3',
)

/** How many views of a list a person has saved. */
export async function countOwnViews(tx: Tx, userId: string, screen: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(countViews, userId, screen)
  return row!.count
}

const insertRow = statement(
  'shell.insert_view',
  `insert into saved_view as v (tenant_id, user_id, screen, name, search, is_shared) values ($1, $2, $3, $4, $5, $6)
   returning ${shown}`,
)

/** A view to be saved. */
export interface NewView {
  screen: string
  name: string
  search: string
  is_shared: boolean
}

/** Saves a view. */
export async function insertView(tx: Tx, userId: string, view: NewView): Promise<SavedView> {
  const [row] = await tx.query<SavedView>(insertRow, userId, view.screen, view.name, view.search, view.is_shared)
  return row!
}

/** Trail fields of a view; its search text is written by a person and stays out. */
export interface KeptView {
  screen: string
  name: string
  is_shared: boolean
}

const lockRow = statement(
  'shell.lock_view',
  `select screen, name, is_shared from saved_view
    where tenant_id = $1 and saved_view_id = $3 and user_id = $2 for update`,
)

/** A person's own view, locked until the transaction ends; undefined when there is none. */
export async function viewForUpdate(tx: Tx, userId: string, id: string): Promise<KeptView | undefined> {
  const [row] = await tx.query<KeptView>(lockRow, userId, id)
  return row
}

const updateRow = statement(
  'shell.update_view',
  `update saved_view v set name = $4, is_shared = $5
    where v.tenant_id = $1 and v.saved_view_id = $3 and v.user_id = $2 returning ${shown}`,
)

/** Changes a person's own, locked view. */
export async function updateView(
  tx: Tx,
  userId: string,
  id: string,
  { name, is_shared }: Pick<KeptView, 'name' | 'is_shared'>,
): Promise<SavedView> {
  const [row] = await tx.query<SavedView>(updateRow, userId, id, name, is_shared)
  return row!
}

const deleteRow = statement(
  'shell.delete_view',
  'delete from saved_view where tenant_id = $1 and saved_view_id = $3 and user_id = $2',
)

/** Removes a person's own, locked view. */
export async function deleteView(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.query(deleteRow, userId, id)
}
