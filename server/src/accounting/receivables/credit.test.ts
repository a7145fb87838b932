import { randomUUID } from 'node:crypto'
import { getCreditFigure, getOrderCredit } from '@cartage/contract/accounting/app/receivables'
import { blockOrder, unblockOrder } from '@cartage/contract/orders/app/commands'
import { getOrderRecord, listOrderHistory } from '@cartage/contract/orders/app/record'
import { holdReasons } from '@cartage/contract/orders/hold-reason'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { getTenantSettings, putTenantSettings } from '@cartage/contract/tenants/app/configuration'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { companiesOf } from '../../testing/data/companies.ts'
import { addBilledOrder, billingTenant } from '../../testing/data/money/billing.ts'
import { passJobTime } from '../../testing/data/money/sendings.ts'
import { rejection, settle, simpleOrder } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { creditFigure, overLimit } from './rules.ts'

const holdAsBefore = statement(
  'testing.hold_as_before',
  `update transport_order set is_blocked = $3::text is not null, block_reason = $3 where tenant_id = $1 and order_id = $2`,
)

const server = await startTestServer()
afterAll(() => server.close())

/** A customer with a limit of 200 and open orders of 150. */
async function customer(check: 'OFF' | 'WARN' | 'HOLD', limit = 200) {
  const billing = await billingTenant(server)
  const { tenant, admin } = billing
  const code = `C-${randomUUID().slice(0, 8)}`
  const { id: company_id } = await companiesOf(() => tenant).create({ name: 'Bakery', code, credit_policy: { limit } })
  const { settings } = await admin(getTenantSettings, {})
  await admin(putTenantSettings, { body: { ...settings, credit_check: check } })
  const order = (amount: string, status: string) =>
    addBilledOrder(billing, { company_id, status, charges: [{ amount }] })
  const upload = async () => {
    const { order_id, errors } = await settle(server, tenant, simpleOrder({ customer: { code } }))
    if (!order_id) throw new Error(`the order was refused: ${JSON.stringify(errors)}`)
    await passJobTime(tenant, 10)
    await server.drain()
    return order_id
  }
  const read = (order_id: string) => admin(getOrderRecord, { params: { order_id } })
  const credit = () => admin(getCreditFigure, { params: { company_id } })
  return { admin, order, upload, read, credit, company_id, tenant }
}

test('PAY-6: accepted orders of the paying company count until they are on hold, completed or cancelled', async () => {
  const { order, credit, tenant, company_id } = await customer('OFF')
  await order('100.00', 'TO_PLAN')
  await order('50.00', 'IN_PROGRESS')
  await order('30.00', 'QUOTE')
  await order('20.00', 'CANCELLED')
  expect(await credit()).toMatchObject({ ordered: '150.00', used: '150.00', is_exceeded: false, check: 'OFF' })
  const { id } = await companiesOf(() => tenant).create({ name: 'Head office', credit_policy: { limit: 100 } })
  await tenant.asTenant((tx) => tx.query(setPayer, company_id, id))
  expect(await credit()).toMatchObject({ ordered: '0.00' })
})

test('CREDIT-1: an order over the limit is accepted and on hold, until a person releases it', async () => {
  const { admin, order, upload, read, credit } = await customer('HOLD')
  await order('150.00', 'TO_PLAN')
  const within = await upload()
  expect(await read(within)).toMatchObject({ is_blocked: false })
  await order('60.00', 'TO_PLAN')
  const over = await upload()
  expect(await read(over)).toMatchObject({ is_blocked: true, hold_reason_code: 'CREDIT_LIMIT', status: 'TO_PLAN' })
  expect(await read(within)).toMatchObject({ is_blocked: false })
  expect(await credit()).toMatchObject({ used: '210.00', is_exceeded: true, check: 'HOLD' })
  await admin(unblockOrder, { params: { order_id: over } })
  await server.drain()
  expect(await read(over)).toMatchObject({ is_blocked: false })
})

test('CREDIT-2: only users who may release credit can remove the hold or change its reason, by any operation', async () => {
  const { admin, order, upload, read, tenant } = await customer('HOLD')
  const planner = await tenant.user('PLANNER')
  await order('250.00', 'TO_PLAN')
  const order_id = await upload()
  const params = { order_id }
  for (const refused of [
    await rejection(planner(unblockOrder, { params })),
    await rejection(planner(blockOrder, { params, body: { reason: 'Something else' } })),
    await rejection(planner(givePlanningCommand, { body: { kind: 'UNBLOCK', order_ids: [order_id] } })),
  ]) {
    expect(refused).toMatchObject({ status: 403, body: { code: 'role_missing' } })
  }
  expect(await read(order_id)).toMatchObject({ is_blocked: true, hold_reason_code: 'CREDIT_LIMIT' })
  await admin(givePlanningCommand, { body: { kind: 'UNBLOCK', order_ids: [order_id] } })
  expect(await read(order_id)).toMatchObject({ is_blocked: false })
  await planner(blockOrder, { params, body: { reason: 'Waiting for papers' } })
  expect(await read(order_id)).toMatchObject({ block_reason: 'Waiting for papers', hold_reason_code: null })
  await planner(unblockOrder, { params })
  expect(await read(order_id)).toMatchObject({ is_blocked: false })
})

