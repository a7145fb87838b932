import { randomUUID } from 'node:crypto'
import { createSetting } from '@cartage/contract/tenants/app/settings'
import { afterAll, describe, expect, test } from 'vitest'
import {
  aboutStop,
  byId,
  documentsOf,
  field,
  inboxOf,
  inConsignment,
  post,
  read,
  send,
  tenantWith,
  trailer,
} from '../../testing/data/answers.ts'
import { pdf, uploadFile } from '../../testing/data/files.ts'
import { resourceOf } from '../../testing/data/fleet.ts'
import { sendMessage } from '../../testing/data/messages.ts'
import { orderTenant, settle, simpleOrder } from '../../testing/data/orders.ts'
import { addOrder, change, plannedTrip, tripOf } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())

describe('the meaning of a key', () => {
  test('is a setting: each target requires its own members and no others', async () => {
    const tenant = await orderTenant(server)
    const admin = await tenant.user('SUPER_ADMIN')
    const add = (body: object) =>
      admin(createSetting, { params: { kind: 'question_path_keys' }, body: { name: 'x', ...body } as never })
    await add({ code: 'A', target: 'FIELD', field: 'stop.custom_fields.trailer_number' })
    await add({ code: 'B', target: 'SCAN_BARCODE' })
    const refused = [
      [{ code: 'C' }, ['document_type', 'default_file_name']],
      [{ code: 'C', target: 'FIELD' }, ['field']],
      [{ code: 'C', target: 'ASSIGN_RESOURCE', field: 'stop.note' }, ['field']],
      [{ code: 'C', target: 'FIELD', field: 'order.status' }, ['field']],
    ] as const
    for (const [body, paths] of refused) {
      const errors = paths.map((path) => expect.objectContaining({ path }))
      await expect(add(body)).rejects.toMatchObject({ status: 422, body: { errors } })
    }
  })

  test('SU-6: an answer with an unconfigured key is reported in errors and kept in the inbox, and the rest of the message applies', async () => {
    const tenant = await tenantWith(server, field('seal', 'order.container.seal_number'))
    const { order_id } = await settle(server, tenant, simpleOrder())
    const question_answers = { nobody: 'x', seal: 'S1', empty: null }
    expect(await send(server, tenant, { ...byId(order_id!), question_answers })).toMatchObject({
      errors: [{ error_type: 'USER_INPUT_ERROR', error_message: expect.stringMatching(/"nobody" is configured/) }],
    })
    expect(await inboxOf(tenant)).toEqual([
      { path: 'updates.0.question_answers.nobody', reason: expect.stringMatching(/"nobody" is configured/) },
    ])
    expect((await read(tenant, order_id!)).container).toMatchObject({ seal_number: 'S1' })
  })
})

describe('fields', () => {
  test('SU-6: an answer is written to its subject: order, consignment, good or stop', async () => {
    const tenant = await tenantWith(
      server,
      field('reference', 'order.customer_reference_number'),
      field('order_key', 'order.custom_fields.told'),
      field('cmr', 'consignment.cmr_reference_number'),
      field('damaged', 'good.custom_fields.damaged'),
      field('gate', 'stop.reference_number'),
      field('stop_key', 'stop.custom_fields.temperature'),
    )
    const { order_id } = await settle(server, tenant, simpleOrder({ custom_fields: { kept: true } }))
    const question_answers = { reference: 'R', order_key: ['any', 'value'] }
    const consignment = {
      question_answers: { cmr: 12345 },
      good: { updates: [{ question_answers: { damaged: true } }] },
    }
    await send(
      server,
      tenant,
      { ...byId(order_id!), question_answers, ...inConsignment(consignment) },
      aboutStop(order_id!, 'DELIVERY', { gate: 'G1', stop_key: 4 }),
    )
    expect(await inboxOf(tenant)).toEqual([])
    expect(await read(tenant, order_id!)).toMatchObject({
      customer_reference_number: 'R',
      custom_fields: { kept: true, told: ['any', 'value'] },
      consignments: [
        {
          cmr_reference_number: '12345',
          goods: [{ custom_fields: { damaged: true } }],
          delivery_stop: { reference_number: 'G1', custom_fields: { temperature: 4 } },
        },
      ],
    })
    // The reported reference now matches the stop.
    const match = { matches_all: [{ order: { customer_reference_number: { matches_any: ['R'] } } }] }
    expect(await send(server, tenant, { match, update: { operation: 'UPDATE', data: {} } })).toBeNull()
  })

  test('a visited stop accepts answers: they record what happened, not what was ordered', async () => {
    const tenant = await tenantWith(server, field('stop_key', 'stop.custom_fields.waited'))
    const { tripId, orders } = await plannedTrip(server, tenant)
    const { orderId } = orders[0]!
    await change(server, tenant, [tripId], ([trip]) => {
      trip!.stops[0]!.status = 'COMPLETED'
      return [trip!]
    })
    expect(await send(server, tenant, aboutStop(orderId, 'PICKUP', { stop_key: '2 h' }))).toBeNull()
    expect((await read(tenant, orderId)).consignments[0]!.pickup_stop.custom_fields).toEqual({ waited: '2 h' })
  })

  test('an answer without a target is kept in the inbox; a value that is not text is refused for a text field', async () => {
    const tenant = await tenantWith(
      server,
      field('gate', 'stop.reference_number'),
      field('cmr', 'consignment.cmr_reference_number'),
    )
    const { consignments } = simpleOrder()
    const { order_id } = await settle(
      server,
      tenant,
      simpleOrder({ consignments: [consignments![0]!, consignments![0]!] }),
    )
    await send(server, tenant, { ...byId(order_id!), question_answers: { gate: 'G', cmr: 'C' } })
    expect((await inboxOf(tenant)).map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/several consignments/),
      expect.stringMatching(/not refer to a stop/),
    ])
    const answer = await post(server, tenant, [{ ...byId(order_id!), question_answers: { gate: { a: 1 } } }])
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, 'updates.0.question_answers.gate'])
  })

  test('a late repeat of the last upload does not revert reported values', async () => {
    const tenant = await tenantWith(server, field('note', 'stop.note'))
    const body = simpleOrder()
    const { order_id } = await settle(server, tenant, body)
    await send(server, tenant, aboutStop(order_id!, 'PICKUP', { note: 'told' }))
    await settle(server, tenant, body)
    expect((await read(tenant, order_id!)).consignments[0]!.pickup_stop.note).toBe('told')
  })
})

