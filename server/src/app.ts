import type { FastifyInstance } from 'fastify'
import { createGatekeeper } from './auth/authenticate.routes.ts'
import { serveAuth } from './auth/routes.ts'
import type { Context } from './context.ts'
import { deliveryLoop } from './deliveries/jobs.ts'
import { purgeExpired } from './deliveries/retention.jobs.ts'
import { serveDeliveries } from './deliveries/routes.ts'
import { serveEvents } from './events/routes.ts'
import { sealLoop } from './events/seal.jobs.ts'
import { createHttp } from './http/listen.ts'
import { createAdmit } from './http/rate-limit.ts'
import type { Server } from './http/serve.ts'
import type { Loop } from './jobs/loop.ts'
import { jobLoop } from './jobs/queue.ts'
import { serveOperations } from './operations.ts'
import { uploadsLoop } from './orders/jobs.ts'
import { serveOrders } from './orders/routes.ts'

/** The table of contents: features in order. Builds the server without listening. */
export function buildApp(ctx: Context): { app: FastifyInstance; served: Set<string> } {
  const app = createHttp(ctx)
  const gatekeeper = createGatekeeper(ctx)
  const server: Server = {
    app,
    ctx,
    gate: { authenticate: gatekeeper.authenticate, admit: createAdmit(ctx) },
    served: new Set(),
  }
  serveOperations(app, ctx)
  serveAuth(server, gatekeeper)
  serveEvents(server)
  serveDeliveries(server)
  serveOrders(server)
  return { app, served: server.served }
}

/** Everything that runs in the background, in one process or many. */
export function backgroundLoops(ctx: Context): Loop[] {
  return [
    uploadsLoop(ctx),
    sealLoop(ctx),
    deliveryLoop(ctx),
    jobLoop(ctx, { 'deliveries.purge_expired': purgeExpired }),
  ]
}
