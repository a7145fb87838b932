import { listAuditRecords } from '@cartage/contract/audit/app'
import {
  createRateRecord,
  getRateRecord,
  getRateVersion,
  listRateRecords,
  type NewRateDraft,
  publishRateDraft,
  retireRateVersion,
  saveRateDraft,
} from '@cartage/contract/rates/app/records'
import { createSetting } from '@cartage/contract/tenants/app/settings'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { markDue } from '../store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const lines = [{ key: 'freight', type: 'FREIGHT', block: { kind: 'FIXED' as const, price: '100' } }]
const draftFrom = (valid_from: string, valid_to: string | null = null, all: readonly object[] = lines) =>
  ({
    kind: 'RATE_CARD',
    valid_from,
    valid_to,
    doc: { assignments: [{ to: 'ALL' }], lines: all },
  }) as unknown as NewRateDraft

/** A tenant with the charge type FREIGHT and a card without versions. */
async function withCard() {
  const tenant = await server.tenant()
  const admin = await tenant.user('SUPER_ADMIN')
  await admin(createSetting, { params: { kind: 'charge_types' }, body: { code: 'FREIGHT', name: 'Freight' } })
  const user = await tenant.user('ACCOUNTANT')
  const body = { kind: 'RATE_CARD', code: 'A', name: 'Card', side: 'SALES', currency: 'EUR' } as const
  const { rate_record_id } = await user(createRateRecord, { body })
  const params = { rate_record_id }
  const publish = async (draft: NewRateDraft) => {
    await user(saveRateDraft, { params, body: draft })
    return await user(publishRateDraft, { params, body: undefined })
  }
  return { tenant, admin, user, params, publish }
}

test('PRICE-23: a draft without lines can be saved, and is not published', async () => {
  const { user, params, publish } = await withCard()
  const empty = draftFrom('2026-01-01', null, [])
  const { draft } = await user(saveRateDraft, { params, body: empty })
  expect(draft?.faults).toEqual([{ field: 'lines', message: 'The card has no lines. Add at least one.' }])
  await expect(publish(empty)).rejects.toMatchObject({ status: 422 })
})

describe('PRICE-22: published versions', () => {
  test('the previous version ends on the day before the next one begins', async () => {
    const { publish } = await withCard()
    await publish(draftFrom('2026-01-01'))
    const { versions } = await publish(draftFrom('2026-07-01'))
    expect(versions.map(({ valid_from, valid_to }) => [valid_from, valid_to])).toEqual([
      ['2026-07-01', null],
      ['2026-01-01', '2026-06-30'],
    ])
  })

  test('days covered by another version are refused until it is retired', async () => {
    const { publish, user, params } = await withCard()
    const { versions } = await publish(draftFrom('2026-01-01', '2026-12-31'))
    await expect(publish(draftFrom('2026-07-01'))).rejects.toMatchObject({ status: 409 })
    const version = { ...params, rate_version_id: versions[0]!.rate_version_id }
    await user(retireRateVersion, { params: version, body: undefined })
    const after = await publish(draftFrom('2026-07-01'))
    expect(after.versions.map(({ state }) => state)).toEqual(['PUBLISHED', 'RETIRED'])
  })

  test('never change: the database refuses it, and the hash matches the content', async () => {
    const { publish, user, params, tenant } = await withCard()
    const { versions } = await publish(draftFrom('2026-01-01'))
    const [version] = versions
    const read = await user(getRateVersion, { params: { ...params, rate_version_id: version!.rate_version_id } })
    expect(read.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(read.doc).toMatchObject({ lines })
    const client = new pg.Client(server.ctx.db.connection)
    await client.connect()
    await client.query(`select set_config('app.tenant', $1, false)`, [tenant.tenantId])
    for (const role of ['cartage_app', 'cartage_worker']) {
      await client.query(`set role ${role}`)
      await expect(client.query(`update rate_version set valid_to = '2027-01-01'`)).rejects.toThrow(/permission denied/)
      await client.query('reset role')
    }
    await client.end()
  })

  test('the trail has the author of each publication', async () => {
    const { publish, admin, params } = await withCard()
    await publish(draftFrom('2026-01-01'))
    const { items } = await admin(listAuditRecords, {
      query: { entity_type: 'rate_record', entity_id: params.rate_record_id },
    })
    expect(items.map(({ action }) => action)).toEqual(['updated', 'updated', 'created'])
  })
})

describe('PRICE-23: a draft with errors is not published', () => {
  test('referenced records must exist, formulas must be allowed, percentages must not be circular', async () => {
    const { user, params } = await withCard()
    const doc = {
      includes: ['NONE'],
      lines: [
        { key: 'a', type: 'NONE', block: { kind: 'FORMULA', formula: 'goods.weight_kg * 1.5' } },
        { key: 'b', type: 'FREIGHT', block: { kind: 'TABLE', table: 'NONE', rows: ['delivery.zone'] } },
        { key: 'c', type: 'FREIGHT', block: { kind: 'INDEX', rate: { kind: 'DIRECT', index: 'NONE' } } },
        {
          key: 'd',
          type: 'FREIGHT',
          when: [
            { kind: 'FORMULA', formula: 'order.is_adr' },
            { kind: 'IS', fact: 'stop.role', value: 'PICKUP' },
          ],
          block: { kind: 'FIXED', price: '1' },
        },
      ],
    }
    const draft = { kind: 'RATE_CARD', valid_from: '2026-01-01', doc } as unknown as NewRateDraft
    const saved = await user(saveRateDraft, { params, body: draft })
    expect(saved.draft!.faults.map(({ field }) => field)).toEqual([
      'includes.0',
      'lines.0.type',
      'lines.0.block.formula',
      'lines.1.block.table',
      'lines.2.block.rate.index',
      'lines.3.when.0.formula',
      'lines.3.when.1.fact',
    ])
    await expect(user(publishRateDraft, { params, body: undefined })).rejects.toMatchObject({ status: 422 })
    expect((await user(getRateRecord, { params })).versions).toEqual([])
  })
})

test('roles without the permission see no rates', async () => {
  const { tenant } = await withCard()
  for (const role of ['PLANNER', 'ORDER_ENTRY', 'VIEWER'] as const) {
    const user = await tenant.user(role)
    await expect(user(listRateRecords, {})).rejects.toMatchObject({ status: 403 })
  }
})

test('PRICE-25: orders are queued for rating once, and only if something is published', async () => {
  const { tenant, publish } = await withCard()
  const subject = { subject_type: 'ORDER' as const, subject_id: server.ctx.newId() }
  const mark = (reason: string) =>
    server.ctx.db.asTenant(tenant.tenantId, (tx) => markDue(tx, [subject, subject], reason))
  const due = async () => {
    const client = new pg.Client(server.ctx.db.connection)
    await client.connect()
    const { rows } = await client.query('select reasons from rating_due where tenant_id = $1', [tenant.tenantId])
    await client.end()
    return rows
  }
  await mark('ORDER_CHANGED')
  expect(await due()).toEqual([])
  await publish(draftFrom('2026-01-01'))
  await mark('ORDER_CHANGED')
  await mark('ORDER_CHANGED')
  await mark('TRIP_CHANGED')
  expect(await due()).toEqual([{ reasons: ['ORDER_CHANGED', 'TRIP_CHANGED'] }])
})
