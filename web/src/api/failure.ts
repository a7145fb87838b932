import { CallError, UnreachedError, UnreadableError } from '@cartage/contract/client'
import type { ErrorItem } from '@cartage/contract/errors'
import { plural, t } from '@lingui/core/macro'

/** Request failure as shown to the user. */
export interface Failure {
  title: string
  message: string
  /** HTTP status, absent without a response. */
  status?: number
  /** Absent when the request never reached the server. */
  requestId?: string
  code?: string
  items: readonly ErrorItem[]
}

/** Converts any request error into a message and a request id to quote. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CallError) return failureOfResponse(error)
  if (error instanceof UnreadableError) {
    return {
      title: t`Unreadable response`,
      message: t`Something other than the server responded. Try again, or check the proxy.`,
      items: [],
    }
  }
  if (error instanceof UnreachedError || isMissingPart(error)) return unreached()
  return { title: t`This page crashed`, message: error instanceof Error ? error.message : String(error), items: [] }
}

/** Browsers phrase a failed dynamic import differently. */
const missingPart = /dynamically imported module|importing a module script failed|unable to preload css/i

/** Whether a page could not be shown because its files did not arrive. */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && missingPart.test(error.message)
}

/** No response: the change may not have been received. */
function unreached(): Failure {
  if (!isOnline()) {
    return {
      title: t`You are offline`,
      message: t`Nothing was sent. Try again when you are back online.`,
      items: [],
    }
  }
  return {
    title: t`Cannot reach the server`,
    message: t`Check your connection and that the server is running, then try again.`,
    items: [],
  }
}

/** Connectivity as the browser sees it; only offline is reliable. */
function isOnline(): boolean {
  return typeof navigator === 'undefined' || navigator.onLine !== false
}

/** Whether the origin server responds. */
export async function isServerReached(): Promise<boolean> {
  return await fetch('').then(
    () => true,
    () => false,
  )
}

function failureOfResponse(error: CallError): Failure {
  const body: Partial<CallError['body']> = error.body ?? {}
  const failure: Failure = {
    status: error.status,
    title: titleOf(error.status),
    message:
      wordsFor(body.code, error.headers) ??
      body.message ??
      t`The server returned ${error.status} without a reason. Try again.`,
    items: (body.errors ?? []).map((item) => ({ ...item, message: asSentence(item.message) })),
  }
  const requestId = body.request_id ?? error.headers.get('x-request-id') ?? undefined
  if (requestId !== undefined) failure.requestId = requestId
  if (body.code !== undefined) failure.code = body.code
  return failure
}

/** Validation messages follow a member name (`must be a …`); next to a field they start a sentence. */
function asSentence(message: string): string {
  return message.replace(/^\p{Ll}(?=[\p{L}'’]*[\s,])/u, (letter) => letter.toLocaleUpperCase())
}

/** Readable text for errors whose messages address developers; other errors use their own message. */
function wordsFor(code: string | undefined, headers: Headers): string | undefined {
  if (code === 'unauthenticated') return t`Your session has ended. Sign in again.`
  if (code === 'csrf_refused') return t`This page is from an earlier session. Reload it and try again.`
  if (code === 'not_found') return t`This record no longer exists or belongs to another organisation.`
  if (code === 'rate_limited') {
    const seconds = Math.max(1, Number(headers.get('retry-after')) || 1)
    return t`Wait ${plural(seconds, { one: '# second', other: '# seconds' })}, then try again.`
  }
  if (code === 'internal_error')
    return t`Something went wrong on the server. Try again; if it keeps failing, quote the request ID.`
  return undefined
}

function titleOf(status: number): string {
  if (status === 401) return t`Not signed in`
  if (status === 403) return t`You don't have permission`
  if (status === 404) return t`Not found`
  if (status === 409) return t`Not possible right now`
  if (status === 429) return t`Too many attempts`
  if (status === 503) return t`The server is busy`
  if (status >= 500) return t`Server error`
  return t`Request rejected`
}

/** Whether a retry makes sense: the server was unreachable, is busy, or limits requests. */
export function isPassing(error: unknown): boolean {
  if (error instanceof CallError) return [429, 502, 503, 504].includes(error.status)
  return error instanceof UnreachedError
}
