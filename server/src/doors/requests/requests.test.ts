import { getDay } from '@cartage/contract/app/day'
import { createTripCost } from '@cartage/contract/charges/app/desk'
import { getTripCosts } from '@cartage/contract/charges/app/read'
import { getTripAnswer } from '@cartage/contract/dispatch/app/answers'
import { answerCarrierTrip, getCarrierTrip, offerCarrierPrice } from '@cartage/contract/doors/app/carrier'
import { createCarrierLink } from '@cartage/contract/doors/app/links'
import { getPortalOrder, requestPortalChange } from '@cartage/contract/doors/app/portal'
import { decideCarrierOffer, decideOrderRequest } from '@cartage/contract/doors/app/requests'
import { listOrders } from '@cartage/contract/orders/app/list'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { afterAll, expect, test } from 'vitest'
import { addSubcontractor } from '../../testing/data/dispatch.ts'
import { linkTo } from '../../testing/data/doors.ts'
import { chargeTenant } from '../../testing/data/money/charge-desk.ts'
import { orderTenant, rejection, settle, simpleOrder } from '../../testing/data/orders.ts'
import { addOrder, plannedStops, plannedTrip } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { callWith } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

/** A trip that begins tomorrow and costs 600, and the carrier's page. */
async function pricedTrip(showsPrice = true) {
  const tenant = await chargeTenant(server)
  const planner = await tenant.user('PLANNER')
  const carrier = await addSubcontractor(tenant, 'Hauler One')
  const order = await addOrder(server, tenant)
  const stops = plannedStops(order.stops, Date.now() + 86_400_000)
  const { tripId: trip_id } = await plannedTrip(server, tenant, {
    ...{ orders: [order], resources: [] },
    members: { subcontractor_id: carrier, stops },
  })
  const params = { trip_id }
  const cost = (charge_type: string, unit_price: string) =>
    planner(createTripCost, { params, body: { charge_type, unit_price, currency: 'EUR' } })
  await cost('FREIGHT', '600')
  await cost('TOLL', '40')
  const { path } = await planner(createCarrierLink, {
    params,
    body: { days: 7, label: 'Gent', shows_price: showsPrice },
  })
  const page = callWith(server.app, { authorization: `Link ${path.split('#')[1]}` })
  const offers = async () => (await planner(getDay, {})).exceptions.filter(({ kind }) => kind === 'OFFER')
  const decide = (door_request_id: string, body: Parameters<typeof planner<typeof decideCarrierOffer>>[1]['body']) =>
    planner(decideCarrierOffer, { params: { ...params, door_request_id }, body })
  const costs = async () => {
    const { items } = await planner(getTripCosts, { params })
    return items.filter(({ status }) => status === 'CREATED').map(({ amount }) => amount)
  }
  return { tenant, planner, params, page, offers, decide, costs }
}

test('DOOR-14: a price requested by a carrier is on Today, and accepted in one step: it is the cost of the trip, which is accepted', async () => {
  const { tenant, planner, params, page, offers, decide, costs } = await pricedTrip()
  expect(await page(getCarrierTrip, {})).toMatchObject({
    ...{ agreed: { amount: '640.00', currency: 'EUR' }, offer: null, can_offer: true, offer_currency: 'EUR' },
  })
  const asked = await page(offerCarrierPrice, { body: { amount: '690', text: 'Ferry' } })
  expect(asked).toMatchObject({ state: 'SILENT', offer: { amount: '690.00', state: 'OPEN', text: 'Ferry' } })
  await page(offerCarrierPrice, { body: { amount: '690.00', text: 'Ferry' } })
  await page(offerCarrierPrice, { body: { amount: '650', text: null } })
  const [shown, ...others] = await offers()
  expect(others).toEqual([])
  expect(shown).toMatchObject({
    ...{ trip_id: params.trip_id, carrier_name: 'Hauler One' },
    request: { kind: 'OFFER', amount: '650.00', agreed: '640.00', currency: 'EUR', requested_by: 'Gent' },
  })
  const entry = await tenant.user('ORDER_ENTRY')
  const viewer = await tenant.user('VIEWER')
  for (const reader of [entry, viewer]) {
    expect((await reader(getDay, {})).exceptions.filter(({ kind }) => kind === 'OFFER')).toEqual([])
  }
  const { door_request_id } = shown!.request!
  expect(await decide(door_request_id, { decision: 'ACCEPTED' })).toEqual({ state: 'ACCEPTED' })
  await decide(door_request_id, { decision: 'ACCEPTED' })
  expect(await costs()).toEqual(['650.00'])
  expect((await planner(getTripAnswer, { params })).standing).toMatchObject({ state: 'ACCEPTED' })
  expect(await offers()).toEqual([])
  expect(await page(getCarrierTrip, {})).toMatchObject({
    ...{ agreed: { amount: '650.00' }, offer: { state: 'ACCEPTED' }, can_offer: false },
  })
  expect(await rejection(decide(door_request_id, { decision: 'DECLINED', answer: 'Late' }))).toMatchObject({
    status: 409,
  })
  expect(await rejection(page(offerCarrierPrice, { body: { amount: '700' } }))).toMatchObject({ status: 409 })
})

