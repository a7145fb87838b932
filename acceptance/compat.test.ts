import type { OrderExport } from '@cartage/contract/orders/order-input'
import type { OrderOutput } from '@cartage/contract/orders/order-output'
import { expect, test } from 'vitest'
import { consignment, order, stop } from './bodies.ts'
import { send } from './http.ts'
import { a, orderPath, setup, unique, uploadPath } from './world.ts'

interface Schema {
  enum?: unknown[]
  additionalProperties?: unknown
  anyOf?: Schema[]
}

interface Document {
  info: { version: string }
  paths: Record<string, Record<string, { deprecated?: boolean; responses: Record<string, unknown> }>>
  components: { schemas: Record<string, Schema> }
}

const document = JSON.parse(setup.document) as Document
const exportOf = async (orderId: string) => (await a.get<OrderExport>(`${orderPath(orderId)}/export`)).body

test('COMPAT-1: responses may gain unknown members, so no response schema is closed', () => {
  const closed = Object.entries(document.components.schemas).filter(
    ([, schema]) => schema.additionalProperties === false,
  )
  expect(closed.map(([name]) => name)).toEqual([])
})

test('COMPAT-1, CLIENT-25: unknown members in requests are ignored', async () => {
  const orderId = await a.applied(
    order({ [unique('unknown')]: { deep: [1] }, consignments: [consignment({ what: 1 })] }),
  )
  expect((await a.get(orderPath(orderId))).text).not.toContain('unknown-')
})

test('COMPAT-2: the deprecated path of the order import still answers', async () => {
  expect(document.paths['/v1/webhook']?.post?.deprecated).toBe(true)
  const answer = await a.webhook('/v1/webhook', { body: order() })
  expect(answer.status, answer.text).toBe(200)
})

const published = [
  'POST /v1/auth/token',
  'GET /v1/me',
  'POST /v1/orders/order/upload',
  'GET /v1/orders/order/upload/{upload_id}',
  'GET /v1/orders/order/{order_id}',
  'GET /v1/orders/order/{order_id}/status',
  'GET /v1/orders/order/{order_id}/export',
  'GET /v1/orders/order/{order_id}/charges',
  'GET /v1/orders/order/{order_id}/documents',
  'POST /v1/webhook/order-import',
]

test('COMPAT-3: no published operation is renamed, removed or deprecated', () => {
  const missing = published.filter((operation) => {
    const [method = '', path = ''] = operation.split(' ')
    const found = document.paths[path]?.[method.toLowerCase()]
    return !found || found.deprecated
  })
  expect(missing).toEqual([])
})

test('COMPAT-3: every published path works with and without a slash at its end', async () => {
  expect((await a.get('/v1/me/')).status).toBe(200)
  const orderId = await a.applied(order())
  expect((await a.get(`${orderPath(orderId)}/`)).status).toBe(200)
  expect((await a.post(`${uploadPath}/`, order())).status).toBe(200)
})

test('COMPAT-4: sets that may grow are not closed in the document', () => {
  for (const name of ['StopActivity', 'ResourceTypeEnum', 'VisibilityOrderStatus']) {
    const schema = document.components.schemas[name]
    if (schema) expect(schema.enum, name).toBeUndefined()
  }
})

test('COMPAT-4: an unlisted activity is accepted and returned', async () => {
  const pickup_stop = stop('Mill', { activity: 'DRIVE_THROUGH' })
  const exported = await exportOf(await a.applied(order({ consignments: [consignment({ pickup_stop })] })))
  expect(exported.consignments[0]!.pickup_stop.activity).toBe('DRIVE_THROUGH')
})

test('COMPAT-5: all paths start with /v1, except two aliases published without it', () => {
  expect(Object.keys(document.paths).filter((path) => !path.startsWith('/v1/'))).toEqual(['/me', '/resource_groups'])
  expect(document.info.version).toMatch(/^\d+\.\d+\.\d+/)
})

test('CLIENT-25: members that were added after the first interface are accepted and kept', async () => {
  const pickup_stop = stop('Mill', {
    activity: 'PICKUP',
    activity_label: 'Load at gate 3',
    time_window: { start_time: '08:00', end_time: '12:00' },
  })
  const orderId = await a.applied(
    order({
      transport_network: { name: 'Pallet network' },
      neutral_order_type: 'MASK_PICKUP',
      custom_fields: { project: 'Nord' },
      consignments: [consignment({ pickup_stop })],
    }),
  )
  const exported = await exportOf(orderId)
  expect(exported).toMatchObject({ neutral_order_type: 'MASK_PICKUP', custom_fields: { project: 'Nord' } })
  expect(exported.transport_network).toMatchObject({ name: 'Pallet network' })
  const kept = exported.consignments[0]!.pickup_stop
  expect(kept).toMatchObject({
    activity_label: 'Load at gate 3',
    time_window: { start_time: '08:00', end_time: '12:00' },
  })
})

const emptyPlace = {
  name: 'Only a name',
  address: '',
  postal_code: '',
  city: '',
  country: '',
  latitude: '',
  longitude: '',
  id: '',
}
const unusual: [string, object][] = [
  ['date null', { consignments: [consignment({ pickup_stop: { ...stop('A'), date: null } })] }],
  [
    'empty text in every field of a location',
    { consignments: [consignment({ pickup_stop: { location: emptyPlace } })] },
  ],
  ['a location with a name only', { consignments: [consignment({ pickup_stop: { location: { name: unique() } } })] }],
  ['a quantity of 0', { consignments: [consignment({ goods: [{ description: 'x', quantity: 0 }] })] }],
  ['null for what is optional', { service_level: null, container: null, custom_fields: null, contact_emails: null }],
  ['text in any script', { customer_reference_number: 'Ωμέγα 北京 עברית 🚚\u202e' }],
  ['long text', { planning_instructions: 'x'.repeat(60_000) }],
]

test.each(unusual)('CLIENT-26: %s is accepted', async (_, more) => {
  await a.applied(order(more))
})

test('CLIENT-26: text is returned as it was sent', async () => {
  const text = 'Ωμέγα 北京 עברית 🚚 \u202e "quoted" \\ <b>&amp;</b> e\u0301'
  const orderId = await a.applied(order({ customer_reference_number: text }))
  expect((await a.get<OrderOutput>(orderPath(orderId))).body.customer_reference_number).toBe(text)
})

test.each(['', '?', '?x=1'])('CLIENT-28: the response is the same with the query "%s"', async (query) => {
  expect((await a.get(`/v1/me${query}`)).status).toBe(200)
})

test('CLIENT-28: answers carry a request id and are not stored by caches', async () => {
  const answer = await send(setup.baseUrl, 'GET', '/v1/me')
  expect(answer.headers.get('x-request-id')).toBeTruthy()
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})
