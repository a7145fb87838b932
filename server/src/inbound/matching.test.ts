import { randomUUID } from 'node:crypto'
import type { StopMatchInput } from '@cartage/contract/inbound/matching'
import { getOrderStatus } from '@cartage/contract/orders/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderTenant, settle, simpleOrder, type Upload } from '../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { lookupsOf, orderCriteria, type StopLookup, stopCriteria, stopLookups } from './matching.rules.ts'
import { matchOrders, matchStops, mostCandidates } from './matching.views.ts'

const any = (...values: string[]) => ({ matches_any: values })

describe('criteria', () => {
  test('SU-1: criteria of several entries are combined', () => {
    const matches_all = [{ order: { name: any('A') } }, { stop: { stop_type: 'PICKUP' as const } }, {}, { trip: null }]
    expect(stopCriteria({ matches_all }).criteria).toEqual({ order_names: ['A'], stop_type: 'PICKUP' })
  })

  test('SU-2: a repeated criterion requires a value from both lists', () => {
    const matches_all = [{ order: { name: any('A', 'B', 'B') } }, { order: { name: any('B', 'C') } }]
    expect(stopCriteria({ matches_all }).criteria).toEqual({ order_names: ['B'] })
  })

  test.each<[string, StopMatchInput[] | undefined]>([
    ['no list', undefined],
    ['an empty list', []],
    ['an entry without criteria', [{}, { order: {} }]],
    ['a list without values', [{ order: { name: any() } }]],
    ['a criterion without a list', [{ order: { name: {} } }]],
    ['a malformed id', [{ order: { id: any('12') } }]],
    ['two stop types', [{ stop: { stop_type: 'PICKUP' } }, { stop: { stop_type: 'DELIVERY' } }]],
  ])('SU-1: %s matches nothing', (_, matches_all) => {
    expect(stopCriteria({ matches_all }).refusal).toMatch(/\w/)
  })

  test.each<[string, StopMatchInput[], string]>([
    [
      'an id that is a number',
      [{ order: { id: any('17') } }],
      '"17" is not the id of an order: ids are UUIDs. Use name to match the order number.',
    ],
    [
      'a list without values',
      [{ order: { name: any() } }],
      'The criterion order.name has no values, so nothing matches. Send at least one.',
    ],
    [
      'two values for one thing',
      [{ stop: { stop_type: 'PICKUP' } }, { stop: { stop_type: 'DELIVERY' } }],
      'Nothing matches, because no value meets every criterion for stop.stop_type. Send each criterion once.',
    ],
  ])('SU-1: the response to %s shows the criterion and what to do', (_, matches_all, sentence) => {
    expect(stopCriteria({ matches_all }).refusal).toBe(sentence)
  })

  test('PU-1: an order is identified by itself and by its customer', () => {
    const matches_all = [{ order: { customer_reference_number: any('PO') }, company: { code: any('C1') } }]
    expect(orderCriteria({ matches_all }).criteria).toEqual({ customer_references: ['PO'], company_codes: ['C1'] })
  })

  test('a record is looked up by the most selective criterion, and by the trip alone when it is the only one', () => {
    expect(lookupsOf<StopLookup>({ stop_references: ['1'], order_names: ['2'] }, stopLookups)).toEqual([
      'order_names',
      'stop_references',
    ])
    expect(lookupsOf({ trip_names: ['1'], order_names: ['2'] }, stopLookups)).toEqual(['trip_names'])
    expect(lookupsOf({ stop_references: ['x'.repeat(256)] }, stopLookups)).toEqual([])
  })
})

