import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadOrder } from '@cartage/contract/orders/endpoints'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { sampleOrder } from '../../../../seeds/sample-orders.ts'
import { fillEveryTable, readTenantTables } from '../../testing/data/every-table.ts'
import { addBilledOrder, addCustomer, billingTenant, draft, finalise } from '../../testing/data/money/billing.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { exportTenant } from './export.ts'
import { importTenant } from './import.ts'
import { removeTenant } from './removal.ts'

const server = await startTestServer()
const { ctx } = server
const folder = mkdtempSync(join(tmpdir(), 'cartage-every-table-'))
const admin = new pg.Client(ctx.db.connection)
await admin.connect()
afterAll(async () => {
  await admin.end()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A tenant with orders and a finalised invoice, which rows of the other tables refer to. */
async function filledTenant() {
  const tenant = await server.tenant({ create_missing_companies: true })
  const billing = await billingTenant(server, tenant)
  await tenant.call(uploadOrder, { body: sampleOrder(1, new Date('2026-03-01')) })
  const company_id = await addCustomer(billing)
  const { orderId } = await addBilledOrder(billing, { company_id, charges: [{ type: 'FREIGHT', amount: '186.00' }] })
  await finalise(billing, await draft(billing, [orderId]))
  await server.drain()
  return tenant
}

async function countsOf(tables: readonly { name: string }[], tenantId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await admin.query(`select count(*)::integer as n from ${name} where tenant_id = $1`, [tenantId])
    counts[name] = rows[0]!.n
  }
  return counts
}

test('OPS-15, OPS-16, OPS-17: a tenant with a row in every table, and a value in every foreign key, is exported, removed completely and imported again', async () => {
  const tenant = await filledTenant()
  const tables = await readTenantTables(admin)
  expect(await fillEveryTable(admin, tenant.tenantId, tables)).toEqual([])
  const target = join(folder, 'export')
  await exportTenant(ctx, tenant.tenantId, target)
  const before = await countsOf(tables, tenant.tenantId)
  expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([])

  await removeTenant(ctx, { tenant_id: tenant.tenantId, slug: tenant.slug, name: tenant.slug })
  const left = await countsOf(tables, tenant.tenantId)
  expect(Object.entries(left).filter(([, rows]) => rows > 0)).toEqual([])

  await importTenant(ctx, target)
  const after = await countsOf(tables, tenant.tenantId)
  // The trail has an additional entry, sessions ended, and requests are counted every few seconds.
  const isKept = ([name]: [string, number]) => !/^(app_session|audit_record|usage_.*)$/.test(name)
  expect(Object.entries(after).filter(isKept)).toEqual(Object.entries(before).filter(isKept))
})

test('OPS-17: a failed removal removes nothing: rows, files, waiting work and access are unchanged', async () => {
  const tenant = await filledTenant()
  const tables = await readTenantTables(admin)
  const before = await countsOf(tables, tenant.tenantId)
  await admin.query(`set role cartage_owner;
    create table holding (tenant_id uuid not null references tenant, note text not null); reset role`)
  await admin.query('insert into holding values ($1, $2)', [tenant.tenantId, 'no list of the product knows this row'])
  const removed: string[] = []
  const files = { ...ctx.files, remove: async (key: { sha256: string }) => void removed.push(key.sha256) }
  const removal = removeTenant({ ...ctx, files }, { tenant_id: tenant.tenantId, slug: tenant.slug, name: tenant.slug })
  await expect(removal).rejects.toThrow(/holding/)
  expect(removed).toEqual([])
  const after = await countsOf(tables, tenant.tenantId)
  // Requests are counted every few seconds.
  const isKept = ([name]: [string, number]) => !name.startsWith('usage_')
  expect(Object.entries(after).filter(isKept)).toEqual(Object.entries(before).filter(isKept))
  const { rows } = await admin.query(
    `select t.is_active, (select count(*)::integer from job j where j.tenant_id = $1 and j.lease_until is not null) as held
       from tenant t where t.tenant_id = $1`,
    [tenant.tenantId],
  )
  expect(rows).toEqual([{ is_active: true, held: 0 }])
  await admin.query('drop table holding')
})
