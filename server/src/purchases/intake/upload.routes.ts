import { uploadPurchase } from '@cartage/contract/purchases/app/upload'
import { largestEInvoice } from '@cartage/contract/purchases/e-invoicing'
import type { FastifyRequest } from 'fastify'
import { byCaller } from '../../audit/rules.ts'
import { readFile, serveMultipart } from '../../http/body/multipart.ts'
import type { Server } from '../../http/serve.ts'
import { takeFile } from './upload.commands.ts'

/** Binds the manual upload of suppliers' files (PURCH-31). */
export function serveUpload(server: Server): void {
  serveMultipart(server, uploadPurchase, async ({ caller, requestId, request }) => {
    const by = byCaller(caller, requestId)
    return await takeFile(server.ctx, { tenantId: caller.tenantId, by }, await fileOf(request))
  })
}

async function fileOf(request: FastifyRequest): Promise<{ bytes: Buffer; mediaType: string }> {
  const parts: Uint8Array[] = []
  let type = ''
  await readFile(request, largestEInvoice, async ({ mediaType, bytes }) => {
    type = mediaType
    for await (const part of bytes) parts.push(part)
  })
  return { bytes: Buffer.concat(parts), mediaType: type }
}
