import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadOrder } from '@cartage/contract/orders/endpoints'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { sampleOrder } from '../../../seeds/sample-orders.ts'
import { verifyTrail } from '../audit/jobs.ts'
import { byOperator } from '../audit/rules.ts'
import { createClient } from '../auth/clients/commands.ts'
import { DatabaseRefused } from '../db/failure.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { addSubscription } from '../deliveries/subscriptions/commands.ts'
import { fillDemo } from '../demo/tenant.ts'
import { createFiles } from '../documents/content/gateway.ts'
import { pdf, uploadDocument } from '../testing/data/files.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { fetchToken } from '../testing/test-tenant.ts'
import { backUp } from './backup.ts'
import { loadFiles } from './files.ts'
import { restore } from './restore.ts'

const server = await startTestServer()
const folder = mkdtempSync(join(tmpdir(), 'cartage-backup-'))
const restoredFiles = createFiles(join(folder, 'restored-blobs'), undefined)
const documentIds: string[] = []
const trust = { signers: server.ctx.vault.signers, identities: [], takesUnsigned: false }
const target = { ...inject('connection'), database: `restored_${process.pid}_${Date.now()}` }
await administer(`create database ${target.database}`)
afterAll(async () => {
  await server.close()
  await administer(`drop database if exists ${target.database} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

async function administer(command: string): Promise<void> {
  await rowsOf(inject('connection'), command)
}

async function rowsOf(connection: pg.ClientConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('OPS-1, DLV-13: a backup of several tenants is restored completely, with tenants separated, sessions ended, leases free and a new epoch', async () => {
  const tenants = await Promise.all([server.tenant(), server.tenant()])
  for (const tenant of tenants) {
    const { tenantId, call, user } = tenant
    await fillDemo(server.ctx, tenantId)
    await addSubscription(server.ctx, tenantId, byOperator, { url: 'https://receiver.example/hook' })
    await user('PLANNER')
    const company = { subject_type: 'COMPANY', subject_id: randomUUID() }
    documentIds.push(await uploadDocument(server.app, tenant, { bytes: pdf(tenantId) }, company))
    for (let number = 1; number <= 3; number += 1) {
      await call(uploadOrder, { body: sampleOrder(number, new Date('2026-03-01')) })
    }
  }
  server.answerWith(() => ({ status: 500 }))
  await server.drain()
  const source = server.ctx.db.connection
  await rowsOf(
    source,
    "update delivery_pending set lease_token = gen_random_uuid(), lease_until = now() + interval '1 h'",
  )

  // A week that a new database lacks, because it is older than the retention period.
  await rowsOf(
    source,
    `select make_position_weeks((now() - interval '200 days')::date, now()::date);
     insert into position_sample (tenant_id, resource_id, recorded_at, latitude, longitude)
     select tenant_id, gen_random_uuid(), now() - make_interval(days => days), 51, 4
       from tenant, unnest(array[0, 3, 20, 200]) as days`,
  )

  const manifest = await backUp(
    { ...server.ctx, readVault: async () => server.ctx.vault, connection: source, now: new Date() },
    { folder: join(folder, 'one'), recipients: [] },
  )
  const restored = await restore(target, restoredFiles, join(folder, 'one'), trust)

  expect(restored.tenants).toEqual(tenants.map((tenant) => tenant.slug).sort())
  expect(restored).toMatchObject({ documents: 2, missing_documents: [] })
  expect(restored.rows).toBe(manifest.tables.reduce((sum, table) => sum + table.rows, 0))
  for (const { name, rows } of manifest.tables) {
    const count = `select count(*) from ${name}`
    // Sessions end; usage counters are written every few seconds, also after the backup.
    const left = name === 'app_session' ? [{ count: '0' }] : [{ count: String(rows) }]
    const expected = name === 'app_session' || name.startsWith('usage_') ? left : await rowsOf(source, count)
    expect([name, await rowsOf(target, count)]).toEqual([name, expected])
  }
  expect(await rowsOf(target, 'select distinct epoch from tenant')).toEqual([{ epoch: 2 }])
  const pending = await rowsOf(
    target,
    'select count(*) > 0 as some, count(lease_token) as leased from delivery_pending',
  )
  expect(pending).toEqual([{ some: true, leased: '0' }])
  const open = `select relname from pg_class where relrowsecurity and not relforcerowsecurity`
  expect(await rowsOf(target, open)).toEqual([])
})

test('orders are restored byte for byte', async () => {
  const text = `select string_agg(tenant_id || order_id::text || doc::text, '|' order by order_id) as all_orders from transport_order`
  expect(await rowsOf(target, text)).toEqual(await rowsOf(server.ctx.db.connection, text))
})

test('documents are restored with their bytes', async () => {
  const db = openDatabase({ connection: target, poolSize: 2 })
  const after = await startTestServer({ db, files: restoredFiles })
  for (const { tenant_id } of await rowsOf(target, 'select tenant_id from tenant')) {
    const tenantId = String(tenant_id)
    const created = await createClient(after.ctx, tenantId, byOperator, {
      name: 'after',
      roles: ['API_MASTER_DATA'],
      company_id: null,
    })
    const authorization = `Bearer ${await fetchToken(after.app, created)}`
    const answers = await Promise.all(
      documentIds.map((id) =>
        after.app.inject({ url: `/v1/documents/document/${id}/download`, headers: { authorization } }),
      ),
    )
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 404])
    expect(answers.find((answer) => answer.statusCode === 200)!.rawPayload).toEqual(pdf(tenantId))
  }
  await after.close()
  await db.close()
})

test('a backup reports documents without bytes, and a damaged one is not restored', async () => {
  const source = server.ctx.db.connection
  const lost = join(folder, 'lost')
  const { documents } = await backUp(
    {
      ...server.ctx,
      readVault: async () => server.ctx.vault,
      connection: source,
      files: createFiles(join(folder, 'empty'), undefined),
      now: new Date(),
    },
    { folder: lost, recipients: [] },
  )
  expect(documents).toMatchObject({ count: 0, missing: [expect.any(String), expect.any(String)] })
  const [tenantId = ''] = readdirSync(join(folder, 'one', 'blobs'))
  const [start = ''] = readdirSync(join(folder, 'one', 'blobs', tenantId))
  const [name = ''] = readdirSync(join(folder, 'one', 'blobs', tenantId, start))
  const path = join(folder, 'one', 'blobs', tenantId, start, name)
  const bytes = readFileSync(path)
  writeFileSync(path, 'something else')
  await expect(
    loadFiles(restoredFiles, { folder: join(folder, 'one'), list: undefined, identities: [] }),
  ).rejects.toThrow(/is damaged/)
  await expect(restore(target, restoredFiles, join(folder, 'one'), trust)).rejects.toThrow(/is damaged/)
  writeFileSync(path, bytes)
})

test('AUDIT-4: audit trails are valid after a restore, and continue', async () => {
  const db = openDatabase({ connection: target, poolSize: 2 })
  const ctx = { ...server.ctx, db }
  for (const { tenant_id: tenantId } of await rowsOf(target, 'select tenant_id from tenant')) {
    const { records, fault } = await verifyTrail(ctx, String(tenantId))
    expect([records > 4, fault]).toEqual([true, null])
    await addSubscription(ctx, String(tenantId), byOperator, { url: 'https://receiver.example/after' })
    expect(await verifyTrail(ctx, String(tenantId))).toMatchObject({ records: records + 1, fault: null })
  }
  await db.close()
})

test('a database that contains a tenant is not restored into, and keeps its data', async () => {
  await expect(restore(target, restoredFiles, join(folder, 'one'), trust)).rejects.toThrow(/already has the tenant/)
  expect(await rowsOf(target, 'select distinct epoch from tenant')).toEqual([{ epoch: 2 }])
})

test('OPS-38: a killed restore leaves a database that no process starts on, and is completed by its command', async () => {
  const another = { ...target, database: `${target.database}_killed` }
  await administer(`create database ${another.database}`)
  const one = join(folder, 'one')
  // A connection that ends rolls back its transaction, as killing the process does.
  for (const place of ['restore:begun', 'restore:filled']) {
    const killed = (reached: string) => {
      if (reached === place) throw new Error('killed')
    }
    const attempt = restore(another, restoredFiles, one, trust, { crashPoints: { reach: killed } })
    await expect(attempt).rejects.toThrow('killed')
    const start = migrate(another)
    await expect(start).rejects.toBeInstanceOf(DatabaseRefused)
    await expect(start).rejects.toThrow(`do it again: cartage restore ${one}.`)
  }
  expect(await rowsOf(another, 'select slug from tenant')).toEqual([])
  const order: string[] = []
  const also = { bringKey: async () => void order.push('key'), crashPoints: { reach: (at: string) => order.push(at) } }
  expect(await restore(another, restoredFiles, one, trust, also)).toMatchObject({ documents: 2, missing_documents: [] })
  // After the commit it would not be repeated, and the key would be missing.
  expect(order.indexOf('key')).toBeLessThan(order.indexOf('restore:restored'))
  expect(await migrate(another)).toEqual([])
  await expect(restore(another, restoredFiles, one, trust)).rejects.toThrow(/already has the tenant/)
  expect(await migrate(another)).toEqual([])
  await administer(`drop database ${another.database} with (force)`)
})
