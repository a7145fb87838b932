import { canonicalOrder } from '@cartage/contract/orders/canonical'
import { getOrder, getOrderUpload, uploadOrder } from '@cartage/contract/orders/endpoints'
import { OrderUpload } from '@cartage/contract/orders/order-input'
import type { OrderImport } from '@cartage/contract/orders/upload-record'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bySystem } from '../../audit/rules.ts'
import { statement } from '../../db/statement.ts'
import { listDue } from '../../jobs/tenants-due.ts'
import { eventsOf, orderTenant, simpleOrder } from '../../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { uploadText } from '../uploads/text.rules.ts'
import { acceptUpload } from './accept.commands.ts'
import { insertUploads } from './accept.store.ts'
import { applyCounted, applyNext } from './batch.commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

const spoil = statement(
  'testing.spoil_upload',
  `update order_upload u set body = 'no json' where u.tenant_id = $1 and u.upload_id = $2`,
)
const setAttempts = statement(
  'testing.set_attempts',
  'update upload_pending p set attempts = $3, ready_at = now() where p.tenant_id = $1 and p.upload_id = $2',
)
const pendingRows = statement(
  'testing.select_pending',
  `select p.attempts, p.ready_at > now() as rests from upload_pending p where p.tenant_id = $1 and p.upload_id = $2`,
)

const inQueues = statement(
  'testing.in_lanes',
  'select p.upload_id from upload_pending p where p.tenant_id = $1 order by p.order_identifier, p.lane_number',
)

const upload = (tenant: TestTenant, order_identifier: string) =>
  tenant.call(uploadOrder, { body: simpleOrder({ order_identifier }) })
const statusOf = async (tenant: TestTenant, { upload_id }: OrderImport) =>
  (await tenant.call(getOrderUpload, { params: { upload_id } })).upload_status
const pendingOf = async (tenant: TestTenant, { upload_id }: OrderImport) =>
  (await tenant.asTenant((tx) => tx.query<{ attempts: number; rests: boolean }>(pendingRows, upload_id)))[0]

describe('failures while applying', () => {
  test('an upload that cannot be applied does not delay others of its batch', async () => {
    const tenant = await orderTenant(server)
    const records = await Promise.all(['a', 'b', 'c', 'd'].map((name) => upload(tenant, name)))
    await tenant.asTenant((tx) => tx.query(spoil, records[1]!.upload_id))
    expect(await applyNext(server.ctx, tenant.tenantId)).toBe(true)
    const states = await Promise.all(records.map((record) => statusOf(tenant, record)))
    expect(states).toEqual(['COMPLETED', 'IN_PROGRESS', 'COMPLETED', 'COMPLETED'])
    expect(await pendingOf(tenant, records[1]!)).toEqual({ attempts: 1, rests: true })
  })

  test('an upload that fails five times ends in ERROR internal_error, and its upload queue goes on', async () => {
    const tenant = await orderTenant(server)
    const broken = await upload(tenant, 'x')
    const next = await upload(tenant, 'x')
    await tenant.asTenant((tx) => tx.query(spoil, broken.upload_id))
    for (let runs = 1; runs <= 5; runs += 1) {
      expect(await statusOf(tenant, broken)).toBe('IN_PROGRESS')
      await applyNext(server.ctx, tenant.tenantId)
      if (runs < 5) await tenant.asTenant((tx) => tx.query(setAttempts, broken.upload_id, runs))
    }
    const ended = await tenant.call(getOrderUpload, { params: { upload_id: broken.upload_id } })
    expect(ended).toMatchObject({ upload_status: 'ERROR', errors: [{ detail: 'internal_error' }] })
    await server.drain()
    expect(await statusOf(tenant, next)).toBe('COMPLETED')
  })

  test('an upload that crashed the process five times fails without another run', async () => {
    const tenant = await orderTenant(server)
    const record = await upload(tenant, 'killer')
    const innocent = await upload(tenant, 'innocent')
    await tenant.asTenant((tx) => tx.query(setAttempts, record.upload_id, 5))
    await tenant.asTenant((tx) => tx.query(setAttempts, innocent.upload_id, 1))
    await server.drain()
    expect(await statusOf(tenant, record)).toBe('ERROR')
    expect(await statusOf(tenant, innocent)).toBe('COMPLETED')
  })

  test('a run is counted before it begins', async () => {
    const tenant = await orderTenant(server)
    const record = await upload(tenant, 'counted')
    const seen: unknown[] = []
    const watching = {
      ...server.ctx,
      newId: () => {
        seen.push('applying')
        throw new Error('the process dies here')
      },
    }
    await applyCounted(watching, tenant.tenantId)
    expect(seen).toEqual(['applying'])
    expect((await pendingOf(tenant, record))!.attempts).toBe(1)
  })

  test('a batch that was not counted and fails is applied again, one by one', async () => {
    const tenant = await orderTenant(server)
    const record = await upload(tenant, 'not-counted')
    let runs = 0
    const watching = {
      ...server.ctx,
      log: { ...server.ctx.log, warn: () => {}, error: () => {} } as unknown as typeof server.ctx.log,
      newId: () => {
        runs += 1
        throw new Error('the batch fails here')
      },
    }
    expect(await applyNext(watching, tenant.tenantId)).toBe(true)
    expect(runs).toBe(2)
    expect(await pendingOf(tenant, record)).toEqual({ attempts: 1, rests: true })
  })

  test('an upload that was attempted before is applied separately, and so are the others of its batch', async () => {
    const tenant = await orderTenant(server)
    const records = await Promise.all(['tried', 'new-1', 'new-2'].map((name) => upload(tenant, name)))
    await tenant.asTenant((tx) => tx.query(setAttempts, records[0]!.upload_id, 3))
    expect(await applyNext(server.ctx, tenant.tenantId)).toBe(true)
    const states = await Promise.all(records.map((record) => statusOf(tenant, record)))
    expect(states).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED'])
  })
})

