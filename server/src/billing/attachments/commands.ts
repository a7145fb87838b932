import type { Context } from '../../context.ts'
import type { DocumentContent } from '../documents/content.rules.ts'

/** A transport document attached to an invoice, with its bytes. */
export interface AttachedFile {
  readonly name: string
  readonly media_type: string
  readonly sha256: string
  readonly bytes: Buffer
}

/** Transport documents attached to a document, with their bytes (BILL-21). */
export async function loadAttached(
  ctx: Context,
  tenantId: string,
  { attachments }: Pick<DocumentContent, 'attachments'>,
): Promise<AttachedFile[]> {
  const along = attachments.filter(({ goes_along }) => goes_along)
  return await Promise.all(
    along.map(async ({ name, media_type, sha256 }) => {
      const { bytes } = await ctx.files.open({ tenantId, sha256 })
      const chunks: Buffer[] = []
      for await (const chunk of bytes) chunks.push(chunk as Buffer)
      return { name, media_type, sha256, bytes: Buffer.concat(chunks) }
    }),
  )
}

/** Bytes of attachments in base64 by SHA-256, as electronic documents embed them. */
export async function loadEmbedded(
  ctx: Context,
  tenantId: string,
  content: Pick<DocumentContent, 'attachments'>,
): Promise<Map<string, string>> {
  const files = await loadAttached(ctx, tenantId, content)
  return new Map(files.map(({ sha256, bytes }) => [sha256, bytes.toString('base64')]))
}
