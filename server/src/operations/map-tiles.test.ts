import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getMapTiles } from '@cartage/contract/app/map-tiles'
import { PMTiles } from 'pmtiles'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, type MapTiles, readConfig } from '../config.ts'
import { createPmtiles } from '../testing/data/pmtiles.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { examineMapTiles } from './map-archive.ts'
import { partOf } from './map-tiles.ts'

const road = {
  kind: 'LINE',
  at: [
    [0, 0],
    [9, 9],
  ],
  tags: { kind: 'highway' },
} as const
const archive = createPmtiles({ layers: { roads: [road], places: [] } })
const folder = await mkdtemp(join(tmpdir(), 'cartage-tiles-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function fileOf(name: string, content: Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

/** Runs `use` with a server that serves this road map. */
async function withTiles<T>(map_tiles: MapTiles | undefined, use: (get: Get) => Promise<T>): Promise<T> {
  const server = await startTestServer({ config: { ...readConfig({ NODE_ENV: 'test' }), map_tiles } })
  try {
    return await use((url, headers = {}) => server.app.inject({ url, headers }))
  } finally {
    await server.close()
  }
}
type Inject = Awaited<ReturnType<typeof startTestServer>>['app']['inject']
type Get = (url: string, headers?: Record<string, string>) => Promise<Awaited<ReturnType<Inject>>>

const html = { accept: 'text/html' }

describe('roads of the maps', () => {
  test('do not exist without a setting, and no page may contact another host', async () => {
    await withTiles(undefined, async (get) => {
      expect((await get(getMapTiles.path)).json()).toEqual({ url: null })
      expect((await get('/tiles.pmtiles')).statusCode).toBe(404)
      for (const page of ['/map', '/track', '/driver', '/api-reference']) {
        expect((await get(page, html)).headers['content-security-policy']).toMatch(/connect-src 'self'(;|$)/)
      }
    })
  })

  test('from a file are served by our own server, in the requested ranges', async () => {
    const file = await fileOf('roads.pmtiles', archive)
    await withTiles({ file }, async (get) => {
      expect((await get(getMapTiles.path)).json()).toEqual({ url: '/tiles.pmtiles' })
      const part = await get('/tiles.pmtiles', { range: 'bytes=0-6' })
      expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
        206,
        'PMTiles',
        `bytes 0-6/${archive.length}`,
      ])
      expect(part.headers.etag).toMatch(/^"\d+-\d+"$/)
      const all = await get('/tiles.pmtiles')
      expect([all.statusCode, all.rawPayload.equals(archive)]).toEqual([200, true])
      const beyond = await get('/tiles.pmtiles', { range: 'bytes=99999999-' })
      expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${archive.length}`])
      expect((await get('/map', html)).headers['content-security-policy']).toMatch(/connect-src 'self'(;|$)/)
    })
  })

  test('from a file that was deleted are a 404, and the server continues', async () => {
    await withTiles({ file: join(folder, 'none.pmtiles') }, async (get) => {
      expect((await get('/tiles.pmtiles')).statusCode).toBe(404)
      expect((await get('/healthz')).statusCode).toBe(200)
    })
  })

  test('from an address allow its host in pages with maps, and no others', async () => {
    const url = 'https://maps.example:8443/benelux.pmtiles?key=k'
    await withTiles({ url }, async (get) => {
      expect((await get(getMapTiles.path)).json()).toEqual({ url })
      for (const page of ['/map', '/portal']) {
        const policy = (await get(page, html)).headers['content-security-policy']
        expect(policy).toContain("connect-src 'self' https://maps.example:8443;")
      }
      for (const page of ['/driver', '/api-reference']) {
        expect((await get(page, html)).headers['content-security-policy']).not.toContain('maps.example')
      }
    })
  })
})

test.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=50-1000', { start: 50, end: 99 }],
  ['bytes=100-', 'outside'],
  ['bytes=9-3', 'outside'],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-9', undefined],
  [undefined, undefined],
])('of 100 bytes %s is the part %j', (header, part) => {
  expect(partOf(header, 100)).toEqual(part)
})

test.each([
  ['/srv/benelux.pmtiles', { file: '/srv/benelux.pmtiles' }],
  ['https://maps.example/a.pmtiles', { url: 'https://maps.example/a.pmtiles' }],
])('MAP_TILES %s is accepted', (MAP_TILES, read) => {
  expect(readConfig({ MAP_TILES }).map_tiles).toEqual(read)
})

test.each(['ftp://maps.example/a.pmtiles', 'https://me:secret@maps.example/a', 'https://'])(
  'MAP_TILES %s is refused',
  (MAP_TILES) => {
    expect(() => readConfig({ MAP_TILES })).toThrow(ConfigError)
  },
)

describe('the doctor', () => {
  const openMapTiles = createPmtiles({ layers: { transportation: [road], place: [] } })
  test.each([
    ['Protomaps', archive, true, /layers of Protomaps, zoom 0 to 0/],
    ['OpenMapTiles', openMapTiles, true, /layers of OpenMapTiles/],
    ['pictures', createPmtiles({ layers: { roads: [] }, tileType: 2 }), false, /holds pictures/],
    ['other layers', createPmtiles({ layers: { streets: [] } }), false, /neither the layers of Protomaps/],
    ['no archive', Buffer.from('<html>'.repeat(100)), false, /cannot be read as a PMTiles archive/],
    ['an empty file', Buffer.alloc(0), false, /cannot be read as a PMTiles archive/],
  ])('reads a file: %s', async (name, content, ok, message) => {
    const found = await examineMapTiles({ file: await fileOf(`${name}.pmtiles`, content) })
    expect(found).toEqual({ ok, message: expect.stringMatching(message) })
  })

  test('reports when there is no file', async () => {
    const found = await examineMapTiles({ file: join(folder, 'none') })
    expect(found).toEqual({ ok: false, message: expect.stringContaining('write the path of a PMTiles file') })
  })

  /** Result of the doctor for a host with these answers. */
  async function hostSays(listener: RequestListener) {
    const server = createServer(listener)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      return await examineMapTiles({ url: `http://127.0.0.1:${port}/a.pmtiles` })
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  }
  const parts =
    (headers: Record<string, string>): RequestListener =>
    (request, response) => {
      const part = partOf(request.headers.range, archive.length)
      const { start, end } = typeof part === 'object' ? part : { start: 0, end: archive.length - 1 }
      const length = { 'content-length': end - start + 1, connection: 'close' }
      response.writeHead(206, { ...headers, ...length }).end(archive.subarray(start, end + 1))
    }

  test('reads an address like browsers do: in ranges, and from another origin', async () => {
    const good = await hostSays(parts({ 'access-control-allow-origin': '*' }))
    expect(good).toEqual({ ok: true, message: expect.stringContaining('layers of Protomaps') })
    expect((await hostSays(parts({}))).message).toContain('Access-Control-Allow-Origin')
    expect((await hostSays((_, response) => response.end(archive))).message).toContain('range requests')
    expect((await hostSays((_, response) => response.writeHead(403).end())).message).toContain('answers 403')
  })

  test('reports an address that does not respond', async () => {
    const found = await examineMapTiles({ url: 'http://127.0.0.1:1/a.pmtiles' })
    expect(found).toEqual({ ok: false, message: expect.stringContaining('cannot be read') })
  })
})

test('an archive of the tests can be read by the library', async () => {
  const source = {
    getKey: () => 'tiny',
    getBytes: async (offset: number, length: number) => ({
      data: new Uint8Array(archive.subarray(offset, offset + length)).buffer,
    }),
  }
  const tiny = new PMTiles(source)
  expect((await tiny.getZxy(0, 0, 0))?.data.byteLength).toBeGreaterThan(10)
  expect(await tiny.getZxy(1, 0, 0)).toBeUndefined()
})
