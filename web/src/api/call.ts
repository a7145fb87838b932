import { type Call, CallError, client } from '@cartage/contract/client'
import { i18n } from '@lingui/core'
import { isPassing } from './failure.ts'
import { createSubmissions } from './one-submission.ts'
import { randomKey } from './random-key.ts'

let csrfToken: string | undefined

/**
 * Keeps the token of the session; every later request carries it (needed by all but GET). Undefined after signing out.
 */
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
 * Calls an endpoint of our own origin with the session cookie. What changes something goes out once, however often it is
 * requested while it is under way, and what creates something carries a key that the server knows its repeats by.
 * Throws CallError for every answer outside 2xx.
 */
export const call: Call = async (endpoint, request) => {
  if (endpoint.method === 'GET') return await read(endpoint, request)
  return await submit(endpoint, request, (key) => {
    const own = endpoint.creates === 'header' ? { ...headers(), 'idempotency-key': key } : headers()
    return client('', own)(endpoint, request)
  })
}

/** Calls a command that changes nothing, as a dry run: it goes out each time, without a key that the server keeps. */
export const callDry: Call = (endpoint, request) => read(endpoint, request)

/** The server says refusals in the language that is shown here, whatever the browser prefers. */
function headers(): Record<string, string> {
  return {
    ...(i18n.locale !== '' && { 'accept-language': i18n.locale }),
    ...(csrfToken !== undefined && { 'x-csrf-token': csrfToken }),
  }
}

function isStillRunning(error: unknown): boolean {
  return error instanceof CallError && error.body?.code === 'creation_running'
}
