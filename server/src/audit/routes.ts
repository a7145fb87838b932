import { listAuditRecords } from '@cartage/contract/app/audit'
import { walkList } from '../http/page.ts'
import { type Server, serve } from '../http/serve.ts'
import { listTrail } from './views.ts'

/** The audit trail, as a Super admin reads it. */
export function serveAudit(server: Server): void {
  serve(server, listAuditRecords, async ({ caller, query, inTenant }) => {
    const walk = walkList(server.ctx, caller, listAuditRecords.id, query)
    const { entity_type: type, entity_id: id } = walk.filters
    const entity = type !== undefined && id !== undefined ? { entity: { type, id } } : {}
    const before = walk.after === undefined ? undefined : Number(walk.after[0])
    const rows = await inTenant((tx) => listTrail(tx, entity, { before, limit: walk.limit }))
    return walk.page(rows, (row) => [row.sequence])
  })
}
