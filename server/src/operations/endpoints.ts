import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { isDraining } from '../http/draining.ts'
import { createReadiness, type Readiness } from './health.ts'
import { serveMapTiles } from './map-tiles.ts'
import { checkMayRead } from './metrics.rules.ts'
import { createMetrics } from './metrics.ts'
import { createDocument } from './openapi.ts'
import { serveWebFiles } from './pages.ts'
import { serveSecurityText } from './security-text.ts'

const stopping: Readiness = { ready: false, checks: { process: 'is stopping' } }

/**
 * Endpoints for operators: liveness, readiness, metrics, the description of the interface and the pages of the web
 * application. None of it exposes tenant data; metrics require their token, or this machine (OPS-30).
 */
export function serveOperations(app: FastifyInstance, ctx: Context): void {
  const readiness = createReadiness(ctx)
  const metrics = createMetrics(ctx)
  const document = createDocument()

  // Checks only that this process runs; a check that needs the database would restart healthy processes during its
  // outage.
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const verdict = isDraining(app) ? stopping : await readiness()
    return reply.code(verdict.ready ? 200 : 503).send(verdict)
  })

  app.addHook('onResponse', async (request, reply) => metrics.count(request, reply))
  app.get('/metrics', async (request, reply) => {
    checkMayRead(ctx.config, request)
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(await metrics.render())
  })

  app.get('/openapi.json', async (request, reply) => {
    const { text, etag } = document()
    reply.headers({ etag, 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(text)
  })

  serveSecurityText(app, ctx)
  serveMapTiles(app, ctx.config)
  serveWebFiles(app, ctx.config)
}
