import { countAuditRecords, listAuditRecords } from '@cartage/contract/audit/app'
import { createCompany } from '@cartage/contract/companies/endpoints'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { type Actor, byOperator, type Change } from './rules.ts'
import { recordChanges } from './store.ts'

const server = await startTestServer({ config: readConfig({ NODE_ENV: 'test', PAGE_SIZE: '3' }) })
afterAll(() => server.close())

function created(id: string): Change {
  return { entity_type: 'company', entity_id: id, action: 'created', before: null, after: { name: id } }
}

async function record(tenant: TestTenant, ...ids: string[]): Promise<void> {
  for (const id of ids) await tenant.asTenant((tx) => recordChanges(tx, byOperator, [created(id)]))
}

describe('AUDIT-6: reading the trail', () => {
  test('of one record, newest first, with the current names of its actors', async () => {
    const tenant = await server.tenant()
    const admin = await tenant.user('SUPER_ADMIN')
    const [login] = (await admin(listAuditRecords, {})).items
    const actors: Actor[] = [
      { kind: 'client', id: tenant.client.client_id },
      { kind: 'webhook', id: tenant.webhookCredential.client_id },
      { kind: 'user', id: login!.actor.actor_id },
      { kind: 'user', id: 'a user who is gone' },
      { kind: 'operator', id: null },
    ]
    for (const [index, actor] of actors.entries()) {
      const change = { ...created('c1'), action: 'updated' as const, after: { name: `name ${index}` } }
      await tenant.asTenant((tx) => recordChanges(tx, { actor, requestId: `request ${index}` }, [change]))
    }
    await record(tenant, 'c2')
    const query = { entity_type: 'company', entity_id: 'c1' }
    const first = await admin(listAuditRecords, { query })
    const second = await admin(listAuditRecords, { query: { cursor: first.next_cursor! } })
    expect(second.next_cursor).toBeNull()
    const items = [...first.items, ...second.items]
    expect(items.map((item) => [item.actor.kind, item.actor.name, item.request_id])).toEqual([
      ['operator', null, 'request 4'],
      ['user', null, 'request 3'],
      ['user', 'Test SUPER_ADMIN', 'request 2'],
      ['webhook', 'test webhooks', 'request 1'],
      ['client', 'test client', 'request 0'],
    ])
    expect(items[0]!.changes).toEqual({ name: { before: null, after: 'name 4' } })
  })

  test('entries recorded while paging do not disturb it: every older entry is listed once', async () => {
    const tenant = await server.tenant()
    const admin = await tenant.user('SUPER_ADMIN')
    await record(tenant, 'c1', 'c2', 'c3', 'c4', 'c5')
    const found: number[] = []
    let cursor: string | undefined
    let rounds = 0
    do {
      const page = await admin(listAuditRecords, { query: { cursor } })
      expect(page.items.length).toBeLessThanOrEqual(3)
      found.push(...page.items.map((item) => item.sequence))
      cursor = page.next_cursor ?? undefined
      rounds += 1
      await record(tenant, `later ${rounds}`)
    } while (cursor !== undefined)
    expect(rounds).toBeGreaterThan(2)
    expect(found).toEqual(Array.from({ length: found.length }, (_, index) => found.length - index))
  })

  test('AUDIT-10: the history of a record is found by its current name, with each word of it, within one tenant', async () => {
    const [tenant, other] = [await server.tenant(), await server.tenant()]
    const admin = await tenant.user('SUPER_ADMIN')
    const company = async (of: TestTenant, name: string) =>
      (await of.call(createCompany, { body: { name, currency: 'EUR', is_customer: true } })).id
    const id = await company(tenant, 'Société Générale de Transport')
    await company(tenant, 'Transport Peeters')
    await company(other, 'Société Générale de Transport')
    await server.drain()
    const found = async (q: string) =>
      (await admin(listAuditRecords, { query: { q } })).items.map(({ entity_type, entity_id }) => [
        entity_type,
        entity_id,
      ])
    expect(await found('transport generale')).toEqual([['company', id]])
    expect(await found(id)).toEqual([['company', id]])
    expect(await found('Peeters Generale')).toEqual([])
    expect(await found('%')).toEqual([])
    expect((await found('test client')).map(([type]) => type)).toContain('api_client')
  })

  test('AUDIT-11: the trail is narrowed to a span of time, under the other filters and over pages', async () => {
    const tenant = await server.tenant()
    const admin = await tenant.user('SUPER_ADMIN')
    const before = (await admin(listAuditRecords, {})).items[0]!.sequence
    await record(tenant, 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8')
    // Two on each of four days, long after everything else.
    const owner = new pg.Client(server.ctx.db.connection)
    await owner.connect()
    await owner.query(
      `update audit_record set at = timestamptz '2099-03-01T12:00:00Z' + make_interval(days => (sequence - $2 - 1)::integer / 2)
        where tenant_id = $1 and sequence > $2`,
      [tenant.tenantId, before],
    )
    await owner.end()
    const ids = async (query: object) => {
      const first = await admin(listAuditRecords, { query })
      const cursor = first.next_cursor
      const rest = cursor === null ? [] : (await admin(listAuditRecords, { query: { cursor } })).items
      return [...first.items, ...rest].map(({ entity_id }) => entity_id)
    }
    const days = { from: '2099-03-02T00:00:00Z', to: '2099-03-04T00:00:00Z' }
    expect(await ids(days)).toEqual(['c6', 'c5', 'c4', 'c3'])
    expect(await ids({ ...days, entity_type: 'company', entity_id: 'c5' })).toEqual(['c5'])
    expect(await ids({ ...days, action: 'deleted' })).toEqual([])
    expect(await ids({ from: '2099-03-04T12:00:00Z' })).toEqual(['c8', 'c7'])
    expect(await ids({ from: '2099-03-02T00:00:00Z', to: '2099-03-02T12:00:00Z' })).toEqual([])
    expect(await ids({ from: '2100-01-01T00:00:00Z' })).toEqual([])
    expect((await admin(countAuditRecords, { query: days })).by_entity_type).toEqual({ company: 4 })
  })

  test('PAGE-4: another record next to a cursor is refused', async () => {
    const tenant = await server.tenant()
    const admin = await tenant.user('SUPER_ADMIN')
    await record(tenant, 'c1', 'c1', 'c1', 'c1')
    const { next_cursor } = await admin(listAuditRecords, { query: { entity_type: 'company', entity_id: 'c1' } })
    const other = { cursor: next_cursor!, entity_type: 'company', entity_id: 'c2' }
    await expect(admin(listAuditRecords, { query: other })).rejects.toMatchObject({ status: 422 })
  })

  test('PAGE-4: a kind alone returns all its records, an id alone is refused', async () => {
    const tenant = await server.tenant()
    const admin = await tenant.user('SUPER_ADMIN')
    await record(tenant, 'c1', 'c2', 'c1')
    const idsOf = async (query: { entity_type: string; entity_id?: string }) =>
      (await admin(listAuditRecords, { query })).items.map((item) => item.entity_id)
    expect(await idsOf({ entity_type: 'company' })).toEqual(['c1', 'c2', 'c1'])
    expect(await idsOf({ entity_type: 'company', entity_id: 'c2' })).toEqual(['c2'])
    expect(await idsOf({ entity_type: 'resource', entity_id: 'c2' })).toEqual([])
    await expect(admin(listAuditRecords, { query: { entity_id: 'c1' } })).rejects.toMatchObject({ status: 422 })
  })

  test('a record of another tenant has no history', async () => {
    const [tenant, other] = [await server.tenant(), await server.tenant()]
    await record(other, 'c1')
    const admin = await tenant.user('SUPER_ADMIN')
    const query = { entity_type: 'company', entity_id: 'c1' }
    expect(await admin(listAuditRecords, { query })).toEqual({ items: [], next_cursor: null })
  })

  test('only a Super admin reads it', async () => {
    const tenant = await server.tenant()
    for (const role of ['PLANNER', 'ACCOUNTANT', 'VIEWER', 'CUSTOMER'] as const) {
      const call = await tenant.user(role)
      await expect(call(listAuditRecords, {})).rejects.toMatchObject({ status: 403 })
    }
  })
})
