import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDatabase, runCartage } from '../../testing/spawn-cartage.ts'

const data = await newDatabase()
afterAll(() => data.remove())
const run = (...args: string[]) => runCartage(args, { DATA_DIR: data.path })
beforeAll(async () => {
  await run('tenant', 'create', 'acme')
}, 120_000)

test('CHECK-2: cartage money check prints the number of breaking rows for every invariant', async () => {
  const { code, stdout } = await run('money', 'check', 'acme', '--json')
  const { tenants } = JSON.parse(stdout)
  expect([code, tenants[0].tenant, tenants[0].checks.length]).toEqual([0, 'acme', 20])
  expect(tenants[0].checks[0]).toEqual({ number: 1, title: expect.any(String), breaches: 0, rows: [] })
  expect((await run('money', 'check', '--all')).stdout).toContain('20  ok')
  expect((await run('money', 'check')).code).toBe(2)
})

test('LEDGER-3: cartage ledger export writes a file and prints its content', async () => {
  const path = join(data.path, '..', `ledger-${process.pid}.csv`)
  const { code, stdout } = await run('ledger', 'export', 'acme', path, '--profile', 'fec', '--json')
  expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ profile: 'FEC', entries: 0 })])
  expect(readFileSync(path, 'utf8')).toMatch(/^JournalCode\tJournalLib\t/)
  expect((await run('ledger', 'export', 'acme', path, '--profile', 'x')).code).toBe(2)
  expect((await run('ledger', 'export', 'acme', path, '--from', '2026-01-01')).code).toBe(1)
})
