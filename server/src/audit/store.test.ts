import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { verifyTrail } from './jobs.ts'
import { type By, byOperator, type Change } from './rules.ts'
import { recordChanges } from './store.ts'
import { findHead, listTrail } from './views.ts'

const server = await startTestServer()
afterAll(() => server.close())
const { ctx } = server

const byRequest: By = { actor: { kind: 'client', id: 'ctg_x' }, requestId: 'request-1' }

function renamed(id: string, before: string, after: string): Change {
  return { entity_type: 'company', entity_id: id, action: 'updated', before: { name: before }, after: { name: after } }
}

function created(id: string, members: Record<string, unknown> = { name: id }): Change {
  return { entity_type: 'company', entity_id: id, action: 'created', before: null, after: members }
}

/** A tenant whose trail has `count` further records on companies, with their first and last number. */
async function tenantWith(count: number): Promise<{ tenant: TestTenant; first: number; last: number }> {
  const tenant = await server.tenant()
  const before = (await tenant.asTenant(findHead))?.sequence ?? 0
  for (let index = 0; index < count; index += 1) {
    await tenant.asTenant((tx) => recordChanges(tx, byOperator, [created(`c${index}`)]))
  }
  return { tenant, first: before + 1, last: before + count }
}

async function trailOf(tenant: TestTenant, id?: string) {
  const filter = id === undefined ? {} : { entity: { type: 'company', id } }
  return await tenant.asTenant((tx) => listTrail(tx, filter, { before: undefined, limit: 1_000 }))
}

/** Runs SQL as someone with full access to the database. */
async function asOwner(text: string, ...values: unknown[]): Promise<void> {
  const client = new pg.Client(ctx.db.connection)
  await client.connect()
  const { rowCount } = await client.query(text, values)
  await client.end()
  expect(rowCount).toBeGreaterThan(0)
}

