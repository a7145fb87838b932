import {
  archiveResource,
  createResource,
  getResource,
  listResources,
  replaceResource,
  syncResources,
  updateResource,
} from '@cartage/contract/resources/endpoints'
import { byCaller } from '../audit/rules.ts'
import { keepAnswers } from '../http/kept-answers.ts'
import { walkList } from '../http/page.ts'
import { Problem } from '../http/problem.ts'
import { type Server, serve } from '../http/serve.ts'
import { warn } from '../http/warnings.ts'
import * as commands from './commands.ts'
import { serveResourceGroups } from './groups/routes.ts'
import { readFilter } from './list.rules.ts'
import { listResourceRows } from './list.views.ts'
import { resourceOutput } from './output.rules.ts'
import { serveResourceScreens } from './records/routes.ts'
import * as sync from './sync.commands.ts'
import { findResource } from './views.ts'

/** Binds the operations of resources and their groups. */
export function serveResources(server: Server): void {
  serveReads(server)
  serveWrites(server)
  serveResourceGroups(server)
  serveResourceScreens(server)
}

function serveReads(server: Server): void {
  serve(server, listResources, async ({ caller, query, inTenant }) => {
    const walk = walkList(server.ctx, caller, listResources.id, query)
    const filter = readFilter(walk.filters)
    const rows = await inTenant((tx) => listResourceRows(tx, filter, walk.after, walk.limit))
    const { items, next_cursor } = walk.page(rows, ({ created_key, resource_id }) => [created_key, resource_id])
    return { items: items.map(resourceOutput), next_cursor }
  })
  const kept = keepAnswers(server, getResource, 'RESOURCE')
  serve(server, getResource, (call) =>
    kept(call, call.params.resource_id, async () => {
      const row = await call.inTenant((tx) => findResource(tx, call.params.resource_id))
      if (!row) throw new Problem('not_found')
      return { result: resourceOutput(row), isMarked: true }
    }),
  )
}

function serveWrites(server: Server): void {
  const { ctx } = server
  serve(server, createResource, async ({ caller, requestId, body, reply }) => {
    const by = byCaller(caller, requestId)
    const { resource, warnings } = await commands.createResource(ctx, caller.tenantId, by, body)
    warn(reply, warnings)
    return resource
  })
  serve(server, replaceResource, async ({ caller, requestId, params, body, reply }) => {
    const command = { tenantId: caller.tenantId, resourceId: params.resource_id }
    const { resource, warnings } = await commands.replaceResource(ctx, command, byCaller(caller, requestId), body)
    warn(reply, warnings)
    return resource
  })
  serve(server, updateResource, async ({ caller, requestId, params, body, reply }) => {
    const command = { tenantId: caller.tenantId, resourceId: params.resource_id }
    const { resource, warnings } = await commands.patchResource(ctx, command, byCaller(caller, requestId), body)
    warn(reply, warnings)
    return resource
  })
  serve(server, archiveResource, async ({ caller, requestId, params }) => {
    const command = { tenantId: caller.tenantId, resourceId: params.resource_id }
    await commands.archiveResource(ctx, command, byCaller(caller, requestId))
    return undefined
  })
  serve(server, syncResources, async ({ caller, requestId, body }) =>
    sync.syncResources(ctx, caller.tenantId, byCaller(caller, requestId), body),
  )
}
