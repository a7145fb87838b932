import { uploadOrder } from '@cartage/contract/orders/endpoints'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { sampleOrder } from '../../../seeds/sample-orders.ts'
import { addService } from '../testing/data/service-statements.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { type DatabaseRefused, isUnavailable } from './failure.ts'
import { openDatabase } from './open.ts'
import { judgeSession, readSession, type Session, SessionCheck, sharedForSeconds } from './session.ts'
import { asTenant } from './tenant.ts'

const server = await startTestServer()
const { connection } = server.ctx.db
afterAll(() => server.close())

/** Runs SQL as the administrator. */
async function administer(...commands: string[]): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  for (const command of commands) await client.query(command)
  await client.end()
}

/** Reopens the database, as another process would, and returns the refusal of its connections. */
async function refusal(pool: 'shared' | 'worker' = 'shared'): Promise<string | undefined> {
  const refused: DatabaseRefused[] = []
  const db = openDatabase({ connection, poolSize: 2, onRefused: (error) => refused.push(error) })
  const failure = await db[pool].query('select 1').then(
    () => undefined,
    (error: unknown) => error,
  )
  await db.close()
  // Affected requests get 503, because another process may be able to serve them.
  if (failure !== undefined) expect(isUnavailable(failure)).toBe(true)
  expect(refused).toEqual(failure === undefined ? [] : [failure])
  return refused[0]?.message
}

describe('a new connection', () => {
  const undo: string[] = []
  afterEach(() => administer(...undo.splice(0)))
  const meanwhile = async (change: string, back: string) => {
    undo.push(back)
    await administer(change)
  }

  const expected = { role: 'cartage_app', settings: { lock_timeout: '3s', statement_timeout: '5s' } }

  test('is used when all checks pass', async () => {
    expect(await refusal()).toBeUndefined()
    expect(await server.ctx.db.inspect()).toEqual([])
  })

  test.each(['no force', 'disable'])('is refused when row security of a table is off (%s)', async (how) => {
    const back = 'alter table transport_order enable row level security, force row level security'
    await meanwhile(`alter table transport_order ${how} row level security`, back)
    expect(await refusal()).toMatch(
      /^Row security is not in force on transport_order\. Run for each table: alter table/,
    )
    expect(await server.ctx.db.inspect()).toEqual([expect.stringContaining('transport_order')])
    const answer = await server.app.inject('/readyz')
    expect([answer.statusCode, answer.json().checks.connections]).toEqual([
      503,
      expect.stringContaining('Row security is not in force on transport_order'),
    ])
  })

  test('is refused when another policy opens a table', async () => {
    await meanwhile('create policy open on company using (true)', 'drop policy open on company')
    expect(await refusal()).toMatch(/^Row security is not in force on company\./)
  })

  test.each([
    ['reads of a batch', 'using (true) with check (tenant_id = any ((select current_tenants())::uuid[]))'],
    ['writes of a batch', 'using (tenant_id = any ((select current_tenants())::uuid[])) with check (true)'],
  ])('is refused when the policy for batches opens %s', async (_, condition) => {
    const rightly =
      'using (tenant_id = any ((select current_tenants())::uuid[])) with check (tenant_id = any ((select current_tenants())::uuid[]))'
    await meanwhile(`alter policy of_batch on company ${condition}`, `alter policy of_batch on company ${rightly}`)
    expect(await refusal('worker')).toMatch(/^Row security is not in force on company\./)
  })

  test('is refused when a policy opens a table to a role that it is a member of', async () => {
    // In one transaction, because roles belong to all databases.
    const client = new pg.Client(connection)
    await client.connect()
    await client.query(
      `begin; create role cartage_open; grant cartage_open to cartage_app;
       create policy open on company to cartage_open using (true); set local role cartage_app`,
    )
    expect((await readSession(client, expected)).open_tables).toEqual(['company'])
    await client.end()
  })

  test('is refused when it belongs to the tenants of a batch before one was begun', async () => {
    const { tenantId } = await server.tenant()
    const database = `database ${connection.database}`
    await meanwhile(`alter ${database} set app.tenants = '{${tenantId}}'`, `alter ${database} reset app.tenants`)
    expect(await refusal('worker')).toMatch(new RegExp(`^A new connection already belongs to the tenant {${tenantId}}`))
  })

  test('is refused when a tenant is set before one was requested', async () => {
    const { tenantId } = await server.tenant()
    const database = `database ${connection.database}`
    await meanwhile(`alter ${database} set app.tenant = '${tenantId}'`, `alter ${database} reset app.tenant`)
    expect(await refusal()).toMatch(new RegExp(`^A new connection already belongs to the tenant ${tenantId}`))
  })

  test('is refused when it belongs to another installation', async () => {
    const db = openDatabase({ connection, poolSize: 2 })
    db.expectInstallation(() => 'This is not the database of this process.')
    await expect(db.shared.query('select 1')).rejects.toThrow('This is not the database of this process.')
    expect(await db.inspect()).toEqual(['This is not the database of this process.'])
    await db.close()
  })

  /** The verdict of a check on a connection of its own with this role. */
  async function verdict(check: SessionCheck, role = 'cartage_app'): Promise<string> {
    const options = `-c role=${role} -c lock_timeout=3s -c statement_timeout=5s`
    const client = new pg.Client({ ...connection, options })
    await client.connect()
    const said = await check.check(client).then(
      () => 'passed',
      (error: DatabaseRefused) => error.message,
    )
    await client.end()
    return said
  }

  test('is checked for its own role and tenant also shortly after another of its pool passed', async () => {
    const check = new SessionCheck(expected, {})
    expect(await verdict(check)).toBe('passed')
    expect(await verdict(check, 'postgres')).toMatch(/role postgres instead of cartage_app/)
    expect(await verdict(check)).toBe('passed')
    const database = `database ${connection.database}`
    const { tenantId } = await server.tenant()
    await meanwhile(`alter ${database} set app.tenant = '${tenantId}'`, `alter ${database} reset app.tenant`)
    expect(await verdict(check)).toMatch(/^A new connection already belongs to the tenant/)
  })

  test('is checked for open tables when the last such check is over five seconds old, failed, or a connection was lost', async () => {
    const time = vi.spyOn(performance, 'now')
    try {
      const check = new SessionCheck(expected, {})
      time.mockReturnValue(1_000)
      expect(await verdict(check)).toBe('passed')
      await meanwhile('create policy open on company using (true)', 'drop policy if exists open on company')
      time.mockReturnValue(1_000 + sharedForSeconds * 1_000)
      expect(await verdict(check)).toBe('passed')
      time.mockReturnValue(1_001 + sharedForSeconds * 1_000)
      expect(await verdict(check)).toMatch(/not in force on company/)
      await administer('drop policy open on company')
      expect(await verdict(check)).toBe('passed')
      await administer('create policy open on company using (true)')
      check.forget()
      expect(await verdict(check)).toMatch(/not in force on company/)
    } finally {
      time.mockRestore()
    }
  })

  test('is accepted when the proof of the master key was written after another of its pool had looked', async () => {
    let proof = ''
    const checkInstallation = (proofs: readonly string[]) => (proofs.join().includes(proof) ? undefined : 'No proof.')
    const check = new SessionCheck(expected, { checkInstallation })
    expect(await verdict(check)).toBe('passed')
    proof = 'written since'
    expect(await verdict(check)).toBe('No proof.')
    proof = ''
    expect(await verdict(check)).toBe('passed')
    proof = 'written since'
    const row = `insert into operator_setting (name, value) values ('master_key_proof_9', '"${proof}"')`
    await meanwhile(row, `delete from operator_setting where name = 'master_key_proof_9'`)
    expect(await verdict(check)).toBe('passed')
  })

  test('of another database is never compared with tables of this one', async () => {
    const check = new SessionCheck(expected, {})
    expect(await verdict(check)).toBe('passed')
    const client = new pg.Client({ ...connection, database: 'postgres', options: '-c role=cartage_app' })
    await client.connect()
    await expect(check.check(client)).rejects.toThrow('distribution_state')
    await client.end()
  })

  const right: Session = {
    role: 'cartage_app',
    passes_walls: false,
    tenant: '',
    row_security: 'on',
    settings: expected.settings,
    place: 'here',
    open_tables: [],
    proofs: [],
    is_distributed: false,
    local_tables: [],
    is_unfinished: false,
  }

  test.each<[string, Partial<Session>, RegExp]>([
    [
      'the role of the login',
      { role: 'postgres', passes_walls: true },
      /role postgres instead of cartage_app.*PgBouncer/,
    ],
    ['a role that bypasses row security', { passes_walls: true }, /alter role cartage_app nosuperuser nobypassrls;$/],
    ['row_security off', { row_security: 'off' }, /row_security is off/],
    [
      'a setting lost',
      { settings: { lock_timeout: '3s', statement_timeout: '0' } },
      /statement_timeout is 0 instead of 5s/,
    ],
    [
      'tables that are only partly distributed over nodes',
      { is_distributed: true, is_unfinished: true },
      /only partly spread.*`cartage distribute --yes` again/,
    ],
    [
      'a table that is not placed with the others of its tenant',
      { is_distributed: true, local_tables: ['mail'] },
      /^The tables mail are not spread.*`cartage distribute --yes`/,
    ],
  ])('with %s gets one sentence with advice', (_case, difference, sentence) => {
    expect(judgeSession(right, expected)).toEqual([])
    expect(judgeSession({ ...right, ...difference }, expected)).toEqual([expect.stringMatching(sentence)])
  })
})

