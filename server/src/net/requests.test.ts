import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import type { Net } from '../context.ts'
import type { Database } from '../db/open.ts'
import { createNet } from './requests.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A network in which every name has these addresses. The operator allows loopback by default. */
function networkWith(
  options: {
    loopback?: boolean | readonly string[]
    addresses?: (name: string) => string[]
    fault?: () => Error | undefined
  } = {},
): Net {
  const { loopback = true } = options
  const allowed = (names: string[]) =>
    typeof loopback === 'boolean' ? loopback : loopback.some((tenant) => names.some((name) => name.endsWith(tenant)))
  const query = async (_text: string, [names]: [string[]]) => {
    const fault = options.fault?.()
    if (fault) throw fault
    return { rows: [{ value: allowed(names) }] }
  }
  const db = { shared: { query } } as unknown as Database
  const resolve = async (name: string) => (options.addresses ?? (() => ['127.0.0.1']))(name)
  return createNet(readConfig({ NODE_ENV: 'test' }), db, resolve)
}

/** An endpoint on loopback; counts its connections. */
async function receiver(answer: http.RequestListener) {
  const server = http.createServer(answer)
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

const whose = { tenant_id: 'tenant-a' }
const post = (network: Net, url: string, timeout_ms = 5_000, of = whose) => {
  const headers = { 'content-type': 'application/json' }
  return network.send({ url, method: 'POST', headers, body: '{"é":1}', timeout_ms, whose: of })
}

describe('a request', () => {
  test('arrives as it was sent, and returns the response and its address', async () => {
    const seen: string[] = []
    const { port } = await receiver(async (request, response) => {
      for await (const chunk of request) seen.push(String(chunk))
      seen.push(`${request.method} ${request.url} ${request.headers.host} ${request.headers['content-type']}`)
      response.writeHead(202, { 'x-answer': 'yes' }).end('taken')
    })
    const answer = await post(networkWith(), `http://receiver.test:${port}/events?a=1`)
    expect(seen).toEqual(['{"é":1}', `POST /events?a=1 receiver.test:${port} application/json`])
    expect(answer).toMatchObject({ status: 202, body: 'taken', address: '127.0.0.1', failure: null })
    expect(answer.headers['x-answer']).toBe('yes')
  })

  test('keeps its connection for the next one, with at most 8 at a time', async () => {
    const { port, connections } = await receiver((_request, response) => {
      setTimeout(() => response.end(), 5)
    })
    const network = networkWith()
    await Promise.all(Array.from({ length: 40 }, () => post(network, `http://receiver.test:${port}/`)))
    expect(connections()).toBe(8)
  })

  test('while the database is unavailable uses the last permitted networks, and does not count against the receiver', async () => {
    const { port } = await receiver((_request, response) => response.writeHead(200, { connection: 'close' }).end())
    let fault: Error | undefined
    const network = networkWith({ fault: () => fault })
    const url = `http://receiver.test:${port}/`
    expect(await post(network, url)).toMatchObject({ status: 200 })
    fault = new Error('timeout exceeded when trying to connect')
    expect(await post(network, url)).toMatchObject({ status: 200, failure: null })
    fault = Object.assign(new Error('no such table'), { code: '42P01' })
    expect(await post(network, url)).toMatchObject({ status: null, failure: 'connection_failed: 42P01' })
  })

  test('leaves no timer behind, however long its timeout', async () => {
    const { port } = await receiver((_request, response) => response.end('taken'))
    const network = networkWith()
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const ask = () => post(network, `http://receiver.test:${port}/`, 600_000)
    await ask()
    const before = timers()
    for (let round = 0; round < 30; round += 1) expect((await ask()).status).toBe(200)
    // Open kept-alive connections have their own timers.
    expect(timers() - before).toBeLessThan(10)
  })

  test('NET-4: does not follow a redirect', async () => {
    const target = await receiver((_request, response) => response.end())
    const { port } = await receiver((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${target.port}/` }).end()
    })
    expect((await post(networkWith(), `http://receiver.test:${port}/`)).status).toBe(302)
    expect(target.connections()).toBe(0)
  })

  test('NET-4: keeps 4 KiB of the answer and stops reading after 64 KiB', async () => {
    let written = 0
    const { port } = await receiver((_request, response) => {
      const more = () => {
        while (!response.destroyed && written < 64_000_000) {
          written += 65_536
          if (!response.write('x'.repeat(65_536))) {
            response.once('drain', more)
            return
          }
        }
      }
      more()
    })
    const answer = await post(networkWith(), `http://receiver.test:${port}/`)
    expect(answer).toMatchObject({ status: 200, failure: null })
    expect(answer.body).toBe('x'.repeat(4_096))
    expect(written).toBeLessThan(32_000_000)
  })

  test.each<[string, http.RequestListener]>([
    ['never answers', () => {}],
    ['begins and never ends', (_request, response) => response.writeHead(200).write('a')],
    [
      'never stops sending',
      (_request, response) => {
        const timer = setInterval(() => response.write('a'), 20)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ])('to a receiver that %s times out as a failure', async (_, answer) => {
    const { port } = await receiver(answer)
    expect(await post(networkWith(), `http://receiver.test:${port}/`, 300)).toMatchObject({
      status: null,
      failure: 'timeout: no complete answer in time',
    })
  })

  test('to an endpoint that resets, or does not exist, fails with the reason', async () => {
    const { port } = await receiver((request) => request.socket.resetAndDestroy())
    const reset = await post(networkWith(), `http://receiver.test:${port}/`)
    expect(reset).toMatchObject({ status: null, failure: expect.stringContaining('connection_failed') })
    const free = net.createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const freePort = (free.address() as AddressInfo).port
    free.close()
    await once(free, 'close')
    const absent = await post(networkWith(), `http://receiver.test:${freePort}/`)
    expect(absent).toMatchObject({ status: null, failure: 'connection_failed: ECONNREFUSED' })
  })

  test('tries the next address of a name when the first does not respond', async () => {
    const { port } = await receiver((_request, response) => response.end())
    const network = networkWith({ addresses: () => ['127.0.0.2', '127.0.0.1'] })
    expect(await post(network, `http://receiver.test:${port}/`)).toMatchObject({ status: 200, address: '127.0.0.1' })
  })

  test('over TLS sends the host name to the endpoint and refuses an untrusted certificate', async () => {
    const names: string[] = []
    let requests = 0
    const server = https.createServer(
      {
        key,
        cert,
        SNICallback: (name, done) => {
          names.push(name)
          done(null)
        },
      },
      (_request, response) => {
        requests += 1
        response.end()
      },
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => server.close())
    const { port } = server.address() as AddressInfo
    const answer = await post(networkWith(), `https://receiver.test:${port}/`)
    expect(names).toEqual(['receiver.test'])
    expect(answer).toMatchObject({ status: null, failure: 'connection_failed: DEPTH_ZERO_SELF_SIGNED_CERT' })
    expect(requests).toBe(0)
  })
})

describe('a forbidden address', () => {
  test('NET-2, NET-3: is never connected to: as literal, behind a name, as one of several, and after the name has changed', async () => {
    const { port, connections } = await receiver((_request, response) => response.end())
    const names: Record<string, string[]> = {
      'inside.test': ['127.0.0.1'],
      'both.test': ['93.184.215.14', '127.0.0.1'],
      'mapped.test': ['::ffff:127.0.0.1'],
      'nat64.test': ['64:ff9b::7f00:1'],
    }
    const network = networkWith({ loopback: false, addresses: (name) => names[name] ?? ['127.0.0.1'] })
    const hosts = ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', 'localhost', ...Object.keys(names)]
    for (const host of hosts) {
      for (const scheme of ['http', 'https']) {
        const answer = await post(network, `${scheme}://${host}:${port}/`)
        expect(answer).toMatchObject({ status: null, failure: expect.stringContaining('address_refused') })
      }
    }
    expect(connections()).toBe(0)
  })

  test('is not connected to by other protocols than HTTP either', async () => {
    const { port, connections } = await receiver((_request, response) => response.end())
    const network = networkWith({ loopback: false })
    for (const host of ['127.0.0.1', '[::1]', '0x7f.1', '2130706433', 'localhost', 'files.test']) {
      await expect(network.connect(`sftp://${host}:${port}`, whose)).rejects.toThrow(/refused|must/)
    }
    await expect(network.connect(`telnet://localhost:${port}`, whose)).rejects.toThrow('must begin with')
    expect(connections()).toBe(0)
    const answer = await post(networkWith(), `sftp://127.0.0.1:${port}/`)
    expect(answer.failure).toContain('address_refused')
    const socket = await networkWith().connect(`sftp://files.test:${port}`, whose)
    expect(socket.remoteAddress).toBe('127.0.0.1')
    socket.destroy()
  })

  test('NET-6: this machine is reached by the tenants that the operator allows, and others cannot use their connections', async () => {
    const { port, connections } = await receiver((_request, response) => response.end('taken'))
    const network = networkWith({ loopback: ['tenant-a'] })
    const url = `http://receiver.test:${port}/`
    expect(await post(network, url)).toMatchObject({ status: 200, body: 'taken' })
    const other = { tenant_id: 'tenant-b' }
    expect(await post(network, url, 5_000, other)).toMatchObject({
      status: null,
      failure: expect.stringContaining('127.0.0.1'),
    })
    expect(await network.refusal(url, whose)).toBeNull()
    expect(await network.refusal(url, other)).toContain('is not on the public internet')
    await expect(network.connect(`sftp://files.test:${port}`, other)).rejects.toThrow('refused')
    expect(connections()).toBe(1)
  })

  test('NET-5: is refused when it is saved, and again when the name resolves elsewhere later', async () => {
    let addresses = ['93.184.215.14']
    const network = networkWith({ loopback: false, addresses: () => addresses })
    expect(await network.refusal('https://receiver.test/', whose)).toBeNull()
    addresses = ['10.0.0.1']
    expect(await network.refusal('https://receiver.test/', whose)).toContain('10.0.0.1')
    const answer = await post(network, 'https://receiver.test/')
    expect(answer.failure).toContain('address_refused')
    for (const url of ['receiver.test', 'http://receiver.test/', 'https://a:b@receiver.test/', 'https://127.0.0.1/']) {
      expect(await network.refusal(url, whose)).not.toBeNull()
    }
  })

  test('a name that cannot be resolved is reported', async () => {
    const network = networkWith({
      addresses: () => {
        throw new Error('ENOTFOUND')
      },
    })
    expect(await network.refusal('https://nowhere.test/', whose)).toContain('could not be looked up')
    expect((await post(network, 'https://nowhere.test/')).failure).toContain('connection_failed')
  })
})

// A self-made certificate for endpoint.test, valid for a hundred years. It protects nothing.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjvBTiRaFAq2xphfn
fI5+95t31kDZM8x+aXV1ZYwiMYihRANCAARw0yxD9YWGlUtbP9kKahmTTiYds5fm
yIcKzN6bpV3n6na8XAKm0GtJg5SB94DiHsgSLIesjfkB5mxrg1mW59Af
-----END PRIVATE KEY-----`
const cert = `-----BEGIN CERTIFICATE-----
MIIBojCCAUegAwIBAgIUCNwl6qPHwT5wavYBdN9vM/uB6cYwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNcmVjZWl2ZXIudGVzdDAgFw0yNjExMjExNTMwMDFaGA8yMTI2
MTAyODE1MzAwMVowGDEWMBQGA1UEAwwNcmVjZWl2ZXIudGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABHDTLEP1hYaVS1s/2QpqGZNOJh2zl+bIhwrM3pulXefq
drxcAqbQa0mDlIH3gOIeyBIsh6yN+QHmbGuDWZbn0B+jbTBrMB0GA1UdDgQWBBQ1
pNEADLpO90mrzbNFWXfvs9BU1jAfBgNVHSMEGDAWgBQ1pNEADLpO90mrzbNFWXfv
s9BU1jAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDXJlY2VpdmVyLnRlc3Qw
CgYIKoZIzj0EAwIDSQAwRgIhAIh5u6+OMHRautbgNMmA68E8AVVqWHFIRuvJawLz
JCEeAiEAi4+XCAOGWw56BIxwHiHifse4tcBnXTgtMim2grZCqcI=
-----END CERTIFICATE-----`
