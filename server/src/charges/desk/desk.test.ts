import { randomUUID } from 'node:crypto'
import { listAuditRecords } from '@cartage/contract/audit/app'
import {
  changeCharge,
  createOrderCharge,
  createTripCost,
  removeChargeOverride,
  setChargeState,
  setChargeStates,
  setOrderChargeStates,
} from '@cartage/contract/charges/app/desk'
import { getOrderCharges, getTripCosts } from '@cartage/contract/charges/app/read'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRated, chargeTenant, completeOrder } from '../../testing/data/money/charge-desk.ts'
import { eventsOf, rejection } from '../../testing/data/orders.ts'
import { addOrder, plannedTrip } from '../../testing/data/trips.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { setChargeStatus } from '../record/store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A completed order with a freight of 100.00, and a user of each role. */
async function withOrder() {
  const tenant = await chargeTenant(server)
  const { orderId: order_id } = await addOrder(server, tenant)
  const [freight, waiting] = await addRated(tenant, [
    { order_id },
    {
      order_id,
      charge_type: 'WAITING',
      name: 'Waiting time',
      role: 'ACCESSORIAL',
      amount: '36.00',
      approval: 'TO_REQUEST',
    },
  ])
  await completeOrder(tenant, order_id)
  const [accountant, planner, entry] = await Promise.all([
    tenant.user('ACCOUNTANT'),
    tenant.user('PLANNER'),
    tenant.user('ORDER_ENTRY'),
  ])
  return { tenant, order_id, freight: freight!, waiting: waiting!, accountant, planner, entry }
}

const ofCharge = (charge: { charge_id: string }) => ({ charge_id: charge.charge_id })

describe('manually added charges', () => {
  test('CHARGE-39: a charge of an order goes to its customer, and is recorded', async () => {
    const { tenant, order_id, accountant } = await withOrder()
    const body = { charge_type: 'FUEL', unit_price: '12.345', quantity: '2', description: 'Detour' }
    const charge = await accountant(createOrderCharge, { params: { order_id }, body })
    expect(charge).toMatchObject({ amount: '24.69', origin: 'MANUAL', company: { name: 'Alpha' }, currency: 'EUR' })
    const admin = await tenant.user('SUPER_ADMIN')
    const { items } = await admin(listAuditRecords, { query: { entity_type: 'charge', entity_id: charge.charge_id } })
    expect(items[0]).toMatchObject({ action: 'created', actor: { kind: 'user', name: 'Test ACCOUNTANT' } })
  })

  test('CHARGE-39: the type must be in use for the side', async () => {
    const { order_id, accountant } = await withOrder()
    for (const charge_type of ['NONE', 'TOLL']) {
      const body = { charge_type, unit_price: '1' }
      const refused = await rejection(accountant(createOrderCharge, { params: { order_id }, body }))
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'charge_type' }] } })
    }
    const body = { charge_type: 'FUEL', unit_price: '1' }
    const unknown = accountant(createOrderCharge, { params: { order_id: randomUUID() }, body })
    expect(await rejection(unknown)).toMatchObject({ status: 404 })
  })

  test('CHARGE-39: a cost of a trip is immediately shared by its orders', async () => {
    const { tenant, accountant } = await withOrder()
    const { tripId: trip_id, orders } = await plannedTrip(server, tenant)
    const body = { charge_type: 'TOLL', unit_price: '41.30' }
    const cost = await accountant(createTripCost, { params: { trip_id }, body })
    expect(cost).toMatchObject({ side: 'COST', amount: '41.30', company: null, trip: { id: trip_id } })
    const { shares } = await accountant(getTripCosts, { params: { trip_id } })
    expect(shares).toMatchObject([{ order_id: orders[0]!.orderId, amount: '41.30' }])
  })

  test('CHARGE-37: planners add costs and extras, order entry adds sales', async () => {
    const { tenant, order_id, planner, entry } = await withOrder()
    const { tripId: trip_id } = await plannedTrip(server, tenant)
    const add = (call: typeof planner, charge_type: string) =>
      call(createOrderCharge, { params: { order_id }, body: { charge_type, unit_price: '1' } })
    expect(await add(planner, 'WAITING')).toMatchObject({ approval: 'TO_REQUEST' })
    expect(await rejection(add(planner, 'FREIGHT'))).toMatchObject({ status: 403 })
    expect(await add(entry, 'FREIGHT')).toMatchObject({ amount: '1.00' })
    const cost = entry(createTripCost, { params: { trip_id }, body: { charge_type: 'TOLL', unit_price: '1' } })
    expect(await rejection(cost)).toMatchObject({ status: 403 })
  })
})

