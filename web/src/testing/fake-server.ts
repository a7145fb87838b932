import type { Endpoint, Input, Response as ResponseOf } from '@cartage/contract/endpoint'
import type { ErrorItem } from '@cartage/contract/errors'

type Answering<E extends Endpoint> = ResponseOf<E> | ((request: Input<E>) => ResponseOf<E>)

interface Refusal {
  status: number
  code: string
  message?: string
  errors?: readonly ErrorItem[]
}

interface Handler {
  endpoint: Endpoint
  respond: (request: Input<Endpoint>) => Response | Promise<Response>
}

/** A request of the pages, as parsed by the server. */
interface Received extends Input<Endpoint> {
  operation: string
}

/**
 * Fake server for page tests: answers operations of the contract and records requests. Unexpected requests are
 * collected in `unexpected` and fail the test.
 */
export class FakeServer {
  readonly unexpected: string[] = []
  readonly #handlers: Handler[] = []
  readonly #received: Received[] = []
  readonly #held: (() => void)[] = []

  /** Answers this operation from now on. The latest answer for an operation applies. */
  on<E extends Endpoint>(endpoint: E, answer: Answering<E>): void {
    this.#handle(endpoint, (request) => {
      const body = typeof answer === 'function' ? (answer as (request: Input<E>) => ResponseOf<E>)(request) : answer
      return body === undefined ? new Response(null, { status: 204 }) : Response.json(body, { status: 200 })
    })
  }

  /** Answers this operation with a file from now on. */
  file(endpoint: Endpoint, content: string, type: string): void {
    this.#handle(endpoint, () => new Response(content, { headers: { 'content-type': type } }))
  }

  /** Rejects this operation from now on. */
  reject(endpoint: Endpoint, { status, code, message = 'Rejected.', errors }: Refusal): void {
    const body = { error: code, code, message, request_id: 'request-1', ...(errors && { errors }) }
    this.#handle(endpoint, () => Response.json(body, { status }))
  }

  /** Makes this operation unreachable from now on. */
  disconnect(endpoint: Endpoint): void {
    this.#handle(endpoint, () => {
      throw new TypeError('no connection')
    })
  }

  /**
   * Delays the response to this operation.
   * @returns a function that sends it
   */
  hold<E extends Endpoint>(endpoint: E, answer: ResponseOf<E>): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held.push(resolve)
    this.#handle(endpoint, async () => {
      await promise
      return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer)
    })
    return resolve
  }

  /**
   * Sends all delayed responses. Pages send a change only once while it is pending: one still pending at the end of a
   * test would block the same change in the next test.
   */
  release(): void {
    for (const respond of this.#held) respond()
  }

  /** Requests of this operation, oldest first. */
  requests<E extends Endpoint>(endpoint: E): Input<E>[] {
    return this.#received
      .filter(({ operation }) => operation === endpoint.id)
      .map(({ params, query, body }) => ({ params, query, body }) as Input<E>)
  }

  /** Request bodies of this operation, oldest first. */
  bodies<E extends Endpoint>(endpoint: E): Input<E>['body'][] {
    return this.requests(endpoint).map(({ body }) => body)
  }

  /** Replacement for `fetch`. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href)
    const method = init.method ?? 'GET'
    // Maps load their tiles when rendered, possibly after the test has ended. Here they never load.
    if (url.pathname.startsWith('/web/src/')) return await new Promise(() => {})
    for (const { endpoint, respond } of this.#handlers) {
      const params = endpoint.method === method ? paramsOf(endpoint, url.pathname) : undefined
      if (params === undefined) continue
      const request = {
        params,
        query: Object.fromEntries(url.searchParams),
        body: bodyOf(init.body),
      } as Input<Endpoint>
      this.#received.push({ operation: endpoint.id, ...request })
      return await respond(request)
    }
    const line = `${method} ${url.pathname}${url.search}`
    this.unexpected.push(line)
    return Response.json({ code: 'not_found', message: `No test expects ${line}`, errors: [] }, { status: 404 })
  }

  #handle<E extends Endpoint>(endpoint: E, respond: (request: Input<E>) => Response | Promise<Response>): void {
    this.#handlers.unshift({ endpoint, respond: respond as Handler['respond'] })
    // As on the server, `/counts` takes precedence over `/{id}`.
    this.#handlers.sort((one, other) => memberCount(one.endpoint) - memberCount(other.endpoint))
  }
}

function memberCount({ path }: Endpoint): number {
  return path.split('{').length
}

/** Parameters of a path. Undefined if it does not match. */
function paramsOf({ path }: Endpoint, given: string): Record<string, string> | undefined {
  const expected = path.split('/')
  const parts = given.split('/')
  if (expected.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of expected.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name !== undefined) params[name] = decodeURIComponent(parts[at]!)
    else if (part !== parts[at]) return undefined
  }
  return params
}

function bodyOf(body: RequestInit['body']): unknown {
  if (typeof body === 'string') return JSON.parse(body)
  return body instanceof FormData ? Object.fromEntries(body) : undefined
}
