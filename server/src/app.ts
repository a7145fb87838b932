import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import { createHttp } from './http/listen.ts'
import type { Server } from './http/serve.ts'
import type { Loop } from './jobs/loop.ts'

/** The table of contents: features in order. Builds the server without listening. */
export function buildApp(ctx: Context): { app: FastifyInstance; served: Set<string> } {
  const app = createHttp(ctx)
  const server: Server = { app, ctx, gate: { authenticate: authenticate(ctx), admit: admit(ctx) }, served: new Set() }
  return { app, served: server.served }
}

/** Everything that runs in the background, in one process or many. */
export function backgroundLoops(_ctx: Context): Loop[] {
  return []
}
