import { Problem } from '../http/problem.ts'

/** Uploader of a file, as far as it decides the limit. */
export interface UploadingCaller {
  readonly kind: string
  readonly tenantId: string
  readonly id: string
  readonly companyId: string | null
  readonly link?: unknown
}

/** Bytes that may be uploaded in a day; 0 for no limit. */
export interface UploadLimits {
  readonly sender: number
  readonly tenant: number
}

const mebibyte = 1_048_576

/** The limits of an installation, in bytes. */
export function uploadLimits(config: { upload_mb_per_sender: number; upload_mb_per_tenant: number }): UploadLimits {
  return { sender: config.upload_mb_per_sender * mebibyte, tenant: config.upload_mb_per_tenant * mebibyte }
}

/** Sender whose daily uploads are counted separately: each link, and each API client of a customer (LIMIT-18). */
export function senderOf({ kind, id, companyId, link }: UploadingCaller): string | undefined {
  if (link !== undefined) return `LINK ${id}`
  return kind === 'client' && companyId !== null ? `CLIENT ${id}` : undefined
}

/** @throws Problem upload_limit_reached when the daily uploads would exceed the limit */
export function checkUploaded(bytes: number, limit: number, now: Date): void {
  if (limit > 0 && bytes > limit) throw limitReached(now)
}

function limitReached(now: Date): Problem {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
  const wait = Math.max(1, Math.ceil((midnight - now.getTime()) / 1_000))
  return new Problem('upload_limit_reached', { headers: { 'retry-after': String(wait) } })
}
