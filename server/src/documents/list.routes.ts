import * as contract from '@cartage/contract/documents/app/list'
import {
  downloadRecordDocument,
  type ListedDocument,
  listLatestDocuments,
} from '@cartage/contract/documents/app/record'
import { type CsvColumns, sendCsv, walkRows } from '../http/csv.ts'
import { type Server, serve } from '../http/serve.ts'
import { readableKinds, readerOf } from './access.rules.ts'
import { sendArchive } from './archive/routes.ts'
import { listDownloads } from './archive/views.ts'
import { sendDownload } from './download.routes.ts'
import { countDocuments, documents } from './list.views.ts'
import { getDownload } from './views.ts'

/** Binds the list of documents and their downloads for screens. */
export function serveDocumentScreens(server: Server): void {
  const { ctx } = server
  serve(server, listLatestDocuments, async ({ caller, query, inTenant }) => {
    const { offset, limit, sort, ...given } = query
    const filters = { ...given, readable: readableKinds(caller.permissions) }
    return inTenant((tx) => documents.open(tx, filters, undefined).window({ sort, offset, limit }))
  })
  serve(server, contract.countDocuments, ({ caller, query, inTenant }) =>
    inTenant((tx) => countDocuments(tx, { ...query, readable: readableKinds(caller.permissions) })),
  )
  serve(server, contract.exportDocumentList, ({ caller, query, reply }) => {
    const filters = { ...query, readable: readableKinds(caller.permissions) }
    const chunks = walkRows(ctx, caller.tenantId, documents, { filters, given: undefined })
    return sendCsv(reply, 'documents', columns, chunks)
  })
  serve(server, contract.downloadDocuments, async ({ caller, query, reply, inTenant }) => {
    const downloads = await inTenant((tx) => listDownloads(tx, query.ids, readableKinds(caller.permissions)))
    return sendArchive(ctx, { tenantId: caller.tenantId, downloads, reply })
  })
  serve(server, downloadRecordDocument, async ({ caller, params, request, reply, inTenant }) => {
    const documentId = params.document_id
    const download = await inTenant((tx) => getDownload(tx, documentId, readerOf(caller)))
    await sendDownload(ctx, { tenantId: caller.tenantId, documentId, download, request, reply })
    return undefined
  })
}

const columns: CsvColumns<ListedDocument> = {
  name: (row) => row.name,
  type: (row) => row.type,
  subject_type: (row) => row.subject_type,
  subject: (row) => row.subject_name,
  content_type: (row) => row.content_type,
  size_bytes: (row) => row.size_bytes,
  created_at: (row) => row.created_at,
  document_id: (row) => row.document_id,
  subject_id: (row) => row.subject_id,
  order_id: (row) => row.order_id,
}
