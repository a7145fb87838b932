import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { msg } from '@cartage/contract/message'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { traceRequests } from '../tracing/requests.ts'
import { lineOf, lineOfUnread } from './access-log.ts'
import { collectBody } from './body/bytes.ts'
import { isPatient } from './body/multipart.ts'
import { isDraining } from './draining.ts'
import { Problem, type ProblemCode } from './problem.ts'
import { clientAddress } from './proxies.ts'
import { createRejectionLog, type NoteRejection, noRejections } from './rejections.ts'
import { problemBody, renderProblem, sendProblem, standardHeaders } from './render-problem.ts'
import { isSecure } from './secure.ts'
import { limitSockets } from './sockets.ts'

/** Maximum bytes of a URL: path and query (LIMIT-6). */
const longestUrl = 8_192

/** Milliseconds a client has to close a connection after sending unreadable data. */
const lingerMs = 2_000

/** Maximum requests per connection before it is closed and the client opens another (LIMIT-11). */
const mostRequestsEach = 1_000

/**
 * A server without routes: limits of size and time, the common error body, 404 and 405. It does not listen yet.
 * @param takeRefusal notified of each 4xx answer, after it was sent
 */
export function createHttp(ctx: Context, takeRefusal: NoteRejection = noRejections): FastifyInstance {
  const { config } = ctx
  const bare = bareAnswers(ctx)
  const render = renderProblem(ctx)
  const note = (request: FastifyRequest, status: number | null, ms: number | null) =>
    ctx.accessLog?.(lineOf(request, status, ms, ctx.now(), clientAddress(request.raw, config.trust_proxy)))
  const app = Fastify({
    // Request logging is one line per answer below. Fastify's own would write two lines with all headers.
    logger: false,
    // Decides which X-Forwarded-Host and -Proto are trusted. The client address is read by `clientAddress`.
    trustProxy: config.trust_proxy ?? false,
    bodyLimit: config.json_body_limit_bytes,
    requestTimeout: config.request_timeout_ms,
    keepAliveTimeout: 65_000,
    connectionTimeout: 0,
    maxRequestsPerSocket: mostRequestsEach,
    forceCloseConnections: 'idle',
    // Requests still arriving on open connections are answered, and the connection is then closed (OPS-18).
    return503OnClosing: false,
    genReqId: () => ctx.newId(),
    http: {
      headersTimeout: config.headers_timeout_ms,
      maxHeaderSize: config.max_header_bytes,
      connectionsCheckingInterval: 2_000,
      // Checked below, so that the refusal uses the common error body.
      requireHostHeader: false,
    },
    // As long as a URL may be, so a long id is answered like any unknown one.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestUrl },
    // LIMIT-4, LIMIT-5, LIMIT-8, LIMIT-9: requests Node cannot parse.
    clientErrorHandler: refuseUnreadable(bare),
    // These errors occur before any hook, so the work of the hooks is done here.
    frameworkErrors: (error, request, reply) => {
      render(error, request, reply)
      if (request.problem !== undefined) takeRefusal(request, request.problem)
      note(request, reply.statusCode, reply.elapsedTime)
    },
  })
  limitSockets(app.server, { exempt: (address) => config.trust_proxy?.(address, 0) ?? false })
  // Declared so that all requests have one shape.
  app.decorateRequest('caller', undefined)
  app.decorateRequest('problem', undefined)
  app.decorateRequest('span', undefined)
  // Registered first, so that the other hooks run inside the span.
  if (ctx.tracing) traceRequests(app, ctx.tracing)
  takeAnyBodyAsBytes(app)
  answerUnknownPaths(app)
  app.setErrorHandler(render)
  app.server.on('checkExpectation', refuseExpectation(bare))
  noticeUntrusted(ctx, app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(standardHeaders(request.id))
    if (isDraining(app)) reply.header('connection', 'close')
    if (isSecure(config, request)) reply.header('strict-transport-security', 'max-age=31536000')
    if (request.raw.url && request.raw.url.length > longestUrl) throw new Problem('uri_too_long')
    checkHost(request.raw)
    forgiveMediaType(request.raw)
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.problem !== undefined && reply.statusCode < 500) takeRefusal(request, request.problem)
    const facts = {
      request_id: request.id,
      method: request.method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
    }
    ctx.log.debug({ ...facts, ms: Math.round(reply.elapsedTime) }, 'request')
    if (!abandoned.has(request)) note(request, reply.statusCode, reply.elapsedTime)
  })
  const abandoned = new WeakSet<FastifyRequest>()
  app.addHook('onRequestAbort', async (request) => {
    abandoned.add(request)
    note(request, null, null)
  })
  return app
}

