import { setChargeState } from '@cartage/contract/charges/app/desk'
import * as lists from '@cartage/contract/charges/app/list'
import { urlOf } from '@cartage/contract/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRated, chargeTenant, completeOrder } from '../../testing/data/money/charge-desk.ts'
import { addOrder, plannedTrip } from '../../testing/data/trips.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { logInAs } from '../../testing/test-tenant.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Three completed orders: one ready, one waiting for approval, one without a card. */
async function world() {
  const tenant = await chargeTenant(server)
  const ids = [await addOrder(server, tenant), await addOrder(server, tenant), await addOrder(server, tenant)].map(
    ({ orderId }) => orderId,
  )
  const [ready, waiting, without] = ids as [string, string, string]
  const [, asked] = await addRated(tenant, [
    { order_id: ready, amount: '100.00' },
    { order_id: waiting, amount: '36.00', approval: 'REQUESTED', role: 'ACCESSORIAL', charge_type: 'WAITING' },
  ])
  await completeOrder(tenant, ready)
  await completeOrder(tenant, waiting)
  await completeOrder(tenant, without, { result: 'NO_CARD' })
  return { tenant, ready, waiting, without, asked: asked!, accountant: await tenant.user('ACCOUNTANT') }
}

describe('orders to invoice', () => {
  test('CHARGE-42: each order is in the tab for what it waits for', async () => {
    const { ready, waiting, without, asked, accountant } = await world()
    const idsOf = async (tab?: lists.InvoiceTab) => {
      const { items, total } = await accountant(lists.listUnbilledOrders, { query: { ...(tab && { tab }) } })
      expect(total).toBe(items.length)
      return items.map(({ order_id }) => order_id)
    }
    expect(new Set(await idsOf())).toEqual(new Set([ready, waiting, without]))
    expect(await idsOf('ready')).toEqual([ready])
    expect(await idsOf('requested')).toEqual([waiting])
    const [row] = (await accountant(lists.listUnbilledOrders, { query: { tab: 'requested' } })).items
    expect(row).toMatchObject({ waiting_count: 1, waiting_charge_id: asked.charge_id })
    expect(await idsOf('to_request')).toEqual([])
    expect(await idsOf('review')).toEqual([without])
    const counts = await accountant(lists.countUnbilledOrders, { query: { tab: 'ready' } })
    expect(counts.by_tab).toEqual({ review: 1, to_request: 0, requested: 1, rejected: 0, ready: 1, draft: 0 })
  })

  test('CHARGE-42: the money page has counts, sums and the oldest work, by reason and customer', async () => {
    const { accountant } = await world()
    const home = await accountant(lists.getMoneyHome, {})
    expect(home).toMatchObject({ count: 3, sums: [{ currency: 'EUR', amount: '136.00' }], oldest: '2026-02-03' })
    expect(home.by_reason.map(({ reason, count }) => [reason, count])).toEqual([
      ['NO_CARD', 1],
      ['APPROVAL', 1],
      ['READY', 1],
    ])
    expect(home.by_company).toMatchObject([{ company_name: 'Alpha', count: 3, sums: [{ amount: '136.00' }] }])
    expect(home).toMatchObject({ approvals: { REQUESTED: 1 }, outdated: 0 })
  })

  test('the file has one line per order', async () => {
    const { tenant, accountant } = await world()
    const { items } = await accountant(lists.listUnbilledOrders, { query: {} })
    const headers = await logInAs(server, tenant.tenantId, 'ACCOUNTANT')
    const url = urlOf(lists.exportUnbilledOrders, { query: { reason: 'READY' } })
    const file = (await server.app.inject({ url, headers })).body.trim().split('\n')
    expect(file[0]).toContain('order_number,order_status')
    expect(file).toHaveLength(2)
    expect(file[1]).toContain(items.find(({ reason }) => reason === 'READY')!.order_number)
  })
})

describe('charges', () => {
  test('filter by status, approval, type and side; excluded ones wait for nothing', async () => {
    const { tenant, ready, asked, accountant } = await world()
    const { tripId: trip_id } = await plannedTrip(server, tenant)
    await addRated(tenant, [{ side: 'COST', trip_id, amount: '5.00', charge_type: 'TOLL' }])
    const typesOf = async (query: Partial<(typeof lists.listCharges.query)['_input']>) =>
      (await accountant(lists.listCharges, { query })).items.map(({ charge_type }) => charge_type).sort()
    expect(await typesOf({})).toEqual(['FREIGHT', 'WAITING'])
    expect(await typesOf({ side: 'COST' })).toEqual(['TOLL'])
    expect(await typesOf({ approval: 'REQUESTED' })).toEqual(['WAITING'])
    expect(await typesOf({ type: 'FREIGHT', status: 'CREATED' })).toEqual(['FREIGHT'])
    const params = { charge_id: asked.charge_id }
    await accountant(setChargeState, { params, body: { version: 1, action: 'exclude', reason: 'x' } })
    expect(await typesOf({ approval: 'REQUESTED' })).toEqual([])
    const counts = await accountant(lists.countCharges, { query: {} })
    expect(counts).toMatchObject({ by_status: { CREATED: 1, DO_NOT_INVOICE: 1 }, by_type: { FREIGHT: 1, WAITING: 1 } })
    expect(ready).toBeTruthy()
  })

  test('CHARGE-37: order entry sees sales, whatever it requests', async () => {
    const { tenant } = await world()
    const { tripId: trip_id } = await plannedTrip(server, tenant)
    await addRated(tenant, [{ side: 'COST', trip_id, amount: '5.00' }])
    const entry = await tenant.user('ORDER_ENTRY')
    const { items } = await entry(lists.listCharges, { query: { side: 'COST' } })
    expect(items.map(({ side }) => side)).toEqual(['SALES', 'SALES'])
  })
})
