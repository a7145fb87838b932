import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { enqueue } from '../../jobs/queue.ts'
import { listDue } from '../../jobs/tenants-due.ts'
import { runCommand } from '../../testing/run-command.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer()
const folder = mkdtempSync(join(tmpdir(), 'cartage-suspension-'))
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

function run(...args: string[]) {
  const { host, port, user, password, database } = server.ctx.db.connection
  const at = `host=${encodeURIComponent(String(host))}&port=${port}`
  const url = `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${database}?${at}`
  return runCommand(args, { DATABASE_URL: url, DATA_DIR: folder })
}

const me = (token: string) =>
  server.app
    .inject({ url: '/v1/me', headers: { authorization: `Bearer ${token}` } })
    .then(({ statusCode }) => statusCode)

test('OPS-29: cartage tenant suspend blocks a tenant and its work waits, until it is resumed', async () => {
  const [tenant, other] = [await server.tenant(), await server.tenant()]
  await tenant.asTenant((tx) => enqueue(tx, 'trips.estimate', { trip_id: server.ctx.newId() }))
  const isDue = async () => (await listDue(server.ctx.db, 'jobs')).includes(tenant.tenantId)
  expect(await isDue()).toBe(true)
  const done = await run('tenant', 'suspend', tenant.slug, '--json')
  expect([done.code, JSON.parse(done.stdout)]).toEqual([0, { slug: tenant.slug, is_active: false }])
  expect([await me(tenant.token), await me(other.token), await isDue()]).toEqual([403, 200, false])
  await expect(tenant.user('PLANNER')).rejects.toMatchObject({ status: 401 })
  expect((await run('tenant', 'resume', tenant.slug)).stdout).toBe(`${tenant.slug} is active.\n`)
  expect([await me(tenant.token), await isDue()]).toEqual([200, true])
  expect((await run('tenant', 'suspend', 'no-such-tenant')).code).toBe(1)
  const { records } = JSON.parse((await run('audit', 'list', tenant.slug, '--json')).stdout)
  const acts = records.filter(({ changes }: { changes: object }) => 'is_suspended' in changes)
  expect(acts).toMatchObject([
    { actor: { kind: 'operator' }, changes: { is_suspended: { before: true, after: false } } },
    { actor: { kind: 'operator' }, changes: { is_suspended: { before: false, after: true } } },
  ])
})

test('TOKEN-1: cartage key revoke revokes a listed signing key', async () => {
  const keys = async () =>
    JSON.parse((await run('key', 'signing', '--json')).stdout).keys as { kid: string; state: string }[]
  await server.tenant()
  const active = (await keys()).find(({ state }) => state === 'ACTIVE')!
  const done = await run('key', 'revoke', active.kid, '--json')
  expect([done.code, JSON.parse(done.stdout)]).toEqual([0, { revoked: active.kid }])
  expect((await keys()).map(({ kid }) => kid)).not.toContain(active.kid)
  expect((await run('key', 'revoke', active.kid)).stderr).toContain('cartage key signing lists them')
})
