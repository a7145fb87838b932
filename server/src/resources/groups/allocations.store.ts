import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Allocation } from './allocations.rules.ts'

const columns = `resource_allocation_id, kind, resource_id, resource_group_id, starts_on, ends_on, combination_id,
  rotation_id, turn, turn_days`

const lockFixed = statement(
  'resources.lock_fixed_allocations',
  `select ${columns} from resource_allocation
    where tenant_id = $1 and resource_id = any ($2::uuid[]) and kind = 'FIXED' and not is_archived
    order by resource_allocation_id for update`,
)

/** Active fixed allocations of resources, locked until the transaction ends. Lock the resources first. */
export async function fixedAllocationsForUpdate(tx: Tx, resourceIds: readonly string[]): Promise<Allocation[]> {
  return await tx.query<Allocation>(lockFixed, resourceIds)
}

const lockResources = statement(
  'resources.lock_live_resources',
  `select resource_id from resource where tenant_id = $1 and resource_id = any ($2::uuid[]) and not is_archived
    order by resource_id for update`,
)

/** Ids of these resources that are active, locked until the transaction ends. */
export async function liveResourcesForUpdate(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ resource_id: string }>(lockResources, ids)
  return rows.map(({ resource_id }) => resource_id)
}

const selectOne = statement(
  'resources.select_allocation',
  `select ${columns} from resource_allocation
    where tenant_id = $1 and resource_allocation_id = $2 and not is_archived`,
)
// One branch per kind of link, so that each uses its index.
const together = `
  select resource_allocation_id from resource_allocation
   where tenant_id = $1 and resource_allocation_id = $2
   union select resource_allocation_id from resource_allocation where tenant_id = $1 and combination_id = $3
   union select resource_allocation_id from resource_allocation where tenant_id = $1 and rotation_id = $4`
const ofResources = statement(
  'resources.select_resources_together',
  `select distinct resource_id from resource_allocation
    where tenant_id = $1 and not is_archived and resource_allocation_id in (${together})`,
)
const lockTogether = statement(
  'resources.lock_allocations_together',
  `select ${columns} from resource_allocation
    where tenant_id = $1 and not is_archived and resource_allocation_id in (${together})
    order by resource_allocation_id for update`,
)

/** An active allocation, not locked. */
export async function findAllocation(tx: Tx, id: string): Promise<Allocation | undefined> {
  return (await tx.query<Allocation>(selectOne, id))[0]
}

/**
 * An active allocation with those of the same combination or rotation, locked until the transaction ends. Their
 * resources are locked first, as everywhere.
 */
export async function allocationsForUpdate(tx: Tx, one: Allocation): Promise<Allocation[]> {
  const keys = [one.resource_allocation_id, one.combination_id, one.rotation_id]
  const resources = await tx.query<{ resource_id: string }>(ofResources, ...keys)
  const ids = resources.map(({ resource_id }) => resource_id)
  await liveResourcesForUpdate(tx, ids)
  return await tx.query<Allocation>(lockTogether, ...keys)
}

const add = statement(
  'resources.insert_allocations',
  `insert into resource_allocation (tenant_id, ${columns})
   select $1, n.* from json_to_recordset($2::json) as n (
     resource_allocation_id uuid, kind text, resource_id uuid, resource_group_id uuid, starts_on date, ends_on date,
     combination_id uuid, rotation_id uuid, turn integer, turn_days integer)
   returning tenant_id`,
)

/** Inserts allocations. */
export async function insertAllocations(tx: Tx, rows: readonly Allocation[]): Promise<void> {
  await tx.query(add, JSON.stringify(rows))
}

const archive = statement(
  'resources.archive_allocations',
  `update resource_allocation set is_archived = true, updated_at = now()
    where tenant_id = $1 and resource_allocation_id = any ($2::uuid[])`,
)

/** Archives allocations. */
export async function archiveAllocations(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(archive, ids)
}

const end = statement(
  'resources.end_allocations',
  `update resource_allocation set ends_on = $3::date, updated_at = now()
    where tenant_id = $1 and resource_allocation_id = any ($2::uuid[])`,
)

/** Sets the last day of allocations. */
export async function endAllocations(tx: Tx, ids: readonly string[], lastDay: string): Promise<void> {
  await tx.query(end, ids, lastDay)
}