/** Behind an untrusted proxy all clients share one address, so the operator is warned once. */
function noticeUntrusted(ctx: Context, app: FastifyInstance): void {
  let isMessage = ctx.config.trust_proxy !== undefined
  app.addHook('onRequest', async (request) => {
    if (isMessage || request.headers['x-forwarded-for'] === undefined) return
    isMessage = true
    ctx.log.warn(
      'requests carry X-Forwarded-For, which is not believed: if a proxy stands in front, set TRUST_PROXY to its ' +
        'address, because all its clients count as one',
    )
  })
}

/** RFC 9112 section 3.2: exactly one Host header with any value (CLIENT-28). HTTP/1.0 may omit it. */
function checkHost(request: IncomingMessage): void {
  const { rawHeaders, httpVersion } = request
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return
  throw new Problem('bad_request', { message: 'A request needs exactly one Host header.' })
}

const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/

/** An invalid media type must not prevent a body from reaching an endpoint that accepts any (CLIENT-1, CLIENT-27). */
function forgiveMediaType(request: IncomingMessage): void {
  const type = request.headers['content-type']
  if (type !== undefined && !mediaType.test(type)) request.headers['content-type'] = 'application/octet-stream'
}

/** Bodies stay bytes until an endpoint parses them, because clients send all kinds of media types. */
function takeAnyBodyAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', collectBody)
}

/** The Problem of a mistyped path. It does not use the not_found message, because there is no record to check. */
function unknownPath(path: string): Problem {
  const shown = path.slice(0, 100)
  return new Problem('not_found', { message: msg`There is no path ${shown}. /openapi.json lists the paths.` })
}

/** 405 with Allow on a known path, 404 otherwise; both as JSON. */
function answerUnknownPaths(app: FastifyInstance): void {
  const routes: { method: string; pattern: RegExp }[] = []
  app.addHook('onRoute', (route) => {
    const pattern = new RegExp(`^${route.url.replace(/:\w+/g, '[^/]+').replace(/\*/g, '.*')}/?$`)
    for (const method of [route.method].flat()) routes.push({ method, pattern })
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const allowed = new Set(routes.filter((route) => route.pattern.test(path)).map((route) => route.method))
    // A wildcard route matches less than its pattern, so the method may be correct.
    if (allowed.size === 0 || allowed.has(request.method)) return sendProblem(unknownPath(path), request, reply)
    const problem = new Problem('method_not_allowed', { headers: { allow: [...allowed].sort().join(', ') } })
    return sendProblem(problem, request, reply)
  })
}

/** Answers data that Node could not parse as HTTP with the common error body. */
function refuseUnreadable(answerTo: BareAnswers) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (!socket.writable || error.code === 'ECONNRESET') return
    // Emitted once per request by Node. Uploads have their own limits.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isPatient(socket)) return
    const { status, headers, body } = answerTo(unreadable[error.code ?? ''] ?? 'bad_request', socket)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    hangUp(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
}

/** Leaves a client time to read the last answer, but does not wait for one that never closes (LIMIT-14). */
function hangUp(socket: Socket, answer: string): void {
  socket.end(answer)
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

const unreadable: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

function refuseExpectation(answerTo: BareAnswers) {
  return ({ method, socket }: IncomingMessage, response: ServerResponse): void => {
    const { status, headers, body } = answerTo('expectation_failed', socket, method ?? null)
    response.writeHead(status, headers).end(body)
  }
}

type BareAnswers = ReturnType<typeof bareAnswers>

/** Answers for data that never became a framework request. The log has them under their request id as well. */
function bareAnswers(ctx: Context) {
  const log = createRejectionLog(ctx)
  return (code: ProblemCode, socket: Socket, method: string | null = null) => {
    const problem = new Problem(code)
    const requestId = randomUUID()
    const body = JSON.stringify(problemBody(problem, requestId))
    const headers = {
      ...standardHeaders(requestId),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    log('', () => ({ request_id: requestId, status: problem.status, code }))
    const address = clientAddress({ headers: {}, socket }) || null
    ctx.accessLog?.(lineOfUnread(requestId, method, problem.status, code, ctx.now(), address))
    return { status: problem.status, headers, body }
  }
}
