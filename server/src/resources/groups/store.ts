import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** A stored resource group. */
export interface Group {
  resource_group_id: string
  name: string
  code: string | null
  is_archived: boolean
}

const shareLive = statement(
  'resources.lock_live_groups',
  `select resource_group_id from resource_group
    where tenant_id = $1 and resource_group_id = any ($2::uuid[]) and not is_archived
    order by resource_group_id for share`,
)

/** Ids of these groups that are active; they cannot be archived before the transaction ends. */
export async function liveGroupsForShare(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ resource_group_id: string }>(shareLive, ids)
  return rows.map(({ resource_group_id }) => resource_group_id)
}

const lock = statement(
  'resources.lock_group',
  `select resource_group_id, name, code, is_archived from resource_group
    where tenant_id = $1 and resource_group_id = $2 for update`,
)

/** One group, locked until the transaction ends. */
export async function groupForUpdate(tx: Tx, id: string): Promise<Group | undefined> {
  return (await tx.query<Group>(lock, id))[0]
}

const add = statement(
  'resources.insert_group',
  'insert into resource_group (tenant_id, resource_group_id, name, code) values ($1, $2, $3, $4)',
)

/** Inserts a group. */
export async function insertGroup(tx: Tx, { resource_group_id, name, code }: Group): Promise<void> {
  await tx.query(add, resource_group_id, name, code)
}

const change = statement(
  'resources.update_group',
  `update resource_group set name = $3, code = $4, is_archived = $5, updated_at = now()
    where tenant_id = $1 and resource_group_id = $2`,
)

/** Updates a group. */
export async function updateGroup(tx: Tx, { resource_group_id, name, code, is_archived }: Group): Promise<void> {
  await tx.query(change, resource_group_id, name, code, is_archived)
}
