import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { startProxy, type TcpProxy } from './proxy.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A server that echoes its input, with a record of it. */
async function startEcho() {
  const seen = { text: '', ends: [] as string[], sockets: [] as Socket[] }
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    seen.sockets.push(socket)
    socket.on('data', (chunk) => {
      seen.text += chunk
      socket.write(chunk)
    })
    socket.on('end', () => {
      seen.ends.push('end')
      socket.end()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => seen.ends.push(error.code!))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of seen.sockets) socket.destroy()
    await closed
  })
  return { port: (server.address() as { port: number }).port, seen }
}

/** A caller through the proxy, with the received text. */
async function callThrough(proxy: TcpProxy) {
  const socket = connect({ host: '127.0.0.1', port: proxy.port, noDelay: true, allowHalfOpen: true })
  const heard = { text: '', end: undefined as string | undefined }
  socket.on('data', (chunk) => {
    heard.text += chunk
  })
  socket.on('end', () => {
    heard.end ??= 'end'
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    heard.end ??= error.code
  })
  await once(socket, 'connect')
  closing.push(async () => void socket.destroy())
  return { socket, heard }
}

async function startPair() {
  const echo = await startEcho()
  const proxy = await startProxy({ host: '127.0.0.1', port: echo.port })
  closing.push(() => proxy.close())
  const { socket, heard } = await callThrough(proxy)
  socket.write('hello ')
  await expect.poll(() => heard.text).toBe('hello ')
  const [link] = proxy.links()
  return { proxy, socket, heard, seen: echo.seen, link: link! }
}

test('without a fault all data arrive, and an end is passed on', async () => {
  const { socket, heard, seen, proxy } = await startPair()
  const large = 'x'.repeat(3_000_000)
  socket.end(large)
  await expect.poll(() => heard.end).toBe('end')
  expect(heard.text).toBe(`hello ${large}`)
  expect(seen.ends).toEqual(['end'])
  await expect.poll(() => proxy.links().length).toBe(0)
  expect(proxy.count()).toBe(1)
})

test('a connection that is reset is reset at both ends', async () => {
  const { heard, seen, link } = await startPair()
  link.reset()
  await expect.poll(() => [heard.end, ...seen.ends]).toEqual(['ECONNRESET', 'ECONNRESET'])
  expect(link.isOpen()).toBe(false)
})

test('a cut upstream lets half of a chunk through', async () => {
  const { socket, heard, seen, link } = await startPair()
  link.cutIn('up')
  socket.write('0123456789')
  await expect.poll(() => heard.end).toBe('ECONNRESET')
  expect('hello 01234'.startsWith(seen.text)).toBe(true)
  expect(heard.text).toBe('hello ')
})

test('a cut that waits for certain bytes lets all others through, and occurs in the middle of them', async () => {
  const { socket, heard, seen, link } = await startPair()
  link.cutIn('down', Buffer.from('COMMIT'))
  socket.write('begin ')
  await expect.poll(() => heard.text).toBe('hello begin ')
  socket.write('then COMMIT and more')
  await expect.poll(() => heard.end).toBe('ECONNRESET')
  // The other side has executed it, unknown to the caller.
  expect(seen.text).toBe('hello begin then COMMIT and more')
  expect(heard.text).not.toContain('COMMIT')
})

test('a silenced direction swallows bytes, ends nothing, and does not affect the other direction', async () => {
  const { socket, heard, seen, link } = await startPair()
  link.silence('up')
  socket.write('lost')
  seen.sockets[0]!.write('said ')
  await expect.poll(() => heard.text).toBe('hello said ')
  socket.end()
  await sleep(100)
  expect([seen.text, seen.ends, heard.end]).toEqual(['hello ', [], undefined])
})

test('the end of a silenced connection by its caller is not noticed at the other side', async () => {
  const { socket, seen, link } = await startPair()
  link.silence('up', 'down')
  socket.destroy()
  await expect.poll(() => link.isOpen()).toBe(false)
  await sleep(100)
  expect([seen.ends, seen.sockets[0]!.destroyed]).toEqual([[], false])
})

test('a connection ended only by the server is silent for its caller', async () => {
  const { socket, heard, seen, link } = await startPair()
  link.abandon()
  await expect.poll(() => seen.ends).toHaveLength(1)
  socket.write('anyone?')
  await sleep(100)
  expect([heard.text, heard.end, socket.destroyed]).toEqual(['hello ', undefined, false])
})

test('slow and delayed connections lose nothing', async () => {
  const { socket, heard, link } = await startPair()
  link.delay(5)
  link.slow(3, 1)
  socket.end('abcdefghijklmnopqrstuvwxyz')
  await expect.poll(() => heard.end).toBe('end')
  expect(heard.text).toBe('hello abcdefghijklmnopqrstuvwxyz')
})

test('new connections get the active fault', async () => {
  const { proxy, link } = await startPair()
  proxy.onLink((one) => one.silence('down'))
  const { socket, heard } = await callThrough(proxy)
  socket.write('hello')
  await sleep(100)
  expect([heard.text, link.isOpen()]).toEqual(['', true])
  proxy.onLink(undefined)
  const after = await callThrough(proxy)
  after.socket.write('again')
  await expect.poll(() => after.heard.text).toBe('again')
})

test('without a listener a caller is disconnected', async () => {
  const proxy = await startProxy({ path: '/nowhere/at/all' })
  closing.push(() => proxy.close())
  const { heard } = await callThrough(proxy)
  await expect.poll(() => heard.end).toMatch(/end|ECONNRESET/)
})
