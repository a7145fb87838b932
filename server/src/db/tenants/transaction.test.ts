import { uploadOrder } from '@cartage/contract/orders/endpoints'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { applyUploads } from '../../orders/intake/apply.commands.ts'
import { queueHeadsForUpdate } from '../../orders/intake/claim.store.ts'
import { orderTenant, simpleOrder } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { everyStatement } from '../../testing/statements.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { DatabaseClient } from '../client.ts'
import { batchRole, databaseRoles } from '../roles.ts'
import { ofMany, statement } from '../statement.ts'
import { type Scope, setTenants } from '../tenant.ts'
import { byRow, byTenant } from './combine.ts'
import { asTenants } from './transaction.ts'

const server = await startTestServer()
const { ctx } = server
// A superuser bypasses row security, so over these connections only the statements separate tenants.
const unwalled = new pg.Pool({ ...ctx.db.connection, Client: DatabaseClient, pipeline: true } as pg.PoolConfig)
afterAll(async () => {
  await unwalled.end()
  await server.close()
})

const three = async (): Promise<[one: TestTenant, other: TestTenant, stranger: TestTenant]> => [
  await orderTenant(server),
  await orderTenant(server),
  await orderTenant(server),
]
const send = (tenant: TestTenant) =>
  tenant.call(uploadOrder, { body: simpleOrder({ order_identifier: 'SAME', planning_instructions: tenant.slug }) })

// Planted violation: a statement without the tenant.
const everyUpload = ofMany(
  statement('test.every_upload', 'select upload_id from order_upload where tenant_id = $1'),
  'select u.tenant_id, u.upload_id from order_upload u where $1::uuid[] is not null',
  byTenant,
)
// Planted violation: a row for a tenant outside the transaction.
const forOther = ofMany(
  statement('test.insert_for_other', 'insert into order_counter (tenant_id, last_number) values ($1, $2)'),
  `insert into order_counter (tenant_id, last_number) select t.tenant_id, 7
     from unnest($2::uuid[]) as t (tenant_id) where $1::uuid[] is not null`,
  byRow(),
)
const identifiers = ofMany(
  statement('test.identifiers', 'select order_identifier from order_upload u where u.tenant_id = $1'),
  `select u.tenant_id, u.order_identifier from unnest($1::uuid[]) as given (tenant_id)
     join order_upload u on u.tenant_id = given.tenant_id`,
  byTenant,
)

describe('OPS-43: a transaction of several tenants', () => {
  test('is limited by row security: rows of others are neither visible nor writable', async () => {
    const [one, other, stranger] = await three()
    for (const tenant of [one, other, stranger]) await send(tenant)
    const seen = await ctx.db.asWorkerOfMany([one.tenantId, other.tenantId], (tx) => tx.query(everyUpload))
    expect(seen.map((rows) => rows.length)).toEqual([1, 1])
    const foreign = ctx.db.asWorkerOfMany([one.tenantId, other.tenantId], (tx) =>
      tx.query(forOther, [stranger.tenantId]),
    )
    await expect(foreign).rejects.toThrow(/row-level security/)
  })

  test('opens nothing to another role, and nothing once a statement is for one tenant alone', async () => {
    const [one, other] = await three()
    for (const tenant of [one, other]) await send(tenant)
    const client = await ctx.db.worker.connect()
    for (const role of databaseRoles.filter((name) => name !== 'cartage_directory')) {
      await client.query(`begin; set local role ${role}; ${setTenants([one.tenantId, other.tenantId])}`)
      const { rows } = await client.query('select tenant_id from order_upload')
      expect([role, rows.length]).toEqual([role, role === batchRole ? 2 : 0])
      await client.query('rollback')
    }
    client.release()
    const alone = statement('test.all_uploads', 'select upload_id from order_upload where $1::uuid is not null')
    const seen = await ctx.db.asWorkerOfMany([one.tenantId, other.tenantId], async (tx) => [
      await tx.query(everyUpload),
      await tx.query(alone),
      await tx.query(everyUpload),
    ])
    expect(seen.map((answers) => answers.map((rows) => rows.length))).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ])
  })

  test('is limited by its statements: without row security no row of another is touched, and each tenant has its own', async () => {
    const [one, other, stranger] = await three()
    for (const tenant of [one, other, stranger]) await send(tenant)
    const scope: Scope = { ...ctx.db.scope, pool: unwalled, rowWall: false }
    const ids = [one.tenantId, other.tenantId]
    const applied = await asTenants(scope, ids, async (tx) => applyUploads(ctx, tx, await queueHeadsForUpdate(tx, 10)))
    expect(applied).toEqual([1, 1])
    const { rows } = await unwalled.query(
      `select t.tenant_id, o.doc ->> 'planning_instructions' as said, o.order_number,
              (select count(*)::int from order_stop s where s.tenant_id = t.tenant_id) as stops,
              (select count(*)::int from event e where e.tenant_id = t.tenant_id) as events,
              (select count(*)::int from upload_pending p where p.tenant_id = t.tenant_id) as waiting
         from unnest($1::uuid[]) with ordinality as t (tenant_id, place)
         left join transport_order o on o.tenant_id = t.tenant_id order by t.place`,
      [[...ids, stranger.tenantId]],
    )
    const done = { order_number: 'O-000001', stops: 2, events: 1, waiting: 0 }
    expect(rows).toEqual([
      { tenant_id: one.tenantId, said: one.slug, ...done },
      { tenant_id: other.tenantId, said: other.slug, ...done },
      { tenant_id: stranger.tenantId, said: null, order_number: null, stops: 0, events: 0, waiting: 1 },
    ])
    // Rows of a tenant outside the transaction are given to none.
    await expect(asTenants(scope, ids, (tx) => tx.query(everyUpload))).rejects.toThrow(/tenant that did not ask/)
  })

  test('takes effect for all or for none, and fails with the first failure', async () => {
    const [one, other] = await three()
    const failing = ctx.db.asWorkerOfMany([one.tenantId, other.tenantId], async (tx) => {
      await tx.query(forOther, [tx.tenantId])
      if (tx.tenantId === other.tenantId) throw new Error('planted')
      await tx.query(identifiers)
    })
    await expect(failing).rejects.toThrow('planted')
    const ids = [one.tenantId, other.tenantId]
    const { rows } = await unwalled.query('select from order_counter where tenant_id = any ($1)', [ids])
    expect(rows).toHaveLength(0)
  })
})

