import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listUnplacedPurchases, placePurchase } from '@cartage/contract/purchases/app/unplaced'
import { afterAll, expect, test } from 'vitest'
import { addSupplier, onlyPurchase, type PurchaseTenant, purchaseTenant } from '../testing/data/money/purchases.ts'
import { startTestServer } from '../testing/start-test-server.ts'

const guide = readFileSync(new URL('../../../docs/guides/receive-invoices.md', import.meta.url), 'utf8')
const [, commands] = /```bash\n([^`]*)```/.exec(guide) ?? []
const server = await startTestServer({ now: () => new Date('2026-11-23T08:00:00Z') })
await server.app.listen({ port: 0, host: '127.0.0.1' })
const folder = mkdtempSync(join(tmpdir(), 'cartage-guide-'))
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Runs the guide's example with the address and credentials of a tenant. */
async function follow({ tenant }: PurchaseTenant): Promise<unknown> {
  const { port } = server.app.server.address() as AddressInfo
  const { client_id, client_secret } = tenant.webhookCredential
  const script = commands!
    .replace('https://tms.example', `http://127.0.0.1:${port}`)
    .replace('CLIENT_ID:CLIENT_SECRET', `${client_id}:${client_secret}`)
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', script], { cwd: folder })
  return JSON.parse(stdout)
}

test('EINV-1: the commands of the guide import an invoice of a known supplier, and repeating them has no effect', async () => {
  const purchases = await purchaseTenant(server)
  const company_id = await addSupplier(purchases)
  expect(await follow(purchases)).toEqual({})
  expect(await follow(purchases)).toEqual({})
  const { invoice } = await onlyPurchase(purchases)
  expect(invoice).toMatchObject({ external_name: 'F-2026-17', company_id, total_excl_tax: '540.00' })
})

test('PURCH-1: from an unknown supplier it waits, and is assigned as described in the guide', async () => {
  const purchases = await purchaseTenant(server)
  expect(await follow(purchases)).toMatchObject({ errors: [{ error_type: 'USER_INPUT_ERROR' }] })
  const { items } = await purchases.admin(listUnplacedPurchases, { query: {} })
  const company_id = await addSupplier(purchases, { name: 'Other', vat_number: null })
  const params = { inbox_item_id: items[0]!.inbox_item_id }
  await purchases.admin(placePurchase, { params, body: { company_id } })
  expect((await onlyPurchase(purchases)).invoice.company_id).toBe(company_id)
})
