import { CallError } from '@cartage/contract/client'
import type { ErrorItem } from '@cartage/contract/errors'

/** What a person is told when a request did not succeed. */
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
  if (error instanceof CallError) return refusal(error)
  if (error instanceof SyntaxError) {
    return {
      title: 'The answer could not be read',
      message: 'Something between this browser and the server answered in its place. Try again, or check the proxy.',
      items: [],
    }
  }
  if (error instanceof TypeError) {
    return {
      title: 'The server cannot be reached',
      message: 'Check the connection and that the server is running, then try again.',
      items: [],
    }
  }
  return { title: 'This page failed', message: error instanceof Error ? error.message : String(error), items: [] }
}

function refusal(error: CallError): Failure {
  const body: Partial<CallError['body']> = error.body ?? {}
  const failure: Failure = {
    status: error.status,
    title: titleOf(error.status),
    message: body.message ?? `The server answered ${error.status} without saying why. Try again.`,
    items: body.errors ?? [],
  }
  const requestId = body.request_id ?? error.headers.get('x-request-id') ?? undefined
  if (requestId !== undefined) failure.requestId = requestId
  if (body.code !== undefined) failure.code = body.code
  return failure
}

function titleOf(status: number): string {
  if (status === 401) return 'Not signed in'
  if (status === 403) return 'Your role does not allow this'
  if (status === 404) return 'Not found'
  if (status === 429) return 'Too many attempts'
  if (status === 503) return 'The server is busy'
  if (status >= 500) return 'The server failed'
  return 'The request was refused'
}

/** Whether asking again by itself makes sense: the server was not reached or said that it is busy. */
export function isPassing(error: unknown): boolean {
  if (error instanceof CallError) return error.status === 502 || error.status === 503 || error.status === 504
  return error instanceof TypeError
}
