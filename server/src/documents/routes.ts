import { downloadDocument, largestDocument, uploadDocumentContent } from '@cartage/contract/documents'
import type { Context, ReceivedFile } from '../context.ts'
import { readFile, serveMultipart } from '../http/multipart.ts'
import { type Server, serve } from '../http/serve.ts'
import { sendDownload } from './download.routes.ts'
import { acceptUpload, receiveFile } from './jobs.ts'
import { getDownload } from './views.ts'

/** Binds the endpoints of documents. */
export function serveDocuments(server: Server): void {
  const { ctx } = server
  serveMultipart(server, uploadDocumentContent, async ({ caller, request }) => {
    const files: ReceivedFile[] = []
    const named = { name: '', mediaType: '' }
    try {
      await readFile(request, largestDocument, async (file) => {
        Object.assign(named, { name: file.name, mediaType: file.mediaType })
        files.push(await receiveFile(ctx, file))
      })
      return { upload_id: await acceptUpload(ctx, caller.tenantId, { ...named, received: files[0]! }) }
    } finally {
      await dropAll(ctx, files)
    }
  })
  serve(server, downloadDocument, async ({ caller, params, request, reply, inTenant }) => {
    const download = await inTenant((tx) => getDownload(tx, params.id, caller.companyId))
    await sendDownload(ctx, { tenantId: caller.tenantId, documentId: params.id, download, request, reply })
    return undefined
  })
}

/** The answer is decided by now: what cannot be removed is swept later. */
async function dropAll(ctx: Context, files: readonly ReceivedFile[]): Promise<void> {
  for (const file of files) {
    await file.drop().catch((error) => ctx.log.warn({ err: error }, 'a temporary file could not be removed'))
  }
}
