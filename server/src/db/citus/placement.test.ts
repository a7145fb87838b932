import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { faultsOfTables, planTables } from './placement.ts'

let server: TestServer
let client: pg.Client
beforeAll(async () => {
  server = await startTestServer()
  client = new pg.Client(server.ctx.db.connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await server.close()
})

async function faults(): Promise<string[]> {
  return await faultsOfTables(client, await planTables(client, new Map()))
}

test('OPS-10: every table of this version can be distributed by tenant, or is in the list of exceptions', async () => {
  expect(await faults()).toEqual([])
})

test.each([
  ['a table without tenant', 'create table planted (a uuid primary key)', 'has no column tenant_id'],
  [
    'a unique key of all tenants',
    'create table planted (tenant_id uuid, a uuid primary key)',
    'has a unique key without tenant_id: planted_pkey',
  ],
  [
    'a key that sets one column to null',
    `create table planted (tenant_id uuid, order_id uuid, primary key (tenant_id, order_id),
       foreign key (tenant_id, order_id) references transport_order on delete set null (order_id))`,
    'has a foreign key that sets single columns to null: planted_tenant_id_order_id_fkey',
  ],
  [
    'a key to a table of the installation',
    'create table planted (tenant_id uuid primary key, name text references operator_setting (name))',
    'points at operator_setting, which not every node has: planted_name_fkey',
  ],
  [
    'a copied table that references a distributed one',
    'alter table tenant_setting add column order_id uuid, add foreign key (tenant_id, order_id) references transport_order',
    'points at transport_order, which not every node has: tenant_setting_tenant_id_order_id_fkey',
  ],
])('OPS-10: %s is refused with its name', async (_what, sql, fault) => {
  await client.query('begin')
  try {
    await client.query(sql)
    expect(await faults()).toEqual([expect.stringContaining(fault)])
  } finally {
    await client.query('rollback')
  }
})
