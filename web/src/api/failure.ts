import { CallError, UnreachedError, UnreadableError } from '@cartage/contract/client'
import type { ErrorItem } from '@cartage/contract/errors'
import { plural, t } from '@lingui/core/macro'

/** What the user sees when a request failed. */
export interface Failure {
  title: string
  message: string
  /** HTTP status, absent when there was no answer. */
  status?: number
  /** Absent when the request never reached the server. */
  requestId?: string
  code?: string
  items: readonly ErrorItem[]
}

/** Turns whatever a request threw into words and the id to quote. */
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

/** Each browser says in words of its own that a part of the pages could not be loaded. */
const missingPart = /dynamically imported module|importing a module script failed|unable to preload css/i

/** Whether a page could not be shown because its files did not arrive. */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && missingPart.test(error.message)
}

/** Nothing answered; what was to be changed may not have arrived. */
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

/** What the browser knows of the line; it is sure only of being offline. */
function isOnline(): boolean {
  return typeof navigator === 'undefined' || navigator.onLine !== false
}

/** Whether anything answers where this page came from. */
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

/** What is wrong with a member is written to follow its name (`must be a …`); at a field it begins a sentence. */
function asSentence(message: string): string {
  return message.replace(/^\p{Ll}(?=[\p{L}'’]*[\s,])/u, (letter) => letter.toLocaleUpperCase())
}

/** Errors whose messages are written for programs, in words for people; all others use their own message. */
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

/** Whether retrying makes sense: the server was not reached, is busy, or limits requests. */
export function isPassing(error: unknown): boolean {
  if (error instanceof CallError) return [429, 502, 503, 504].includes(error.status)
  return error instanceof UnreachedError
}
