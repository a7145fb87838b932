import type { OrderExport } from '@cartage/contract/orders/order-input'
import type { OrderOutput } from '@cartage/contract/orders/order-output'
import { describe, expect, test } from 'vitest'
import { consignment, order, stop } from './bodies.ts'
import { createClient, hasOperator } from './operator.ts'
import { a, b, expectProblem, orderPath, pathsOf, setup, Tenant, unique, uploadPath, uuid4 } from './world.ts'

const read = async (orderId: string) => (await a.get<OrderOutput>(orderPath(orderId))).body
const update = (identifier: string, more: object) => ({ operation: 'UPDATE', order_identifier: identifier, ...more })
const cancel = (identifier: string) => ({ operation: 'DELETE', order_identifier: identifier })

describe('create', () => {
  test('ORD-1: a CREATE returns a record to poll, and the order does not exist yet', async () => {
    const record = await a.upload(order())
    expect(record.upload_id).toMatch(uuid4)
    expect(record.upload_status).toBe('IN_PROGRESS')
    expect(record.upload_url).toBe(`v1/orders/order/upload/${record.upload_id}`)
    expect(record.order_id).toBeNull()
    expect(record.order_url).toBeNull()
  })

  test('ORD-2, CLIENT-23: polling ends in COMPLETED with the order and its path', async () => {
    const { upload_id: uploadId } = await a.upload(order())
    const record = await a.settled(uploadId)
    expect(record.upload_status).toBe('COMPLETED')
    expect(record.order_id).toMatch(uuid4)
    expect(record.order_url).toBe(`v1/orders/order/${record.order_id}`)
    expect((await a.get(`/${record.order_url}`)).status).toBe(200)
  })

  test('ORD-1: each upload has an id of its own', async () => {
    const body = order()
    const ids = [await a.upload(body), await a.upload(body)].map((record) => record.upload_id)
    expect(new Set(ids).size).toBe(2)
  })

  test('ORD-5: the identifier does not fetch an order', async () => {
    const body = order()
    await a.applied(body)
    expectProblem(await a.get(orderPath(body.order_identifier)), 404)
  })

  test('ORD-6: CREATE with the identifier of a live order changes that order', async () => {
    const body = order()
    const first = await a.applied(body)
    expect(await a.applied({ ...body, customer_reference_number: 'second' })).toBe(first)
    expect((await read(first)).customer_reference_number).toBe('second')
  })

  test('ORD-1: two tenants may use the same identifier', async () => {
    const body = order()
    expect(await b.applied(body)).not.toBe(await a.applied(body))
  })

  test('ORD-1: an identifier keeps its letters unchanged, capitals and accents included', async () => {
    const identifier = unique('Ünï')
    const first = await a.applied(order({ order_identifier: identifier }))
    const second = await a.applied(order({ order_identifier: identifier.toUpperCase() }))
    expect(second).not.toBe(first)
    expect((await read(first)).order_identifier).toBe(identifier)
  })
})

