import { previewOrder } from '@cartage/contract/charges/app/preview'
import type { Request } from '@cartage/contract/endpoint'
import { createLocation } from '@cartage/contract/locations/app/record'
import { afterAll, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { yard } from '../../testing/data/locations.ts'
import { amountsOf, chargeTenant, publishCard } from '../../testing/data/money/charges.ts'
import { alpha, settle, simpleOrder } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

const selectCustomer = statement(
  'testing.preview_customer',
  'select company_id from company where tenant_id = $1 and name = $2',
)

async function customerOf(tenant: TestTenant): Promise<string> {
  const [row] = await tenant.asTenant((tx) => tx.query<{ company_id: string }>(selectCustomer, alpha.name))
  return row!.company_id
}

type Order = Request<typeof previewOrder>['body']['order']

/** The order of `simpleOrder` as entered on a screen. */
function entered(members: Partial<ReturnType<typeof simpleOrder>> = {}): Order {
  return simpleOrder(members) as unknown as Order
}

const perKilometre = {
  kind: 'PER_UNIT' as const,
  quantity: { kind: 'FACT' as const, fact: 'way.km_direct' },
  price: '1.50',
}
const road = {
  pickup_stop: { location: { city: 'Antwerpen', country: 'BE' } },
  delivery_stop: { location: { city: 'Gent', country: 'BE' } },
}

test('CHARGE-43: the route, its driving time and the price equal those of the saved order', async () => {
  const tenant = await chargeTenant(server)
  await publishCard(server, tenant, 'A', { lines: [{ key: 'freight', type: 'FREIGHT', block: perKilometre }] })
  const user = await tenant.user('PLANNER')
  const consignments = [
    {
      ...road,
      pickup_stop: { ...road.pickup_stop, date: '2035-02-02' },
      delivery_stop: { ...road.delivery_stop, date: '2035-02-02' },
    },
  ]
  const customer_id = await customerOf(tenant)
  const seen = await user(previewOrder, { body: { customer_id, order: entered({ consignments }) } })
  expect(seen.places).toHaveLength(2)
  expect(seen.way).toMatchObject({ is_estimated: true })
  expect(seen.way!.distance_km).toBeGreaterThan(45)
  expect(seen.price).toMatchObject({ result: 'COMPLETE', currency: 'EUR' })
  const { order_id } = await settle(server, tenant, simpleOrder({ consignments }))
  await server.drain()
  expect(await amountsOf(tenant, order_id!)).toEqual({ FREIGHT: seen.price!.total })
})

test('CHARGE-43: without a customer there is no price, without locations no route, and nothing is stored', async () => {
  const tenant = await chargeTenant(server)
  const user = await tenant.user('ORDER_ENTRY')
  const seen = await user(previewOrder, { body: { order: { consignments: [{ pickup_stop: {}, delivery_stop: {} }] } } })
  expect(seen).toEqual({ places: [], way: null, questions: [], price: null, warnings: [], recent: [] })
})

test('CHARGE-43: the last orders of the customer are shown, same route first, without the edited one', async () => {
  const tenant = await chargeTenant(server)
  const user = await tenant.user('PLANNER')
  const { id } = await user(createLocation, { body: { ...yard, name: 'Quay', city: 'Antwerpen' } })
  const at = (city: string) => ({ location: { city, country: 'BE' } })
  const order = (order_identifier: string, to: string) =>
    settle(
      server,
      tenant,
      simpleOrder({ order_identifier, consignments: [{ pickup_stop: { location: { id } }, delivery_stop: at(to) }] }),
    )
  const same = await order('SAME', 'Gent')
  for (const name of ['B', 'C', 'D']) await order(name, 'Brugge')
  const edited = await order('EDITED', 'Gent')
  const consignments = [{ pickup_stop: { location: { id } }, delivery_stop: at('gent') }]
  const body = { customer_id: await customerOf(tenant), except: edited.order_id!, order: entered({ consignments }) }
  const { recent } = await user(previewOrder, { body })
  expect(recent.map(({ is_same_way, to_city }) => [is_same_way, to_city])).toEqual([
    [true, 'Gent'],
    [false, 'Brugge'],
    [false, 'Brugge'],
  ])
  expect(recent[0]!.order_id).toBe(same.order_id)
})
