import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A fake S3-compatible store: one bucket in memory, which accepts only requests signed with its key. */
export interface FakeS3 {
  endpoint: string
  /** Objects by path. */
  objects: Map<string, Buffer>
  /** Answers the next requests with 503. */
  failNext(count: number): void
  close(): Promise<void>
}

export const fakeKey = { id: 'test-key', secret: 'test-secret', region: 'eu-test-1' }

/** Starts the fake. */
export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>()
  const state = { failures: 0 }
  const server = createServer((request, response) => {
    readAll(request).then((body) => answer(objects, state, request, response, body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    failNext(count) {
      state.failures = count
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function answer(
  objects: Map<string, Buffer>,
  state: { failures: number },
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const path = request.url!
  if (state.failures > 0) {
    state.failures -= 1
    return void response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
  }
  if (!isSigned(request, body))
    return void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
  const found = objects.get(path)
  if (request.method === 'PUT') {
    objects.set(path, body)
    return void response.writeHead(200).end()
  }
  if (request.method === 'DELETE') {
    objects.delete(path)
    return void response.writeHead(204).end()
  }
  if (!found) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  if (!range) return void response.writeHead(200, { 'content-length': found.length }).end(found)
  const part = found.subarray(Number(range[1]), Number(range[2]) + 1)
  const headers = { 'content-length': part.length, 'content-range': `bytes ${range[1]}-${range[2]}/${found.length}` }
  response.writeHead(206, headers).end(part)
}

/** Signature version 4, recalculated from the request (AWS documentation, "Signing AWS API requests"). */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { headers } = request
  const claim = /Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(headers.authorization ?? '')
  const payload = String(headers['x-amz-content-sha256'])
  if (!claim || (payload !== 'UNSIGNED-PAYLOAD' && payload !== hash(body))) return false
  const [, credential, names, signature] = claim as unknown as [string, string, string, string]
  const [id, ...scope] = credential.split('/')
  const list = names.split(';').map((name) => `${name}:${headers[name]}\n`)
  const canonical = [request.method, request.url, '', list.join(''), names, payload].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope.join('/'), hash(canonical)].join('\n')
  const [date = '', region = ''] = scope
  const key = [date, fakeKey.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${fakeKey.secret}`,
  )
  return id === fakeKey.id && region === fakeKey.region && hmac(key, text).toString('hex') === signature
}

function hash(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
