import { once } from 'node:events'
import http, { type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A received span. */
export interface ReceivedSpan {
  trace: string
  id: string
  /** Empty for the root of a trace. */
  parent: string
  name: string
  /** 2 SERVER, 3 CLIENT, 5 CONSUMER. */
  kind: number
  facts: Record<string, string | number | boolean>
  is_failed: boolean
}

/** An OpenTelemetry collector on loopback, which accepts OTLP over HTTP in JSON. */
export interface Collector {
  url: string
  /** In order of arrival. */
  spans: ReceivedSpan[]
  /** Bodies of all requests, as text. */
  bodies: string[]
  headers: IncomingHttpHeaders[]
  /** Status of its answers from now on. */
  status: number
  close(): Promise<void>
}

interface Value {
  stringValue?: string
  intValue?: number | string
  boolValue?: boolean
  doubleValue?: number
}

interface Exported {
  resourceSpans: {
    scopeSpans: {
      spans: {
        traceId: string
        spanId: string
        parentSpanId?: string
        name: string
        kind: number
        attributes: { key: string; value: Value }[]
        status: { code?: number }
      }[]
    }[]
  }[]
}

/**
 * Starts a collector.
 * @param port 0 for a free one
 */
export async function startCollector(port = 0): Promise<Collector> {
  const server = http.createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    collector.headers.push(request.headers)
    collector.bodies.push(body)
    if (collector.status === 200) collector.spans.push(...spansOf(JSON.parse(body)))
    response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    bodies: [],
    headers: [],
    status: 200,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return collector
}

function spansOf({ resourceSpans }: Exported): ReceivedSpan[] {
  const all = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  return all.map(({ traceId, spanId, parentSpanId = '', name, kind, attributes, status }) => ({
    trace: traceId,
    id: spanId,
    parent: parentSpanId,
    name,
    kind,
    facts: Object.fromEntries(attributes.map(({ key, value }) => [key, read(value)])),
    is_failed: status.code === 2,
  }))
}

function read({ stringValue, intValue, boolValue, doubleValue }: Value): string | number | boolean {
  return stringValue ?? boolValue ?? doubleValue ?? Number(intValue)
}
