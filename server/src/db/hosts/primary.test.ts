import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { describeHosts } from '../../operations/standbys.ts'
import { timelinesIn } from '../../process/timelines.ts'
import { newDatabaseFolder } from '../../testing/database-folder.ts'
import { waitFor } from '../../testing/servers/postgres.ts'
import { bundledPrograms, type PostgresPair, startPair } from '../../testing/servers/postgres-pair.ts'
import { DatabaseClient } from '../client.ts'
import { isUnavailable, NoPrimary } from '../failure.ts'
import { openDatabase } from '../open.ts'
import { type DatabaseUrl, readDatabaseUrl } from './address.ts'
import { createHosts, type Hosts, type Timelines } from './primary.ts'

const folder = newDatabaseFolder()
const closing: (() => Promise<void>)[] = []
let pair: PostgresPair

beforeAll(async () => {
  pair = await startPair(bundledPrograms(folder), join(folder, 'pair'))
}, 120_000)
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await pair.stop()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

function hostsOf(address: string, timelines?: Timelines): { hosts: Hosts; connectionString: string; logged: string[] } {
  const url = readDatabaseUrl(address) as DatabaseUrl
  const logged: string[] = []
  const hosts = createHosts({ url, log: (message) => logged.push(message), ...(timelines && { timelines }) })
  closing.push(() => hosts.close())
  return { hosts, connectionString: url.connectionString, logged }
}

async function portOf(target: { hosts: Hosts; connectionString: string }): Promise<number> {
  const client = new DatabaseClient(target)
  await client.connect()
  const { rows } = await client.query<{ port: number }>('select inet_server_port() as port')
  await client.end()
  return rows[0]!.port
}

const addressOf = (port: number) => `postgres://cartage@127.0.0.1:${port}/cartage`

/** Real servers in sequence, because the effects of these tests cannot be undone. */
describe('a primary and its standby', () => {
  test('OPS-5: a connection uses the primary, although the standby is listed first', async () => {
    expect(await portOf(hostsOf(pair.url))).toBe(pair.servers[0].port)
  })

  test('OPS-5: a standby alone is refused, and a caller may retry', async () => {
    const refused = await portOf(hostsOf(addressOf(pair.servers[1].port))).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(NoPrimary)
    expect(isUnavailable(refused)).toBe(true)
    expect((refused as Error).message).toBe(
      `127.0.0.1:${pair.servers[1].port} is a standby. Name the primary in DATABASE_URL, or it and its standbys.`,
    )
  })

  test('OPS-8: the synchronous standby is reported, and its absence', async () => {
    const { hosts } = hostsOf(pair.url)
    const seen = describeHosts(await hosts.observe())
    expect(seen).toMatchObject({
      host: `127.0.0.1:${pair.servers[0].port}`,
      timeline: 1,
      is_synchronous: true,
      stuck: null,
      standbys: [{ name: 'b', mode: 'sync' }],
      warnings: [],
    })
    await waitFor(pair.servers[0], undefined)
    const warnings = describeHosts(await hosts.observe()).warnings
    expect(warnings).toEqual([expect.stringMatching(/^synchronous_standby_names is empty although DATABASE_URL names/)])
    await waitFor(pair.servers[0], pair.servers[1])
  })

  test('OPS-6: a commit whose wait for the standby was cancelled gets no response', async () => {
    const [primary, standby] = pair.servers
    standby.freeze()
    const target = hostsOf(addressOf(primary.port))
    const client = new DatabaseClient(target)
    await client.connect()
    const committed = client.query('create table waited ()').catch((error: unknown) => error)
    const waiting = `select pid from pg_stat_activity where wait_event = 'SyncRep'`
    try {
      while ((await primary.query(waiting)).length === 0) await sleep(50)
      await primary.query(`select pg_cancel_backend(pid) from (${waiting}) as one`)
      expect(await committed).toSatisfy(isUnavailable)
    } finally {
      standby.thaw()
    }
  })

  test('OPS-7: the promoted standby is followed without a restart, and the old primary is left alone', async () => {
    const [primary, standby] = pair.servers
    const target = hostsOf(pair.url, timelinesIn(folder))
    const lost: string[] = []
    const db = openDatabase({ connection: target, poolSize: 2, onLost: (error) => lost.push(error.message) })
    closing.push(() => db.close())
    const long = new DatabaseClient(target)
    await long.connect()
    const waiting = long.query('select pg_sleep(60)').catch((error: unknown) => error)
    primary.freeze()
    await standby.query('select pg_promote()')
    // Nothing else would end it: the frozen machine sends nothing, not even a close.
    expect(await waiting).toSatisfy(isUnavailable)
    expect(await portOf(target)).toBe(standby.port)
    primary.thaw()
    await expect
      .poll(async () => describeHosts(await target.hosts.observe()).hosts.map(({ state }) => state))
      .toEqual(['primary', 'replaced'])
    expect(await portOf(target)).toBe(standby.port)
    expect(target.logged.filter((line) => line.includes('was replaced by one on timeline 2'))).toHaveLength(1)
  })

  test('OPS-7: a process that starts and reaches only the old primary recognises that it was replaced', async () => {
    const [primary] = pair.servers
    const known = await portOf(hostsOf(addressOf(primary.port), timelinesIn(folder))).catch((error: unknown) => error)
    expect((known as Error).message).toMatch(/is a primary on timeline 1, which was replaced by one on timeline 2/)
    const elsewhere = join(folder, 'other')
    mkdirSync(elsewhere)
    expect(await portOf(hostsOf(addressOf(primary.port), timelinesIn(elsewhere)))).toBe(primary.port)
  })

  test('OPS-7: a replaced primary that restarts at once is not used because of its last answer: all hosts are queried again', async () => {
    const [old, promoted] = pair.servers
    const target = hostsOf(pair.url)
    // While this process cannot see the promoted standby, it uses the old primary.
    promoted.freeze()
    const client = new DatabaseClient(target)
    await client.connect()
    expect(client.port).toBe(old.port)
    // From now on no answer expires, however slow this machine is.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    try {
      const ended = new Promise((resolve) => client.once('end', resolve))
      await old.kill()
      await ended
      await old.start()
      // By then no earlier request to the other host is open.
      await sleep(1_600)
      promoted.thaw()
      expect(await portOf(target)).toBe(promoted.port)
    } finally {
      clock.mockRestore()
      promoted.thaw()
    }
  })
})
