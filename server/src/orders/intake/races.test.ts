import { getOrder, getOrderUpload, uploadOrder } from '@cartage/contract/orders/endpoints'
import type { OrderImport } from '@cartage/contract/orders/upload-record'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drainLoops } from '../../jobs/loop.ts'
import { eventsOf, orderTenant, settle, simpleOrder, type Upload, versionOf } from '../../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { applyNext } from './batch.commands.ts'
import { uploadsLoop } from './jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

/** Sends uploads at the same time, applies them and returns their records. Their order is undefined. */
async function settleAtOnce(tenant: TestTenant, bodies: readonly Upload[]) {
  const accepted = await Promise.all(bodies.map((body) => tenant.call(uploadOrder, { body })))
  return await applied(tenant, accepted)
}

/** Sends uploads one after another, applies them at the end and returns their records. */
async function settleInTurn(tenant: TestTenant, bodies: readonly Upload[]) {
  const accepted: OrderImport[] = []
  for (const body of bodies) accepted.push(await tenant.call(uploadOrder, { body }))
  return await applied(tenant, accepted)
}

async function applied(tenant: TestTenant, accepted: readonly OrderImport[]) {
  await server.drain()
  return await Promise.all(accepted.map(({ upload_id }) => tenant.call(getOrderUpload, { params: { upload_id } })))
}

const typesOf = async (tenant: TestTenant) => (await eventsOf(tenant)).map(({ type }) => type)