describe('update', () => {
  test('ORD-3: UPDATE changes the same order, and omitted members stay', async () => {
    const body = order({ planning_instructions: 'Call first' })
    const orderId = await a.applied(body)
    expect(await a.applied(update(body.order_identifier, { customer_reference_number: 'PO-2' }))).toBe(orderId)
    const changed = await read(orderId)
    expect(changed.customer_reference_number).toBe('PO-2')
    expect(changed.planning_instructions).toBe('Call first')
    expect(changed.consignments).toHaveLength(1)
  })

  test('ORD-3: consignments in an UPDATE are the full new list, and matched ones keep their ids', async () => {
    const body = order({ consignments: [consignment(), consignment({ consignment_reference_number: 'two' })] })
    const orderId = await a.applied(body)
    const before = await read(orderId)
    await a.applied(update(body.order_identifier, { consignments: [consignment({ planning_instructions: 'Left' })] }))
    const after = await read(orderId)
    expect(after.consignments).toHaveLength(1)
    expect(after.consignments[0]!.id).toBe(before.consignments[0]!.id)
    expect(after.consignments[0]!.planning_instructions).toBe('Left')
    expect(after.consignments[0]!.pickup_stop.id).toBe(before.consignments[0]!.pickup_stop.id)
  })

  test('ORD-3: the response to an UPDATE of an existing order refers to it at once', async () => {
    const body = order()
    const orderId = await a.applied(body)
    const record = await a.upload(update(body.order_identifier, { customer_reference_number: 'x' }))
    expect(record.order_id).toBe(orderId)
    expect(record.order_url).toBe(`v1/orders/order/${orderId}`)
  })

  test('ORD-4: the same upload twice in a row does not fail and changes nothing', async () => {
    const body = order()
    const orderId = await a.applied(body)
    const before = await a.get(orderPath(orderId))
    const again = await a.apply(body)
    expect(again).toMatchObject({ upload_status: 'COMPLETED', order_id: orderId })
    expect((await a.get(orderPath(orderId))).text).toBe(before.text)
  })

  test('CLIENT-24, ORD-18: UPDATE with an unused identifier creates the order', async () => {
    const orderId = await a.applied(order({ operation: 'UPDATE' }))
    expect((await read(orderId)).id).toBe(orderId)
  })

  test('ORD-3: uploads of one order are applied in the order they were accepted', async () => {
    const body = order()
    await a.upload(body)
    const records = []
    for (let count = 1; count <= 12; count += 1) {
      records.push(await a.upload(update(body.order_identifier, { customer_reference_number: `step ${count}` })))
    }
    const last = await a.settled(records.at(-1)!.upload_id)
    expect(last.upload_status).toBe('COMPLETED')
    expect((await read(last.order_id!)).customer_reference_number).toBe('step 12')
    for (const { upload_id } of records) expect((await a.settled(upload_id)).upload_status).toBe('COMPLETED')
  })

  test('ORD-6: CREATEs of one identifier at the same moment make one order', async () => {
    const body = order()
    const records = await Promise.all(Array.from({ length: 8 }, () => a.upload(body)))
    const settled = await Promise.all(records.map(({ upload_id }) => a.settled(upload_id)))
    expect(settled.map(({ upload_status }) => upload_status)).toEqual(Array(8).fill('COMPLETED'))
    expect(new Set(settled.map(({ order_id }) => order_id)).size).toBe(1)
  })
})

describe('cancel', () => {
  test('ORD-7, CLIENT-23: DELETE cancels, and a second one succeeds with the same order', async () => {
    const body = order()
    const orderId = await a.applied(body)
    expect(await a.applied(cancel(body.order_identifier))).toBe(orderId)
    expect((await read(orderId)).status).toBe('CANCELLED')
    expect(await a.applied(cancel(body.order_identifier))).toBe(orderId)
  })

  test.each(['CREATE', 'UPDATE'])('ORD-8: %s on a cancelled order is 400 and names the order', async (operation) => {
    const body = order()
    const orderId = await a.applied(body)
    await a.applied(cancel(body.order_identifier))
    const problem = await a.refused({ ...body, operation, customer_reference_number: 'no' }, 400, 'order_cancelled')
    expect(problem.errors).toHaveLength(1)
    expect(problem.errors![0]).toMatchObject({ field: 'order_identifier', path: 'order_identifier' })
    expect(JSON.stringify(problem.errors![0]!.detail)).toContain(orderId)
    expect((await read(orderId)).customer_reference_number).toBe('PO-4711')
  })

  test('ORD-9: a cancelled order is restored under another identifier, as a new order', async () => {
    const body = order()
    const orderId = await a.applied(body)
    await a.applied(cancel(body.order_identifier))
    expect(await a.applied({ ...body, order_identifier: unique() })).not.toBe(orderId)
  })

  test('ORD-18: DELETE of an unused identifier is 400, on the identifier', async () => {
    expect(pathsOf(await a.refused(cancel(unique()), 400, 'order_unknown'))).toEqual(['order_identifier'])
  })

  test('ORD-18: DELETE right after a pending CREATE is accepted and cancels it', async () => {
    const body = order()
    const [, record] = [await a.upload(body), await a.upload(cancel(body.order_identifier))]
    const settled = await a.settled(record.upload_id)
    expect(settled.upload_status).toBe('COMPLETED')
    expect((await read(settled.order_id!)).status).toBe('CANCELLED')
  })
})

