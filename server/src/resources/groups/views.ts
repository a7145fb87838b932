import type { AppResourceAllocation, AppResourceGroup, GroupMember } from '@cartage/contract/resources/app/groups'
import type { ResourceGroupOutput } from '@cartage/contract/resources/resource-group'
import { sql } from 'kysely'
import { up } from '../../db/list/declare.ts'
import { List } from '../../db/list.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const selectRows = statement(
  'resources.list_groups',
  `select resource_group_id as id, name, code from resource_group
    where tenant_id = $1 and resource_group_id = any ($2::uuid[])`,
)

/** Active groups in the order of creation. */
export const resourceGroups = new List<object, never, ResourceGroupOutput>({
  from: 'resource_group as g',
  id: 'g.resource_group_id',
  always: sql<boolean>`not g.is_archived`,
  filters: {},
  sorts: {},
  walk: [up('g.created_at', 'timestamptz'), up('g.resource_group_id', 'uuid')],
  read: (tx, ids) => tx.query<ResourceGroupOutput>(selectRows, ids),
  idOf: ({ id }) => id,
})

const settings = (filter: string) => `
  select g.resource_group_id as id, g.name, g.code, g.is_archived,
         (select count(distinct a.resource_id)::int
            from resource_allocation a join resource r on r.tenant_id = $1 and r.resource_id = a.resource_id
           where a.tenant_id = $1 and a.resource_group_id = g.resource_group_id and not a.is_archived
             and not r.is_archived) as resource_count
    from resource_group g where g.tenant_id = $1 ${filter}
   order by g.is_archived, g.name collate "C", g.resource_group_id`

const selectSettings = statement('resources.list_group_settings', settings(''))
const selectSetting = statement('resources.find_group_setting', settings('and g.resource_group_id = $2'))

/** Every group for the settings, archived ones last. */
export async function listGroupSettings(tx: Tx): Promise<AppResourceGroup[]> {
  return await tx.query<AppResourceGroup>(selectSettings)
}

/** One group for the settings. */
export async function findGroupSetting(tx: Tx, id: string): Promise<AppResourceGroup | undefined> {
  return (await tx.query<AppResourceGroup>(selectSetting, id))[0]
}

const allocations = (filter: string) => `
  select a.resource_allocation_id as id, a.kind, a.resource_id, a.resource_group_id, g.name as resource_group_name,
         a.starts_on, a.ends_on, a.combination_id, a.rotation_id, a.turn, a.turn_days, a.is_archived
    from resource_allocation a
    join resource_group g on g.tenant_id = $1 and g.resource_group_id = a.resource_group_id
   where a.tenant_id = $1 and ${filter}
   order by a.is_archived, a.starts_on nulls first, a.turn, a.created_at, a.resource_allocation_id`

const selectOfResource = statement('resources.list_allocations', allocations('a.resource_id = $2'))
const selectByIds = statement(
  'resources.select_allocations',
  allocations('a.resource_allocation_id = any ($2::uuid[])'),
)

/** Allocations of a resource, archived ones last. */
export async function listAllocations(tx: Tx, resourceId: string): Promise<AppResourceAllocation[]> {
  return await tx.query<AppResourceAllocation>(selectOfResource, resourceId)
}

/** Allocations by id, as screens show them. */
export async function readAllocations(tx: Tx, ids: readonly string[]): Promise<AppResourceAllocation[]> {
  return await tx.query<AppResourceAllocation>(selectByIds, ids)
}

const mostMembers = 2_000

const selectMembers = statement(
  'resources.list_group_members',
  `select a.resource_allocation_id as id, a.kind, a.resource_id, a.resource_group_id, g.name as resource_group_name,
          a.starts_on, a.ends_on, a.combination_id, a.rotation_id, a.turn, a.turn_days, a.is_archived,
          r.name as resource_name, r.resource_type, r.license_plate
     from resource_allocation a
     join resource_group g on g.tenant_id = $1 and g.resource_group_id = a.resource_group_id
     join resource r on r.tenant_id = $1 and r.resource_id = a.resource_id and not r.is_archived
    where a.tenant_id = $1 and a.resource_group_id = $2 and not a.is_archived
    order by r.name_key, r.resource_id, a.starts_on nulls first, a.resource_allocation_id limit ${mostMembers}`,
)

/** Active resources that are, were or will be in a group, by name. */
export async function listMembers(tx: Tx, groupId: string): Promise<GroupMember[]> {
  return await tx.query<GroupMember>(selectMembers, groupId)
}
