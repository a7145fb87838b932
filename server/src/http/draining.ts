import type { FastifyInstance } from 'fastify'

const draining = new WeakSet<FastifyInstance>()

/**
 * Prepares for a stop: the process is no longer ready but still answers, and asks each client to open its next
 * connection elsewhere (OPS-18).
 */
export function startDraining(app: FastifyInstance): void {
  draining.add(app)
}

/** Whether `startDraining` was called. */
export function isDraining(app: FastifyInstance): boolean {
  return draining.has(app)
}