describe('accepting', () => {
  test('uploads of several tenants in one commit stay separate', async () => {
    const tenants = await Promise.all([orderTenant(server), orderTenant(server), orderTenant(server)])
    const body = simpleOrder({ order_identifier: 'shared' })
    const records = await Promise.all(tenants.map((tenant) => tenant.call(uploadOrder, { body })))
    await server.drain()
    for (const [at, tenant] of tenants.entries()) {
      const done = await tenant.call(getOrderUpload, { params: { upload_id: records[at]!.upload_id } })
      expect(done.upload_status).toBe('COMPLETED')
      expect(await eventsOf(tenant)).toHaveLength(1)
      const others = tenants.filter((other) => other !== tenant)
      for (const other of others) {
        await expect(other.call(getOrderUpload, { params: { upload_id: done.upload_id } })).rejects.toMatchObject({
          status: 404,
        })
        await expect(other.call(getOrder, { params: { order_id: done.order_id! } })).rejects.toMatchObject({
          status: 404,
        })
      }
    }
  })

  test('accepting does not wait for applying: a claimed upload queue accepts another upload', async () => {
    const tenant = await orderTenant(server)
    await upload(tenant, 'busy')
    const lock = statement(
      'testing.lock_pending',
      `select upload_id from upload_pending p where p.tenant_id = $1 for update`,
    )
    await server.ctx.db.asWorker(tenant.tenantId, async (tx) => {
      expect(await tx.query(lock)).toHaveLength(1)
      expect((await upload(tenant, 'busy')).upload_status).toBe('IN_PROGRESS')
    })
    await server.drain()
  })

  test('an upload refused by the database does not fail the others of its commit', async () => {
    const tenant = await orderTenant(server)
    const taken = await upload(tenant, 'first')
    let given = 0
    // The second id exists already, so its row violates the primary key.
    const clashing = { ...server.ctx, newId: () => (++given === 2 ? taken.upload_id : crypto.randomUUID()) }
    const accept = () =>
      acceptUpload(clashing, {
        tenantId: tenant.tenantId,
        upload: canonicalOrder(OrderUpload.parse(simpleOrder())),
        source: 'API',
        by: bySystem,
        companyId: null,
      })
    const outcomes = await Promise.allSettled([accept(), accept(), accept()])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    await server.drain()
    expect(await eventsOf(tenant)).toHaveLength(3)
  })

  test('uploads of one upload queue in one commit are numbered in their order of arrival, and judged in it', async () => {
    const tenant = await orderTenant(server)
    const row = (order_identifier: string, operation: 'CREATE' | 'UPDATE' | 'DELETE') => ({
      upload_id: crypto.randomUUID(),
      order_identifier,
      operation,
      ...uploadText({ operation, order_identifier }),
      source: 'API' as const,
      company_id: null,
      idempotency_key: null,
    })
    const rows = [
      row('b', 'CREATE'),
      row('a', 'DELETE'),
      row('b', 'DELETE'),
      row('a', 'CREATE'),
      row('b', 'UPDATE'),
      row('a', 'DELETE'),
    ]
    const { tenantId } = tenant
    const verdicts = await insertUploads(
      server.ctx.db.scope,
      rows.map((row) => ({ tenantId, row })),
    )
    const queues = await tenant.asTenant((tx) => tx.query<{ upload_id: string }>(inQueues))
    expect(verdicts.map(({ upload_id }) => upload_id)).toEqual(rows.map(({ upload_id }) => upload_id))
    expect(verdicts.map(({ verdict }) => verdict)).toEqual([
      'accepted',
      'unknown',
      'accepted',
      'accepted',
      'accepted',
      'accepted',
    ])
    expect(queues.map(({ upload_id }) => rows.findIndex((row) => row.upload_id === upload_id))).toEqual([3, 5, 0, 2, 4])
  })

  test('the directory lists only tenants with due uploads', async () => {
    const [busy, idle] = await Promise.all([orderTenant(server), orderTenant(server)])
    for (let round = 0; round < 3; round += 1) await upload(busy, 'lane')
    const tenants = await listDue(server.ctx.db, 'uploads')
    expect(tenants).toContain(busy.tenantId)
    expect(tenants).not.toContain(idle.tenantId)
    await server.drain()
    expect(await listDue(server.ctx.db, 'uploads')).not.toContain(busy.tenantId)
  })
})