describe('references', () => {
  test.each([{ name: 'General' }, { code: 'GENERAL' }, { name: 'General', code: 'GENERAL' }])(
    'ORD-10, CLIENT-26: the transport service is matched by code or name: %j',
    async (service) => {
      await a.applied(order({ transport_service: service }))
    },
  )

  test('ORD-10: an unknown transport service ends the upload in ERROR that names it', async () => {
    const identifier = unique()
    const record = await a.apply(order({ order_identifier: identifier, transport_service: { name: 'Teleport' } }))
    expect(record.upload_status).toBe('ERROR')
    expect(record.order_id ?? null).toBeNull()
    expect(JSON.stringify(record.errors)).toContain('Teleport')
    // The identifier can still be used.
    await a.applied(order({ order_identifier: identifier }))
  })

  test('ORD-11, CLIENT-26: a customer is matched by its name, so two orders share it', async () => {
    const name = unique('Haulage & Sons')
    const [first, second] = [
      await a.applied(order({ customer: { name } })),
      await a.applied(order({ customer: { name } })),
    ]
    expect((await read(second)).customer.id).toBe((await read(first)).customer.id)
    expect((await read(first)).customer.name).toBe(name)
  })

  test('ORD-11: a customer without code and name is 422', async () => {
    expect(pathsOf(await a.refused(order({ customer: {} }), 422))).toEqual(['customer'])
  })

  test('ORD-12: an order starts as TO_PLAN, or as QUOTE when it is requested', async () => {
    expect((await read(await a.applied(order()))).status).toBe('TO_PLAN')
    expect((await read(await a.applied(order({ order_status: 'QUOTE' })))).status).toBe('QUOTE')
    expect(pathsOf(await a.refused(order({ order_status: 'PLANNED' }), 422))).toEqual(['order_status'])
  })

  test('ORD-13: a customer created by an import may send orders and quotes', async () => {
    const customer = { name: unique('New customer') }
    expect((await read(await a.applied(order({ customer })))).status).toBe('TO_PLAN')
    expect((await read(await a.applied(order({ customer, order_status: 'QUOTE' })))).status).toBe('QUOTE')
  })

  test('ORD-14: the import configuration may be named or left out, which means API', async () => {
    const [named, open] = [await a.applied(order({ import_configuration: { code: 'API' } })), await a.applied(order())]
    for (const orderId of [named, open]) {
      const { body } = await a.get<OrderExport>(`${orderPath(orderId)}/export`)
      expect(body.import_configuration?.code ?? 'API').toBe('API')
    }
  })

  test('ORD-15: the date of the delivery may be omitted', async () => {
    const delivery = { location: stop('Depot').location, activity: 'DELIVERY' }
    const orderId = await a.applied(order({ consignments: [consignment({ delivery_stop: delivery })] }))
    expect((await read(orderId)).consignments[0]!.delivery_stop.date ?? null).toBeNull()
  })
})

describe('callers', () => {
  test.runIf(hasOperator)('ORD-16: a customer may set is_consignment_info_validated, and only set it', async () => {
    const body = order()
    const orderId = await a.applied(body)
    const companyId = (await read(orderId)).customer.id
    const customer = new Tenant({
      ...setup.a,
      api_client: await createClient(setup.a.tenant.slug, ['CUSTOMER'], companyId!),
    })
    const validated = (flag: boolean) => update(body.order_identifier, { is_consignment_info_validated: flag })
    await customer.applied(validated(true))
    expect((await read(orderId)).is_consignment_info_validated).toBe(true)
    const answer = await customer.post<{ upload_id: string }>(uploadPath, validated(false))
    if (answer.status === 200) expect((await customer.settled(answer.body.upload_id)).upload_status).toBe('ERROR')
    else expectProblem(answer, 400)
    expect((await read(orderId)).is_consignment_info_validated).toBe(true)
    await a.applied(validated(false))
    expect((await read(orderId)).is_consignment_info_validated).toBe(false)
  })

  test.runIf(hasOperator)('ORD-5: a customer sees the orders of its own company only', async () => {
    const [mine, other] = [await a.applied(order({ customer: { name: unique('Mine') } })), await a.applied(order())]
    const companyId = (await read(mine)).customer.id
    const customer = new Tenant({
      ...setup.a,
      api_client: await createClient(setup.a.tenant.slug, ['CUSTOMER'], companyId!),
    })
    expect((await customer.get(orderPath(mine))).status).toBe(200)
    expectProblem(await customer.get(orderPath(other)), 404)
  })

  test('ORD-17: the order-import webhook accepts the same body and answers without an upload id', async () => {
    const body = order()
    const answer = await a.webhook('/v1/webhook/order-import', { body })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).not.toContain('upload_id')
    // The order exists, because its identifier can be cancelled.
    await expect.poll(() => a.apply(cancel(body.order_identifier))).toMatchObject({ upload_status: 'COMPLETED' })
  })
})
