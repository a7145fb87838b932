import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { decideAnswer, sampleReceiverPath } from './receiver.rules.ts'

/** Messages whose attempts are counted; the oldest are dropped first. */
const mostRemembered = 5_000

/**
 * The receiver of the sample world: it acknowledges messages and drops them. It answers only this machine and exposes
 * nothing.
 */
export function serveSampleReceiver(app: FastifyInstance): void {
  const attempts = new Map<string, number>()
  app.post(`${sampleReceiverPath}/:name`, async (request, reply) => {
    if (!isLoopback(request.socket.remoteAddress)) return reply.code(404).send({ message: 'There is nothing here.' })
    const { name } = request.params as { name: string }
    const id = String(request.headers['webhook-id'] ?? '').slice(0, 100)
    const key = `${name} ${id}`
    const count = (attempts.get(key) ?? 0) + 1
    attempts.set(key, count)
    if (attempts.size > mostRemembered) attempts.delete(attempts.keys().next().value!)
    const { status, body, delay_ms = 0 } = decideAnswer(name, id, count)
    if (delay_ms > 0) await sleep(delay_ms, undefined, { ref: false })
    return reply.code(status).send(body)
  })
}

function isLoopback(address: string | undefined): boolean {
  return address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1'
}
