import { createTripCost, setChargeState } from '@cartage/contract/charges/app/desk'
import { listMargin } from '@cartage/contract/charges/app/margin'
import { getTripCosts } from '@cartage/contract/charges/app/read'
import { listTripCosts } from '@cartage/contract/trips/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRated, chargeTenant, completeOrder } from '../../testing/data/money/charge-desk.ts'
import { publishCard, chargeTenant as ratedTenant } from '../../testing/data/money/charges.ts'
import { rejection } from '../../testing/data/orders.ts'
import { addOrder, change, plannedTrip, type TestOrder } from '../../testing/data/trips.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { shareCosts } from './share.commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const measures = [
  { values: { 'goods.loading_meters': '5.6', 'way.km_direct': '210' }, sales: '640.00' },
  { values: { 'goods.loading_meters': '3.2', 'way.km_direct': '95' }, sales: '210.00' },
  { values: { 'goods.loading_meters': '4.0', 'way.km_direct': '160' }, sales: '355.00' },
]

/** Three orders on one trip of the own fleet, with costs and sales of walk-through 9. */
async function walkThrough() {
  const tenant = await chargeTenant(server)
  const orders = [await addOrder(server, tenant), await addOrder(server, tenant), await addOrder(server, tenant)]
  const { tripId: trip_id } = await plannedTrip(server, tenant, { orders })
  for (const [at, { orderId }] of orders.entries()) {
    await completeOrder(tenant, orderId, { values: measures[at]!.values })
    await addRated(tenant, [{ order_id: orderId, amount: measures[at]!.sales }])
  }
  const cost = { side: 'COST' as const, trip_id, tax: null }
  await addRated(
    tenant,
    ['246.96', '54.12', '250.13', '41.30'].map((amount) => ({ ...cost, amount })),
  )
  await tenant.asTenant((tx) => shareCosts(tx, [trip_id]))
  return { tenant, trip_id, orders: orders.map(({ orderId }) => orderId), accountant: await tenant.user('ACCOUNTANT') }
}