describe('the tenant of a transaction', () => {
  /** Takes all connections of a pool at once and reads the tenant of each. */
  async function tenantsOf(pool: pg.Pool): Promise<(string | null)[]> {
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    const answers = clients.map((client) => client.query(`select current_setting('app.tenant', true) as tenant`))
    const found = (await Promise.all(answers)).map(({ rows }) => rows[0].tenant)
    for (const client of clients) client.release()
    return found
  }
  const { shared, worker, scope } = server.ctx.db

  test('ends with it, on each pooled connection, after commit and after rollback', async () => {
    const { tenantId } = await server.tenant()
    for (const pool of [shared, worker]) {
      const everywhere = (work: () => Promise<void>) =>
        Promise.allSettled(Array.from({ length: pool.options.max }, () => asTenant({ ...scope, pool }, tenantId, work)))
      await everywhere(async () => {})
      expect(new Set(await tenantsOf(pool))).toEqual(new Set(['']))
      await everywhere(async () => {
        throw new Error('rolled back')
      })
      expect(new Set(await tenantsOf(pool))).toEqual(new Set(['']))
    }
    await Promise.all(Array.from({ length: 8 }, () => server.ctx.db.inOneTrip(tenantId, async () => {})))
    await expect(server.ctx.db.asTenant(tenantId, (tx) => tx.query(addService, null))).rejects.toThrow()
    expect((await tenantsOf(shared)).filter(Boolean)).toEqual([])
  })

  test('ends with it even for database functions that bypass each wall', async () => {
    const tenants = await Promise.all([server.tenant(), server.tenant()])
    for (const { call } of tenants) await call(uploadOrder, { body: sampleOrder(1, new Date('2026-03-01')) })
    await server.drain()
    for (const pool of [shared, worker]) expect((await tenantsOf(pool)).filter(Boolean)).toEqual([])
  })
})
