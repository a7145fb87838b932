import type { Endpoint } from '@cartage/contract/endpoint'
import type { Caller } from './caller.ts'
import type { Call } from './serve.ts'

/** A request as plain data, for commands, which are independent of HTTP. */
export interface PlainRequest {
  readonly caller: Caller
  readonly requestId: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The first value of a repeated parameter. */
  readonly query: Readonly<Record<string, string>>
  /** The bytes read; empty if the handler reads the body itself. */
  readonly body: Buffer
  /** Body parsed by the endpoint's schema; absent if it was not parsed. */
  readonly parsed?: { readonly schema: unknown; readonly body: unknown }
}

/** The request of a call as plain data. `request.body` is the bytes, whether the endpoint takes JSON or any type. */
export function plainRequest(
  call: Pick<Call<Endpoint>, 'caller' | 'requestId' | 'request'> & { readonly body?: unknown },
): PlainRequest {
  const { caller, requestId, request } = call
  const schema = request.routeOptions.config.endpoint?.body
  return {
    caller,
    requestId,
    headers: request.headers,
    query: textsOf(request.query as Record<string, unknown>),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    ...(schema && call.body !== request.body && { parsed: { schema, body: call.body } }),
  }
}

function textsOf(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String([value].flat()[0] ?? '')]))
}