describe('walk-through 9, costs and margin', () => {
  test('CHARGE-40: the cost of a trip is divided by loading metres and kilometres, to the cent', async () => {
    const { tenant, trip_id, orders, accountant } = await walkThrough()
    const costs = await accountant(getTripCosts, { params: { trip_id } })
    const figures = (name: 'cost' | 'margin') =>
      orders.map((id) => costs.orders.find(({ order_id }) => order_id === id)![name])
    expect(costs.method).toBe('LDM_KM')
    expect(figures('cost')).toEqual(['328.68', '84.96', '178.87'])
    expect(figures('margin')).toEqual(['311.32', '125.04', '176.13'])
    expect(costs.totals).toMatchObject({ sales: '1205.00', cost: '592.51', margin: '612.49' })
    for (const { charge_id, amount } of costs.items) {
      const shares = costs.shares.filter((share) => share.charge_id === charge_id)
      const cents = shares.reduce((sum, share) => sum + Math.round(Number(share.amount) * 100), 0)
      expect(cents).toBe(Math.round(Number(amount) * 100))
    }
    const { charges } = await tenant.call(listTripCosts, { params: { trip_id } })
    expect(charges).toHaveLength(4)
    expect(charges).toContainEqual(
      expect.objectContaining({ amount_excl_tax: '246.96', currency: 'EUR', code: 'FREIGHT' }),
    )
  })

  test('CHARGE-41: the margin is the same by order, trip, customer and week', async () => {
    const { trip_id, orders, accountant } = await walkThrough()
    const read = (by: 'order' | 'trip' | 'customer' | 'week') =>
      accountant(listMargin, { query: { by, from: '2026-02-01', to: '2026-02-28' } })
    const byOrder = await read('order')
    expect(byOrder.items.map(({ margin }) => margin)).toEqual(['125.04', '176.13', '311.32'])
    expect(byOrder.total).toMatchObject({ sales: '1205.00', cost: '592.51', margin: '612.49', order_count: 3 })
    const whole = { sales: '1205.00', cost: '592.51', margin: '612.49', order_count: orders.length }
    expect((await read('trip')).items).toMatchObject([{ id: trip_id, ...whole }])
    expect((await read('customer')).items).toMatchObject([{ name: 'Alpha', ...whole }])
    expect((await read('week')).items).toMatchObject([{ id: null, name: '2026-02-02', ...whole }])
  })

  test('CHARGE-44: an order with costs and without a price is counted next to the sales', async () => {
    const tenant = await chargeTenant(server)
    const order = await addOrder(server, tenant)
    const { tripId: trip_id } = await plannedTrip(server, tenant, { orders: [order] })
    await completeOrder(tenant, order.orderId, { values: measures[0]!.values })
    await addRated(tenant, [{ side: 'COST', trip_id, tax: null, amount: '100.00' }])
    await tenant.asTenant((tx) => shareCosts(tx, [trip_id]))
    const accountant = await tenant.user('ACCOUNTANT')
    const { items } = await accountant(listMargin, { query: { by: 'order', from: '2026-02-01', to: '2026-02-28' } })
    expect(items).toMatchObject([{ sales: '0.00', margin: '-100.00', unpriced: 1, unexpected_sales: 1 }])
  })

  test('CHARGE-40: an excluded cost is shared by no order', async () => {
    const { tenant, trip_id, accountant } = await walkThrough()
    const { items } = await accountant(getTripCosts, { params: { trip_id } })
    const params = { charge_id: items.find(({ amount }) => amount === '246.96')!.charge_id }
    await accountant(setChargeState, { params, body: { version: 1, action: 'exclude', reason: 'Not ours' } })
    const after = await accountant(getTripCosts, { params: { trip_id } })
    expect(after.totals.cost).toBe('345.55')
    expect(after.shares.filter(({ charge_id }) => charge_id === params.charge_id)).toEqual([])
    await accountant(createTripCost, { params: { trip_id }, body: { charge_type: 'TOLL', unit_price: '10' } })
    expect((await accountant(getTripCosts, { params: { trip_id } })).totals.cost).toBe('355.55')
    const entry = await tenant.user('ORDER_ENTRY')
    expect(await rejection(entry(getTripCosts, { params: { trip_id } }))).toMatchObject({ status: 403 })
  })

  test('CHARGE-41: an amount without an exchange rate is left out and counted', async () => {
    const { tenant, orders, accountant } = await walkThrough()
    await addRated(tenant, [{ order_id: orders[0]!, amount: '50.00', currency: 'GBP' }])
    const margin = await accountant(listMargin, { query: { from: '2026-02-01', to: '2026-02-28' } })
    expect(margin).toMatchObject({ unconverted: 1, total: { sales: '1205.00' } })
  })

  test('CHARGE-40: costs are divided when they are rated, and again when an order leaves the trip', async () => {
    const tenant = await ratedTenant(server)
    const fixed = (type: string, price: string) => ({ key: 'all', type, block: { kind: 'FIXED' as const, price } })
    const fleet = { assignments: [{ to: 'OWN_FLEET' as const }], lines: [fixed('KM', '592.51')] }
    await publishCard(server, tenant, 'FLEET', fleet, { side: 'COST' })
    await publishCard(server, tenant, 'ALL', { lines: [fixed('FREIGHT', '400.00')] })
    const orders: TestOrder[] = []
    for (const total_loading_meters of [5.6, 3.2, 4])
      orders.push(await addOrder(server, tenant, loaded(total_loading_meters)))
    const { tripId: trip_id } = await plannedTrip(server, tenant, { orders })
    await server.drain()
    const accountant = await tenant.user('ACCOUNTANT')
    const sharesOf = async () => {
      const { orders: shared } = await accountant(getTripCosts, { params: { trip_id } })
      return orders.map(({ orderId }) => shared.find(({ order_id }) => order_id === orderId)?.cost)
    }
    expect(await sharesOf()).toEqual(['259.22', '148.13', '185.16'])
    const gone = orders[1]!.orderId
    await change(server, tenant, [trip_id], ([trip]) => [
      { ...trip!, stops: trip!.stops.filter(({ order_id }) => order_id !== gone) },
    ])
    await server.drain()
    expect(await sharesOf()).toEqual(['345.63', undefined, '246.88'])
  })
})

/** An order between the same places, with the given loading metres. */
const loaded = (total_loading_meters: number): Parameters<typeof addOrder>[2] => ({
  consignments: [
    {
      pickup_stop: { location: { name: 'Mill', city: 'Gent', country: 'BE' }, date: '2026-02-02' },
      delivery_stop: { location: { name: 'Shop', city: 'Lille', country: 'FR' }, date: '2026-02-03' },
      goods: [{ description: 'Flour', quantity: 4, total_loading_meters }],
    },
  ],
})
