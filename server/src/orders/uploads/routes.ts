import * as contract from '@cartage/contract/orders/app/uploads'
import { byCaller } from '../../audit/rules.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Caller } from '../../http/caller.ts'
import { type CsvColumns, type InstantKey, instantKeyOf, sendCsv, walkInstants } from '../../http/csv.ts'
import { doEach, itself } from '../../http/each.ts'
import { walkList } from '../../http/page.ts'
import { Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import {
  findUpload,
  findUploadIds,
  type ListedUpload,
  listUploadRows,
  tallyUploads,
  type UploadFilter,
} from './list.views.ts'
import { retryCause, retryUpload } from './retry.commands.ts'
import { tallyOfUploads } from './tally.rules.ts'

/** The list of uploads, and running them again. */
export function serveUploads(server: Server): void {
  serveList(server)
  serveRetries(server)
}

type Asked = Omit<UploadFilter, 'companyId' | 'found' | 'after' | 'limit'> & {
  search?: string | undefined
  order_id?: string | undefined
}

async function listAsked(
  tx: Tx,
  { companyId }: Caller,
  { search, order_id, ...filters }: Asked,
  window: { after: InstantKey | undefined; limit: number },
): Promise<ListedUpload[]> {
  const found = await findUploadIds(tx, { search, order_id })
  return await listUploadRows(tx, { ...filters, companyId, found, ...window })
}

function serveList(server: Server): void {
  const { ctx } = server
  serve(server, contract.listUploads, async ({ caller, query, inTenant }) => {
    const walked = walkList(ctx, caller, contract.listUploads.id, query)
    const after = walked.after as InstantKey | undefined
    const rows = await inTenant((tx) => listAsked(tx, caller, walked.filters, { after, limit: walked.limit }))
    return walked.page(rows, instantKeyOf)
  })
  serve(server, contract.countUploads, async ({ caller, query, inTenant }) =>
    inTenant(async (tx) => {
      const found = await findUploadIds(tx, query)
      const rows = await tallyUploads(tx, { from: query.from, to: query.to, companyId: caller.companyId, found })
      return tallyOfUploads(rows, query)
    }),
  )
  serve(server, contract.exportUploads, ({ caller, query, reply }) => {
    const chunks = walkInstants(ctx, caller.tenantId, (tx, page) => listAsked(tx, caller, query, page))
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

const uploadColumns: CsvColumns<ListedUpload> = {
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
  serve(server, contract.retryUploads, async ({ caller, requestId, body, inTenant, render }) => {
    const { tenantId, companyId } = caller
    const by = byCaller(caller, requestId)
    const items = await doEach(body.ids, { idOf: itself, render }, async (uploadId) => {
      await inTenant((tx) => uploadOf(tx, uploadId, companyId))
      await retryUpload(ctx, { tenantId, uploadId, by })
    })
    return { items }
  })
  serve(server, contract.retryUploadsOfCause, ({ caller, requestId, body }) => {
    // A cause is the whole tenant's.
    if (caller.companyId !== null) throw new Problem('role_missing')
    return retryCause(ctx, { tenantId: caller.tenantId, by: byCaller(caller, requestId) }, body.cause)
  })
}
