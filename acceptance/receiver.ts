import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One received message. */
export interface Message {
  headers: Record<string, string>
  text: string
}

export interface Receiver {
  url: string
  messages: Message[]
  /** Responds 503 to the next `times` messages whose text contains `words`. */
  refuseNext(words: string, times: number): void
  /** Responds 200 with this object from now on; 204 without one. */
  answerWith(body: object | undefined): void
  close(): Promise<void>
}

/** Local webhook receiver that stores all messages. */
export async function openReceiver(): Promise<Receiver> {
  const messages: Message[] = []
  const refusals = new Map<string, number>()
  let answer: object | undefined
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      messages.push({ headers: headersOf(request.headers), text })
      response.statusCode = isRefused(refusals, text) ? 503 : answer === undefined ? 204 : 200
      response.end(response.statusCode === 200 ? JSON.stringify(answer) : undefined)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/events`,
    messages,
    refuseNext: (words, times) => refusals.set(words, times),
    answerWith(body) {
      answer = body
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function isRefused(refusals: Map<string, number>, text: string): boolean {
  for (const [words, times] of refusals) {
    if (times === 0 || !text.includes(words)) continue
    refusals.set(words, times - 1)
    return true
  }
  return false
}

function headersOf(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
