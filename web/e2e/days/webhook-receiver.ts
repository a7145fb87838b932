import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A received webhook. */
export interface ReceivedWebhook {
  headers: IncomingHttpHeaders
  body: string
}

/** An integrator's program that receives webhooks. */
export interface WebhookReceiver {
  url: string
  received: ReceivedWebhook[]
  close(): void
}

/** Receives and stores every webhook on a local port. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/events`, received, close: () => server.close() }
}

const guides = new URL('../../../docs/guides/', import.meta.url)

/** Code blocks of a guide in this language, as a reader copies them. */
export function blocksOf(guide: string, language: string): string[] {
  const text = readFileSync(new URL(guide, guides), 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, block]) => block!)
}

/** Runs the guide's program that verifies whether a webhook is from Cartage. */
export async function isFromCartage(secret: string, { headers, body }: ReceivedWebhook): Promise<boolean> {
  const [program] = blocksOf('webhooks.md', 'js')
  const module = await import(`data:text/javascript,${encodeURIComponent(program!)}`)
  return module.isFromCartage(secret, headers, body)
}
