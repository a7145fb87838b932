import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleOrder } from '../../../../seeds/sample-orders.ts'
import { runCommand } from '../../testing/run-command.ts'
import { newDatabase } from '../../testing/spawn-cartage.ts'

const data = await newDatabase()
afterAll(() => data.remove())
const run = (...args: string[]) => runCommand(args, { DATA_DIR: data.path })
const [first, second] = [randomUUID(), randomUUID()]

/**
 * Imports rows, one JSON object per line.
 * @returns the exit code and the answer
 */
async function imported(tenant: string, kind: string, rows: readonly unknown[], ...flags: string[]) {
  const file = join(data.path, `${kind}.ndjson`)
  writeFileSync(file, rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'))
  const { code, stdout, stderr } = await run('import', tenant, kind, file, '--json', ...flags)
  expect(stderr).toBe('')
  return { code, answer: JSON.parse(stdout) }
}

beforeAll(async () => {
  for (const slug of ['acme', 'other']) {
    expect((await run('tenant', 'create', slug)).code).toBe(0)
    const file = join(data.path, 'ids.json')
    const { stdout } = await run('config', 'export', slug)
    const config = JSON.parse(stdout)
    writeFileSync(file, JSON.stringify({ ...config, tenant: { ...config.tenant, accepts_record_ids: true } }))
    expect((await run('config', 'apply', slug, file)).code).toBe(0)
  }
}, 180_000)

test('orders of a file get their ids in both tenants, and each row has its result', async () => {
  const orders = [1, 2].map((number) => sampleOrder(number, new Date('2026-03-01')))
  const rows = [{ ...orders[0], id: first }, '{"operation":', { ...orders[1], id: second }, { operation: 'CREATE' }]
  const dry = await imported('acme', 'orders', rows, '--dry-run')
  expect([dry.code, dry.answer.created, dry.answer.refused]).toEqual([1, 2, 2])
  for (const slug of ['acme', 'other']) {
    const { code, answer } = await imported(slug, 'orders', rows)
    expect([code, answer.created, answer.refused]).toEqual([1, 2, 2])
    expect(answer.results.map(({ row, outcome, id }: Record<string, unknown>) => [row, outcome, id])).toEqual([
      [1, 'CREATED', first],
      [2, 'REFUSED', null],
      [3, 'CREATED', second],
      [4, 'REFUSED', null],
    ])
    expect(answer.results[3].errors.map(({ path }: { path: string }) => path)).toContain('order_identifier')
  }
}, 180_000)

test('resources and companies are updated, and members that a file omits stay', async () => {
  const truck = (external_id: string) => ({ external_id, name: `Truck ${external_id}`, truck: {} })
  expect((await imported('acme', 'resources', [{ ...truck('1'), id: first }])).answer).toMatchObject({
    created: 1,
    results: [{ row: 1, outcome: 'CREATED', id: first }],
  })
  const { code, answer } = await imported('acme', 'resources', [truck('2'), { name: 'No id' }])
  expect([code, answer.created, answer.deleted, answer.refused]).toEqual([1, 1, 0, 1])
  expect(answer.results[1].errors).toEqual([expect.objectContaining({ path: 'external_id' })])
  const file = join(data.path, 'companies.json')
  const member = { name: 'Carried', currency: 'EUR', is_customer: true }
  writeFileSync(file, JSON.stringify([{ code: 'C1', id: second, ...member }]))
  const finished = await run('import', 'acme', 'companies', file)
  expect([finished.code, finished.stdout]).toEqual([0, '1 created.\n'])
}, 180_000)

test('an unknown kind and a malformed list are reported in a sentence', async () => {
  const file = join(data.path, 'broken.json')
  writeFileSync(file, '[{"external_id":')
  expect(await run('import', 'acme', 'trips', file)).toMatchObject({
    code: 2,
    stderr: '"trips" cannot be imported. Available: resources, companies, orders.\n',
  })
  const broken = await run('import', 'acme', 'resources', file)
  expect([broken.code, broken.stderr]).toEqual([1, expect.stringMatching(/^The file is not a valid JSON list/)])
}, 180_000)
