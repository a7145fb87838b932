import { createServer } from 'node:http'
import type { ReceivedEvent } from './checker.ts'

export interface Receiver {
  readonly url: string
  readonly received: ReceivedEvent[]
  close(): Promise<void>
}

interface Payload {
  events: { event_id: string; sequence: number; update: { id: string } }[]
}

/** A webhook receiver that now and then answers 500 or hangs up; it counts what it answered 2xx. */
export async function startReceiver(faultShare: number): Promise<Receiver> {
  const received: ReceivedEvent[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const luck = Math.random()
      // The socket: a request that was read whole can be destroyed without its sender hearing of it.
      if (luck < faultShare / 2) return request.socket.destroy()
      if (luck < faultShare) return response.writeHead(500).end()
      // Written down before the answer: an answer that gets lost means a repeat, never a loss.
      for (const event of (JSON.parse(Buffer.concat(chunks).toString()) as Payload).events) {
        received.push({ event_id: event.event_id, entity_id: event.update.id, sequence: event.sequence })
      }
      return response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/events`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
