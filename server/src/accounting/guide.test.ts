import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { listSyncTasks } from '@cartage/contract/accounting/endpoints'
import { afterAll, expect, test } from 'vitest'
import { companiesOf } from '../testing/data/companies.ts'
import { writeChart, writeDocument } from '../testing/data/money/invoices.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { postDocument } from './tasks/post.commands.ts'

const program = fileURLToPath(new URL('../../../docs/programs/post-invoices.ts', import.meta.url))
const guide = readFileSync(new URL('../../../docs/guides/post-invoices.md', import.meta.url), 'utf8')
const server = await startTestServer()
const folder = mkdtempSync(join(tmpdir(), 'cartage-guide-'))
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

test('ACC-1: the program of the guide posts every document to its file and reports it, once', async () => {
  const tenant = await server.tenant()
  await writeChart(tenant)
  const { id: company_id } = await companiesOf(() => tenant).create({ name: 'Bakery "De Korst"' })
  const names: string[] = []
  for (const kind of ['SALES_INVOICE', 'PURCHASE_INVOICE', 'SALES_CREDIT_NOTE'] as const) {
    const { invoice_id, name } = await writeDocument(tenant, { kind, company_id, lines: [{ amount: '100.00' }] })
    await tenant.asTenant((tx) => postDocument(server.ctx, tx, invoice_id))
    names.push(name)
  }
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const file = join(folder, 'invoices.csv')
  const env = {
    ...{ PATH: process.env.PATH, BASE_URL: `http://127.0.0.1:${port}`, CSV_FILE: file },
    ...{ CLIENT_ID: tenant.client.client_id, CLIENT_SECRET: tenant.client.client_secret },
  }
  const run = () => promisify(execFile)(process.execPath, [program], { env })
  await run()
  await run()
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(rows.map((row) => row.split(';')[1])).toEqual(names.map((name) => `"${name}"`))
  expect(rows[0]).toMatch(/;"Bakery ""De Korst""";"EUR";"FREIGHT";"100.00"$/)
  expect((await tenant.call(listSyncTasks, { query: {} })).tasks).toEqual([])
})

test('the guide names the file of the program, and the program has at most 60 lines', () => {
  expect(guide).toContain('docs/programs/post-invoices.ts')
  expect(readFileSync(program, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(60)
})
