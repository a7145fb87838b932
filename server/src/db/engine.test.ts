import { afterAll, describe, expect, inject, test } from 'vitest'
import { findPgbouncer, startPgbouncer, type TestPooler } from '../testing/servers/pgbouncer.ts'
import { runCartage } from '../testing/spawn-cartage.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { Node } from './citus/cluster.ts'
import { judgeEngine } from './engine.ts'
import { DatabaseRefused } from './failure.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import type { Connection } from './pool.ts'

const plain = { number: 150_000, citus: null }

describe('an engine', () => {
  test.each([
    ['CockroachDB', 'CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu, built 2024/05/15)'],
    ['YugabyteDB', 'PostgreSQL 15.2-YB-2.25.0.0-b0 on x86_64-pc-linux-gnu, compiled by clang'],
    ['Greenplum', 'PostgreSQL 12.12 (Greenplum Database 7.1.0 build commit:e7c2b1f) on x86_64, compiled by gcc'],
    ['Amazon Redshift', 'PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC gcc, Redshift 1.0.69497'],
    ['MariaDB 11', 'MariaDB 11'],
  ])('%s is refused with its name', (name, version) => {
    expect(judgeEngine({ ...plain, version })).toMatch(
      new RegExp(`^The database is ${name} ?.*not supported.*DATABASE_URL`),
    )
  })

  test.each([
    [140_012, 'PostgreSQL 14.12 (Debian 14.12-1) on x86_64-pc-linux-gnu, compiled by gcc'],
    [90_624, 'PostgreSQL 9.6.24 on x86_64-pc-linux-gnu'],
  ])('PostgreSQL before 15 is refused with its version (%i)', (number, version) => {
    expect(judgeEngine({ ...plain, number, version })).toMatch(/^The database is PostgreSQL [\d.]+, which is too old\./)
  })

  test.each([
    [150_000, 'PostgreSQL 15.0 on x86_64-pc-linux-gnu, compiled by gcc'],
    [180_004, 'PostgreSQL 18.4 (Debian 18.4-1.pgdg13+1) on aarch64-unknown-linux-gnu'],
  ])('PostgreSQL from 15 is accepted (%i)', (number, version) => {
    expect(judgeEngine({ ...plain, number, version })).toBeUndefined()
  })

  const version = 'PostgreSQL 15.15 on x86_64-pc-linux-gnu, compiled by gcc'
  const node = (over: Partial<Node> = {}): Node => ({
    name: 'db',
    port: 5432,
    is_coordinator: false,
    is_active: true,
    has_shards: true,
    ...over,
  })
  const coordinator = node({ is_coordinator: true, has_shards: false })
  const citus = { version: '13.2-1', nodes: [coordinator, node()], placed: new Map() }

  test('Citus is accepted on a single node with local tables, and with several nodes from the tested version on', () => {
    expect(judgeEngine({ ...plain, version, citus: { ...citus, nodes: [] } })).toBeUndefined()
    expect(judgeEngine({ ...plain, version, citus })).toBeUndefined()
    expect(judgeEngine({ ...plain, version, citus: { ...citus, version: '14.0-1' } })).toBeUndefined()
  })

  test.each([
    ['too old', { ...citus, version: '13.1-1' }, /Citus is 13\.1-1, which is too old/],
    ['without worker nodes', { ...citus, nodes: [coordinator] }, /no worker nodes.*citus_add_node/],
    ['whose coordinator has no address', { ...citus, nodes: [node()] }, /citus_set_coordinator_host/],
    [
      'with a node that is not active',
      { ...citus, nodes: [coordinator, node({ is_active: false })] },
      /db:5432 is not active/,
    ],
  ])('Citus %s is refused with advice', (_, seen, sentence) => {
    expect(judgeEngine({ ...plain, version, citus: seen })).toMatch(sentence)
  })
})

const program = findPgbouncer()
/** Settings that PgBouncer is often configured to ignore, so that programs which set them can connect. */
const swallowed = ['extra_float_digits', 'options', 'statement_timeout', 'idle_in_transaction_session_timeout']

describe.skipIf(program === undefined)('behind PgBouncer', () => {
  const poolers: TestPooler[] = []
  afterAll(() => Promise.all(poolers.map((pooler) => pooler.stop())))
  const poolerFor = async (database: Connection, mode: 'transaction' | 'session', ignored?: readonly string[]) => {
    const pooler = await startPgbouncer(program!, database, mode, ignored)
    poolers.push(pooler)
    return pooler.connection
  }

  test('transaction pooling is refused first, by `migrate` and `serve` alike', async () => {
    const pooled = await poolerFor(inject('connection'), 'transaction', swallowed)
    await expect(migrate({ ...pooled, database: 'template1' })).rejects.toThrow(/transaction pooling.*DATABASE_URL/)
    const url = `postgres://${pooled.user}@127.0.0.1:${pooled.port}/template1`
    for (const command of ['migrate', 'serve']) {
      const { code, stderr } = await runCartage([command], { DATABASE_URL: url, PORT: '0', DATA_DIR: '/nowhere' })
      expect([command, code, stderr]).toEqual([
        command,
        1,
        expect.stringMatching(/^A pooler such as PgBouncer is in front/),
      ])
    }
  })

  test('a connection that lost its role is not used, and the process receives the reason', async () => {
    const server = await startTestServer()
    const tenant = await server.tenant()
    const refused: DatabaseRefused[] = []
    const db = openDatabase({
      connection: await poolerFor(server.ctx.db.connection, 'session', swallowed),
      poolSize: 2,
      onRefused: (error) => refused.push(error),
    })
    const seen = db.asTenant(tenant.tenantId, (tx) => tx.query({ name: 'test.all_tenants', text: 'select $1::uuid' }))
    await expect(seen).rejects.toBeInstanceOf(DatabaseRefused)
    await expect(db.inspect()).resolves.toContainEqual(expect.stringMatching(/instead of cartage_app\. A pooler/))
    expect(refused[0]!.message).toContain('instead of cartage_app')
    await db.close()
    await server.close()
  })

  test('a pooler that refuses the settings of a connection is mentioned in the error', async () => {
    const pooled = await poolerFor(inject('connection'), 'session')
    const url = `postgres://${pooled.user}@127.0.0.1:${pooled.port}/cartage_template`
    const { code, stderr } = await runCartage(['serve'], { DATABASE_URL: url, PORT: '0', DATA_DIR: '/nowhere' })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^A pooler such as PgBouncer refuses the settings/)])
  })
})