describe('races', () => {
  test('LANE-2: two equal CREATEs at once: two uploads, one order in both, one ACCEPTED', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const [one, other] = await settleAtOnce(tenant, [body, body])
    expect(one!.upload_id).not.toBe(other!.upload_id)
    expect(one).toMatchObject({ upload_status: 'COMPLETED', order_id: other!.order_id })
    expect(await typesOf(tenant)).toEqual(['order.accepted'])
    expect(await versionOf(tenant, one!.order_id!)).toBe(1)
  })

  test('LANE-3: two different CREATEs at once: one order with the content of one of them', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const first = { ...body, planning_instructions: 'first' }
    const [one, other] = await settleAtOnce(tenant, [first, { ...body, planning_instructions: 'second' }])
    expect(other).toMatchObject({ upload_status: 'COMPLETED', order_id: one!.order_id })
    const order = await tenant.call(getOrder, { params: { order_id: one!.order_id! } })
    expect(['first', 'second']).toContain(order.planning_instructions)
    expect(await versionOf(tenant, order.id)).toBe(2)
    expect(await typesOf(tenant)).toEqual(['order.accepted'])
  })

  test('LANE-3: two different CREATEs in turn: the later one is treated as an update', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const first = { ...body, planning_instructions: 'first' }
    const [one] = await settleInTurn(tenant, [first, { ...body, planning_instructions: 'second' }])
    const order = await tenant.call(getOrder, { params: { order_id: one!.order_id! } })
    expect(order.planning_instructions).toBe('second')
  })

  test('ORD-4, LANE-4: a late repeat of the CREATE after an UPDATE changes nothing: the update stays', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder({ planning_instructions: 'old' })
    const { order_id } = await settle(server, tenant, body)
    await settle(server, tenant, { ...body, operation: 'UPDATE', planning_instructions: 'new' })
    expect((await settle(server, tenant, body)).upload_status).toBe('COMPLETED')
    const order = await tenant.call(getOrder, { params: { order_id: order_id! } })
    expect(order.planning_instructions).toBe('new')
    expect(await versionOf(tenant, order_id!)).toBe(2)
  })

  test('ORD-4, LANE-4: an UPDATE equal to the last applied one changes nothing; one equal to an older one reverts', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const { order_id } = await settle(server, tenant, body)
    const update = (text: string) =>
      settle(server, tenant, {
        operation: 'UPDATE',
        order_identifier: body.order_identifier,
        planning_instructions: text,
      })
    await update('a')
    await update('a')
    expect(await versionOf(tenant, order_id!)).toBe(2)
    await update('b')
    await update('a')
    expect(await versionOf(tenant, order_id!)).toBe(4)
    const order = await tenant.call(getOrder, { params: { order_id: order_id! } })
    expect(order.planning_instructions).toBe('a')
    expect(await typesOf(tenant)).toEqual(['order.accepted'])
  })

  test('an UPDATE without differences does not count as a change', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const { order_id } = await settle(server, tenant, body)
    const { consignments, order_identifier } = body
    const done = await settle(server, tenant, { operation: 'UPDATE', order_identifier, consignments: consignments! })
    expect(done.upload_status).toBe('COMPLETED')
    expect(await versionOf(tenant, order_id!)).toBe(1)
  })

  test('LANE-5: an UPDATE while the CREATE is pending is applied after it', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const { order_identifier } = body
    const update: Upload = { operation: 'UPDATE', order_identifier, planning_instructions: 'late' }
    const [created, changed] = await settleInTurn(tenant, [body, update])
    expect(changed).toMatchObject({ upload_status: 'COMPLETED', order_id: created!.order_id })
  })

  test('LANE-1: a DELETE while an UPDATE is pending comes after it', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const { order_id } = await settle(server, tenant, body)
    const { order_identifier } = body
    const update: Upload = { operation: 'UPDATE', order_identifier, planning_instructions: 'late' }
    const records = await settleInTurn(tenant, [update, { operation: 'DELETE', order_identifier }])
    expect(records.map(({ upload_status }) => upload_status)).toEqual(['COMPLETED', 'COMPLETED'])
    const order = await tenant.call(getOrder, { params: { order_id: order_id! } })
    expect(order).toMatchObject({ status: 'CANCELLED', planning_instructions: 'late' })
  })

  test('LANE-5: a DELETE while the CREATE is pending is accepted and cancels', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const [created, gone] = await settleInTurn(tenant, [
      body,
      { operation: 'DELETE', order_identifier: body.order_identifier },
    ])
    expect(gone).toMatchObject({ upload_status: 'COMPLETED', order_id: created!.order_id })
    expect(await typesOf(tenant)).toEqual(['order.accepted', 'order.cancelled'])
  })

  test('ORD-7: DELETE twice at once: both COMPLETED, one event, one version', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const { order_id } = await settle(server, tenant, body)
    const gone: Upload = { operation: 'DELETE', order_identifier: body.order_identifier }
    const records = await settleAtOnce(tenant, [gone, gone])
    expect(records.map(({ upload_status }) => upload_status)).toEqual(['COMPLETED', 'COMPLETED'])
    expect(await typesOf(tenant)).toEqual(['order.accepted', 'order.cancelled'])
    expect(await versionOf(tenant, order_id!)).toBe(2)
  })

  test('LANE-6: an UPDATE or CREATE while the DELETE is pending is accepted and ends in ERROR', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const { order_id } = await settle(server, tenant, body)
    const { order_identifier } = body
    const [, update, create] = await settleInTurn(tenant, [
      { operation: 'DELETE', order_identifier },
      { operation: 'UPDATE', order_identifier, planning_instructions: 'too late' },
      { ...body, planning_instructions: 'too late' },
    ])
    for (const record of [update, create]) {
      expect(record).toMatchObject({
        upload_status: 'ERROR',
        errors: [{ path: 'order_identifier', detail: { code: 'order_cancelled', order_id } }],
      })
    }
    expect((await tenant.call(getOrder, { params: { order_id: order_id! } })).status).toBe('CANCELLED')
  })

  test('LANE-7: a DELETE after a CREATE that fails ends in ERROR', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder({ customer: { code: 'nobody' } })
    const records = await settleInTurn(tenant, [body, { operation: 'DELETE', order_identifier: body.order_identifier }])
    expect(records.map(({ upload_status }) => upload_status)).toEqual(['ERROR', 'ERROR'])
  })

  test('LANE-8: the same identifier in two tenants: two independent orders', async () => {
    const [one, other] = [await orderTenant(server), await orderTenant(server)]
    const body = simpleOrder()
    const created = await settle(server, one, body)
    const also = await settle(server, other, body)
    expect(also.order_id).not.toBe(created.order_id)
    await settle(server, one, { ...body, operation: 'DELETE' })
    expect((await other.call(getOrder, { params: { order_id: also.order_id! } })).status).toBe('TO_PLAN')
  })

  test('LANE-8: identifiers are compared byte for byte', async () => {
    const tenant = await orderTenant(server)
    const bodies = ['abc', 'ABC', 'äbc', 'a\u0308bc', 'abc '].map((order_identifier) =>
      simpleOrder({ order_identifier }),
    )
    const records = await settleAtOnce(tenant, bodies)
    expect(new Set(records.map(({ order_id }) => order_id)).size).toBe(5)
  })

  test('LANE-1: many workers and many uploads of few orders: every order has its last content, one ACCEPTED and no gap', async () => {
    const tenant = await orderTenant(server)
    const identifiers = ['w-1', 'w-2', 'w-3', 'w-4']
    const bodies = identifiers.map((order_identifier) => simpleOrder({ order_identifier }))
    const workers = Array.from({ length: 4 }, () => drainLoops([uploadsLoop(server.ctx)]))
    for (let round = 0; round < 12; round += 1) {
      await Promise.all(
        bodies.map((body) => tenant.call(uploadOrder, { body: { ...body, planning_instructions: `round ${round}` } })),
      )
      await applyNext(server.ctx, tenant.tenantId)
    }
    await Promise.all(workers)
    await server.drain()
    const events = await eventsOf(tenant)
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual(identifiers.map(() => ['order.accepted', 1]))
    for (const { entity_id } of events) {
      const order = await tenant.call(getOrder, { params: { order_id: entity_id } })
      expect(order.planning_instructions).toBe('round 11')
    }
  })
})
