import { type Logger, pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { statement } from '../../db/statement.ts'
import { listTenants } from '../../tenants/tenants.views.ts'
import { takeRowSecurityDown } from '../../testing/matrix/row-security.ts'
import { createMatrixWorld, type MatrixWorld } from '../../testing/matrix/world.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { canarySlug, openCanary } from './commands.ts'
import { breachIn, comparable } from './rules.ts'
import { canaryFigures, keepCanary } from './watch.ts'

let server: TestServer
let world: MatrixWorld
beforeAll(async () => {
  server = await startTestServer()
  world = await createMatrixWorld(server)
})
afterAll(async () => {
  await world?.close()
  await server?.close()
})

async function canaryTenantId(): Promise<string> {
  return (await listTenants(server.ctx)).find(({ slug }) => slug === canarySlug)!.tenant_id
}

const countCredentials = statement(
  'test.count_canary_credentials',
  `select (select count(*)::integer from api_client c where c.tenant_id = $1 and not c.is_removed) as clients,
          (select count(*)::integer from app_session s where s.tenant_id = $1) as sessions`,
)

/** A log that collects fatal messages, and other failures with their reason. */
function alarms(): { log: Logger; heard: string[]; failed: string[] } {
  const heard: string[] = []
  const failed: string[] = []
  const write = (line: string) => {
    const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: { message: string } }
    if (level === 60) heard.push(msg)
    else if (level >= 40) failed.push(`${msg}: ${err?.message}`)
  }
  return { log: pino({ level: 'info' }, { write }), heard, failed }
}

describe('OPS-24: the canary', () => {
  test('judges readable operations, finds no breach, and leaves no credentials', async () => {
    const canary = await openCanary(server.ctx, server.app)
    const first = await canary.run({ restMs: 0 })
    expect(first.breaches).toEqual([])
    expect(first.failed).toEqual([])
    expect(first.judged).toBeGreaterThan(100)
    expect(await canary.run({ restMs: 0 })).toMatchObject({ judged: first.judged, breaches: [] })
    await canary.close()
    const [left] = await server.ctx.db.asTenant(await canaryTenantId(), (tx) => tx.query(countCredentials))
    expect(left).toEqual({ clients: 0, sessions: 0 })
  })

  test('of several processes uses one tenant, and stops early on request', async () => {
    const canaries = await Promise.all([1, 2].map(() => openCanary(server.ctx, server.app)))
    const run = await canaries[0]!.run({ restMs: 0, signal: AbortSignal.abort() })
    expect(run.judged).toBe(0)
    await Promise.all(canaries.map((canary) => canary.close()))
    expect((await listTenants(server.ctx)).filter(({ slug }) => slug === canarySlug)).toHaveLength(1)
  })

  test('OPS-25: reports readable data as fatal when neither wall holds, at once and by operation', async () => {
    const bare = await startTestServer()
    const bareWorld = await createMatrixWorld(bare)
    const canary = await openCanary(bare.ctx, bare.app)
    await canary.close()
    await takeRowSecurityDown(bare)
    // A separate pool: a statement is prepared once per connection, with or without the tenant in it.
    const db = openDatabase({ connection: bare.ctx.db.connection, poolSize: 4 })
    db.scope.rowWall = false
    db.scope.codeWall = false
    const open = await startTestServer({ db })
    const { log, heard, failed } = alarms()
    // Its own client is created with isolation: without it, the trail of another tenant would be mistaken for its own.
    const end = keepCanary(bare.ctx, open.app, log, { operationMs: 0, failureMs: 0 })
    const outcome = () => (heard.length > 5 ? 'heard' : (failed.at(-1) ?? 'silent'))
    await expect.poll(outcome, { timeout: 150_000 }).toBe('heard')
    await end()
    await bareWorld.close()
    await open.close()
    await db.close()
    await bare.close()
    expect(heard[0]).toMatch(/^records of another tenant can be read: \w+ was answered/)
  }, 240_000)

  test('OPS-25: its figures are in /metrics after a run, and not before', async () => {
    const read = async () => (await server.app.inject({ method: 'GET', url: '/metrics' })).body
    expect(await read()).not.toContain('cartage_canary')
    const end = keepCanary(server.ctx, server.app, pino({ level: 'silent' }), { operationMs: 0, failureMs: 0 })
    await expect.poll(() => canaryFigures(server.ctx)?.judged, { timeout: 150_000 }).toBeGreaterThan(100)
    await end()
    expect(await read()).toMatch(/^cartage_canary_breaches_total 0$/m)
  }, 240_000)
})

test('OPS-24: a response is a breach when it differs from the one for an unknown record, or contains an id of others', () => {
  const missing = { status: 404, text: '{"code":"not_found"}' }
  expect(breachIn(missing, missing, ['a1'])).toBeUndefined()
  expect(breachIn({ status: 200, text: '{}' }, missing, [])).toMatch(/answered 200 .* and 404/)
  expect(breachIn({ status: 404, text: '{"code":"gone"}' }, missing, [])).toMatch(/another text/)
  expect(breachIn({ status: 200, text: '[{"id":"a1"}]' }, undefined, ['a1'])).toMatch(/with a1/)
  expect(comparable('{"request_id": "r1","id":"a1"}', 'a1')).toBe('{"request_id":"","id":"REQUESTED"}')
})
