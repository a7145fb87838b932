import {
  addResourceAllocation,
  addResourceGroup,
  archiveResourceAllocation,
  changeResourceGroup,
  endResourceAllocation,
  listGroupMembers,
  listGroupSettings,
  listResourceAllocations,
} from '@cartage/contract/resources/app/groups'
import { listResourceGroups } from '@cartage/contract/resources/endpoints'
import { byCaller } from '../../audit/rules.ts'
import { walkList } from '../../http/page.ts'
import { Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import { findResource } from '../views.ts'
import * as allocations from './allocations.commands.ts'
import * as groups from './commands.ts'
import { findGroupSetting, listAllocations, listMembers, resourceGroups } from './views.ts'

/** Binds the list of groups, and the settings of groups and allocations. */
export function serveResourceGroups(server: Server): void {
  serve(server, listResourceGroups, async ({ caller, query, inTenant }) => {
    const walk = walkList(server.ctx, caller, listResourceGroups.id, query)
    return await inTenant((tx) => walk.read(resourceGroups.open(tx, {}, undefined)))
  })
  serveGroupSettings(server)
  serveAllocations(server)
}

function serveGroupSettings(server: Server): void {
  const { ctx } = server
  serve(server, listGroupSettings, async ({ caller }) => ({ items: await groups.groupsOf(ctx, caller.tenantId) }))
  serve(server, addResourceGroup, async ({ caller, requestId, body }) =>
    groups.addGroup(ctx, caller.tenantId, byCaller(caller, requestId), body),
  )
  serve(server, changeResourceGroup, async ({ caller, requestId, params, body }) =>
    groups.changeGroup(ctx, caller.tenantId, byCaller(caller, requestId), params.resource_group_id, body),
  )
}

function serveAllocations(server: Server): void {
  const { ctx } = server
  serve(server, listGroupMembers, async ({ params, inTenant }) => ({
    items: await inTenant(async (tx) => {
      if (!(await findGroupSetting(tx, params.resource_group_id))) throw new Problem('not_found')
      return await listMembers(tx, params.resource_group_id)
    }),
  }))
  serve(server, listResourceAllocations, async ({ params, inTenant }) => ({
    items: await inTenant(async (tx) => {
      if (!(await findResource(tx, params.resource_id))) throw new Problem('not_found')
      return await listAllocations(tx, params.resource_id)
    }),
  }))
  serve(server, addResourceAllocation, async ({ caller, requestId, body }) => ({
    items: await allocations.addAllocation(ctx, caller.tenantId, byCaller(caller, requestId), body),
  }))
  serve(server, endResourceAllocation, async ({ caller, requestId, params, body }) => {
    const by = byCaller(caller, requestId)
    const { resource_allocation_id: id } = params
    return { items: await allocations.endAllocation(ctx, caller.tenantId, by, id, body.ends_on) }
  })
  serve(server, archiveResourceAllocation, async ({ caller, requestId, params }) => {
    const by = byCaller(caller, requestId)
    return { items: await allocations.archiveAllocation(ctx, caller.tenantId, by, params.resource_allocation_id) }
  })
}
