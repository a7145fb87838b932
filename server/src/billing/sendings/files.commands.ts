import type { Context } from '../../context.ts'
import { ourselves } from '../../documents/access.rules.ts'
import { getDownload } from '../../documents/views.ts'
import type { InvoiceFile } from '../records/views.ts'
import { findFiles } from '../records/views.ts'

/** A file of a document with its bytes. */
export interface LoadedFile {
  readonly kind: InvoiceFile['kind']
  readonly name: string
  readonly media_type: string
  readonly bytes: Buffer
}

/** The files of a document with their bytes. */
export async function loadFiles(
  ctx: Context,
  tenantId: string,
  invoiceId: string,
  kinds: readonly InvoiceFile['kind'][],
): Promise<LoadedFile[]> {
  const found = await ctx.db.asTenant(tenantId, async (tx) => {
    const files = (await findFiles(tx, [invoiceId])).filter(({ kind }) => kinds.includes(kind))
    return await Promise.all(
      files.map(async ({ kind, document_id }) => ({ kind, ...(await getDownload(tx, document_id, ourselves)) })),
    )
  })
  return await Promise.all(
    found.map(async ({ kind, name, media_type, sha256 }) => {
      const { bytes } = await ctx.files.open({ tenantId, sha256 })
      const chunks: Buffer[] = []
      for await (const chunk of bytes) chunks.push(chunk as Buffer)
      return { kind, name, media_type, bytes: Buffer.concat(chunks) }
    }),
  )
}
