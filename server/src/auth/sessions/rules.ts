import { timingSafeEqual } from 'node:crypto'
import { Problem } from '../../http/problem.ts'

/** Headers that report the origin of a request. */
export interface RequestOrigin {
  method: string
  headers: Record<string, string | string[] | undefined>
  /** Requested host, or the one forwarded by a trusted proxy. */
  host?: string
}

/** `__Host-` binds the cookie to https and this host. Browsers refuse it over plain http. */
export function cookieName(isHttps: boolean): string {
  return isHttps ? '__Host-sid' : 'sid'
}

/** Set-Cookie for a new session. No Max-Age: it ends with the browser, and in any case on the server. */
export function sessionCookie(value: string, isHttps: boolean): string {
  return `${cookieName(isHttps)}=${value}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
}

/** Set-Cookie that removes the session cookie. */
export function endedCookie(isHttps: boolean): string {
  return `${sessionCookie('', isHttps)}; Max-Age=0`
}

/** Value of the session cookie; undefined if it is malformed or there is more than one. */
export function readCookie(header: string | undefined, isHttps: boolean): string | undefined {
  const value = valueIn(header, cookieName(isHttps))
  return isToken(value) ? value : undefined
}

function valueIn(header: string | undefined, name: string): string {
  const prefix = `${name}=`
  const found = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
  return found.length === 1 ? found[0]!.slice(prefix.length) : ''
}

function isToken(value: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(value)
}

/** Maximum sessions a browser holds in addition to the current one. More would only enlarge its requests. */
export const mostOthers = 7

/** Set-Cookie for the other sessions of a browser. Without any it removes the cookie. */
export function othersCookie(values: readonly string[], isHttps: boolean): string {
  const facts = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  const end = values.length === 0 ? '; Max-Age=0' : ''
  return `${cookieName(isHttps)}-others=${values.slice(0, mostOthers).join('.')}; ${facts}${end}`
}

/** The other sessions of a browser. */
export function readOthers(header: string | undefined, isHttps: boolean): string[] {
  const values = valueIn(header, `${cookieName(isHttps)}-others`).split('.')
  return [...new Set(values.filter(isToken))].slice(0, mostOthers)
}

/**
 * Set-Cookie that binds a provider sign-in to this browser (SSO-1). SameSite=Lax, because the browser returns from
 * another site and the return page sends a request to ours. Without a value it removes the cookie.
 */
export function attemptCookie(value: string | undefined, isHttps: boolean): string {
  const age = value === undefined ? 0 : 600
  return `${cookieName(isHttps)}-provider=${value ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${isHttps ? '; Secure' : ''}`
}

/** Cookie of a provider sign-in begun in this browser. */
export function readAttempt(header: string | undefined, isHttps: boolean): string | undefined {
  const value = valueIn(header, `${cookieName(isHttps)}-provider`)
  return isToken(value) ? value : undefined
}

/**
 * Requires a request from one of our own pages: according to the browser, or else by a matching Origin.
 * @throws Problem csrf_refused
 */
export function checkOrigin(request: RequestOrigin, publicUrl: string | undefined): void {
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin') return
  if (site === undefined && isOwnOrigin(request.headers.origin, request.host ?? request.headers.host, publicUrl)) return
  throw new Problem('csrf_refused')
}

function isOwnOrigin(origin: unknown, host: unknown, publicUrl: string | undefined): boolean {
  if (typeof origin !== 'string' || !URL.canParse(origin)) return false
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return true
  return new URL(origin).host === host
}

/**
 * Every request that may change something carries the session's token in a header, which no form can set.
 * @throws Problem csrf_refused
 */
export function checkCsrf(request: RequestOrigin, csrfToken: string, publicUrl: string | undefined): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  checkOrigin(request, publicUrl)
  const sent = Buffer.from(String(request.headers['x-csrf-token'] ?? ''))
  const expected = Buffer.from(csrfToken)
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw new Problem('csrf_refused')
}
