import { randomUUID } from 'node:crypto'
import { createOrderCharge, setChargeState } from '@cartage/contract/charges/app/desk'
import { getChargeEvidence } from '@cartage/contract/charges/app/evidence'
import { approveOrderCharges } from '@cartage/contract/charges/endpoints'
import { createPortalLink } from '@cartage/contract/doors/app/portal-links'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, byOperator, bySystem } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import { statement } from '../../db/statement.ts'
import { addRated, chargeTenant, customerOf } from '../../testing/data/money/charge-desk.ts'
import { addCompany, rejection } from '../../testing/data/orders.ts'
import { addOrder } from '../../testing/data/trips.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { setChargeStatus } from '../record/store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const requestAgain = statement(
  'test.request_charge_again',
  `update charge set approval = 'REQUESTED', approval_decision = null where tenant_id = $1 and charge_id = $2`,
)

/** An order with freight and a charge with requested approval, and the customer's API client. */
async function withRequested() {
  const tenant = await chargeTenant(server)
  const { orderId: order_id } = await addOrder(server, tenant)
  const extra = {
    order_id,
    charge_type: 'WAITING',
    name: 'Waiting time',
    role: 'ACCESSORIAL' as const,
    amount: '36.00',
  }
  const [freight, requested, later] = await addRated(tenant, [
    { order_id },
    { ...extra, approval: 'REQUESTED', description: 'Waited 105 minutes' },
    { ...extra, approval: 'TO_REQUEST' },
  ])
  const customer = await tenant.callAs(['CUSTOMER'], await customerOf(tenant, order_id))
  const decide = (
    call: typeof customer,
    charges: { id: string; approval_status?: 'APPROVED' | 'REJECTED'; description?: string }[],
  ) => call(approveOrderCharges, { params: { order_id }, body: { charges } })
  return { tenant, order_id, freight: freight!, requested: requested!, later: later!, customer, decide }
}

test('CHARGE-8: approval of a charge can be requested right after it was added, although its tax was decided in between', async () => {
  const tenant = await chargeTenant(server)
  const { orderId: order_id } = await addOrder(server, tenant)
  const accountant = await tenant.user('ACCOUNTANT')
  const body = { charge_type: 'WAITING', unit_price: '36', needs_approval: true }
  const { charge_id, version, tax_hold } = await accountant(createOrderCharge, { params: { order_id }, body })
  expect(tax_hold).toBeNull()
  await server.drain()
  const request = { version, action: 'request_approval' as const }
  const requested = await accountant(setChargeState, { params: { charge_id }, body: request })
  expect(requested).toMatchObject({ approval: 'REQUESTED', amount: '36.00', tax_hold: expect.any(String) })
})

describe('decisions by the interface', () => {
  test('CHG-3: the default is APPROVED, and the comment is the last line of the description', async () => {
    const { tenant, requested, decide } = await withRequested()
    const { charges } = await decide(tenant.call, [{ id: requested.charge_id, description: 'Agreed' }])
    const decided = charges!.find(({ id }) => id === requested.charge_id)
    expect(decided).toMatchObject({
      approval_status: 'APPROVED',
      description: 'Waited 105 minutes\nAgreed',
      status: 'CREATED',
      amount_excl_tax: '36.00',
      amount_tax: '7.56',
      amount_incl_tax: '43.56',
      code: 'WAITING',
      tax_rate: { code: 'BE21', percentage: 21, tax_type: 'VAT' },
    })
  })

  test('CHARGE-34: an id from another order decides nothing', async () => {
    const { tenant, requested, decide } = await withRequested()
    const other = await addOrder(server, tenant)
    const [foreign] = await addRated(tenant, [{ order_id: other.orderId, approval: 'REQUESTED' }])
    for (const id of [randomUUID(), foreign!.charge_id]) {
      const refused = await rejection(decide(tenant.call, [{ id: requested.charge_id }, { id }]))
      expect(refused).toMatchObject({
        status: 400,
        body: { code: 'charge_unknown', errors: [{ path: 'charges.1.id' }] },
      })
    }
    const { charges } = await decide(tenant.call, [])
    expect(charges!.find(({ id }) => id === requested.charge_id)!.approval_status).toBe('REQUESTED')
  })

  test('CHARGE-34: the same decision again is 200; a customer does not decide against an earlier one', async () => {
    const { tenant, requested, customer, decide } = await withRequested()
    const { charge_id: id } = requested
    for (let round = 0; round < 2; round += 1) await decide(customer, [{ id }])
    const refused = await rejection(decide(customer, [{ id, approval_status: 'REJECTED' }]))
    expect(refused).toMatchObject({ status: 409, body: { code: 'charge_decided' } })
    const { charges } = await decide(tenant.call, [{ id, approval_status: 'REJECTED' }])
    expect(charges!.find((one) => one.id === id)!.approval_status).toBe('REJECTED')
  })

  test('CHARGE-15: a customer neither sees nor decides unrequested charges, nor charges of others', async () => {
    const { tenant, freight, later, customer, decide } = await withRequested()
    expect(await rejection(decide(customer, [{ id: later.charge_id }]))).toMatchObject({ status: 400 })
    expect(await rejection(decide(customer, [{ id: freight.charge_id }]))).toMatchObject({ status: 409 })
    const { charges } = await decide(customer, [])
    expect(charges!.map(({ id }) => id)).not.toContain(later.charge_id)
    const stranger = await tenant.callAs(['CUSTOMER'], await addCompany(tenant, { name: 'Beta', code: 'B' }))
    expect(await rejection(decide(stranger, []))).toMatchObject({ status: 404 })
  })

  test('CHARGE-31: a charge on a finalised document is no longer decided', async () => {
    const { tenant, requested, decide } = await withRequested()
    await tenant.asTenant((tx) => setChargeStatus(tx, [requested.charge_id], 'INVOICED'))
    const refused = await rejection(decide(tenant.call, [{ id: requested.charge_id }]))
    expect(refused).toMatchObject({ status: 409, body: { code: 'charge_invoiced' } })
  })
})

