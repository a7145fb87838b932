import { client } from '@cartage/contract/client'
import { i18n } from '@lingui/core'

let csrfToken: string | undefined

/** Keeps the token of the session; every later request carries it (needed by all but GET). Undefined after signing out. */
export function rememberCsrfToken(token: string | undefined): void {
  csrfToken = token
}

/** Calls an endpoint of our own origin with the session cookie. Throws CallError for every answer outside 2xx. */
export const call = client('', headers)

/** The server says refusals in the language that is shown here, whatever the browser prefers. */
function headers(): Record<string, string> {
  return {
    ...(i18n.locale !== '' && { 'accept-language': i18n.locale }),
    ...(csrfToken !== undefined && { 'x-csrf-token': csrfToken }),
  }
}
