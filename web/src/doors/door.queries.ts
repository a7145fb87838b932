import { type Call, CallError, client } from '@cartage/contract/client'
import { i18n } from '@lingui/core'

let token = ''

/** LINK-2: reads the token from the URL fragment, which the browser never sends to a server. */
export function readToken({ hash }: Pick<Location, 'hash'>): void {
  token = hash.slice(1)
}

/** Request headers with the link token, also for uploads outside `callDoor`. */
export function linkHeaders(): Record<string, string> {
  return { authorization: `Link ${token}`, ...(i18n.locale !== '' && { 'accept-language': i18n.locale }) }
}

/** Calls an endpoint of the link's door. Throws CallError for every non-2xx response. */
export const callDoor: Call = (endpoint, request) => client('', linkHeaders)(endpoint, request)

/** Whether the requested record does not exist or belongs to someone else. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && error.status === 404
}

/** Whether the link is no longer valid: expired, revoked or incomplete. */
export function isLinkOver(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}

/** Whether the request was based on outdated data. */
export function isOutdated(error: unknown): boolean {
  return error instanceof CallError && error.status === 409
}
