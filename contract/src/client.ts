import type { Answer, Endpoint, Request } from './endpoint.ts'
import type { ErrorBody } from './errors.ts'

/** An answer other than the declared success. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Headers

  constructor(endpoint: Endpoint, status: number, body: ErrorBody, headers: Headers) {
    super(`${endpoint.id} answered ${status}: ${body?.message ?? ''}`)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** Nothing answered, or the answer broke off: what was requested may or may not have been done. */
export class UnreachedError extends Error {
  override name = 'UnreachedError'

  constructor(endpoint: Endpoint, cause: unknown) {
    super(`${endpoint.id} was not answered: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** What answered said that it worked, but in words that are not ours: something is between here and the server. */
export class UnreadableError extends Error {
  override name = 'UnreadableError'

  constructor(endpoint: Endpoint, cause: unknown) {
    super(`${endpoint.id} was answered with something that is not JSON`, { cause })
  }
}

export type Call = <E extends Endpoint>(endpoint: E, request: Request<E>) => Promise<Answer<E>>

/**
 * The typed client that the web application, tests, seeds and integrators use.
 * @param baseUrl service root without a trailing slash
 * @param headers sent with every request, for example the authorization
 * @throws CallError for every answer outside 2xx
 * @throws UnreachedError when the network failed; only then it is thrown, never for a fault of this program
 * @throws UnreadableError for an answer of 2xx that is not JSON
 */
export function client(
  baseUrl: string,
  headers: Record<string, string> | (() => Record<string, string>),
  send: typeof fetch = (input, init) => fetch(input, init),
): Call {
  return async (endpoint, request) => {
    const given = typeof headers === 'function' ? headers() : headers
    const body = bodyOf(endpoint, request.body)
    const init: RequestInit = {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        // A form says its own type, with the boundary between its parts.
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...given,
      },
    }
    if (body !== undefined) init.body = body
    const url = baseUrl + urlOf(endpoint, request)
    const { response, text } = await exchange(send, url, init).catch((error: unknown) => {
      // `fetch` says every failure of the network with a TypeError, and nothing else runs inside.
      throw error instanceof TypeError ? new UnreachedError(endpoint, error) : error
    })
    if (response.ok) return readAnswer(endpoint, text)
    throw new CallError(endpoint, response.status, readRefusal(text), response.headers)
  }
}

async function exchange(send: typeof fetch, url: string, init: RequestInit) {
  const response = await send(url, init)
  return { response, text: await response.text() }
}

function readAnswer(endpoint: Endpoint, text: string) {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch (error) {
    throw new UnreadableError(endpoint, error)
  }
}

/** A proxy that answers in place of the server has pages of its own: the status says enough then. */
function readRefusal(text: string) {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A body as it is sent: JSON, or for an endpoint that takes files a form with a part for each member. */
function bodyOf(endpoint: Endpoint, body: unknown): string | FormData | undefined {
  if (body === undefined) return undefined
  if (endpoint.bodyType !== 'multipart') return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of Object.entries(body as Record<string, Blob>)) form.append(name, value)
  return form
}

/** Path and query string of a request. */
export function urlOf<E extends Endpoint>(endpoint: E, request: Request<E>): string {
  const params = (request.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((request.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) query.append(name, String(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
