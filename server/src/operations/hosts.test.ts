import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { checkHosts } from '../cli/installation/doctor.ts'
import type { Seen } from '../db/hosts/choose.ts'
import type { Replication } from '../db/hosts/look.ts'
import type { Hosts } from '../db/hosts/primary.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { createReadiness } from './health.ts'
import { createMetrics } from './metrics.ts'

const lines: { level: number; msg: string; checks?: Record<string, string> }[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const server = await startTestServer({ log })
afterAll(() => server.close())

const primary: Seen = { host: { host: 'a', port: 5432 }, state: 'primary', timeline: 3, system: '7' }
const away: Seen = { host: { host: 'b', port: 5432 }, state: 'away', timeline: null, system: null }
const copied: Replication = {
  ...{ names: 'b', is_visible: true },
  standbys: [{ name: 'b"\n', mode: 'sync', lag_bytes: 12, lag_s: 2 }],
}

/** Hosts with this observed state; replaces the network. */
function hostsSeen(seen: readonly Seen[], used: Seen | null, replication: Replication | null): Hosts {
  return {
    count: seen.length,
    find: async () => used?.host,
    admit: async () => {},
    observe: async () => ({ seen, used, replication, newest: undefined }),
    close: async () => {},
  }
}

const withHosts = (hosts: Hosts) => ({
  ...server.ctx,
  db: { ...server.ctx.db, connection: { ...server.ctx.db.connection, hosts } },
})

test('OPS-8: the metrics have each host, its standbys and their lag, with a help line for every name', async () => {
  const text = await createMetrics(withHosts(hostsSeen([primary, away], primary, copied))).render()
  expect(text).toContain('cartage_database_host_used{host="a:5432",state="primary"} 1\n')
  expect(text).toContain('cartage_database_host_used{host="b:5432",state="away"} 0\n')
  expect(text).toContain('cartage_database_timeline 3\n')
  expect(text).toContain('cartage_database_synchronous 1\n')
  expect(text).toContain('cartage_database_standby_lag_bytes{name="b\\" ",mode="sync"} 12\n')
  expect(text).toContain('cartage_database_standby_lag_seconds{name="b\\" ",mode="sync"} 2\n')
  const names = [...text.matchAll(/^([a-z_]+)(?:\{| )/gm)].map(([, name]) => name!.replace(/_(bucket|sum|count)$/, ''))
  expect(new Set(names).size).toBeGreaterThan(15)
  for (const name of new Set(names)) {
    expect(text).toMatch(new RegExp(`^# HELP ${name} \\S.*\\.$`, 'm'))
    expect(text).toMatch(new RegExp(`^# TYPE ${name} (gauge|counter|histogram)$`, 'm'))
  }
})

test('OPS-8: the doctor shows the host in use, the others, their standbys, and risks of data loss', async () => {
  const good = await checkHosts(hostsSeen([primary, away], primary, copied))
  expect(good.map(({ ok, message }) => [ok, message])).toEqual([
    [true, 'a:5432 is used, timeline 3; b:5432 is away'],
    [true, 'b"\n (sync) is 12 bytes and 2 s behind'],
    [false, expect.stringContaining('b:5432')],
  ])
  const none = await checkHosts(hostsSeen([away], null, null))
  expect(none[0]).toMatchObject({ ok: false, message: 'no primary answers; b:5432 is away' })
  const alone = await checkHosts(hostsSeen([primary], primary, { ...copied, standbys: [] }))
  expect(alone.map(({ ok }) => ok)).toEqual([true, false])
  expect(await checkHosts(undefined)).toEqual([])
})

test('OPS-21: a reason for not being ready is logged when it begins and ends, not at each check', async () => {
  let faults: string[] = []
  const ctx = { ...server.ctx, db: { ...server.ctx.db, inspect: async () => faults } }
  const ready = createReadiness(ctx, -1)
  const logged = () => lines.splice(0).map(({ level, msg, checks }) => [level, msg, checks])
  logged()
  await ready()
  expect(logged()).toEqual([])
  faults = ['Row security is not in force.']
  for (const _ of [1, 2, 3]) expect((await ready()).ready).toBe(false)
  expect(logged()).toEqual([[40, 'not ready: connections', { connections: 'Row security is not in force.' }]])
  faults = []
  for (const _ of [1, 2]) expect(await ready()).toMatchObject({ ready: true })
  expect(logged()).toEqual([[30, 'ready again', undefined]])
})
