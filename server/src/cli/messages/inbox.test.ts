import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../testing/run-command.ts'
import { newDatabase } from '../../testing/spawn-cartage.ts'

const data = await newDatabase()
afterAll(() => data.remove())
const run = (...args: string[]) => runCommand(args, { DATA_DIR: data.path })
beforeAll(async () => {
  await run('tenant', 'create', 'acme')
}, 120_000)

test('cartage inbox lists, retries and dismisses, and describes errors in a sentence', async () => {
  const listed = await run('inbox', 'list', 'acme', '--json')
  expect([listed.code, JSON.parse(listed.stdout)]).toEqual([0, { items: [] }])
  const tried = await run('inbox', 'retry', 'acme', '--json')
  expect([tried.code, JSON.parse(tried.stdout)]).toEqual([0, { tried: 0, resolved: 0, requested: 0 }])
  const id = '9b2f1c1e-5b1a-4c57-9a86-0d6f2c9c1d01'
  const unknown = await run('inbox', 'dismiss', 'acme', id, '--reason', 'none')
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringMatching(/^There is no such record/)])
  expect((await run('inbox', 'dismiss', 'acme', id)).code).toBe(2)
  expect((await run('inbox', 'retry', 'acme', 'x')).code).toBe(2)
})
