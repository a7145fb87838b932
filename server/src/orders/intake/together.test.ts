import { getOrderUpload, uploadOrder } from '@cartage/contract/orders/endpoints'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { verifyTrail } from '../../audit/jobs.ts'
import { statement } from '../../db/statement.ts'
import { orderTenant, simpleOrder, type Upload } from '../../testing/data/orders.ts'
import { plantFault } from '../../testing/plant-fault.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { applyNext } from './batch.commands.ts'
import { applyOfTenants } from './together.commands.ts'

const server = await startTestServer()
const { ctx } = server
afterAll(() => server.close())

let met = 0
let diesAt = Number.POSITIVE_INFINITY
ctx.db.scope.crashPoints = {
  reach() {
    met += 1
    if (met >= diesAt) throw new Error('died')
  },
}

const tenantsOf = async (count: number) =>
  (
    await Promise.all(Array.from({ length: count }, () => orderTenant(server, { create_missing_companies: true })))
  ).toSorted((one, other) => (one.tenantId < other.tenantId ? -1 : 1))
const idsOf = (tenants: readonly TestTenant[]) => tenants.map(({ tenantId }) => tenantId)
const send = (tenant: TestTenant, members: Partial<Upload> = {}) =>
  tenant.call(uploadOrder, { body: simpleOrder(members) })

/** All data that applying uploads writes, without ids and times, to compare tenants. */
const selectAll = statement(
  'test.all_of_intake',
  `select (select json_agg(json_build_array(o.order_identifier, o.order_number, o.status, o.version, o.event_sequence, o.pickup_on,
                                            o.doc ->> 'planning_instructions', c.name) order by o.order_number)
             from transport_order o join company c on c.tenant_id = $1 and c.company_id = o.company_id where o.tenant_id = $1) as orders,
          (select json_agg(json_build_array(o.order_identifier, s.role, s.sequence, s.status, s.requested_date, l.name)
                           order by o.order_identifier, s.sequence)
             from order_stop s join transport_order o on o.tenant_id = $1 and o.order_id = s.order_id
             join location l on l.tenant_id = $1 and l.location_id = s.location_id where s.tenant_id = $1) as stops,
          (select json_agg(json_build_array(o.order_identifier, e.type, e.sequence) order by o.order_identifier, e.sequence)
             from event e join transport_order o on o.tenant_id = $1 and o.order_id = e.entity_id where e.tenant_id = $1) as events,
          (select count(*) from event_unsealed where tenant_id = $1)::integer as unsealed,
          (select count(*) from location where tenant_id = $1)::integer as places,
          (select json_agg(json_build_array(u.order_identifier, u.operation, f.status, f.errors) order by u.lane_number, u.order_identifier)
             from order_upload u left join upload_outcome f on f.tenant_id = $1 and f.upload_id = u.upload_id
            where u.tenant_id = $1) as uploads,
          (select count(*) from upload_pending where tenant_id = $1)::integer as waiting,
          (select json_agg(json_build_array(a.action, a.entity_type) order by a.action, a.entity_type) from audit_record a
            where a.tenant_id = $1 and a.entity_type in ('order', 'company', 'inbox_item')) as trail,
          (select json_agg(json_build_array(i.order_identifier, i.kind, i.status, i.occurrences)) from inbox_item i where i.tenant_id = $1) as inbox`,
)
const allOf = async (tenant: TestTenant) => (await tenant.asTenant((tx) => tx.query(selectAll)))[0]!
const countOf = async (tenant: TestTenant) => {
  const { orders, waiting } = await allOf(tenant)
  return [(orders as unknown[] | null)?.length ?? 0, waiting]
}

const rounds: Partial<Upload>[][] = [
  [{ order_identifier: 'A' }, { order_identifier: 'B', transport_service: { name: 'Unknown' } }],
  [
    { order_identifier: 'A', operation: 'UPDATE', planning_instructions: 'Ring first' },
    { order_identifier: 'B' },
    { order_identifier: 'C', customer: { name: 'A new customer' } },
  ],
  [
    { order_identifier: 'C', operation: 'DELETE' },
    { order_identifier: 'B', operation: 'UPDATE', planning_instructions: 'Ring last' },
  ],
]

