import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../testing/run-command.ts'
import { newDatabase } from '../../testing/spawn-cartage.ts'

const data = await newDatabase()
afterAll(() => data.remove())
const run = (...args: string[]) => runCommand(args, { DATA_DIR: data.path })
beforeAll(async () => {
  await run('tenant', 'create', 'acme')
}, 120_000)

test('cartage upload lists and runs again, and describes errors in a sentence', async () => {
  const listed = await run('upload', 'list', 'acme', '--json')
  expect([listed.code, JSON.parse(listed.stdout)]).toEqual([0, { uploads: [] }])
  const all = await run('upload', 'retry', 'acme', '--cause', 'No transport service has the code "X".', '--json')
  expect([all.code, JSON.parse(all.stdout)]).toEqual([0, { found: 0, requested: 0, is_more: false }])
  const unknown = await run('upload', 'retry', 'acme', '9b2f1c1e-5b1a-4c57-9a86-0d6f2c9c1d01')
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringMatching(/^There is no such record/)])
  expect((await run('upload', 'retry', 'acme')).code).toBe(2)
  expect((await run('upload', 'list', 'acme', '--status', 'LOST')).code).toBe(2)
})
