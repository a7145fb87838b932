import { client } from '@cartage/contract/client'

let csrfToken: string | undefined

/** Keeps the token of the session; every later request carries it (needed by all but GET). Undefined after signing out. */
export function rememberCsrfToken(token: string | undefined): void {
  csrfToken = token
}

/** Calls an endpoint of our own origin with the session cookie. Throws CallError for every answer outside 2xx. */
export const call = client('', csrfHeader)

function csrfHeader(): Record<string, string> {
  return csrfToken === undefined ? {} : { 'x-csrf-token': csrfToken }
}
