import { listRecentUploads } from '@cartage/contract/app/start'
import { blockOrder, skipOrder, unblockOrder } from '@cartage/contract/orders/app/commands'
import { changeOrders } from '@cartage/contract/orders/app/list'
import { getOrder, uploadOrder } from '@cartage/contract/orders/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsOf, orderTenant, settle, simpleOrder, versionOf } from '../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

async function withOrder() {
  const tenant = await orderTenant(server)
  const body = simpleOrder()
  const { order_id } = await settle(server, tenant, body)
  return { tenant, body, planner: await tenant.user('PLANNER'), params: { order_id: order_id! } }
}

describe('skipping', () => {
  test('ST-2: a skipped order is REJECTED and the event goes out once', async () => {
    const { tenant, planner, params } = await withOrder()
    for (let round = 0; round < 2; round += 1) {
      expect(await planner(skipOrder, { params })).toMatchObject({ order_status: 'REJECTED', is_blocked: false })
    }
    const events = await eventsOf(tenant)
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['order.accepted', 1],
      ['order.rejected', 2],
    ])
    expect(events[1]!.payload.events[0].update.status).toBe('REJECTED')
    expect((await tenant.call(getOrder, { params })).status).toBe('REJECTED')
  })

  test('an upload for a skipped order ends SKIPPED; a DELETE still cancels', async () => {
    const { tenant, body, planner, params } = await withOrder()
    await planner(skipOrder, { params })
    const update = { operation: 'UPDATE' as const, order_identifier: body.order_identifier }
    const skipped = await settle(server, tenant, { ...update, planning_instructions: 'please' })
    expect(skipped).toMatchObject({ upload_status: 'SKIPPED', order_id: params.order_id })
    expect(skipped.warnings).toHaveLength(1)
    await settle(server, tenant, { ...update, operation: 'DELETE' })
    expect((await tenant.call(getOrder, { params })).status).toBe('CANCELLED')
  })

  test('a cancelled order cannot be rejected: 409', async () => {
    const { tenant, body, planner, params } = await withOrder()
    await settle(server, tenant, { operation: 'DELETE', order_identifier: body.order_identifier })
    await expect(planner(skipOrder, { params })).rejects.toMatchObject({ status: 409 })
    await expect(planner(blockOrder, { params, body: { reason: 'x' } })).rejects.toMatchObject({ status: 409 })
  })
})

describe('confirming', () => {
  test('DOOR-8: a quote is on Today until it is confirmed, and can then be planned; another order cannot be confirmed', async () => {
    const tenant = await orderTenant(server)
    const { order_id } = await settle(server, tenant, { ...simpleOrder(), order_status: 'QUOTE' as const })
    const planner = await tenant.user('PLANNER')
    const confirm = async () => {
      const [item] = (await planner(changeOrders, { body: { action: 'confirm', order_ids: [order_id!] } })).items
      return item!
    }
    expect(await confirm()).toMatchObject({ is_done: true })
    await server.drain()
    expect((await tenant.call(getOrder, { params: { order_id: order_id! } })).status).toBe('TO_PLAN')
    const again = await confirm()
    expect(again.is_done).toBe(false)
    expect(again.message).toMatch(/not a quote/)
  })
})

describe('holding', () => {
  test('ST-9: a hold is separate from the state; begin and end are published, with the reason', async () => {
    const { tenant, planner, params } = await withOrder()
    const held = await planner(blockOrder, { params, body: { reason: 'credit' } })
    expect(held).toMatchObject({ order_status: 'TO_PLAN', is_blocked: true, block_reason: 'credit' })
    expect((await tenant.call(getOrder, { params })).status).toBe('BLOCKED')
    await planner(blockOrder, { params, body: { reason: 'documents' } })
    expect(await planner(unblockOrder, { params })).toMatchObject({ is_blocked: false, block_reason: null })
    await planner(unblockOrder, { params })
    expect((await tenant.call(getOrder, { params })).status).toBe('TO_PLAN')
    const reported = (await eventsOf(tenant)).map(({ type, sequence, payload }) => {
      const { status, reason } = payload.events[0].update
      return [type, sequence, status, reason]
    })
    expect(reported).toEqual([
      ['order.accepted', 1, 'ACCEPTED', undefined],
      ['order.blocked', 2, 'BLOCKED', 'credit'],
      ['order.unblocked', 3, 'TO_PLAN', undefined],
    ])
  })

  test('a held order can still be changed and cancelled, and an update keeps the hold', async () => {
    const { tenant, body, planner, params } = await withOrder()
    await planner(blockOrder, { params, body: { reason: 'credit' } })
    const update = { operation: 'UPDATE' as const, order_identifier: body.order_identifier }
    await settle(server, tenant, { ...update, planning_instructions: 'still' })
    expect(await tenant.call(getOrder, { params })).toMatchObject({ status: 'BLOCKED', planning_instructions: 'still' })
    await settle(server, tenant, { ...update, operation: 'DELETE' })
    expect((await tenant.call(getOrder, { params })).status).toBe('CANCELLED')
  })

  test('concurrent commands take effect one after another', async () => {
    const { tenant, planner, params } = await withOrder()
    await Promise.all(['a', 'b', 'c'].map((reason) => planner(blockOrder, { params, body: { reason } })))
    expect((await eventsOf(tenant)).map(({ type }) => type)).toEqual(['order.accepted', 'order.blocked'])
    expect(await versionOf(tenant, params.order_id)).toBe(4)
  })

  test('an unknown order is 404, and a user with read access is refused', async () => {
    const { tenant, planner, params } = await withOrder()
    const unknown = { params: { order_id: crypto.randomUUID() } }
    await expect(planner(skipOrder, unknown)).rejects.toMatchObject({ status: 404 })
    const viewer = await tenant.user('VIEWER')
    await expect(viewer(skipOrder, { params })).rejects.toMatchObject({ status: 403 })
  })
})

test('the start page lists the last uploads, newest first, with order number and errors', async () => {
  const { tenant, body, planner, params } = await withOrder()
  await settle(server, tenant, simpleOrder({ customer: { code: 'nobody' } }))
  await tenant.call(uploadOrder, { body: simpleOrder({ order_identifier: 'waiting' }) })
  const { items } = await planner(listRecentUploads, { query: { limit: 10 } })
  expect(items.map(({ upload_status }) => upload_status)).toEqual(['IN_PROGRESS', 'ERROR', 'COMPLETED'])
  expect(items[0]).toMatchObject({ order_identifier: 'waiting', order_id: null, order_name: null, finished_at: null })
  expect(items[1]!.errors[0]).toContain('nobody')
  const { order_identifier } = body
  expect(items[2]).toMatchObject({ ...params, order_identifier, order_name: 'O-000001', errors: [] })
})
