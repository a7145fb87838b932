import {
  type AuditRecord,
  countAuditRecords,
  exportAuditRecords,
  listAuditRecords,
  verifyAuditTrail,
} from '@cartage/contract/audit/app'
import { type CsvColumns, sendCsv, walkRows } from '../http/csv.ts'
import { walkList } from '../http/page.ts'
import { type Server, serve } from '../http/serve.ts'
import { verifyTrail } from './jobs.ts'
import { auditRecords, countAudit } from './list.views.ts'

/** The audit trail for Super admins (AUDIT-6). */
export function serveAudit(server: Server): void {
  const { ctx } = server
  serve(server, listAuditRecords, async ({ caller, query, inTenant }) => {
    const walk = walkList(ctx, caller, listAuditRecords.id, query)
    return await inTenant((tx) => walk.read(auditRecords.open(tx, walk.filters, undefined)))
  })
  serve(server, countAuditRecords, ({ query, inTenant }) => inTenant((tx) => countAudit(tx, query)))
  serve(server, exportAuditRecords, ({ caller, query, reply }) => {
    const chunks = walkRows(ctx, caller.tenantId, auditRecords, { filters: query, given: undefined })
    return sendCsv(reply, 'audit', columns, chunks)
  })
  serve(server, verifyAuditTrail, async ({ caller }) => {
    const { records, head, fault } = await verifyTrail(ctx, caller.tenantId)
    return { records, hash: head.hash, fault }
  })
}

const columns: CsvColumns<AuditRecord> = {
  sequence: (row) => row.sequence,
  at: (row) => row.at,
  actor_kind: (row) => row.actor.kind,
  actor: (row) => row.actor.name,
  actor_id: (row) => row.actor.actor_id,
  action: (row) => row.action,
  entity_type: (row) => row.entity_type,
  entity_id: (row) => row.entity_id,
  changes: (row) => JSON.stringify(row.changes),
  request_id: (row) => row.request_id,
  hash: (row) => row.hash,
}