describe('decisions on the page of a charge', () => {
  test('CHARGE-32: another amount is approved with a reason, and the history shows both', async () => {
    const { tenant, requested } = await withRequested()
    const accountant = await tenant.user('ACCOUNTANT')
    const params = { charge_id: requested.charge_id }
    const approve = { version: 1, action: 'approve', amount: '30.00', reason: 'Agreed by phone' } as const
    const charge = await accountant(setChargeState, { params, body: approve })
    expect(charge).toMatchObject({
      ...{ amount: '30.00', approval: 'APPROVED' },
      decision: { amount: '30.00', comment: 'Agreed by phone' },
    })
    const { history, stops } = await accountant(getChargeEvidence, { params })
    expect(history[0]).toMatchObject({ approval: 'APPROVED', amount: '30.00', comment: 'Agreed by phone' })
    expect(stops.length).toBeGreaterThan(1)
  })

  test('CHARGE-37: a planner does not set the amount of a freight by approving it', async () => {
    const { tenant, freight } = await withRequested()
    const planner = await tenant.user('PLANNER')
    const body = { version: 1, action: 'approve', amount: '1.00', reason: 'Agreed' } as const
    const params = { charge_id: freight.charge_id }
    expect(await rejection(planner(setChargeState, { params, body }))).toMatchObject({ status: 403 })
  })
})

describe('the history of a charge', () => {
  test('CHARGE-34: the deciding API client and person of the customer are recorded', async () => {
    const { tenant, order_id, requested, customer, decide } = await withRequested()
    const planner = await tenant.user('PLANNER')
    const { charge_id: id } = requested
    await decide(customer, [{ id, description: 'By the interface' }])
    await decide(tenant.call, [{ id, approval_status: 'REJECTED' }])
    await tenant.asTenant((tx) => tx.query(requestAgain, id))
    const params = { company_id: await customerOf(tenant, order_id) }
    const { path } = await planner(createPortalLink, { params, body: { person_name: 'Petra' } })
    const answer = await server.app.inject({
      ...{ method: 'POST', url: `/door/portal/orders/${order_id}/charges` },
      headers: { authorization: `Link ${path.split('#')[1]}` },
      payload: { charges: [{ charge_id: id, approval: 'APPROVED', comment: 'Agreed' }] },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const { history } = await planner(getChargeEvidence, { params: { charge_id: id } })
    expect(history.map(({ by, approval, comment }) => [by, approval, comment])).toEqual([
      ['Petra (Alpha)', 'APPROVED', 'Agreed'],
      ['test client', 'REJECTED', null],
      ['further client', 'APPROVED', 'By the interface'],
    ])
  })

  test('CHARGE-34: a webhook is recorded by name, or by kind without one, and rating has no actor', async () => {
    const { tenant, requested } = await withRequested()
    const planner = await tenant.user('PLANNER')
    const params = { charge_id: requested.charge_id }
    const actors: Actor[] = [
      { kind: 'webhook', id: tenant.webhookCredential.client_id },
      { kind: 'client', id: 'one that is gone' },
      byOperator.actor,
      bySystem.actor,
    ]
    for (const [at, actor] of actors.entries()) {
      await tenant.asTenant((tx) =>
        recordChanges(tx, { actor, requestId: null }, [
          {
            ...{ entity_type: 'charge', entity_id: requested.charge_id, action: 'updated' },
            ...{ before: { amount: String(at) }, after: { amount: String(at + 1) } },
          },
        ]),
      )
    }
    const { history } = await planner(getChargeEvidence, { params })
    expect(history.map(({ by }) => by)).toEqual([null, 'operator', 'client', 'test webhooks'])
  })
})
