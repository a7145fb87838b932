import { getOrder, getOrderStatus, getOrderUpload, uploadOrder } from '@cartage/contract/orders/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertCompanies } from '../companies/store.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

test('an upload is accepted, applied and read', async () => {
  const tenant = await server.tenant()
  await tenant.asTenant((tx) =>
    insertCompanies(tx, [
      { company_id: crypto.randomUUID(), name: 'Alpha', accounting_code: 'C1', code: 'C1', is_customer: true },
    ]),
  )
  const body = {
    operation: 'CREATE' as const,
    order_identifier: 'A-1',
    customer: { code: 'C1' },
    consignments: [
      {
        pickup_stop: { location: { city: 'Gent', country: 'BE' }, date: '2026-02-01' },
        delivery_stop: { location: { city: 'Lille', country: 'FR' }, date: '2026-02-02' },
        goods: [{ quantity: 2, description: 'Pallets' }],
      },
    ],
  }
  const record = await tenant.call(uploadOrder, { body })
  expect(record).toMatchObject({ upload_status: 'IN_PROGRESS', order_id: null, order_url: null })
  await server.drain()
  const done = await tenant.call(getOrderUpload, { params: { upload_id: record.upload_id } })
  expect(done).toMatchObject({ upload_status: 'COMPLETED' })
  const order = await tenant.call(getOrder, { params: { order_id: done.order_id! } })
  expect(order).toMatchObject({ status: 'TO_PLAN', order_identifier: 'A-1' })
  const status = await tenant.call(getOrderStatus, { params: { order_id: done.order_id! } })
  expect(status.stops?.map(({ stop_type }) => stop_type)).toEqual(['PICKUP', 'DELIVERY'])
  const events = await tenant.asTenant((tx) => tx.query({ name: 'ev', text: 'select * from event where tenant_id = $1' }))
  expect(events).toHaveLength(1)
})
