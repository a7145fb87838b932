import * as uploads from '@cartage/contract/orders/app/uploads'
import { exportOrder, getOrder } from '@cartage/contract/orders/endpoints'
import type { OrderImport } from '@cartage/contract/orders/upload-record'
import { changeSetting, listSettings } from '@cartage/contract/tenants/app/settings'
import { afterAll, expect, test } from 'vitest'
import { insertReference } from '../../tenants/store.ts'
import { sendMessage } from '../../testing/data/messages.ts'
import { addCompany, orderTenant, settle, simpleOrder, type Upload } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

async function tenantWithReference(): Promise<TestTenant> {
  const tenant = await orderTenant(server)
  await tenant.asTenant((tx) =>
    insertReference(tx, {
      transport_services: [
        { code: 'EXP', name: 'Express' },
        { code: 'CONT', name: 'Container' },
      ],
      service_levels: [{ code: 'H24', name: 'Within 24 hours' }],
      packaging_types: [
        {
          code: 'PAL',
          name: 'Pallet',
          sizes: [
            { code: 'EPAL', name: 'Euro 80x120' },
            { code: 'BLOK', name: 'Block 100x120' },
          ],
        },
        { code: 'CRT', name: 'Crate' },
      ],
    }),
  )
  return tenant
}

/** An order whose only good has this packaging. */
function packed(good: object, members: Partial<Upload> = {}): Upload {
  const body = simpleOrder(members)
  body.consignments![0]!.goods = [{ quantity: 1, ...good }]
  return body
}

const firstError = ({ errors }: OrderImport) => errors?.[0]

test('an order is read with code and name of its references, whichever was sent; its export has the original', async () => {
  const tenant = await tenantWithReference()
  const body = packed(
    { packaging_type: { name: 'pallet', packaging_size: { code: 'epal' } } },
    { transport_service: { code: 'exp' }, service_level: { name: 'within 24 hours' } },
  )
  const { order_id } = await settle(server, tenant, body)
  const order = await tenant.call(getOrder, { params: { order_id: order_id! } })
  expect(order).toMatchObject({
    transport_service: { code: 'EXP', name: 'Express' },
    service_level: { code: 'H24', name: 'Within 24 hours' },
  })
  expect(order.consignments[0]!.goods![0]!.packaging_type).toMatchObject({
    code: 'PAL',
    name: 'Pallet',
    packaging_size: { code: 'EPAL', name: 'Euro 80x120' },
  })
  const exported = await tenant.call(exportOrder, { params: { order_id: order_id! } })
  expect(exported.transport_service).toEqual({ code: 'exp' })
})

test('READ-1: the current name of a reference is in the next response, also for a caller that read it before', async () => {
  const tenant = await tenantWithReference()
  const { order_id } = await settle(server, tenant, simpleOrder({ transport_service: { code: 'EXP' } }))
  const read = async () => (await tenant.call(getOrder, { params: { order_id: order_id! } })).transport_service
  expect(await read()).toEqual({ code: 'EXP', name: 'Express' })
  const admin = await tenant.user('SUPER_ADMIN')
  const { items } = await admin(listSettings, { params: { kind: 'transport_services' } })
  const { setting_id } = items.find((one) => one.values.code === 'EXP')!
  const params = { kind: 'transport_services', setting_id }
  await admin(changeSetting, { params, body: { name: 'Overnight' } })
  expect(await read()).toEqual({ code: 'EXP', name: 'Overnight' })
})

test('a code and the name of different records are matched by the code, read by it, and draw a warning', async () => {
  const tenant = await tenantWithReference()
  await addCompany(tenant, { name: 'Beta', code: 'C2', accounting_code: 'C2' })
  const body = packed(
    { packaging_type: { code: 'CRT', name: 'Pallet' } },
    { transport_service: { code: 'EXP', name: 'Container' }, customer: { code: 'C1', name: 'Beta' } },
  )
  const record = await settle(server, tenant, body)
  expect(record.upload_status).toBe('COMPLETED')
  expect(record.warnings?.map(({ path, detail }) => [path, detail])).toEqual([
    ['transport_service', 'contradiction'],
    ['customer', 'contradiction'],
    ['consignments.0.goods.0.packaging_type', 'contradiction'],
  ])
  expect(record.warnings![0]!.message).toBe(
    'The code "EXP" belongs to Express, but the name "Container" belongs to CONT. The code was used.',
  )
  const order = await tenant.call(getOrder, { params: { order_id: record.order_id! } })
  expect(order.transport_service).toEqual({ code: 'EXP', name: 'Express' })
  const label = await settle(server, tenant, simpleOrder({ transport_service: { code: 'EXP', name: 'Our express' } }))
  expect(label).not.toHaveProperty('warnings')
})

test('an unknown size of packaging is refused by code and by name, with the nearest known one', async () => {
  const tenant = await tenantWithReference()
  const outcome = async (packaging_size: object) =>
    firstError(await settle(server, tenant, packed({ packaging_type: { code: 'PAL', packaging_size } })))
  for (const size of [{ code: 'EURO' }, { name: 'Europallet' }]) {
    expect(await outcome(size)).toMatchObject({
      path: 'consignments.0.goods.0.packaging_type.packaging_size',
      detail: 'unknown_packaging_size',
      message: expect.stringMatching(/The nearest known: EPAL \(Euro 80x120\)/),
    })
  }
  expect(await outcome({ name: 'block 100X120' })).toBeUndefined()
})

test('an error refers to the member that was sent, not to its other spelling', async () => {
  const tenant = await tenantWithReference()
  const error = firstError(await settle(server, tenant, packed({ package_type: 'PALLETT' })))
  expect(error).toMatchObject({ path: 'consignments.0.goods.0.package_type', field: 'package_type' })
  const canonical = firstError(await settle(server, tenant, packed({ packaging_type: { code: 'PALLETT' } })))
  expect(canonical).toMatchObject({ path: 'consignments.0.goods.0.packaging_type', field: 'packaging_type' })
  const yard = simpleOrder({
    container: { container_scenario: 'EXPORT' },
    setup_input: [{ location: { city: 'Gent', country: 'BE' }, custom_activity: 'NONE' }],
  })
  expect(firstError(await settle(server, tenant, yard))?.path).toBe('setup_input.0.custom_activity')
})

test('unknown members are reported in warnings with the nearest name, for every channel of the upload', async () => {
  const tenant = await tenantWithReference()
  const planner = await tenant.user('PLANNER')
  const body = packed({ Total_weight_kg: 12 }, { order_identifier: 'ODD' })
  const record = await settle(server, tenant, body)
  expect(record.upload_status).toBe('COMPLETED')
  expect(record.warnings).toEqual([
    {
      path: 'consignments.0.goods.0.Total_weight_kg',
      field: 'Total_weight_kg',
      detail: 'unknown_member',
      message: 'is not a member of the interface and was left out. Did you mean total_weight_kg?',
    },
  ])
  await sendMessage(server.app, tenant, { kind: 'order-import', body: { ...body, order_identifier: 'ODD-2' } })
  await server.drain()
  const { items } = await planner(uploads.listUploads, { query: { search: 'ODD' } })
  expect(items.map(({ warnings }) => warnings.length)).toEqual([1, 1])
})

test('an upload with unknown members is recognised when it is repeated under its key', async () => {
  const tenant = await tenantWithReference()
  const body = packed({ Total_weight_kg: 12 }, { order_identifier: 'KEYED', transport_service: { code: 'NO' } })
  const record = await settle(server, tenant, body)
  expect(record).toMatchObject({ upload_status: 'ERROR', warnings: [{ detail: 'unknown_member' }] })
})
