import { changeCharge, setChargeState } from '@cartage/contract/charges/app/desk'
import { getOrderCharges } from '@cartage/contract/charges/app/read'
import type { OrderChargesOutput } from '@cartage/contract/orders/charges'
import { beforeAll, describe, expect, test } from 'vitest'
import { consignment, order, stop } from './bodies.ts'
import { chargesPath, Haulier, type ListedCharge } from './haulier.ts'
import { hasOperator } from './operator.ts'
import { b, expectProblem, pathsOf, setup, type Tenant, uuid4 } from './world.ts'

describe.runIf(hasOperator)('charges of an order', () => {
  let haulier: Haulier
  let code: string
  let companyId: string
  beforeAll(async () => {
    haulier = await Haulier.create('charges')
    const customer = await haulier.customer()
    code = customer.accounting_code
    companyId = customer.id
  })

  const approve = (orderId: string, charges: unknown, by: Tenant = haulier.tenant, slash = '') =>
    by.post<OrderChargesOutput>(`${chargesPath(orderId)}/approval${slash}`, { charges })

  async function ofType(orderId: string, type: string): Promise<ListedCharge> {
    return (await haulier.charges(orderId)).find((one) => one.code === type)!
  }

  /** An order whose fuel charge the customer has to approve. */
  async function requested(): Promise<{ orderId: string; chargeId: string }> {
    const orderId = await haulier.pricedOrder(code)
    const chargeId = (await ofType(orderId, 'FUEL')).id!
    const { items } = await haulier.admin(getOrderCharges, { params: { order_id: orderId } })
    const { version } = items.find(({ charge_id }) => charge_id === chargeId)!
    const body = { version, action: 'request_approval' } as const
    await haulier.admin(setChargeState, { params: { charge_id: chargeId }, body })
    return { orderId, chargeId }
  }

  async function setState(chargeId: string, orderId: string, action: 'exclude' | 'include'): Promise<void> {
    const { items } = await haulier.admin(getOrderCharges, { params: { order_id: orderId } })
    const { version } = items.find(({ charge_id }) => charge_id === chargeId)!
    const reason = action === 'exclude' ? { reason: 'Goodwill' } : {}
    await haulier.admin(setChargeState, { params: { charge_id: chargeId }, body: { version, action, ...reason } })
  }

  test('CHG-1: a charge has the published members, amounts as text, and a provisional amount until it is invoiced', async () => {
    const orderId = await haulier.pricedOrder(code)
    const freight = await ofType(orderId, 'FREIGHT')
    expect(freight).toEqual({
      id: expect.stringMatching(uuid4),
      ...{ name: 'Freight', code: 'FREIGHT', description: 'Freight', currency: 'EUR' },
      ...{ amount_excl_tax: '186.00', amount_tax: '39.06', amount_incl_tax: '225.06' },
      tax_rate: { code: '21', name: 'VAT 21 %', percentage: 21, tax_type: 'VAT' },
      ...{ status: 'CREATED', approval_status: null },
    })
    const { items } = await haulier.admin(getOrderCharges, { params: { order_id: orderId } })
    const { version } = items.find(({ charge_id }) => charge_id === freight.id)!
    const body = { version, amount: '200.00', reason: 'Agreed by telephone' }
    await haulier.admin(changeCharge, { params: { charge_id: freight.id! }, body })
    const after = await ofType(orderId, 'FREIGHT')
    expect(after).toMatchObject({ id: freight.id, amount_excl_tax: '200.00', amount_incl_tax: '242.00' })
  })

  test('CHG-1: an order without a price has an empty list; other tenants and roles cannot read charges', async () => {
    const orderId = await haulier.tenant.applied(beforeEveryPrice(code))
    // Once a later order is priced, the first one has been processed too.
    await haulier.pricedOrder(code)
    expect(await haulier.charges(orderId)).toEqual([])
    expectProblem(await b.get(chargesPath(orderId)), 404, 'not_found')
    expectProblem(await haulier.tenant.get(chargesPath('no-uuid')), 404, 'not_found')
    const reader = await haulier.as(['API_ACCOUNTING', 'API_MASTER_DATA', 'API_TRIP'])
    expectProblem(await reader.get(chargesPath(orderId)), 403)
    expectProblem(await approve(orderId, [], reader), 403)
  })

  test('CHG-2: CREATED until the invoice is posted, DO_NOT_INVOICE while it is excluded', async () => {
    const orderId = await haulier.pricedOrder(code)
    const { id } = await ofType(orderId, 'FUEL')
    expect((await haulier.charges(orderId)).map(({ status }) => status)).toEqual(['CREATED', 'CREATED'])
    await setState(id!, orderId, 'exclude')
    expect((await ofType(orderId, 'FUEL')).status).toBe('DO_NOT_INVOICE')
    expect((await ofType(orderId, 'FREIGHT')).status).toBe('CREATED')
    await setState(id!, orderId, 'include')
    expect((await ofType(orderId, 'FUEL')).status).toBe('CREATED')
  })

  test('CHG-3: a list of charges is approved with a description, and the response is the charges', async () => {
    const { orderId, chargeId } = await requested()
    expect((await ofType(orderId, 'FUEL')).approval_status).toBe('REQUESTED')
    const decision = { id: chargeId, approval_status: 'APPROVED', description: 'Agreed, PO 778' }
    const answer = await approve(orderId, [decision])
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.charges).toHaveLength(2)
    expect(answer.body.charges).toEqual(await haulier.charges(orderId))
    const approved = await ofType(orderId, 'FUEL')
    expect(approved).toMatchObject({ approval_status: 'APPROVED', status: 'CREATED', amount_excl_tax: '23.25' })
    expect(approved.description).toMatch(/(^|\n)Agreed, PO 778$/)
    const repeated = await approve(orderId, [decision], haulier.tenant, '/')
    expect([repeated.status, repeated.body]).toEqual([200, answer.body])
  })

  test('CHG-3: without approval_status it is APPROVED; REJECTED and a later APPROVED are accepted as well', async () => {
    const { orderId, chargeId: id } = await requested()
    const rejected = await approve(orderId, [{ id, approval_status: 'REJECTED', description: null }])
    expect(rejected.status, rejected.text).toBe(200)
    expect((await ofType(orderId, 'FUEL')).approval_status).toBe('REJECTED')
    expect((await approve(orderId, [{ id }])).status).toBe(200)
    expect((await ofType(orderId, 'FUEL')).approval_status).toBe('APPROVED')
    expect((await approve(orderId, [])).status).toBe(200)
  })

  test('CHG-3: one charge of another order rejects the whole list; nothing is applied', async () => {
    const [first, second] = [await requested(), await requested()]
    for (const id of [second.chargeId, crypto.randomUUID()]) {
      const answer = await approve(first.orderId, [{ id: first.chargeId }, { id }])
      expect(pathsOf(expectProblem(answer, 400, 'charge_unknown'))).toEqual(['charges.1.id'])
    }
    expect((await ofType(first.orderId, 'FUEL')).approval_status).toBe('REQUESTED')
    expectProblem(await approve(first.orderId, [{ id: first.chargeId }], b), 404, 'not_found')
  })

  test('CHG-3: a request in another form than published is 422 and names the member', async () => {
    const { orderId, chargeId: id } = await requested()
    const paths = async (charges: unknown) => pathsOf(expectProblem(await approve(orderId, charges), 422))
    expect(await paths(undefined)).toEqual(['charges'])
    expect(await paths([{ id, approval_status: 'TO_REQUEST' }])).toEqual(['charges.0.approval_status'])
    expect(await paths([{ approval_status: 'APPROVED' }])).toEqual(['charges.0.id'])
    expect((await ofType(orderId, 'FUEL')).approval_status).toBe('REQUESTED')
  })

  test('CHG-3: a customer decides on charges requested for its own orders, once', async () => {
    const customer = await haulier.as(['CUSTOMER'], companyId)
    const { orderId, chargeId: id } = await requested()
    const open = await haulier.pricedOrder(code)
    const other = (await haulier.customer()).accounting_code
    const foreign = await haulier.pricedOrder(other)
    expectProblem(await customer.get(chargesPath(foreign)), 404, 'not_found')
    expect((await customer.get<OrderChargesOutput>(chargesPath(orderId))).body.charges).toHaveLength(2)
    expect((await approve(orderId, [{ id, approval_status: 'REJECTED' }], customer)).status).toBe(200)
    expect((await approve(orderId, [{ id, approval_status: 'REJECTED' }], customer)).status).toBe(200)
    expectProblem(await approve(orderId, [{ id }], customer), 409, 'charge_decided')
    const unasked = (await ofType(open, 'FUEL')).id
    expectProblem(await approve(open, [{ id: unasked }], customer), 409, 'charge_decided')
    expect((await ofType(orderId, 'FUEL')).approval_status).toBe('REJECTED')
  })
})

test('CHG-4: the document declares the set of statuses open, and describes how to read an unknown one', () => {
  const { components } = JSON.parse(setup.document) as { components: { schemas: Record<string, unknown> } }
  const status = components.schemas.ChargeStatus as Record<string, unknown>
  // Known values for readers, any text for generators: a new status breaks no client.
  expect(status.anyOf).toEqual([{ type: 'string', enum: status['x-open-set'] }, { type: 'string' }])
  expect(status['x-open-set']).toEqual(expect.arrayContaining(['CREATED', 'INVOICE_POSTED', 'DO_NOT_INVOICE']))
  expect(JSON.stringify(components.schemas.ChargeWithApprovalOutput)).toContain('read as CREATED')
})

/** An order on days without a valid rate card. */
function beforeEveryPrice(code: string) {
  const pickup_stop = stop('Quarry Noord', { activity: 'PICKUP', date: '2025-11-03' })
  const delivery_stop = stop('Depot Zuid', { activity: 'DELIVERY', date: '2025-11-04' })
  return order({ customer: { code }, consignments: [consignment({ pickup_stop, delivery_stop })] })
}