test('OPS-43: uploads applied for several tenants at once have the same effect as for each alone', async () => {
  const tenants = await tenantsOf(5)
  const [alone, ...together] = tenants as [TestTenant, ...TestTenant[]]
  // One tenant sends fewer uploads than the others, and one sends none.
  const [idle, lazy] = [together.at(-1)!, together.at(-2)!]
  for (const [at, uploads] of rounds.entries()) {
    for (const tenant of tenants) {
      if (tenant === idle || (tenant === lazy && at > 0)) continue
      for (const one of uploads) await send(tenant, one)
    }
    expect(await applyNext(ctx, alone.tenantId)).toBe(true)
    expect(await applyOfTenants(ctx, idsOf(together))).toEqual({ isMore: true, left: [] })
  }
  const expected = await allOf(alone)
  expect(expected).toMatchObject({ waiting: 0, unsealed: 5 })
  expect(expected.inbox).toEqual([['B', expect.any(String), 'RESOLVED', 1]])
  for (const tenant of together.slice(0, 2)) expect(await allOf(tenant)).toEqual(expected)
  expect(await countOf(lazy)).toEqual([1, 0])
  expect(await countOf(idle)).toEqual([0, 0])
  for (const { tenantId } of tenants) expect(await verifyTrail(ctx, tenantId)).toMatchObject({ fault: null })
})

test('EACH-3: an upload that fails does not affect other tenants: each half is tried separately, and its tenant is left out', async () => {
  const tenants = await tenantsOf(5)
  const bad = tenants[2]!
  for (const tenant of tenants) await send(tenant)
  const mend = await plantFault(server, 'transport_order', `new.tenant_id = '${bad.tenantId}'`)
  expect(await applyOfTenants(ctx, idsOf(tenants))).toEqual({ isMore: true, left: [bad.tenantId] })
  for (const tenant of tenants) expect(await countOf(tenant)).toEqual(tenant === bad ? [0, 1] : [1, 0])
  await mend()
  // An upload that was tried before is left to the batches of its own tenant.
  const { upload_id } = await send(bad)
  await applyNext(ctx, bad.tenantId)
  expect(await bad.call(getOrderUpload, { params: { upload_id } })).toMatchObject({ upload_status: 'COMPLETED' })
})

test('OPS-28: a tenant whose row is locked is left out, and the others are done meanwhile', async () => {
  const tenants = await tenantsOf(3)
  for (const tenant of tenants) await send(tenant)
  await applyOfTenants(ctx, idsOf(tenants))
  for (const tenant of tenants) await send(tenant)
  const held = tenants[1]!
  const holder = new pg.Client(ctx.db.connection)
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from order_counter where tenant_id = $1 for update', [held.tenantId])
  expect(await applyOfTenants(ctx, idsOf(tenants))).toEqual({ isMore: true, left: [held.tenantId] })
  await holder.end()
  for (const tenant of tenants) expect(await countOf(tenant)).toEqual(tenant === held ? [1, 1] : [2, 0])
})

test('LANE-1: uploads of one identifier are applied one after another, in their order of acceptance', async () => {
  const tenants = await tenantsOf(2)
  for (const tenant of tenants) {
    for (const planning_instructions of ['1', '2', '3']) {
      await send(tenant, { order_identifier: 'A', planning_instructions })
    }
  }
  for (const _ of [1, 2, 3]) await applyOfTenants(ctx, idsOf(tenants))
  for (const tenant of tenants) {
    const { orders, events } = await allOf(tenant)
    expect(orders).toEqual([['A', 'O-000001', 'TO_PLAN', 3, 1, expect.anything(), '3', expect.anything()]])
    expect(events).toEqual([['A', 'order.accepted', 1]])
  }
})

test('OPS-3: wherever a process that applies uploads of several tenants crashes, all of their effect is stored or nothing', async () => {
  const tenants = await tenantsOf(2)
  for (const tenant of tenants) await send(tenant)
  met = 0
  await applyOfTenants(ctx, idsOf(tenants))
  const statements = met
  expect(statements).toBeGreaterThan(10)
  for (let at = 1; at <= statements; at += 1) {
    for (const tenant of tenants) await send(tenant)
    const before = at
    // A crashed process retries nothing, so every later statement fails too.
    ;[met, diesAt] = [0, at]
    await applyOfTenants(ctx, idsOf(tenants)).catch(() => {})
    diesAt = Number.POSITIVE_INFINITY
    const done = at === statements ? before + 1 : before
    for (const tenant of tenants) expect([at, await countOf(tenant)]).toEqual([at, [done, before + 1 - done]])
    for (const { tenantId } of tenants) await applyNext(ctx, tenantId)
  }
  for (const { tenantId } of tenants) expect(await verifyTrail(ctx, tenantId)).toMatchObject({ fault: null })
})
