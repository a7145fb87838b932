import { changeResources, exportResourceList } from '@cartage/contract/resources/app/list'
import { countResourceRecords, type ListedResource, listResourceRecords } from '@cartage/contract/resources/app/record'
import { soonFrom } from '@cartage/contract/validities/soon'
import { byCaller } from '../../audit/rules.ts'
import { type CsvColumns, sendCsv, walkRows } from '../../http/csv.ts'
import { itself } from '../../http/each.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import { archiveResource, patchResource, restoreResource } from '../commands.ts'
import { countRecords } from './counts.views.ts'
import { resources } from './list.views.ts'

/** Binds the list of resources: pages, counts, file export and bulk actions. */
export function serveResourceList(server: Server): void {
  const { ctx } = server
  serve(server, listResourceRecords, async ({ query, inTenant }) => {
    const { sort, offset, limit, ...filters } = query
    const given = { soon: soonFrom(ctx.now()) }
    return inTenant((tx) => resources.open(tx, filters, given).window({ sort, offset, limit }))
  })
  serve(server, countResourceRecords, async ({ query, inTenant }) =>
    inTenant((tx) => countRecords(tx, query, soonFrom(ctx.now()))),
  )
  serve(server, exportResourceList, ({ caller, query, reply }) => {
    const given = { soon: soonFrom(ctx.now()) }
    const chunks = walkRows(ctx, caller.tenantId, resources, { filters: query, given })
    return sendCsv(reply, 'resources', columns, chunks)
  })
  serveChanges(server)
}

const columns: CsvColumns<ListedResource> = {
  name: (row) => row.name,
  resource_type: (row) => row.resource_type,
  license_plate: (row) => row.license_plate,
  container_number: (row) => row.container_number,
  code: (row) => row.code,
  external_id: (row) => row.external_id,
  groups: (row) => row.groups.join(', '),
  subcontractor: (row) => row.subcontractor?.name,
  next_expiry: (row) => row.next_expiry?.type,
  next_expiry_at: (row) => row.next_expiry?.ends_at,
  is_archived: (row) => row.is_archived,
  updated_at: (row) => row.updated_at,
  resource_id: (row) => row.resource_id,
}

function serveChanges(server: Server): void {
  const { ctx } = server
  serve(server, changeResources, async ({ caller, requestId, body, doEach }) => {
    const { action, resource_group_id: group, ids } = body
    if (action === 'group' && group === undefined) {
      const item = errorItem('resource_group_id', 'is required: choose a group, or null for none', 'missing')
      throw new Problem('validation_failed', { errors: [item] })
    }
    const by = byCaller(caller, requestId)
    const items = await doEach(ids, itself, async (resourceId) => {
      const command = { tenantId: caller.tenantId, resourceId }
      if (action === 'archive') return archiveResource(ctx, command, by)
      if (action === 'restore') return restoreResource(ctx, command, by)
      return patchResource(ctx, command, by, { resource_group: group ? { id: group } : null })
    })
    return { items }
  })
}
