import { randomBytes } from 'node:crypto'
import { exportOrder, getOrder, getOrderStatus } from '@cartage/contract/orders/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderTenant, rejection, settle, simpleOrder, type Upload } from '../../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

let server: TestServer
let tenant: TestTenant
beforeAll(async () => {
  server = await startTestServer()
  tenant = await orderTenant(server, { create_missing_companies: true })
})
afterAll(async () => server.close())

/** Text that no index can compress. */
const noise = (length: number) => randomBytes(length).toString('base64url').slice(0, length)

function withPickup(members: object): Upload {
  const [consignment] = simpleOrder().consignments!
  return simpleOrder({
    consignments: [{ ...consignment!, pickup_stop: { ...consignment!.pickup_stop, ...members } }],
  })
}

test('ORD-11: a customer has at most 255 characters in its name, which a new company can store', async () => {
  for (const customer of [{ name: noise(256) }, { code: noise(256) }]) {
    expect(await rejection(settle(server, tenant, simpleOrder({ customer })))).toMatchObject({ status: 422 })
  }
  const customer = { name: '\u{1F69A}'.repeat(127), code: noise(255) }
  expect(await settle(server, tenant, simpleOrder({ customer }))).toMatchObject({ upload_status: 'COMPLETED' })
})

test('TIME-1: a day that does not exist is refused at once', async () => {
  expect(await rejection(settle(server, tenant, withPickup({ date: '0000-01-01' })))).toMatchObject({ status: 422 })
  for (const date of ['0001-01-01', '9999-12-31']) {
    expect(await settle(server, tenant, withPickup({ date }))).toMatchObject({ upload_status: 'COMPLETED' })
  }
})

test.each([
  ['activity_label', { activity_label: 'x'.repeat(65_536) }],
  ['custom_activity_label', { activity: 'CUSTOM', custom_activity_label: 'x'.repeat(65_536) }],
  ['location', { location: { name: noise(65_536), code: noise(65_536), external_id: noise(65_536) } }],
])('READ-1: an order whose %s has the maximum length can be read', async (_name, members) => {
  const { order_id } = await settle(server, tenant, withPickup(members))
  const params = { order_id: order_id! }
  expect((await tenant.call(getOrder, { params })).stops).toHaveLength(2)
  expect((await tenant.call(getOrderStatus, { params })).stops![0]!.activity_label).toContain('Pickup')
  expect(await tenant.call(exportOrder, { params })).toMatchObject({ consignments: [{ pickup_stop: members }] })
})

test('ORD-10: the refusal of a very long name quotes its beginning', async () => {
  const upload = await settle(server, tenant, simpleOrder({ transport_service: { name: 'y'.repeat(255) } }))
  expect(upload.errors![0]!.message).toContain('"yyyy')
  expect(upload.errors![0]!.message.length).toBeLessThan(300)
})

test('EXP-1: a quote from another import source is exported unchanged', async () => {
  const sent = { order_status: 'QUOTE' as const, import_configuration: { code: 'EDI-7' }, input_source: 'portal' }
  const { order_id, warnings } = await settle(server, tenant, simpleOrder(sent))
  // ORD-14: an unknown source routes nothing here, so it is reported and does not stop the order (docs/decisions/0007).
  expect(warnings).toMatchObject([{ path: 'import_configuration.code', detail: 'unknown_import_configuration' }])
  expect(await tenant.call(exportOrder, { params: { order_id: order_id! } })).toMatchObject(sent)
})