test('CREDIT-2: a hold set by a process of an older version, which writes only the reason, gets its code as well', async () => {
  const { upload, read, tenant } = await customer('OFF')
  const order_id = await upload()
  for (const [reason, code] of [
    [holdReasons.CREDIT_LIMIT, 'CREDIT_LIMIT'],
    ['Waiting for papers', null],
    [holdReasons.CREDIT_LIMIT, 'CREDIT_LIMIT'],
    [null, null],
  ]) {
    await tenant.asTenant((tx) => tx.query(holdAsBefore, order_id, reason))
    expect(await read(order_id)).toMatchObject({ block_reason: reason, hold_reason_code: code })
  }
})

test('CREDIT-1: an order over the limit is only noted with that setting, and nothing happens without the check or without a limit', async () => {
  for (const [check, isNoted] of [
    ['WARN', true],
    ['OFF', false],
  ] as const) {
    const { admin, order, upload, read } = await customer(check)
    await order('210.00', 'TO_PLAN')
    const order_id = await upload()
    expect(await read(order_id)).toMatchObject({ is_blocked: false })
    const { items } = await admin(listOrderHistory, { params: { order_id } })
    expect(JSON.stringify(items).includes('credit_limit')).toBe(isNoted)
  }
})

test('CREDIT-3: the page of an order shows the credit used by the paying company, its limit and who may act, until the order is paid or done', async () => {
  const { admin, order, upload, company_id, tenant } = await customer('WARN')
  const within = await upload()
  const later = await order('210.00', 'TO_PLAN')
  const order_id = await upload()
  const read = async (id: string) => (await admin(getOrderCredit, { params: { order_id: id } })).credit
  expect(await read(within)).toBeNull()
  expect(await read(order_id)).toEqual({
    comes_to: 'WARN',
    payer: { company_id, name: 'Bakery' },
    figure: expect.objectContaining({ used: '210.00', limit: '200.00', is_exceeded: true, check: 'WARN' }),
    roles: ['SUPER_ADMIN'],
  })
  await admin(blockOrder, { params: { order_id }, body: { reason: 'Waiting for papers' } })
  expect(await read(order_id)).toBeNull()
  await admin(unblockOrder, { params: { order_id } })
  await tenant.asTenant((tx) => tx.query(end, later.orderId))
  expect(await read(order_id)).toBeNull()
  const viewer = await tenant.user('VIEWER')
  expect(await rejection(viewer(getOrderCredit, { params: { order_id } }))).toMatchObject({ status: 403 })
  const stranger = await (await server.tenant()).user('SUPER_ADMIN')
  expect(await rejection(stranger(getOrderCredit, { params: { order_id } }))).toMatchObject({ status: 404 })
})

test('CREDIT-3: an order on hold for the limit shows the credit used without it, and a released order shows nothing', async () => {
  const { admin, order, upload } = await customer('HOLD')
  await order('250.00', 'TO_PLAN')
  const order_id = await upload()
  const params = { order_id }
  const figure = { used: '250.00', limit: '200.00' }
  expect(await admin(getOrderCredit, { params })).toMatchObject({ credit: { comes_to: 'HOLD', figure } })
  await admin(unblockOrder, { params })
  expect(await admin(getOrderCredit, { params })).toEqual({ credit: null })
})

const end = statement(
  'test.credit_end',
  "update transport_order set status = 'CANCELLED' where tenant_id = $1 and order_id = $2",
)
const setPayer = statement(
  'test.credit_payer',
  'update company set default_invoice_customer_id = $3 where tenant_id = $1 and company_id = $2',
)

const amount = fc.integer({ min: 0, max: 1_000_000 }).map((cents) => (cents / 100).toFixed(2))

test('PAY-6: the used credit is the sum of its parts, to the cent, and any amount above the limit exceeds it', () => {
  fc.assert(
    fc.property(amount, amount, amount, fc.option(amount), (open, unbilled, ordered, limit) => {
      const figure = creditFigure({ currency: 'EUR', open, unbilled, ordered, limit, check: 'HOLD' })
      const cents = (text: string) => Math.round(Number(text) * 100)
      expect(cents(figure.used)).toBe(cents(open) + cents(unbilled) + cents(ordered))
      expect(overLimit(figure)).toBe(limit !== null && cents(figure.used) > cents(limit) ? 'HOLD' : undefined)
      expect(overLimit({ ...figure, check: 'OFF' })).toBeUndefined()
    }),
  )
})
