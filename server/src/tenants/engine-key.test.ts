import { listAuditRecords } from '@cartage/contract/audit/app'
import { testRoadEngine } from '@cartage/contract/positions/app/road-engine'
import { exportConfiguration, getTenantSettings, putTenantSettings } from '@cartage/contract/tenants/app/configuration'
import { afterAll, expect, test } from 'vitest'
import { verifyTrail } from '../audit/jobs.ts'
import { byOperator } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import { statement } from '../db/statement.ts'
import { enqueue } from '../jobs/queue.ts'
import { findEngine } from '../positions/roads/views.ts'
import { rejection } from '../testing/data/orders.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

const key = 'gh-4711-very-secret'
const whole = `https://roads.example/api?key=${key}`
const shown = 'https://roads.example/api?key=***'

async function withAdmin() {
  const tenant = await server.tenant()
  const admin = await tenant.user('SUPER_ADMIN')
  const put = async (url: string) => {
    const { settings } = await admin(getTenantSettings, {})
    const positions = { ...settings.positions, road_engine: { kind: 'GRAPHHOPPER' as const, url, profile: null } }
    return await admin(putTenantSettings, { body: { ...settings, positions } })
  }
  return { tenant, admin, put }
}

const stored = statement(
  'test.engine_everywhere',
  `select concat((select to_jsonb(s)::text from tenant_setting s where s.tenant_id = $1),
                 (select string_agg(r.changes::text, '') from audit_record r where r.tenant_id = $1)) as text`,
)
const textOf = async (tenant: TestTenant) =>
  (await tenant.asTenant((tx) => tx.query<{ text: string }>(stored)))[0]!.text
const usedBy = async (tenant: TestTenant) => (await tenant.asTenant((tx) => findEngine(server.ctx, tx)))?.url

test('SECRET-6: the key is sealed, used for requests, and in no response, file or entry', async () => {
  const { tenant, admin, put } = await withAdmin()
  expect((await put(whole)).settings.positions.road_engine?.url).toBe(shown)
  const viewer = await tenant.user('VIEWER')
  expect((await viewer(getTenantSettings, {})).settings.positions.road_engine?.url).toBe(shown)
  expect(JSON.stringify(await admin(exportConfiguration, {}))).not.toContain(key)
  expect(await textOf(tenant)).not.toContain(key)
  expect(await usedBy(tenant)).toBe(whole)
})

test('SECRET-6: an address with a hidden key keeps the key, and no other address gets it', async () => {
  const { tenant, admin, put } = await withAdmin()
  await put(whole)
  await put(shown)
  expect(await usedBy(tenant)).toBe(whole)
  expect((await rejection(put('https://thief.example/api?key=***'))).status).toBe(422)
  const engine = { kind: 'GRAPHHOPPER' as const, url: 'https://thief.example/api?key=***', profile: null }
  expect((await rejection(admin(testRoadEngine, { body: { engine } }))).status).toBe(422)
  expect(await usedBy(tenant)).toBe(whole)
  await put('https://roads.example/api')
  expect(await usedBy(tenant)).toBe('https://roads.example/api')
  expect((await rejection(put(shown))).status).toBe(422)
})

test('SECRET-6: the trail records that the key was changed', async () => {
  const { admin, put } = await withAdmin()
  await put(whole)
  const changes = async () => (await admin(listAuditRecords, { query: { entity_type: 'tenant' } })).items
  const before = (await changes()).length
  await put(`${whole}2`)
  await put(`${whole}2`)
  const [last, ...others] = await changes()
  expect(others).toHaveLength(before)
  expect(last!.changes).toEqual({ road_engine_key: { before: null, after: 'changed' } })
})

test('SECRET-6: an older address is sealed and erased from the trail, which stays valid', async () => {
  const { tenant, admin } = await withAdmin()
  const road_engine = { kind: 'GRAPHHOPPER', url: whole, profile: null }
  await tenant.asTenant(async (tx) => {
    await tx.query(setPlain, JSON.stringify(road_engine))
    const change = { entity_type: 'tenant', entity_id: tenant.tenantId, action: 'updated' } as const
    await recordChanges(tx, byOperator, [
      { ...change, before: { positions: {} }, after: { positions: { road_engine } } },
    ])
  })
  expect((await admin(getTenantSettings, {})).settings.positions.road_engine?.url).toBe(shown)
  expect(await textOf(tenant)).toContain(key)
  await tenant.asTenant((tx) => enqueue(tx, 'tenants.seal_engine', {}))
  await server.drain()
  expect(await textOf(tenant)).not.toContain(key)
  expect(await usedBy(tenant)).toBe(whole)
  expect(await verifyTrail(server.ctx, tenant.tenantId)).toMatchObject({ fault: null })
})

const setPlain = statement(
  'test.set_plain_engine',
  `update tenant_setting set positions = positions || jsonb_build_object('road_engine', $2::jsonb) where tenant_id = $1`,
)