describe('AUDIT-1: recording', () => {
  test('an entry has actor, action, request and the differences', async () => {
    const { tenant, last } = await tenantWith(0)
    await tenant.asTenant((tx) => recordChanges(tx, byRequest, [renamed('c1', 'Jansen', 'Janssen')]))
    expect(await trailOf(tenant, 'c1')).toEqual([
      {
        sequence: last + 1,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        actor: { kind: 'client', actor_id: 'ctg_x', name: null },
        action: 'updated',
        entity_type: 'company',
        entity_id: 'c1',
        entity_name: null,
        changes: { name: { before: 'Jansen', after: 'Janssen' } },
        request_id: 'request-1',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
  })

  test('a rolled-back change leaves no entry, and neither does a change without an effect', async () => {
    const { tenant, last } = await tenantWith(0)
    const failing = tenant.asTenant(async (tx) => {
      await recordChanges(tx, byOperator, [created('c1')])
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    await tenant.asTenant((tx) => recordChanges(tx, byOperator, [renamed('c1', 'same', 'same')]))
    await tenant.asTenant((tx) => recordChanges(tx, byOperator, []))
    expect(await tenant.asTenant(findHead)).toMatchObject({ sequence: last })
    expect(await trailOf(tenant, 'c1')).toEqual([])
  })

  test('texts that PostgreSQL would refuse are stored and verified', async () => {
    const { tenant } = await tenantWith(0)
    const odd = { text: 'nul \u0000 half \ud800', 'key \u0000': 1, big: 1e300, small: 1.1e-300, minus: -0 }
    await tenant.asTenant((tx) => recordChanges(tx, byOperator, [created('nul \u0000 \ud800', odd)]))
    const [record] = await trailOf(tenant, 'nul \uFFFD \uFFFD')
    expect(record!.changes).toMatchObject({ text: { before: null, after: odd.text }, big: { after: 1e300 } })
    expect(await verifyTrail(ctx, tenant.tenantId)).toMatchObject({ fault: null })
  })

  test('10,000 changes are one call and a valid trail, in their original order', async () => {
    const { tenant, first } = await tenantWith(0)
    const changes = Array.from({ length: 10_000 }, (_, index) => created(`n${index}`, { name: 'x', index }))
    let statements = 0
    await tenant.asTenant((tx) => {
      const query: typeof tx.query = (...given) => {
        statements += 1
        return tx.query(...given)
      }
      return recordChanges({ ...tx, query }, byOperator, changes)
    })
    expect(statements).toBeLessThanOrEqual(8)
    expect(await verifyTrail(ctx, tenant.tenantId)).toMatchObject({ records: first + 9_999, fault: null })
    expect((await trailOf(tenant, 'n0'))[0]!.sequence).toBe(first)
    expect((await trailOf(tenant, 'n9999'))[0]!.sequence).toBe(first + 9_999)
  })

  test('parallel transactions make one trail without gaps', async () => {
    const { tenant, first } = await tenantWith(0)
    const writes = Array.from({ length: 30 }, (_, index) => index)
    await Promise.all(
      writes.map((index) =>
        tenant.asTenant((tx) => recordChanges(tx, byOperator, [created(`a${index}`), created(`b${index}`)])),
      ),
    )
    const sequences = (await trailOf(tenant)).map((record) => record.sequence).reverse()
    expect(sequences).toEqual(Array.from({ length: first + 59 }, (_, index) => index + 1))
    expect(await verifyTrail(ctx, tenant.tenantId)).toMatchObject({ records: first + 59, fault: null })
  })

  test('the first two changes of a tenant, at the same time, begin one trail', async () => {
    const { tenant } = await tenantWith(0)
    await asOwner('delete from audit_record where tenant_id = $1', tenant.tenantId)
    await asOwner('delete from audit_head where tenant_id = $1', tenant.tenantId)
    await Promise.all(['c1', 'c2'].map((id) => tenant.asTenant((tx) => recordChanges(tx, byOperator, [created(id)]))))
    expect(await verifyTrail(ctx, tenant.tenantId)).toMatchObject({ records: 2, fault: null })
  })
})

describe('AUDIT-3: the trail is append-only', () => {
  const attempts: [string, string][] = [
    ['update', `update audit_record set action = 'x' where tenant_id = $1`],
    ['delete', 'delete from audit_record where tenant_id = $1'],
    ['delete the head', 'delete from audit_head where tenant_id = $1'],
  ]
  const statements = attempts.map(([what, text]) => statement(`test.audit_${what.replaceAll(' ', '_')}`, text))

  test.each(attempts.map(([what], index) => [what, statements[index]!] as const))(
    'no serving role may %s',
    async (_, forbidden) => {
      const { tenant } = await tenantWith(1)
      for (const as of [ctx.db.asTenant, ctx.db.asWorker]) {
        await expect(as(tenant.tenantId, (tx) => tx.query(forbidden))).rejects.toMatchObject({ code: '42501' })
      }
    },
  )

  test('no serving role may empty the tables', async () => {
    for (const pool of [ctx.db.shared, ctx.db.worker]) {
      await expect(pool.query('truncate audit_record')).rejects.toMatchObject({ code: '42501' })
      await expect(pool.query('truncate audit_head')).rejects.toMatchObject({ code: '42501' })
    }
  })
})

describe('AUDIT-4: manipulation by the database owner is detected', () => {
  const tampers: [string, (first: number) => string, number][] = [
    [
      'an edited member',
      (n) => `update audit_record set changes = '{}' where tenant_id = $1 and sequence = ${n + 1}`,
      1,
    ],
    [
      'another actor',
      (n) => `update audit_record set actor_kind = 'system' where tenant_id = $1 and sequence = ${n}`,
      0,
    ],
    [
      'another instant',
      (n) => `update audit_record set at = at - interval '1 microsecond' where tenant_id = $1 and sequence = ${n + 2}`,
      2,
    ],
    ['a record removed', (n) => `delete from audit_record where tenant_id = $1 and sequence = ${n + 1}`, 1],
    ['the last record removed', (n) => `delete from audit_record where tenant_id = $1 and sequence = ${n + 3}`, 3],
    [
      'two records swapped',
      (n) => `update audit_record a
                 set action = b.action, entity_id = b.entity_id, changes = b.changes, at = b.at, hash = b.hash,
                     previous_hash = b.previous_hash
                from audit_record b
               where a.tenant_id = $1 and b.tenant_id = $1 and a.sequence in (${n}, ${n + 1})
                 and b.sequence in (${n}, ${n + 1}) and a.sequence <> b.sequence`,
      0,
    ],
    [
      'a record put in after the end',
      (n) => `insert into audit_record select (jsonb_populate_record(r, '{"sequence": ${n + 4}}')).*
                from audit_record r where tenant_id = $1 and sequence = ${n + 3}`,
      4,
    ],
    [
      'a record put in before the first',
      () => `insert into audit_record select (jsonb_populate_record(r, '{"sequence": -7}')).*
               from audit_record r where tenant_id = $1 and sequence = 1`,
      Number.NaN,
    ],
    ['the head moved back', (n) => `update audit_head set sequence = ${n + 2} where tenant_id = $1`, 3],
    ['the head removed', () => 'delete from audit_head where tenant_id = $1', Number.NaN],
  ]

  test.each(tampers)('%s', async (_, tamper, at) => {
    const { tenant, first } = await tenantWith(4)
    expect(await verifyTrail(ctx, tenant.tenantId)).toMatchObject({ fault: null })
    await asOwner(tamper(first), tenant.tenantId)
    const { fault } = await verifyTrail(ctx, tenant.tenantId)
    expect(fault).not.toBeNull()
    if (!Number.isNaN(at)) expect(fault!.sequence).toBe(first + at)
  })

  test('a record moved to another tenant is detected in both trails', async () => {
    const { tenant, last } = await tenantWith(2)
    const other = await tenantWith(0)
    await asOwner(
      'update audit_record set tenant_id = $2, sequence = $4 where tenant_id = $1 and sequence = $3',
      tenant.tenantId,
      other.tenant.tenantId,
      last,
      other.last + 1,
    )
    expect((await verifyTrail(ctx, tenant.tenantId)).fault).toMatchObject({ sequence: last, reason: 'missing' })
    expect((await verifyTrail(ctx, other.tenant.tenantId)).fault).toMatchObject({ sequence: other.last + 1 })
  })

  test('a trail that was cut off together with its head is detected by an end noted before', async () => {
    const { tenant, first, last } = await tenantWith(2)
    const noted = (await tenant.asTenant(findHead))!
    await asOwner('delete from audit_record where tenant_id = $1 and sequence = $2', tenant.tenantId, last)
    await asOwner(
      `update audit_head h set sequence = r.sequence, hash = r.hash
         from audit_record r where h.tenant_id = $1 and r.tenant_id = $1 and r.sequence = $2`,
      tenant.tenantId,
      first,
    )
    expect(await verifyTrail(ctx, tenant.tenantId)).toMatchObject({ fault: null })
    expect((await verifyTrail(ctx, tenant.tenantId, noted)).fault).toMatchObject({ sequence: last, reason: 'missing' })
    // Even if the trail has since grown past that place.
    await tenant.asTenant((tx) => recordChanges(tx, byOperator, [created('c9')]))
    expect((await verifyTrail(ctx, tenant.tenantId, noted)).fault).toMatchObject({ sequence: last, reason: 'unlinked' })
  })
})
