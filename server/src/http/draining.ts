import type { FastifyInstance } from 'fastify'

const draining = new WeakSet<FastifyInstance>()

/**
 * The process is about to stop: it is no longer ready, goes on answering, and asks each client that it answers to open
 * its next connection elsewhere (OPS-18).
 */
export function startDraining(app: FastifyInstance): void {
  draining.add(app)
}

/** Whether `startDraining` was called. */
export function isDraining(app: FastifyInstance): boolean {
  return draining.has(app)
}
