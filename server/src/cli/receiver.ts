import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { Command } from 'commander'
import { CommandFailed, WrongUse } from './command.ts'

interface Options {
  port: string
  secret?: string
  status: string
  json?: boolean
}

/** How far the time of a message may be from ours, in seconds (Standard Webhooks). */
const tolerance = 300

/** `cartage receiver`: a webhook receiver on this machine, to see what is sent and whether its signature holds. */
export function addReceiver(program: Command): void {
  program
    .command('receiver')
    .description('receive webhooks on this machine, verify their signatures and print them')
    .option('--port <port>', 'port to listen on', '8090')
    .option('--secret <secret>', 'signing secret of the subscription (whsec_…); without it nothing is verified')
    .option('--status <status>', 'status to answer with, to try retries', '204')
    .option('--json', 'one line of JSON per message')
    .action(async (options: Options) => {
      const key = options.secret === undefined ? undefined : keyOf(options.secret)
      await receive(options, key)
    })
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (key.length >= 16) return key
  throw new WrongUse('--secret is too short: copy all of it, beginning with whsec_.')
}

async function receive(options: Options, key: Buffer | undefined): Promise<void> {
  const status = Number(options.status)
  if (!Number.isInteger(status) || status < 200 || status > 599) throw new WrongUse('--status must be 200 to 599.')
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    const verdict = key === undefined ? 'not checked' : verify(request, body, key)
    show(options, request, body, verdict)
    response.writeHead(verdict === 'valid' || verdict === 'not checked' ? status : 401).end()
  })
  const port = await listen(server, Number(options.port))
  process.stdout.write(options.json ? '' : `Receiving on http://127.0.0.1:${port}/ until Ctrl-C.\n`)
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  await new Promise((done) => server.once('close', done))
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is in use: choose another with --port' : error.message
      fail(new CommandFailed(`Port ${port} ${reason}`))
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      done(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Standard Webhooks: HMAC-SHA-256 over `id.timestamp.body`; several signatures stand side by side in a rotation. */
function verify(request: IncomingMessage, body: string, key: Buffer): string {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': given } = request.headers
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof given !== 'string') return 'unsigned'
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > tolerance) return 'too old'
  const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  const signatures = given.split(' ').filter((part) => part.startsWith('v1,'))
  const fits = signatures.map((part) => Buffer.from(part.slice(3), 'base64'))
  const isValid = fits.some((bytes) => bytes.length === wanted.length && timingSafeEqual(bytes, wanted))
  return isValid ? 'valid' : 'WRONG SIGNATURE'
}

function show(options: Options, request: IncomingMessage, body: string, verdict: string): void {
  const id = request.headers['webhook-id'] ?? null
  if (options.json) {
    const line = { received_at: new Date().toISOString(), webhook_id: id, signature: verdict, body: parsed(body) }
    process.stdout.write(`${JSON.stringify(line)}\n`)
    return
  }
  const pretty = JSON.stringify(parsed(body), null, 2)
  process.stdout.write(`\n${new Date().toISOString()} ${request.method} ${request.url}  ${id ?? 'no webhook-id'}\n`)
  process.stdout.write(`signature: ${verdict}\n${pretty}\n`)
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
