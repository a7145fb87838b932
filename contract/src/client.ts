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

export type Call = <E extends Endpoint>(endpoint: E, request: Request<E>) => Promise<Answer<E>>

/**
 * The typed client that the web application, tests, seeds and integrators use.
 * @param baseUrl service root without a trailing slash
 * @param headers sent with every request, for example the authorization
 * @throws CallError for every answer outside 2xx
 */
export function client(
  baseUrl: string,
  headers: Record<string, string> | (() => Record<string, string>),
  send: typeof fetch = fetch,
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
    const response = await send(baseUrl + urlOf(endpoint, request), init)
    const text = await response.text()
    const answer = text === '' ? undefined : JSON.parse(text)
    if (!response.ok) throw new CallError(endpoint, response.status, answer, response.headers)
    return answer
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
