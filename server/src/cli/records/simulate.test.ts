import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '../../testing/run-command.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer()
const folder = mkdtempSync(join(tmpdir(), 'cartage-simulate-'))
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

test('cartage simulate refuses what it does not understand with 2, before it changes anything', async () => {
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

test('cartage simulate says which tenant or world is missing, and leaves no simulation behind', async () => {
  const tenant = await server.tenant()
  const unknown = await run('simulate', '--tenant', 'no-such-haulier')
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('No tenant is called "no-such-haulier"') })
  const empty = await run('simulate', '--tenant', tenant.slug, '--json')
  expect(empty.code).toBe(1)
  expect(empty.stderr).not.toContain('This is a bug')
  expect(empty.stderr.trim().split('\n')).toHaveLength(1)
})