test('DOOR-14: declining an offer leaves the price, and the carrier reads the reason and may request again', async () => {
  const { planner, params, page, offers, decide, costs } = await pricedTrip(false)
  expect(await page(getCarrierTrip, {})).toMatchObject({ agreed: null })
  await page(offerCarrierPrice, { body: { amount: '900' } })
  const [shown] = await offers()
  await decide(shown!.request!.door_request_id, { decision: 'DECLINED', answer: '660 at most' })
  expect(await costs()).toEqual(['600.00', '40.00'])
  expect((await planner(getTripAnswer, { params })).standing).toMatchObject({ answer: null })
  expect(await page(getCarrierTrip, {})).toMatchObject({
    ...{ agreed: null, offer: { state: 'DECLINED', answer: '660 at most' }, can_offer: true },
  })
  expect(await rejection(page(offerCarrierPrice, { body: { amount: '650.005' } }))).toMatchObject({ status: 422 })
  await page(answerCarrierTrip, { body: { answer: 'REFUSED', reason: 'Too little' } })
  await page(offerCarrierPrice, { body: { amount: '660' } })
  const [last] = await offers()
  // Accepted at the original price: the offer lapses on both sides.
  await page(answerCarrierTrip, { body: { answer: 'ACCEPTED' } })
  expect(await offers()).toEqual([])
  expect(await page(getCarrierTrip, {})).toMatchObject({ offer: null, agreed: null, can_offer: false })
  const late = decide(last!.request!.door_request_id, { decision: 'ACCEPTED' })
  expect(await rejection(late)).toMatchObject({ status: 409 })
  expect(await costs()).toEqual(['600.00', '40.00'])
})

test('DOOR-14: an offer for a trip that went to another carrier is closed', async () => {
  const { tenant, planner, params, page, offers, decide, costs } = await pricedTrip()
  await page(offerCarrierPrice, { body: { amount: '690' } })
  const [shown] = await offers()
  const other = await addSubcontractor(tenant, 'Hauler Two')
  await planner(givePlanningCommand, {
    body: { kind: 'ASSIGN', ...params, subcontractor_id: other, override: { reason: 'Agreed' } },
  })
  expect(await offers()).toEqual([])
  const late = decide(shown!.request!.door_request_id, { decision: 'ACCEPTED' })
  expect(await rejection(late)).toMatchObject({ status: 409 })
  expect(await rejection(page(getCarrierTrip, {}))).toMatchObject({ status: 401 })
  expect(await costs()).not.toContain('690.00')
})

/** An order of a customer, the customer's portal, and the requests shown on Today. */
async function customerOrder() {
  const tenant = await orderTenant(server)
  const { order_id } = await settle(server, tenant, simpleOrder({ customer_reference_number: 'PO-49 1234' }))
  const planner = await tenant.user('PLANNER')
  const { items } = await planner(listOrders, {})
  const { company_id } = items[0]!.customer
  const { headers } = await linkTo(server, tenant, { door: 'CUSTOMER', company_id })
  const portal = callWith(server.app, headers)
  const params = { order_id: order_id! }
  const requests = async () => (await planner(getDay, {})).exceptions.filter(({ kind }) => kind === 'REQUEST')
  return { tenant, planner, portal, params, requests }
}

test('DOOR-15: a customer requests a cancellation, a person cancels the order from Today, and the customer sees it', async () => {
  const { planner, portal, params, requests } = await customerOrder()
  expect(await portal(getPortalOrder, { params })).toMatchObject({ requests: [], can_request: ['CHANGE', 'CANCEL'] })
  await portal(requestPortalChange, { params, body: { kind: 'CANCEL', text: 'Sold out' } })
  await portal(requestPortalChange, { params, body: { kind: 'CANCEL', text: 'Sold out' } })
  const [shown, ...others] = await requests()
  expect(others).toEqual([])
  expect(shown).toMatchObject({
    ...{ severity: 'SEVERE', order_id: params.order_id, customer_name: 'Alpha' },
    request: { kind: 'CANCEL', text: 'Sold out', amount: null },
  })
  const { door_request_id } = shown!.request!
  await planner(decideOrderRequest, { params: { ...params, door_request_id }, body: { decision: 'ACCEPTED' } })
  await server.drain()
  expect(await portal(getPortalOrder, { params })).toMatchObject({
    ...{ state: 'CANCELLED', can_request: [], requests: [{ kind: 'CANCEL', state: 'ACCEPTED' }] },
  })
  expect(await requests()).toEqual([])
  const again = portal(requestPortalChange, { params, body: { kind: 'CHANGE', text: 'Later' } })
  expect(await rejection(again)).toMatchObject({ status: 409 })
})

test('DOOR-15: a change is requested as text, and declined with a reason that the customer sees', async () => {
  const { planner, portal, params, requests } = await customerOrder()
  const silent = portal(requestPortalChange, { params, body: { kind: 'CHANGE', text: ' ' } })
  expect(await rejection(silent)).toMatchObject({ status: 422 })
  await portal(requestPortalChange, { params, body: { kind: 'CHANGE', text: 'Two pallets more' } })
  const { door_request_id } = (await requests())[0]!.request!
  const decision = { decision: 'DECLINED' as const, answer: 'The truck is full' }
  await planner(decideOrderRequest, { params: { ...params, door_request_id }, body: decision })
  expect((await portal(getPortalOrder, { params })).requests).toMatchObject([
    { kind: 'CHANGE', state: 'DECLINED', text: 'Two pallets more', answer: 'The truck is full' },
  ])
})
