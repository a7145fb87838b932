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

/** A request of the pages, as the server would read it. */
interface Received extends Input<Endpoint> {
  operation: string
}

/**
 * Stands for the server in tests of the pages: responds to operations of the contract, and notes what was requested.
 * A request that no test expects is kept in `unexpected`, and fails the test.
 */
export class FakeServer {
  readonly unexpected: string[] = []
  readonly #handlers: Handler[] = []
  readonly #received: Received[] = []
  readonly #held: (() => void)[] = []

  /** Responds to this operation from now on; the latest answer to an operation holds. */
  on<E extends Endpoint>(endpoint: E, answer: Answering<E>): void {
    this.#handle(endpoint, (request) => {
      const body = typeof answer === 'function' ? (answer as (request: Input<E>) => ResponseOf<E>)(request) : answer
      return body === undefined ? new Response(null, { status: 204 }) : Response.json(body, { status: 200 })
    })
  }

  /** Responds to this operation with a file from now on. */
  file(endpoint: Endpoint, content: string, type: string): void {
    this.#handle(endpoint, () => new Response(content, { headers: { 'content-type': type } }))
  }

  /** Rejects this operation from now on. */
  reject(endpoint: Endpoint, { status, code, message = 'Rejected.', errors }: Refusal): void {
    const body = { error: code, code, message, request_id: 'request-1', ...(errors && { errors }) }
    this.#handle(endpoint, () => Response.json(body, { status }))
  }

  /** Is not reached by this operation from now on. */
  disconnect(endpoint: Endpoint): void {
    this.#handle(endpoint, () => {
      throw new TypeError('no connection')
    })
  }

  /**
   * Lets this operation wait for its response.
   * @returns responds
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
   * Responds to everything that still waits. Pages send a change once while it is under way: one that waits when a test
   * ends would keep the same change of the next test from the server.
   */
  release(): void {
    for (const respond of this.#held) respond()
  }

  /** What was requested of this operation, oldest first. */
  requests<E extends Endpoint>(endpoint: E): Input<E>[] {
    return this.#received
      .filter(({ operation }) => operation === endpoint.id)
      .map(({ params, query, body }) => ({ params, query, body }) as Input<E>)
  }

  /** Bodies that this operation was requested with, oldest first. */
  bodies<E extends Endpoint>(endpoint: E): Input<E>['body'][] {
    return this.requests(endpoint).map(({ body }) => body)
  }

  /** Takes the place of `fetch`. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href)
    const method = init.method ?? 'GET'
    // Maps load their ground when they are drawn, which may be after the test has ended: here none is ever drawn.
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
    // As on the server, `/counts` goes before `/{id}`.
    this.#handlers.sort((one, other) => memberCount(one.endpoint) - memberCount(other.endpoint))
  }
}

function memberCount({ path }: Endpoint): number {
  return path.split('{').length
}

/** The parameters of a path; undefined when it is another. */
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
