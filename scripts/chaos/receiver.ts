import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { ReceivedEvent } from './checker.ts'

export interface ReceiverOf<One> {
  readonly url: string
  readonly received: One[]
  close(): Promise<void>
}
export type Receiver = ReceiverOf<ReceivedEvent>

interface Payload {
  events: { event_id: string; sequence: number; update: { id: string } }[]
}

/** Event receiver that occasionally responds 500 or hangs up; it counts requests answered 2xx. */
export async function startReceiver(faultShare: number): Promise<Receiver> {
  return await startReceiverOf(faultShare, (text) =>
    (JSON.parse(text) as Payload).events.map(({ event_id, sequence, update }) => ({
      ...{ event_id, sequence, entity_id: update.id },
    })),
  )
}

/**
 * Same for other messages.
 * @param read extracts what to keep of a message
 */
export async function startReceiverOf<One>(
  faultShare: number,
  read: (text: string, headers: IncomingHttpHeaders) => readonly One[],
): Promise<ReceiverOf<One>> {
  const received: One[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const luck = Math.random()
      // Destroys the socket: after a request was read completely, destroying it alone would not reach its sender.
      if (luck < faultShare / 2) return request.socket.destroy()
      if (luck < faultShare) return response.writeHead(500).end()
      // Recorded before the response: a lost response means a repeat, never a loss.
      received.push(...read(Buffer.concat(chunks).toString(), request.headers))
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
