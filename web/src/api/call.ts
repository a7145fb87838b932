import { type Call, CallError, client } from '@cartage/contract/client'
import { i18n } from '@lingui/core'
import { isPassing } from './failure.ts'
import { createSubmissions } from './one-submission.ts'
import { randomKey } from './random-key.ts'

let csrfToken: string | undefined

/** Stores the session's CSRF token, which every later request except GET carries. Undefined after signing out. */
export function rememberCsrfToken(token: string | undefined): void {
  csrfToken = token
}

const submit = createSubmissions({
  newKey: randomKey,
  now: () => performance.now(),
  isOpen: (error) => isPassing(error) || isStillRunning(error),
})
const read = client('', headers)

/**
 * Calls an endpoint of our own origin with the session cookie. A command sent again while it is running goes out only
 * once, and creating requests carry an idempotency key. Throws CallError for every non-2xx response.
 */
export const call: Call = async (endpoint, request) => {
  if (endpoint.method === 'GET') return await read(endpoint, request)
  return await submit(endpoint, request, (key) => {
    const own = endpoint.creates === 'header' ? { ...headers(), 'idempotency-key': key } : headers()
    return client('', own)(endpoint, request)
  })
}

/** Calls a command as a dry run, which changes nothing: sent every time, without an idempotency key. */
export const callDry: Call = (endpoint, request) => read(endpoint, request)

/** Requests errors in the language of the interface, regardless of the browser's preference. */
function headers(): Record<string, string> {
  return {
    ...(i18n.locale !== '' && { 'accept-language': i18n.locale }),
    ...(csrfToken !== undefined && { 'x-csrf-token': csrfToken }),
  }
}

function isStillRunning(error: unknown): boolean {
  return error instanceof CallError && error.body?.code === 'creation_running'
}
