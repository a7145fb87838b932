import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { Command } from 'commander'
import { CommandFailed, WrongUse } from '../command.ts'

interface Options {
  port: string
  secret?: string
  publicKey?: string
  status: string
  json?: boolean
}

/** Keys for checking signatures; one match is enough. */
interface Keys {
  secret: Buffer | undefined
  publicKey: KeyObject | undefined
}

/** Maximum deviation of a message's time from ours, in seconds (Standard Webhooks). */
const tolerance = 300

/** `cartage receiver`: a webhook receiver on this machine that shows messages and checks their signatures. */
export function addReceiver(program: Command): void {
  program
    .command('receiver')
    .description('receive webhooks on this machine, verify their signatures and print them')
    .option('--port <port>', 'port to listen on', '8090')
    .option('--secret <secret>', 'signing secret of the subscription (whsec_…)')
    .option('--public-key <key>', 'its public key (whpk_…); with neither nothing is verified, with both one is enough')
    .option('--status <status>', 'status to answer with, to try retries', '204')
    .option('--json', 'one line of JSON per message')
    .action(async (options: Options) => {
      const { secret, publicKey } = options
      await receive(options, {
        secret: secret === undefined ? undefined : secretOf(secret),
        publicKey: publicKey === undefined ? undefined : publicKeyOf(publicKey),
      })
    })
}

function secretOf(secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (key.length >= 16) return key
  throw new WrongUse('--secret is too short: copy all of it, beginning with whsec_.')
}

function publicKeyOf(text: string): KeyObject {
  const bytes = Buffer.from(text.replace(/^whpk_/, ''), 'base64')
  if (bytes.length !== 32) throw new WrongUse('--public-key is not valid: copy all of it, beginning with whpk_.')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' })
}

async function receive(options: Options, keys: Keys): Promise<void> {
  const status = Number(options.status)
  if (!Number.isInteger(status) || status < 200 || status > 599) throw new WrongUse('--status must be 200 to 599.')
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    const isChecked = keys.secret !== undefined || keys.publicKey !== undefined
    const verdict = isChecked ? judge(request, body, keys) : 'not checked'
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

/** Standard Webhooks: signatures over `id.timestamp.body`, one of each kind and more during a rotation. */
function judge(request: IncomingMessage, body: string, { secret, publicKey }: Keys): string {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': given } = request.headers
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof given !== 'string') return 'unsigned'
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > tolerance) return 'too old'
  const content = Buffer.from(`${id}.${timestamp}.${body}`)
  const isValid =
    (secret !== undefined && fitsSecret(content, signaturesIn(given, 'v1'), secret)) ||
    (publicKey !== undefined && fitsPublicKey(content, signaturesIn(given, 'v1a'), publicKey))
  return isValid ? 'valid' : 'WRONG SIGNATURE'
}

function signaturesIn(header: string, version: 'v1' | 'v1a'): Buffer[] {
  const parts = header.split(' ').map((part) => part.split(','))
  return parts.filter(([kind]) => kind === version).map(([, text]) => Buffer.from(text ?? '', 'base64'))
}

/** `v1`: HMAC-SHA-256. */
function fitsSecret(content: Buffer, signatures: readonly Buffer[], secret: Buffer): boolean {
  const expected = createHmac('sha256', secret).update(content).digest()
  return signatures.some((bytes) => bytes.length === expected.length && timingSafeEqual(bytes, expected))
}

/** `v1a`: ed25519. */
function fitsPublicKey(content: Buffer, signatures: readonly Buffer[], publicKey: KeyObject): boolean {
  return signatures.some((bytes) => verify(null, content, publicKey, bytes))
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