describe('records', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(async () => server.close())

  const place = (name: string) => ({ name, city: 'Gent', country: 'BE' })

  function consignment(reference: string) {
    return {
      consignment_reference_number: `consignment ${reference}`,
      pickup_stop: { location: place('Mill'), date: '2026-02-02', reference_number: `pickup ${reference}` },
      delivery_stop: { location: place('Shop'), date: '2026-02-03', reference_number: `delivery ${reference}` },
    }
  }

  async function orderWith(tenant: TestTenant, members: Partial<Upload>) {
    const { order_id } = await settle(server, tenant, simpleOrder(members))
    const { stops } = await tenant.call(getOrderStatus, { params: { order_id: order_id! } })
    return { order_id: order_id!, stops: stops?.map(({ id }) => id) ?? [] }
  }

  const find = async (tenant: TestTenant, ...matches_all: StopMatchInput[]) => {
    const [match] = await tenant.asTenant((tx) => matchStops(tx, [{ matches_all }]))
    return match!
  }

  test('SU-3: a stop is found by every criterion that distinguishes it from others', async () => {
    const tenant = await orderTenant(server)
    const one = await orderWith(tenant, {
      customer_reference_number: 'PO 1',
      consignments: [consignment('a'), consignment('b')],
    })
    const other = await orderWith(tenant, { customer_reference_number: 'PO 2', consignments: [consignment('c')] })
    const [pickupA, deliveryA, pickupB] = one.stops
    const found = (id: string | undefined) => ({ found: id })
    const pickup = { stop: { stop_type: 'PICKUP' as const } }
    expect(await find(tenant, { stop: { reference_number: any('pickup a') } })).toEqual(found(pickupA))
    expect(await find(tenant, { consignment: { reference_number: any('consignment b') } }, pickup)).toEqual(
      found(pickupB),
    )
    expect(await find(tenant, { order: { customer_reference_number: any('PO 2') } }, pickup)).toEqual(
      found(other.stops[0]),
    )
    expect(
      await find(tenant, { order: { id: any(other.order_id.toUpperCase()) }, stop: { stop_type: 'DELIVERY' } }),
    ).toEqual(found(other.stops[1]))
    const second = { order: { customer_reference_number: any('PO 1') }, consignment: { order_sequence_number: 2 } }
    expect(await find(tenant, second, pickup)).toEqual(found(pickupB))
    expect(
      await find(tenant, {
        order: { customer_reference_number: any('PO 1', 'PO 3') },
        stop: { reference_number: any('x', 'delivery a') },
      }),
    ).toEqual(found(deliveryA))
  })

  test('SU-1: no match and several are both refused, and contradictory criteria find nothing', async () => {
    const tenant = await orderTenant(server)
    await orderWith(tenant, { customer_reference_number: 'PO 1', consignments: [consignment('a')] })
    expect((await find(tenant, { order: { customer_reference_number: any('PO 1') } })).refusal).toMatch(/More than one/)
    expect((await find(tenant, { order: { customer_reference_number: any('po 1') } })).refusal).toMatch(/No stop/)
    expect((await find(tenant, { stop: { stop_type: 'PICKUP' } })).refusal).toMatch(/too broad/)
    const far = { order: { customer_reference_number: any('PO 1') }, consignment: { order_sequence_number: 2 ** 40 } }
    expect((await find(tenant, far)).refusal).toMatch(/No stop/)
    const contradicting = { order: { customer_reference_number: any('PO 1') }, stop: { reference_number: any('b') } }
    expect((await find(tenant, contradicting)).refusal).toMatch(/No stop/)
  })

  test('SU-1: an order that replaced a cancelled one is found by the reference of both', async () => {
    const tenant = await orderTenant(server)
    const before = simpleOrder({ customer_reference_number: 'PO 1' })
    await settle(server, tenant, before)
    await settle(server, tenant, { operation: 'DELETE', order_identifier: before.order_identifier })
    const after = await orderWith(tenant, { customer_reference_number: 'PO 1' })
    const target = { matches_all: [{ order: { customer_reference_number: any('PO 1') } }] }
    expect(await tenant.asTenant((tx) => matchOrders(tx, [target]))).toEqual([{ found: after.order_id }])
    expect(await find(tenant, { ...target.matches_all[0], stop: { stop_type: 'PICKUP' } })).toEqual({
      found: after.stops[0],
    })
  })

  test('SU-1: an update changes the references by which a stop is found', async () => {
    const tenant = await orderTenant(server)
    const order = simpleOrder({ consignments: [consignment('a')] })
    const created = await settle(server, tenant, order)
    await settle(server, tenant, { ...order, operation: 'UPDATE', consignments: [consignment('b')] })
    const pickup = { stop: { stop_type: 'PICKUP' as const } }
    expect(
      (await find(tenant, { consignment: { reference_number: any('consignment a') } }, pickup)).refusal,
    ).toBeTruthy()
    const { found } = await find(tenant, { consignment: { reference_number: any('consignment b') } }, pickup)
    const { stops } = await tenant.call(getOrderStatus, { params: { order_id: created.order_id! } })
    expect(found).toBe(stops?.[0]?.id)
  })

  test('PU-1: an order is found by its customer and reference together', async () => {
    const tenant = await orderTenant(server)
    const { order_id } = await orderWith(tenant, { customer_reference_number: 'PO 1' })
    const orders = (company: object) => {
      const matches_all = [{ order: { customer_reference_number: any('PO 1') } }, { company }]
      return tenant.asTenant((tx) => matchOrders(tx, [{ matches_all }]))
    }
    expect(await orders({ name: any('Alpha') })).toEqual([{ found: order_id }])
    expect(await orders({ code: any('C1') })).toEqual([{ found: order_id }])
    expect((await orders({ code: any('C2') }))[0]!.refusal).toMatch(/No order/)
  })

  test('records of another tenant are unknown', async () => {
    const [mine, theirs] = [await orderTenant(server), await orderTenant(server)]
    const { order_id } = await orderWith(theirs, {
      customer_reference_number: 'PO 1',
      consignments: [consignment('a')],
    })
    for (const match of [
      { order: { id: any(order_id) }, stop: { stop_type: 'PICKUP' as const } },
      { order: { customer_reference_number: any('PO 1') }, stop: { stop_type: 'PICKUP' as const } },
      { stop: { reference_number: any('pickup a') } },
    ]) {
      expect((await find(mine, match)).refusal).toMatch(/No stop/)
      expect((await find(theirs, match)).found).toBeDefined()
    }
  })

  test('SU-1: a criterion shared by very many records gives precedence to the next, and 2,000 items need few statements', async () => {
    const tenant = await orderTenant(server)
    const many = Math.ceil(mostCandidates / 400) + 1
    for (let at = 0; at < many; at += 1) {
      const shared = Array.from({ length: 200 }, (_, index) => ({
        ...consignment(`${at}-${index}`),
        consignment_reference_number: 'the same',
      }))
      await settle(server, tenant, simpleOrder({ order_identifier: randomUUID(), consignments: shared }))
    }
    const target = (at: number) => ({
      matches_all: [
        { consignment: { reference_number: any('the same') }, stop: { reference_number: any(`pickup 1-${at % 200}`) } },
      ],
    })
    const targets = Array.from({ length: 2_000 }, (_, at) => target(at))
    const matches = await tenant.asTenant((tx) => matchStops(tx, targets))
    expect(new Set(matches.map(({ found }) => found)).size).toBe(200)
    expect(matches.every(({ found }) => found !== undefined)).toBe(true)
    expect((await find(tenant, { consignment: { reference_number: any('the same') } })).refusal).toMatch(
      /More than 500/,
    )
  })
})
