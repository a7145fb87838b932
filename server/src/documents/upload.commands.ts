import type { Context, IncomingFile, ReceivedFile } from '../context.ts'
import { acceptUpload, checkUploading, receiveFile } from './commands.ts'
import { senderOf, type UploadingCaller } from './quota.rules.ts'

/** An accepted file, ready to attach. */
export interface UploadedFile {
  uploadId: string
  /** Name from the sender. */
  name: string
}

/**
 * Receives a file and makes it an upload.
 * @param caller whose uploads are counted
 * @param read passes the file to `take`, resolves once it was fully read and is valid
 * @throws Problem document_type_refused, document_too_large, validation_failed, upload_limit_reached, storage_low,
 * unavailable
 */
export async function storeUpload(
  ctx: Context,
  caller: UploadingCaller,
  read: (take: (file: IncomingFile) => Promise<void>) => Promise<void>,
): Promise<UploadedFile> {
  const sender = senderOf(caller)
  if (sender !== undefined) await checkUploading(ctx, caller.tenantId, sender)
  const files: ReceivedFile[] = []
  const named = { name: '', mediaType: '' }
  try {
    await read(async (file) => {
      Object.assign(named, { name: file.name, mediaType: file.mediaType })
      files.push(await receiveFile(ctx, file))
    })
    const uploadId = await acceptUpload(ctx, caller.tenantId, { ...named, received: files[0]!, sender })
    return { uploadId, name: named.name }
  } finally {
    await dropAll(ctx, files)
  }
}

/** The response is already decided: files that cannot be removed are swept later. */
async function dropAll(ctx: Context, files: readonly ReceivedFile[]): Promise<void> {
  for (const file of files) {
    await file.drop().catch((error) => ctx.log.warn({ err: error }, 'a temporary file could not be removed'))
  }
}
