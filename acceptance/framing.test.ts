import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { setup } from './world.ts'

const { hostname, port } = new URL(setup.baseUrl)
const longestMs = 30_000

interface Reply {
  status: number
  text: string
  /** Bytes accepted by the server before it responded or closed. */
  sent: number
  ms: number
}

/** Writes chunks to a socket until the server responds or closes. Plain http only: the framing is tested. */
function converse(pieces: Iterable<string>, pauseMs = 0): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const socket = connect({ host: hostname, port: Number(port) })
    let text = ''
    let sent = 0
    let answered = false
    const done = () => {
      answered = true
      clearTimeout(late)
      socket.destroy()
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
      resolve({ status, text, sent, ms: performance.now() - began })
    }
    const late = setTimeout(() => reject(new Error(`no answer within ${longestMs} ms: ${text}`)), longestMs)
    socket.on('data', (chunk) => {
      text += chunk
      const length = /content-length: (\d+)/i.exec(text)?.[1]
      const body = text.split('\r\n\r\n').slice(1).join('\r\n\r\n')
      if (length !== undefined && Buffer.byteLength(body) >= Number(length)) done()
    })
    socket.on('close', () => !answered && done())
    // After its response, a server may reset the connection for data still arriving.
    socket.on('error', () => undefined)
    socket.on('connect', async () => {
      for (const piece of pieces) {
        if (answered || !socket.writable) return
        const drained = socket.write(piece)
        sent += piece.length
        if (!drained) await new Promise((next) => socket.once('drain', next).once('close', next))
        if (pauseMs > 0) await new Promise((next) => setTimeout(next, pauseMs))
      }
    })
  })
}

const head = (lines: string[], target = '/v1/orders/order/upload', method = 'POST') =>
  [`${method} ${target} HTTP/1.1`, `Host: ${hostname}`, ...lines, '', ''].join('\r\n')

/** Errors before routing also use the common error body. */
function expectBody(reply: Reply, code: string): void {
  const body = JSON.parse(reply.text.split('\r\n\r\n')[1] ?? '{}') as Record<string, unknown>
  expect(body).toMatchObject({ code, error: expect.any(String), message: expect.any(String) })
  expect(body.request_id).toEqual(expect.any(String))
}

test('LIMIT-1: a body announced larger than 1 MiB is 413 without being read', async () => {
  const reply = await converse([head(['Content-Type: application/json', 'Content-Length: 500000000'])])
  expect([401, 413]).toContain(reply.status)
})

test('LIMIT-2: a chunked body without an end is cut at the limit', async () => {
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
  function* endless() {
    yield head(['Content-Type: application/json', 'Transfer-Encoding: chunked'])
    for (let count = 0; count < 400; count += 1) yield chunk
  }
  const reply = await converse(endless())
  expect([401, 413, 0]).toContain(reply.status)
  // Buffers of both kernels come on top of the limit.
  expect(reply.sent).toBeLessThan(16 * 1_048_576)
})

test('LIMIT-3: headers that drip in are cut off after ten seconds', async () => {
  function* dripping() {
    yield `GET /v1/me HTTP/1.1\r\nHost: ${hostname}\r\n`
    for (let count = 0; count < 80; count += 1) yield `X-Drip-${count}: 1\r\n`
  }
  const reply = await converse(dripping(), 500)
  expect([408, 0]).toContain(reply.status)
  // It would be complete after forty seconds.
  expect(reply.ms).toBeLessThan(20_000)
})

test('LIMIT-4: a length and chunks together are 400 and the connection ends', async () => {
  const lines = ['Content-Type: application/json', 'Content-Length: 4', 'Transfer-Encoding: chunked']
  const reply = await converse([`${head(lines)}0\r\n\r\n`, head([], '/v1/me', 'GET')])
  expect(reply.status).toBe(400)
  expectBody(reply, 'bad_request')
  expect(reply.text.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('LIMIT-5: two different lengths are 400', async () => {
  const reply = await converse([`${head(['Content-Length: 2', 'Content-Length: 3'])}{}x`])
  expect(reply.status).toBe(400)
})

test('LIMIT-6: an address beyond 8 KiB is 414', async () => {
  const reply = await converse([head([], `/v1/me?x=${'a'.repeat(8_300)}`, 'GET')])
  expect(reply.status).toBe(414)
  expectBody(reply, 'uri_too_long')
})

test('LIMIT-7: headers beyond 16 KiB are 431', async () => {
  const reply = await converse([head([`X-Long: ${'a'.repeat(17_000)}`], '/v1/me', 'GET')])
  expect(reply.status).toBe(431)
  expectBody(reply, 'headers_too_large')
})

test('LIMIT-8: a folded header and a line that is not a header are 400', async () => {
  for (const line of ['X-Fold: a\r\n b', 'no header at all', 'X Bad: 1']) {
    expect((await converse([head([line], '/v1/me', 'GET')])).status).toBe(400)
  }
})

test('LIMIT-9: input that is not HTTP is 400', async () => {
  expect((await converse(['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 nonsense\r\n\r\n'])).status).toBe(400)
})

test('CLIENT-28: any Host header is accepted', async () => {
  const request = ['GET /v1/me HTTP/1.1', 'Host: anything.example:1234', '', ''].join('\r\n')
  expect((await converse([request])).status).toBe(401)
})
