import Fastify, { type FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { Problem } from './problem.ts'
import { renderProblem, sendProblem } from './render-problem.ts'

/** A server without routes: limits of size and time, one error body, 404 and 405 as decided. Listens to nothing yet. */
export function createHttp(ctx: Context): FastifyInstance {
  const { config } = ctx
  const app = Fastify({
    // Request logging is one line per answer below; Fastify's own would be two with every header.
    logger: false,
    trustProxy: config.trust_proxy,
    bodyLimit: config.json_body_limit_bytes,
    requestTimeout: config.request_timeout_ms,
    keepAliveTimeout: 65_000,
    connectionTimeout: 0,
    maxRequestsPerSocket: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    genReqId: () => ctx.newId(),
    http: {
      headersTimeout: config.headers_timeout_ms,
      maxHeaderSize: config.max_header_bytes,
      connectionsCheckingInterval: 2_000,
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: renderProblem(ctx),
  })
  takeAnyBodyAsBytes(app)
  answerUnknownPaths(app)
  app.setErrorHandler(renderProblem(ctx))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('cache-control', 'no-store')
    reply.header('x-content-type-options', 'nosniff')
    if (request.raw.url && request.raw.url.length > 8_192) throw new Problem('uri_too_long')
  })
  app.addHook('onResponse', async (request, reply) => {
    const facts = {
      request_id: request.id,
      method: request.method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
    }
    ctx.log.debug({ ...facts, ms: Math.round(reply.elapsedTime) }, 'request')
  })
  return app
}

/** Bodies stay bytes until an endpoint says what it takes: clients label them in every possible way. */
function takeAnyBodyAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** 405 with Allow on a known path, 404 otherwise; both JSON. */
function answerUnknownPaths(app: FastifyInstance): void {
  const routes: { method: string; pattern: RegExp }[] = []
  app.addHook('onRoute', (route) => {
    const pattern = new RegExp(`^${route.url.replace(/:\w+/g, '[^/]+').replace(/\*/g, '.*')}/?$`)
    for (const method of [route.method].flat()) routes.push({ method, pattern })
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const allowed = new Set(routes.filter((route) => route.pattern.test(path)).map((route) => route.method))
    // A wildcard route matches less than its pattern: the method is not what is wrong then.
    if (allowed.size === 0 || allowed.has(request.method)) return sendProblem(new Problem('not_found'), request, reply)
    const problem = new Problem('method_not_allowed', { headers: { allow: [...allowed].sort().join(', ') } })
    return sendProblem(problem, request, reply)
  })
}

/** What Node could not even read as HTTP: still the one error body. */
function refuseUnreadable(error: Error & { code?: string }, socket: import('node:net').Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return
  const code =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request_timeout'
        : 'bad_request'
  const problem = new Problem(code)
  const body = JSON.stringify({
    error: problem.message,
    message: problem.message,
    code,
    request_id: crypto.randomUUID(),
  })
  socket.end(
    `HTTP/1.1 ${problem.status} ${code}\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
