import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getSimulation } from '@cartage/contract/app/simulation'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '../../testing/run-command.ts'
import { createSmallHaulier } from '../../testing/simulate.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer()
const folder = mkdtempSync(join(tmpdir(), 'cartage-simulate-'))
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Address of the test server: reports of the simulation go over HTTP. */
let listening = ''
const ports = () => (listening === '' ? '443' : new URL(listening).port)

function run(...args: string[]) {
  const { host, port, user, password, database } = server.ctx.db.connection
  const at = `host=${encodeURIComponent(String(host))}&port=${port}`
  const url = `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${database}?${at}`
  return runCommand(args, {
    DATABASE_URL: url,
    DATA_DIR: folder,
    OUTBOUND_ALLOW: '127.0.0.0/8',
    OUTBOUND_PORTS: ports(),
  })
}

test('cartage simulate exits with 2 for wrong usage, before it changes anything', async () => {
  const tenant = await server.tenant()
  const wrong = [
    ['--speed', '0', 'from 1 to 600'],
    ['--speed', '601', 'from 1 to 600'],
    ['--scenario', 'late-boxes,storms', '"storms" is not one of'],
    ['--from', '2026-11-23', 'an instant with offset'],
  ] as const
  for (const [option, value, words] of wrong) {
    const { code, stderr } = await run('simulate', '--tenant', tenant.slug, option, value)
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)])
  }
})

test('cartage simulate reports a missing tenant or world, and leaves no simulation behind', async () => {
  const tenant = await server.tenant()
  const unknown = await run('simulate', '--tenant', 'no-such-haulier')
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('No tenant is called "no-such-haulier"') })
  const empty = await run('simulate', '--tenant', tenant.slug, '--json')
  expect(empty.code).toBe(1)
  expect(empty.stderr).not.toContain('This is a bug')
  expect(empty.stderr.trim().split('\n')).toHaveLength(1)
})

test('cartage simulate runs the world to a given moment, prints the result, and removes the simulation', async () => {
  const tenant = await server.tenant()
  await createSmallHaulier(server.ctx, tenant.tenantId)
  listening = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const from = Date.now() - 24 * 3_600_000
  const [start, end] = [from, from + 600_000].map((at) => new Date(at).toISOString())
  const driven = await run(
    'simulate',
    '--tenant',
    tenant.slug,
    '--url',
    listening,
    '--speed',
    '600',
    '--from',
    start!,
    '--until',
    end!,
    '--json',
  )
  expect(driven).toMatchObject({ code: 0 })
  expect(JSON.parse(driven.stdout)).toMatchObject({ driven_by: 'COMMAND', speed: 600, rejected: 0 })
  const { simulation } = await (await tenant.user('PLANNER'))(getSimulation, {})
  expect(simulation).toBeNull()
})
