import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listRetentionRuns } from '@cartage/contract/retention/app'
import { afterAll, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { insertTestResources } from '../../testing/data/resources.ts'
import { runCommand } from '../../testing/run-command.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer()
const folder = mkdtempSync(join(tmpdir(), 'cartage-purge-'))
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const addOldPosition = statement(
  'test.cli_old_position',
  `insert into position_sample (tenant_id, resource_id, recorded_at, latitude, longitude)
   values ($1, $2, now() - interval '95 days', 51, 4)`,
)
const countPositions = statement(
  'test.cli_count_positions',
  'select count(*)::integer as count from position_sample where tenant_id = $1',
)

function run(...args: string[]) {
  const { host, port, user, password, database } = server.ctx.db.connection
  const at = `host=${encodeURIComponent(String(host))}&port=${port}`
  const url = `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${database}?${at}`
  return runCommand(args, { DATABASE_URL: url, DATA_DIR: folder })
}

test('RET-4: cartage tenant purge counts with --dry-run and changes nothing, then purges as the operator', async () => {
  const tenant = await server.tenant()
  const [truck] = await insertTestResources(tenant, [{ name: 'Truck', resource_type: 'TRACTOR' }])
  await tenant.asTenant((tx) => tx.query(addOldPosition, truck))
  const left = async () => (await tenant.asTenant((tx) => tx.query<{ count: number }>(countPositions)))[0]!.count
  const tried = await run('tenant', 'purge', tenant.slug, '--dry-run', '--json')
  expect([tried.code, JSON.parse(tried.stdout)]).toMatchObject([0, { purged: false }])
  expect(JSON.parse(tried.stdout).kinds).toContainEqual({ kind: 'POSITIONS', days: 90, rows: 1 })
  expect(await left()).toBe(1)
  const done = await run('tenant', 'purge', tenant.slug, '--json')
  expect([done.code, JSON.parse(done.stdout)]).toEqual([0, { counts: { POSITIONS: 1 }, purged: true }])
  expect(await left()).toBe(0)
  const admin = await tenant.user('SUPER_ADMIN')
  const { items } = await admin(listRetentionRuns, {})
  expect(items).toMatchObject([{ kind: 'PURGE', actor_kind: 'operator', counts: { POSITIONS: 1 } }])
  expect((await run('tenant', 'purge', 'no-such-tenant')).code).toBe(1)
})
