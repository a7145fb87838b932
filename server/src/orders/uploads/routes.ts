import * as contract from '@cartage/contract/orders/app/uploads'
import { byCaller } from '../../audit/rules.ts'
import type { Tx } from '../../db/tenant.ts'
import { type CsvColumns, sendCsv, walkRows } from '../../http/csv.ts'
import { itself } from '../../http/each.ts'
import { walkList } from '../../http/page.ts'
import { Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import { findUpload, tallyUploads, uploads } from './list.views.ts'
import { retryCause, retryUpload } from './retry.commands.ts'
import { tallyOfUploads } from './tally.rules.ts'

/** Serves the list of uploads, and running them again. */
export function serveUploads(server: Server): void {
  serveList(server)
  serveRetries(server)
}

function serveList(server: Server): void {
  const { ctx } = server
  serve(server, contract.listUploads, async ({ caller, query, inTenant }) => {
    const walk = walkList(ctx, caller, contract.listUploads.id, query)
    const filters = { ...walk.filters, company: caller.companyId }
    return await inTenant((tx) => walk.read(uploads.open(tx, filters, undefined)))
  })
  serve(server, contract.countUploads, async ({ caller, query, inTenant }) =>
    inTenant(async (tx) => {
      const rows = await tallyUploads(tx, { ...query, company: caller.companyId })
      return tallyOfUploads(rows, query)
    }),
  )
  serve(server, contract.exportUploads, ({ caller, query, reply }) => {
    const filters = { ...query, company: caller.companyId }
    const chunks = walkRows(ctx, caller.tenantId, uploads, { filters, given: undefined })
    return sendCsv(reply, 'uploads', uploadColumns, chunks)
  })
  serve(server, contract.getUpload, ({ caller, params, inTenant }) =>
    inTenant((tx) => uploadOf(tx, params.upload_id, caller.companyId)),
  )
}

/** @throws Problem not_found */
async function uploadOf(tx: Tx, uploadId: string, companyId: string | null) {
  const upload = await findUpload(tx, uploadId, companyId)
  if (!upload) throw new Problem('not_found')
  return upload
}

const uploadColumns: CsvColumns<contract.UploadRow> = {
  accepted_at: (row) => row.accepted_at,
  status: (row) => row.status,
  source: (row) => row.source,
  sent_by: (row) => row.sent_by_name ?? row.sent_by,
  operation: (row) => row.operation,
  order_identifier: (row) => row.order_identifier,
  order_number: (row) => row.order_name,
  errors: (row) => row.errors.map(sentence).join(' '),
  warnings: (row) => row.warnings.map(sentence).join(' '),
  cause: (row) => row.cause,
  run: (row) => row.run,
  finished_at: (row) => row.finished_at,
  upload_id: (row) => row.id,
}

function sentence({ path, message }: { path: string | null; message: string }): string {
  return path ? `${path}: ${message}` : message
}

function serveRetries(server: Server): void {
  const { ctx } = server
  serve(server, contract.retryUpload, async ({ caller, requestId, params, inTenant }) => {
    const { tenantId, companyId } = caller
    await inTenant((tx) => uploadOf(tx, params.upload_id, companyId))
    await retryUpload(ctx, { tenantId, uploadId: params.upload_id, by: byCaller(caller, requestId) })
    return await inTenant((tx) => uploadOf(tx, params.upload_id, companyId))
  })
  serve(server, contract.retryUploads, async ({ caller, requestId, body, inTenant, doEach }) => {
    const { tenantId, companyId } = caller
    const by = byCaller(caller, requestId)
    const items = await doEach(body.ids, itself, async (uploadId) => {
      await inTenant((tx) => uploadOf(tx, uploadId, companyId))
      await retryUpload(ctx, { tenantId, uploadId, by })
    })
    return { items }
  })
  serve(server, contract.retryUploadsOfCause, ({ caller, requestId, body }) => {
    // Uploads of one cause may belong to any company of the tenant.
    if (caller.companyId !== null) throw new Problem('role_missing')
    return retryCause(ctx, { tenantId: caller.tenantId, by: byCaller(caller, requestId) }, body.cause)
  })
}
