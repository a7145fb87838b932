import type { Answer, Endpoint, Request } from './endpoint.ts'
import type { ErrorBody } from './errors.ts'

/** Response other than the declared success. */
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

/** No response, or an incomplete one: the request may or may not have been executed. */
export class UnreachedError extends Error {
  override name = 'UnreachedError'

  constructor(endpoint: Endpoint, cause: unknown) {
    super(`${endpoint.id} was not answered: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** Success status with a body that is not ours: something responded between the client and the server. */
export class UnreadableError extends Error {
  override name = 'UnreadableError'

  constructor(endpoint: Endpoint, cause: unknown) {
    super(`${endpoint.id} was answered with something that is not JSON`, { cause })
  }
}

export type Call = <E extends Endpoint>(endpoint: E, request: Request<E>) => Promise<Answer<E>>

/**
 * Typed client for the web application, tests, seeds and integrators.
 * @param baseUrl service root without a trailing slash
 * @param headers sent with every request, for example the authorization
 * @throws CallError for every non-2xx response
 * @throws UnreachedError only for network failures, never for an error of this program
 * @throws UnreadableError for a 2xx response that is not JSON
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
        // The browser sets the type of a form, including its boundary.
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...given,
      },
    }
    if (body !== undefined) init.body = body
    const url = baseUrl + urlOf(endpoint, request)
    const { response, text } = await exchange(send, url, init).catch((error: unknown) => {
      // `fetch` reports every network failure as a TypeError, and nothing else runs inside.
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

/** A proxy that responds in place of the server has its own pages: only the status matters then. */
function readRefusal(text: string) {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Serialises a body: JSON, or for file endpoints a form with a part for each member. */
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
