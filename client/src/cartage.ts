import { createCall } from './call.ts'
import { Each, Operations } from './generated/operations.ts'
import type { OrderImport, UploadStatus } from './generated/schemas.ts'
import { pause } from './repeat.ts'
import type { Answers, Options, Settings } from './settings.ts'

/** States in which an upload is still processed; every other one is final. */
const running: readonly UploadStatus[] = ['TODO', 'IN_PROGRESS', 'READY_TO_UPSERT', 'UPSERT_IN_PROGRESS']

/** The interface of one organisation. Create one instance and reuse it, because it holds the token. */
export class Cartage extends Operations {
  protected readonly call: Answers
  /** Lists as iterators over all of their pages. */
  readonly each: Each

  constructor(settings: Settings) {
    super()
    this.call = createCall(settings)
    this.each = new Each(this.call)
  }

  /**
   * Waits until an upload is applied or refused, and returns the result. After `seconds` it returns the current state;
   * the server continues to process the upload.
   */
  async followUpload(upload_id: string, seconds = 60, options: Pick<Options, 'signal'> = {}): Promise<OrderImport> {
    const end = Date.now() + seconds * 1000
    for (let wait = 0.25; ; wait = Math.min(wait * 1.5, 5)) {
      const upload = await this.getOrderUpload({ upload_id }, options)
      if (!running.includes(upload.upload_status) || Date.now() + wait * 1000 > end) return upload
      await pause(wait, options.signal)
    }
  }
}