/** Tables in an SQL text that are read or written without the tenant of the row they are looked up for. */
function loose(text: string): string[] {
  const named = [
    ...text.matchAll(
      /\b(?:from|join|update|delete from|using)\s+([a-z_]+)(?:\s+as)?\s+(?!where\b|on\b|set\b|order\b|cross\b)([a-z_]+)\b/g,
    ),
  ]
  const within = new Set([
    'given',
    'due',
    'taken',
    'stored',
    'o',
    'counted',
    'candidate',
    'last',
    'batch',
    'ranked',
    'head',
    'unnest',
    'set',
    'skip',
  ])
  return named
    .map(([, table, alias]) => ({ table: table!, alias: alias! }))
    .filter(({ table }) => !within.has(table))
    .filter(
      ({ alias }) =>
        !new RegExp(String.raw`\b${alias}\.tenant_id = \w+\.tenant_id|\w+\.tenant_id = ${alias}\.tenant_id`).test(text),
    )
    .map(({ table }) => table)
}

test('OPS-43: every statement for several tenants joins each of its tables by the tenant', async () => {
  const texts = (await everyStatement()).flatMap(({ ofMany: many }) => (many ? [many.text] : []))
  expect(texts.length).toBeGreaterThan(15)
  expect(texts.flatMap(loose)).toEqual([])
  expect(texts.filter((text) => /tenant_id = \$1\b/.test(text))).toEqual([])
  expect(loose('select u.upload_id from unnest($1::uuid[]) as given (tenant_id) cross join order_upload u')).toEqual([
    'order_upload',
  ])
})

test('OPS-43: the role of a batch may run every statement for several tenants', async () => {
  const client = await ctx.db.worker.connect()
  const mayRun = (text: string) => client.query(`explain (generic_plan) ${text}`)
  await client.query(`set role ${batchRole}`)
  for (const { ofMany: many } of await everyStatement()) if (many) await mayRun(many.text)
  await expect(mayRun('select from app_user where tenant_id = any ($1::uuid[])')).rejects.toThrow(/permission denied/)
  client.release(true)
})

test('lists of tenants become one list, each row with its tenant, and a list that is too short is refused', () => {
  const combine = byRow(4)
  const given = [
    { tenantId: 'a', values: [['1', '2'], 'x', 'p\u001eq'] },
    { tenantId: 'b', values: [[], 'y', ''] },
    { tenantId: 'c', values: [['3'], 'z', 'r'] },
  ]
  expect(combine(given)).toEqual([['a', 'a', 'c'], ['1', '2', '3'], ['x', 'x', 'z'], 'p\u001eq\u001er'])
  expect(() => byRow()([{ tenantId: 'a', values: [['1', '2'], ['1']] }])).toThrow(/different lengths/)
})