describe('values set by a person', () => {
  test('CHARGE-32: an override keeps the rated value, its author and reason, and can be removed', async () => {
    const { freight, accountant } = await withOrder()
    const params = ofCharge(freight)
    const none = accountant(changeCharge, { params, body: { version: 1, unit_price: '80' } })
    expect(await rejection(none)).toMatchObject({ status: 422, body: { errors: [{ path: 'reason' }] } })
    const body = { version: 1, unit_price: '80', quantity: '2', reason: 'Agreed' }
    const changed = await accountant(changeCharge, { params, body })
    expect(changed).toMatchObject({ amount: '160.00', rated_amount: '100.00', version: 2 })
    expect(changed.overrides).toMatchObject([
      { member: 'quantity', value: '2', rated: '1', by: 'Test ACCOUNTANT', reason: 'Agreed' },
      { member: 'unit_price', value: '80', rated: '100.00' },
    ])
    const back = await accountant(removeChargeOverride, { params, body: { version: 2 } })
    expect(back).toMatchObject({ amount: '100.00', quantity: '1', unit_price: '100', overrides: [] })
  })

  test('CHARGE-32: a charge that changed meanwhile is refused', async () => {
    const { freight, accountant } = await withOrder()
    const body = { version: 7, amount: '1.00', reason: 'x' }
    const refused = await rejection(accountant(changeCharge, { params: ofCharge(freight), body }))
    expect(refused).toMatchObject({ status: 409, body: { code: 'charge_changed' } })
  })

  test('CHARGE-7: agreement applies to the amount, and both amounts are kept', async () => {
    const { waiting, accountant } = await withOrder()
    const params = ofCharge(waiting)
    await accountant(setChargeState, { params, body: { version: 1, action: 'approve', reason: 'By phone' } })
    const changed = await accountant(changeCharge, { params, body: { version: 2, amount: '48.00', reason: 'An hour' } })
    expect(changed).toMatchObject({
      approval: 'TO_REQUEST',
      decision: { comment: 'By phone', amount: '36.000', changed_to: '48.00', by: 'Test ACCOUNTANT' },
    })
  })

  test('CHARGE-31: a charge on a finalised document never changes', async () => {
    const { tenant, freight, accountant } = await withOrder()
    await tenant.asTenant((tx) => setChargeStatus(tx, [freight.charge_id], 'INVOICED'))
    const body = { version: 2, amount: '1.00', reason: 'x' }
    const refused = await rejection(accountant(changeCharge, { params: ofCharge(freight), body }))
    expect(refused).toMatchObject({ status: 409, body: { code: 'charge_invoiced' } })
  })
})

describe('states of charges', () => {
  test('CHARGE-30: an excluded charge is settled, and returns when it is included', async () => {
    const { order_id, freight, waiting, accountant } = await withOrder()
    const read = () => accountant(getOrderCharges, { params: { order_id } })
    expect(await read()).toMatchObject({ unbilled_reason: 'APPROVAL', totals: [{ amount: '136.00' }] })
    const act = (
      charge: { charge_id: string },
      body: { version: number; action: 'exclude' | 'include'; reason?: string },
    ) => accountant(setChargeState, { params: ofCharge(charge), body })
    await act(waiting, { version: 1, action: 'exclude', reason: 'Goodwill' })
    expect(await read()).toMatchObject({ unbilled_reason: 'READY', totals: [{ amount: '100.00' }] })
    await act(freight, { version: 1, action: 'exclude', reason: 'Test run' })
    expect(await read()).toMatchObject({ unbilled_reason: null, totals: [] })
    await act(freight, { version: 2, action: 'include' })
    expect(await read()).toMatchObject({ unbilled_reason: 'READY' })
  })

  test('CHARGE-30: many charges get one result each', async () => {
    const { freight, waiting, accountant } = await withOrder()
    const charges = [ofCharge(freight), { ...ofCharge(waiting), version: 9 }, { charge_id: randomUUID() }]
    const { items } = await accountant(setChargeStates, { body: { action: 'exclude', reason: 'x', charges } })
    expect(items.map(({ is_done }) => is_done)).toEqual([true, false, false])
  })

  test('CHARGE-38: approval is requested with one event per order', async () => {
    const { tenant, order_id, waiting, planner } = await withOrder()
    const body = { action: 'request_approval' as const, order_ids: [order_id] }
    expect(await planner(setOrderChargeStates, { body })).toMatchObject({ items: [{ is_done: true }] })
    const events = (await eventsOf(tenant)).filter(({ type }) => type === 'order.approval_requested')
    expect(events).toHaveLength(1)
    expect(events[0]!.payload.events[0].update).toMatchObject({
      ...{ id: order_id, type: 'Order', update_type: 'COST_APPROVAL_REQUEST', status: 'COMPLETED' },
    })
    const again = await planner(setOrderChargeStates, { body })
    expect(again.items[0]).toMatchObject({ is_done: false })
    const state = { version: 2, action: 'reject' as const }
    const rejected = await planner(setChargeState, { params: ofCharge(waiting), body: state })
    expect(rejected.approval).toBe('REJECTED')
  })

  test('CHARGE-37: order entry decides nothing', async () => {
    const { waiting, entry } = await withOrder()
    const body = { version: 1, action: 'approve' as const }
    expect(await rejection(entry(setChargeState, { params: ofCharge(waiting), body }))).toMatchObject({ status: 403 })
  })
})
