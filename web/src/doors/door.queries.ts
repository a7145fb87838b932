import { type Call, CallError, client } from '@cartage/contract/client'
import { i18n } from '@lingui/core'

let token = ''

/** LINK-2: takes the token from the fragment of the address, which the browser sends to no server. */
export function readToken({ hash }: Pick<Location, 'hash'>): void {
  token = hash.slice(1)
}

/** The headers of a request with the link; also for what sends bytes by other means. */
export function linkHeaders(): Record<string, string> {
  return { authorization: `Link ${token}`, ...(i18n.locale !== '' && { 'accept-language': i18n.locale }) }
}

/** Calls an operation of the door that the link opens. Throws CallError for every answer outside 2xx. */
export const callDoor: Call = (endpoint, request) => client('', linkHeaders)(endpoint, request)

/** Whether what was called for does not exist, or is of someone else. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && error.status === 404
}

/** Whether the link does not work any more: it expired, was revoked, or is not complete. */
export function isLinkOver(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}

/** Whether what was sent does not fit what is shown: it has changed in the meantime. */
export function isOutdated(error: unknown): boolean {
  return error instanceof CallError && error.status === 409
}
