import { randomInt } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { formOf, formType, pdf } from '../testing/data/files.ts'
import { freePort } from '../testing/free-port.ts'
import { newMigratedDataDir, runCartage, type Spawned, spawnCartage } from '../testing/spawn-cartage.ts'

// Real processes, as in production: the effect of streaming is visible only there.

const data = newMigratedDataDir()
afterAll(() => data.remove())
const mebibyte = 1_048_576
const blobs = join(data.path, 'blobs')
const temporary = () => (existsSync(join(blobs, 'tmp')) ? readdirSync(join(blobs, 'tmp')) : [])

interface Running {
  process: Spawned
  port: number
  token: string
}

let credentials: { client_id: string; client_secret: string } | undefined

async function start(extra: Record<string, string> = {}): Promise<Running> {
  credentials ??= await createFilesTenant()
  const port = await freePort()
  const process = spawnCartage(['serve'], { DATA_DIR: data.path, PORT: String(port), LOG_LEVEL: 'info', ...extra })
  await process.says(/Ctrl-C stops everything/)
  const basic = Buffer.from(`${credentials.client_id}:${credentials.client_secret}`).toString('base64')
  const answer = await fetch(`http://127.0.0.1:${port}/v1/auth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { process, port, token }
}

async function createFilesTenant() {
  const { stdout, stderr } = await runCartage(['tenant', 'create', 'acme', '--no-limits', '--json'], {
    DATA_DIR: data.path,
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout).api_client as { client_id: string; client_secret: string }
}

async function stop({ process }: Running): Promise<void> {
  process.child.kill('SIGTERM')
  await process.ended
}

const [head = '', tail = ''] = formOf([{ bytes: Buffer.from('#BYTES#'), name: 'big.txt', type: 'text/plain' }])
  .toString()
  .split('#BYTES#')

/** Sends a text file of `size` bytes in pieces; stops abruptly after `cutAfter` bytes of the body. */
function send({ port, token }: Running, size: number, letter: string, cutAfter = Infinity): Promise<number | 'cut'> {
  const length = head.length + size + tail.length
  const piece = Buffer.alloc(65_536, letter)
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': formType, 'content-length': length }
    const path = '/v1/documents/document/upload_content'
    const sending = request({ port, host: '127.0.0.1', method: 'POST', path, headers, agent: false })
    sending.on('error', () => resolve('cut'))
    sending.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode!)))
    let sent = 0
    const write = (bytes: Buffer | string) => {
      const part = Buffer.from(bytes).subarray(0, cutAfter - sent)
      sent += part.length
      const isRoom = sending.write(part)
      if (sent >= cutAfter) sending.destroy(new Error('cut'))
      return isRoom
    }
    let left = size
    const more = () => {
      while (left > 0 && !sending.destroyed) {
        const part = piece.subarray(0, left)
        left -= part.length
        if (!write(part)) return void sending.once('drain', more)
      }
      if (sending.destroyed) return
      write(tail)
      if (!sending.destroyed) sending.end()
    }
    write(head)
    more()
  })
}

function residentBytes(pid: number): number {
  const [, kibibytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kibibytes) * 1_024
}

/** Waits for the condition; the limit only ends a test that would fail anyway. */
async function until(condition: () => boolean): Promise<void> {
  for (let count = 0; count < 200 && !condition(); count += 1) await sleep(50)
  expect(condition()).toBe(true)
}

test.runIf(existsSync('/proc/self/status'))(
  '20 uploads of 20 MiB at once make memory grow by less than 100 MB',
  async () => {
    const server = await start()
    const { pid } = server.process.child
    expect(await send(server, 5 * mebibyte, 'z')).toBe(201)
    const before = residentBytes(pid!)
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, residentBytes(pid!))
    }, 20)
    const letters = [...'abcdefghijklmnopqrst']
    const answers = await Promise.all(letters.map((letter) => send(server, 20 * mebibyte, letter)))
    clearInterval(watch)
    expect(answers).toEqual(letters.map(() => 201))
    expect(most - before).toBeLessThan(100_000_000)
    expect(temporary()).toEqual([])
    await stop(server)
  },
  300_000,
)

const contents = () =>
  readdirSync(blobs)
    .filter((name) => name !== 'tmp')
    .flatMap((tenant) => readdirSync(join(blobs, tenant), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort()

test('an upload that is cut at any byte leaves nothing behind, neither visible nor hidden', async () => {
  const server = await start()
  expect(await send(server, 1_000, 'y')).toBe(201)
  const before = contents()
  const size = 2 * mebibyte
  const length = head.length + size + tail.length
  const cuts = [1, head.length - 1, head.length, head.length + 1, length - tail.length, length - 1]
  for (let count = 0; count < 14; count += 1) cuts.push(randomInt(1, length))
  const answers = await Promise.all(cuts.map((cut) => send(server, size, 'x', cut)))
  expect(answers).toEqual(cuts.map(() => 'cut'))
  await until(() => temporary().length === 0)
  expect(contents()).toEqual(before)
  // Last, to prove that the server survived.
  expect(await send(server, 1_000, 'y')).toBe(201)
  expect(server.process.stderr()).not.toMatch(/"level":(50|60)/)
  await stop(server)
}, 120_000)

test('partial content of a killed process is deleted when the next one starts', async () => {
  const server = await start()
  const before = contents()
  const sending = send(server, 40 * mebibyte, 'w', 39 * mebibyte)
  await until(() => temporary().length > 0)
  server.process.child.kill('SIGKILL')
  await server.process.ended
  await sending
  expect(temporary()).toHaveLength(1)
  const next = await start()
  await until(() => temporary().length === 0)
  expect(contents()).toEqual(before)
  await stop(next)
}, 120_000)

test('OPS-2: a crash point is refused outside tests', () => {
  const env = { NODE_ENV: 'production', CARTAGE_CRASH_AT: 'documents:kept' }
  expect(() => readConfig(env)).toThrow('CARTAGE_CRASH_AT is for tests')
  expect(readConfig({ ...env, NODE_ENV: 'test' }).crash_at).toBe('documents:kept')
})

test.each(['documents:reserved', 'documents:kept'])(
  'OPS-2: a crash at %s loses no acknowledged data, and the file can be sent again',
  async (place) => {
    const crashing = await start({ NODE_ENV: 'test', CARTAGE_CRASH_AT: place })
    expect(await send(crashing, 10_000 + place.length, 'v')).toBe('cut')
    await crashing.process.ended
    const next = await start()
    await until(() => temporary().length === 0)
    expect(await send(next, 10_000 + place.length, 'v')).toBe(201)
    await stop(next)
  },
  120_000,
)

test('the form of these tests equals the form that other tests send', () => {
  expect(`${head}${pdf()}${tail}`).toBe(formOf([{ bytes: pdf(), name: 'big.txt', type: 'text/plain' }]).toString())
})
