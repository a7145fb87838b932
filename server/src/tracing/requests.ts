import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asPartOf, type SpanStart, type Tracing } from './spans.ts'

/** Frequent monitoring requests, which reveal nothing about the work. */
const ofMonitors: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Traces each request, from its head to the end of its answer, as a child of its `traceparent` (OPS-22). All work for
 * it meanwhile belongs to its span.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (ofMonitors.has(request.routeOptions.url ?? '')) return done()
    request.span = tracing.begin(startOf(request), request.raw.headers)
    asPartOf(request.span, done)
  })
  // The body comes from the socket, outside the request's context, so the context is restored here.
  app.addHook('preHandler', ({ span }, _reply, done) => (span ? asPartOf(span, done) : done()))
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = request
    if (span === undefined) return done()
    noteAnswer(request, reply)
    span.end()
    asPartOf(span, done)
  })
  app.addHook('onRequestAbort', ({ span }, done) => {
    span?.fail('client_left')
    span?.end()
    done()
  })
}

/** Only the path's pattern, because the path itself may contain a secret. */
function startOf({ id, method, routeOptions: { url } }: FastifyRequest): SpanStart {
  const facts = {
    'http.request.method': method,
    'cartage.request_id': id,
    ...(url !== undefined && { 'http.route': url }),
  }
  return { name: url === undefined ? method : `${method} ${url}`, kind: 'SERVER', facts }
}

function noteAnswer({ span, caller, problem }: FastifyRequest, { statusCode }: FastifyReply): void {
  span?.note({
    'http.response.status_code': statusCode,
    ...(caller !== undefined && caller.kind !== 'anonymous' && { 'cartage.tenant_id': caller.tenantId }),
    ...(problem !== undefined && { 'error.type': problem.code }),
  })
  // A refusal is the caller's error, not the server's.
  if (statusCode >= 500) span?.fail(problem?.code ?? String(statusCode))
}
