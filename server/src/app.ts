import type { FastifyInstance } from 'fastify'
import { noteHead } from './audit/jobs.ts'
import { serveAudit } from './audit/routes.ts'
import { createGatekeeper } from './auth/authenticate.routes.ts'
import { serveAuth } from './auth/routes.ts'
import { serveCompanies } from './companies/routes.ts'
import type { Context } from './context.ts'
import { deliveryLoop } from './deliveries/jobs.ts'
import { purgeExpired } from './deliveries/retention.jobs.ts'
import { serveDeliveries } from './deliveries/routes.ts'
import { documentLoop } from './documents/jobs.ts'
import { serveDocuments } from './documents/routes.ts'
import { serveEvents } from './events/routes.ts'
import { sealLoop } from './events/seal.jobs.ts'
import { createHttp } from './http/listen.ts'
import { createAdmit } from './http/rate-limit.ts'
import type { Server } from './http/serve.ts'
import type { Loop } from './jobs/loop.ts'
import { jobLoop } from './jobs/queue.ts'
import { locationsLoop } from './locations/jobs.ts'
import { serveLocations } from './locations/routes.ts'
import { serveOperations } from './operations.ts'
import { uploadsLoop } from './orders/jobs.ts'
import { serveOrders } from './orders/routes.ts'
import { serveResources } from './resources/routes.ts'
import { settingKinds } from './setting-kinds.ts'
import { serveSettings } from './tenants/routes.ts'
import { serveUnavailabilities } from './unavailabilities/routes.ts'
import { validityLoop } from './validities/follow.jobs.ts'
import { serveValidities } from './validities/routes.ts'

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
  serveAudit(server)
  serveSettings(server, settingKinds)
  serveAuth(server, gatekeeper)
  serveEvents(server)
  serveDeliveries(server)
  serveResources(server)
  serveUnavailabilities(server)
  serveDocuments(server)
  serveLocations(server)
  serveCompanies(server)
  serveValidities(server)
  serveOrders(server)
  return { app, served: server.served }
}

/** Everything that runs in the background, in one process or many. */
export function backgroundLoops(ctx: Context): Loop[] {
  return [
    uploadsLoop(ctx),
    sealLoop(ctx),
    deliveryLoop(ctx),
    locationsLoop(ctx),
    documentLoop(ctx),
    validityLoop(ctx),
    jobLoop(ctx, { 'audit.note_head': noteHead, 'deliveries.purge_expired': purgeExpired }),
  ]
}
