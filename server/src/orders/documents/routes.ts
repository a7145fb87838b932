import { largestDocument } from '@cartage/contract/documents/endpoints'
import { addOrderDocument, listOrderFiles, listOrderScans } from '@cartage/contract/orders/app/documents'
import { byCaller } from '../../audit/rules.ts'
import { readableKinds } from '../../documents/access.rules.ts'
import { storeUpload } from '../../documents/upload.commands.ts'
import { readFile, serveMultipart } from '../../http/body/multipart.ts'
import { type Server, serve } from '../../http/serve.ts'
import { addDocument, checkSubject } from './commands.ts'
import { readFilesOfOrder, readScansOfOrder } from './views.ts'

/** Serves documents and scans of one order for its page. */
export function serveOrderFiles(server: Server): void {
  const { ctx } = server
  serve(server, listOrderFiles, async ({ caller, params, inTenant }) =>
    inTenant((tx) => readFilesOfOrder(tx, params.order_id, readableKinds(caller.permissions))),
  )
  serveMultipart(server, addOrderDocument, async ({ caller, requestId, params, query, request, inTenant }) => {
    const subject = await inTenant((tx) => checkSubject(tx, params.order_id, query.stop_id))
    const { uploadId } = await storeUpload(ctx, caller, (take) => readFile(request, largestDocument, take))
    const by = byCaller(caller, requestId)
    const { document_type } = query
    return await addDocument(ctx, { tenantId: caller.tenantId, by, subject, document_type, upload_id: uploadId })
  })
  serve(server, listOrderScans, async ({ params, inTenant }) => inTenant((tx) => readScansOfOrder(tx, params.order_id)))
}