describe('documents', () => {
  const embedded = (word: string, filename?: string) => ({
    embedded_document: { content: pdf(word).toString('base64'), content_type: 'application/pdf', filename },
  })

  test('PU-6: one object or a list, embedded or uploaded before, become documents of their subjects', async () => {
    const tenant = await orderTenant(server)
    const { order_id } = await settle(server, tenant, simpleOrder())
    const upload_id = await uploadFile(server.app, tenant, { bytes: pdf('r'), name: 'r.pdf', type: 'application/pdf' })
    await send(
      server,
      tenant,
      {
        ...byId(order_id!),
        question_answers: { CMR: [embedded('one', 'one.pdf'), { remote_document: { upload_id } }] },
      },
      aboutStop(order_id!, 'DELIVERY', { POD: embedded('two') }),
    )
    const documents = await documentsOf(tenant, order_id!)
    const seen = documents.map(({ name, type, subject_type }) => `${subject_type} ${type} ${name}`)
    expect(seen.sort()).toEqual([
      'ORDER ORIGINAL_CMR CMR.pdf',
      'ORDER ORIGINAL_CMR one_CMR.pdf',
      'STOP PROOF_OF_DELIVERY POD.pdf',
    ])
    await send(server, tenant, aboutStop(order_id!, 'DELIVERY', { POD: embedded('two') }))
    expect(await documentsOf(tenant, order_id!)).toHaveLength(3)
  })

  test('PU-6: exactly one of remote_document and embedded_document, else 422 and nothing changes', async () => {
    const tenant = await orderTenant(server)
    const { order_id } = await settle(server, tenant, simpleOrder())
    const both = { ...embedded('x'), remote_document: { upload_id: randomUUID() } }
    const noBase64 = { embedded_document: { content: '$$$' } }
    for (const answer of [both, {}, [embedded('x'), {}], 'text', { embedded_document: null }, noBase64]) {
      const update = { operation: 'UPDATE', data: { planning_instructions: 'x' } }
      const refused = await post(server, tenant, [{ ...byId(order_id!), update, question_answers: { POD: answer } }])
      expect(refused.statusCode, refused.body).toBe(422)
      expect(refused.json().errors[0].path).toMatch(/^updates\.0\.question_answers\.POD/)
    }
    const unknown = { remote_document: { upload_id: randomUUID() } }
    expect((await post(server, tenant, [{ ...byId(order_id!), question_answers: { POD: unknown } }])).statusCode).toBe(
      400,
    )
    expect(await documentsOf(tenant, order_id!)).toEqual([])
    expect((await read(tenant, order_id!)).planning_instructions).toBeUndefined()
  })
})

test('answers in status updates about stops and groups are applied the same way', async () => {
  const tenant = await tenantWith(
    server,
    field('seal', 'order.container.seal_number'),
    field('stop_key', 'stop.custom_fields.told'),
    trailer,
  )
  const { id } = await resourceOf(tenant, { name: 'T', trailer: { license_plate: 'Q-1' } })
  const orders = [await addOrder(server, tenant), await addOrder(server, tenant)]
  const { tripId, trip } = await plannedTrip(server, tenant, { orders, resources: [] })
  const group = trip.stops[0]!.stop_group_id
  const question_answers = { seal: 'S', stop_key: 1, trailer_number: 'q1' }
  const body = { updates: [{ event_time: '2026-02-03T10:00:00Z', stop_group: { id: group, question_answers } }] }
  const answer = await sendMessage(server.app, tenant, { kind: 'fleet-status-update', body })
  expect([answer.statusCode, answer.json()]).toEqual([200, {}])
  const inGroup = trip.stops.filter((stop) => stop.stop_group_id === group)
  for (const { order_id } of inGroup) {
    const after = await read(tenant, order_id!)
    expect(after.container).toMatchObject({ seal_number: 'S' })
    expect(after.consignments[0]!.pickup_stop.custom_fields).toEqual({ told: 1 })
  }
  expect((await tripOf(tenant, tripId))!.resources.map(({ resource_id }) => resource_id)).toEqual([id])
})
