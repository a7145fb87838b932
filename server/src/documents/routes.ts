import { downloadSharedDocument } from '@cartage/contract/documents/app/link'
import { downloadDocument, largestDocument, uploadDocumentContent } from '@cartage/contract/documents/endpoints'
import { readFile, serveMultipart } from '../http/body/multipart.ts'
import { type Server, serve } from '../http/serve.ts'
import { readerOf } from './access.rules.ts'
import { sendDownload } from './download.routes.ts'
import { downloadByLink, openLink } from './link.commands.ts'
import { serveDocumentScreens } from './list.routes.ts'
import { serveReview } from './review/routes.ts'
import { serveSharing } from './sharing/routes.ts'
import { storeUpload } from './upload.commands.ts'
import { getDownload } from './views.ts'

/** Binds the operations of documents. */
export function serveDocuments(server: Server): void {
  const { ctx } = server
  serveDocumentScreens(server)
  serveReview(server)
  serveSharing(server)
  serveMultipart(server, uploadDocumentContent, async ({ caller, request }) => {
    const { uploadId } = await storeUpload(ctx, caller, (take) => readFile(request, largestDocument, take))
    return { upload_id: uploadId }
  })
  serve(server, downloadDocument, async ({ caller, params, request, reply, inTenant }) => {
    const download = await inTenant((tx) => getDownload(tx, params.id, readerOf(caller)))
    await sendDownload(ctx, { tenantId: caller.tenantId, documentId: params.id, download, request, reply })
    return undefined
  })
  serve(server, downloadSharedDocument, async ({ params, query, request, reply }) => {
    const link = openLink(ctx, params.id, query)
    const isWhole = request.method === 'GET' && /^bytes=0-/.test(request.headers.range ?? 'bytes=0-')
    const download = await ctx.db.asTenant(link.tenantId, (tx) => downloadByLink(ctx, tx, link, isWhole))
    await sendDownload(ctx, { ...link, download, request, reply })
    return undefined
  })
}
