import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadOrder } from '@cartage/contract/orders/endpoints'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { sampleOrder } from '../../seeds/sample-orders.ts'
import { backUp } from './backup.ts'
import { addSubscription } from './deliveries/subscriptions.jobs.ts'
import { fillDemo } from './demo.ts'
import { restore } from './restore.ts'
import { startTestServer } from './testing/start-test-server.ts'

const server = await startTestServer()
const folder = mkdtempSync(join(tmpdir(), 'cartage-backup-'))
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

test('a backup of several tenants comes back whole, behind its walls, with sessions ended, leases free and a new epoch', async () => {
  const tenants = await Promise.all([server.tenant(), server.tenant()])
  for (const { tenantId, call, user } of tenants) {
    await fillDemo(server.ctx, tenantId)
    await addSubscription(server.ctx, tenantId, { url: 'https://receiver.example/hook' })
    await user('PLANNER')
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

  const manifest = await backUp(source, join(folder, 'one'), new Date())
  const restored = await restore(target, join(folder, 'one'))

  expect(restored.tenants).toEqual(tenants.map((tenant) => tenant.slug).sort())
  expect(restored.rows).toBe(manifest.tables.reduce((sum, table) => sum + table.rows, 0))
  for (const { name } of manifest.tables) {
    const count = `select count(*) from ${name}`
    const wanted = name === 'app_session' ? [{ count: '0' }] : await rowsOf(source, count)
    expect([name, await rowsOf(target, count)]).toEqual([name, wanted])
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

test('orders come back byte for byte', async () => {
  const text = `select string_agg(tenant_id || order_id::text || doc::text, '|' order by order_id) as all_orders from transport_order`
  expect(await rowsOf(target, text)).toEqual(await rowsOf(server.ctx.db.connection, text))
})

test('a database that holds a tenant is not restored into, and keeps what it has', async () => {
  await expect(restore(target, join(folder, 'one'))).rejects.toThrow(/already holds the tenant/)
  expect(await rowsOf(target, 'select distinct epoch from tenant')).toEqual([{ epoch: 2 }])
})
