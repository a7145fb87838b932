/** One request with its response, kept until the test ends and checked against the OpenAPI document. */
export interface Exchange {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly status: number
  readonly contentType: string
  readonly text: string
}

export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Parsed if the response is JSON. */
  readonly body: Body
}

export interface Sending {
  readonly headers?: Record<string, string>
  /** Anything but text and bytes is sent as JSON. */
  readonly body?: unknown
}

const kept: Exchange[] = []

/** The exchanges since the last call. */
export function takeExchanges(): Exchange[] {
  return kept.splice(0)
}

/**
 * Sends one request and records the exchange.
 * @param target path with query, from the root
 */
export async function send<Body>(
  baseUrl: string,
  method: string,
  target: string,
  sending: Sending = {},
): Promise<Answer<Body>> {
  const init: RequestInit = { method, redirect: 'manual', headers: { ...sending.headers } }
  if (sending.body !== undefined) Object.assign(init, encode(sending))
  const response = await fetch(baseUrl + target, init)
  const text = await response.text()
  const contentType = response.headers.get('content-type') ?? ''
  kept.push({ method, path: target.split('?')[0] ?? target, status: response.status, contentType, text })
  const isJson = /^application\/json\b/.test(contentType) && text !== ''
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson ? JSON.parse(text) : undefined) as Body,
  }
}

function encode({ body, headers }: Sending): RequestInit {
  if (typeof body === 'string' || body instanceof Uint8Array) return { body: body as BodyInit }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
}

/** Basic credentials as a header. */
export function basic(id: string, secret: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
}
