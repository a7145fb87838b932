import { createCompany } from '@cartage/contract/companies/endpoints'
import { blockOrder } from '@cartage/contract/orders/app/commands'
import { getOrder } from '@cartage/contract/orders/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { insertReference } from '../../tenants/store.ts'
import { settle, simpleOrder } from '../../testing/data/orders.ts'
import { addOrder, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

// The second process has no cache, so it always reads the database.
const server = await startTestServer()
const fresh = await startTestServer({
  db: server.ctx.db,
  config: readConfig({ NODE_ENV: 'test', KEPT_ANSWERS_MB: '0' }),
})
afterAll(async () => {
  await fresh.close()
  await server.close()
})

function read(on: TestServer, orderId: string, token: string, known?: string) {
  return on.app.inject({
    url: getOrder.path.replace('{order_id}', orderId),
    headers: { authorization: `Bearer ${token}`, ...(known !== undefined && { 'if-none-match': known }) },
  })
}

/** How many times an order itself is read from the database while `work` runs. */
async function readingsDuring(work: () => Promise<unknown>): Promise<number> {
  const { scope } = server.ctx.db
  const before = scope.crashPoints
  let readings = 0
  scope.crashPoints = {
    reach(point) {
      if (point === 'statement:orders.select_order') readings += 1
    },
  }
  try {
    await work()
    return readings
  } finally {
    scope.crashPoints = before
  }
}

async function usualTenant(): Promise<TestTenant> {
  const tenant = await tripTenant(server)
  const transport_services = [{ code: 'EXP', name: 'Express' }]
  await tenant.asTenant((tx) => insertReference(tx, { transport_services }))
  return tenant
}

describe('READ-9: an order that is read again', () => {
  test('is returned from memory: the order and its stops are not read', async () => {
    const tenant = await usualTenant()
    const { orderId } = await addOrder(server, tenant)
    const first = await read(server, orderId, tenant.token)
    expect(first.statusCode).toBe(200)
    expect(await readingsDuring(async () => read(server, orderId, tenant.token))).toBe(0)
    expect(await readingsDuring(async () => read(fresh, orderId, tenant.token))).toBe(1)
    expect((await read(server, orderId, tenant.token)).body).toBe(first.body)
  })

  test('is read again after a lost connection, since a crash may have undone commits', async () => {
    const tenant = await usualTenant()
    const { orderId } = await addOrder(server, tenant)
    await read(server, orderId, tenant.token)
    server.ctx.db.shared.emit('error', new Error('lost'), {} as never)
    expect(await readingsDuring(async () => read(server, orderId, tenant.token))).toBe(1)
  })

  test('is not found by another tenant, nor by the client of another customer', async () => {
    const tenant = await usualTenant()
    const { orderId } = await addOrder(server, tenant)
    const stranger = await server.tenant()
    const { id } = await tenant.call(createCompany, { body: { name: 'Other', currency: 'EUR', is_customer: true } })
    const other = await tenant.callAs(['CUSTOMER'], id)
    // At the same moment, so that their reads share a statement.
    for (let round = 0; round < 2; round += 1) {
      const [own, foreign] = await Promise.all([
        read(server, orderId, tenant.token),
        read(server, orderId, stranger.token),
        expect(other(getOrder, { params: { order_id: orderId } })).rejects.toMatchObject({ status: 404 }),
      ])
      expect([own.statusCode, foreign.statusCode]).toEqual([200, 404])
    }
  })

  test('has the current data of its buyer: companies found by name are looked up each time', async () => {
    const tenant = await usualTenant()
    const body = simpleOrder()
    Object.assign(body.consignments![0]!, { buyer: { code: 'BUY' } })
    const { order_id } = await settle(server, tenant, body)
    const buyer = async () =>
      (await tenant.call(getOrder, { params: { order_id: order_id! } })).consignments[0]!.buyer?.company?.name
    expect(await buyer()).toBeUndefined()
    await tenant.call(createCompany, {
      body: { name: 'Buyer', code: 'BUY', currency: 'EUR', is_customer: true },
    })
    expect(await buyer()).toBe('Buyer')
  })
})

test('READ-10: an order has an entity tag; a caller that has it gets 304 until the order changes', async () => {
  const tenant = await usualTenant()
  const { orderId } = await addOrder(server, tenant)
  const first = await read(server, orderId, tenant.token)
  const tag = String(first.headers.etag)
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    for (const on of [server, fresh]) {
      const again = await read(on, orderId, tenant.token, known)
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
    }
  }
  await (await tenant.user('PLANNER'))(blockOrder, { params: { order_id: orderId }, body: { reason: 'damaged' } })
  const changed = await read(server, orderId, tenant.token, tag)
  expect([changed.statusCode, changed.json().status]).toEqual([200, 'BLOCKED'])
  expect(changed.headers.etag).not.toBe(tag)
})
