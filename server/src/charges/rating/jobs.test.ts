import { explainOrder } from '@cartage/contract/charges/app/explain'
import { patchCompany } from '@cartage/contract/companies/endpoints'
import { listOrderCharges } from '@cartage/contract/orders/endpoints'
import { tryRates } from '@cartage/contract/rates/app/bench'
import { retireRateVersion } from '@cartage/contract/rates/app/records'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { dueSubjects, removeDue } from '../../rates/queue.store.ts'
import { listRecords } from '../../rates/records/views.ts'
import { markDue, markNewOrders } from '../../rates/store.ts'
import {
  amountsOf,
  chargesOf,
  chargeTenant,
  per,
  publishCard,
  publishIndex,
  ratingOf,
  unbilledOf,
} from '../../testing/data/money/charges.ts'
import { settle, simpleOrder } from '../../testing/data/orders.ts'
import { addOrder, plannedTrip } from '../../testing/data/trips.ts'
import { osrmAnswer, setOsrm } from '../../testing/servers/osrm.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { findUnrepeatable } from './recheck.views.ts'

const server = await startTestServer()
afterAll(() => server.close())

const freight = { key: 'freight', type: 'FREIGHT', block: { kind: 'FIXED' as const, price: '100.00' } }
const percent = { kind: 'FIXED' as const, percent: '10' }
const fuel = { key: 'fuel', type: 'FUEL', block: { kind: 'PERCENT' as const, of: ['FREIGHT'], rate: percent } }

const hold = 'customer_country_missing'
const due = (subject_id: string) => [{ subject_type: 'ORDER' as const, subject_id }]
const mark = (tenant: TestTenant, orderId: string) => tenant.asTenant((tx) => markDue(tx, due(orderId), 'TEST'))
const selectRatedAt = statement(
  'testing.select_rated_at',
  'select rated_at::text from rating r where r.tenant_id = $1 and r.subject_id = $2',
)
const breakOrder = statement(
  'testing.break_order',
  `update transport_order o set doc = '{}'::json where o.tenant_id = $1 and o.order_id = $2`,
)
const selectSnapshots = statement(
  'testing.select_snapshots',
  `select subject_type, moment, total::text from charge_snapshot s
    where s.tenant_id = $1 and s.subject_id = $2 order by taken_at, moment`,
)
const countDue = statement(
  'testing.count_due',
  'select count(*)::int as count from rating_due d where d.tenant_id = $1',
)

const countArrivals = statement(
  'testing.count_arrivals',
  'select count(*)::int as count from rating_arrival a where a.tenant_id = $1',
)

const complete = statement(
  'testing.complete_before_cards',
  `update transport_order set status = 'COMPLETED', pickup_on = '2020-01-06', delivery_on = '2020-01-06',
          created_at = '2020-01-05' where tenant_id = $1 and order_id = $2`,
)

describe('CHARGE-1: changed orders are rated', () => {
  test('rating again without a change writes nothing', async () => {
    const tenant = await chargeTenant(server)
    await publishCard(server, tenant, 'A', { lines: [freight, fuel] })
    const { orderId } = await addOrder(server, tenant)
    const state = async () => [
      await chargesOf(tenant, orderId),
      await tenant.asTenant((tx) => tx.query(selectRatedAt, orderId)),
    ]
    const before = await state()
    expect(await amountsOf(tenant, orderId)).toEqual({ FREIGHT: '100.00', FUEL: '10.00' })
    for (let times = 0; times < 3; times += 1) {
      await mark(tenant, orderId)
      await server.drain()
    }
    expect(await state()).toEqual(before)
    expect(await tenant.asTenant((tx) => tx.query(countDue))).toEqual([{ count: 0 }])
  })

  test('nothing is marked for a tenant without rates and charges', async () => {
    const tenant = await chargeTenant(server)
    const { orderId } = await addOrder(server, tenant)
    await mark(tenant, orderId)
    expect(await tenant.asTenant((tx) => tx.query(countDue))).toEqual([{ count: 0 }])
  })

  test('new orders of a transaction are queued in one row, and each is rated once', async () => {
    const tenant = await chargeTenant(server)
    const [one, other, third] = [server.ctx.newId(), server.ctx.newId(), server.ctx.newId()]
    const arrive = (...ids: string[]) => tenant.asTenant((tx) => markNewOrders(tx, ids))
    const due = (limit: number) => tenant.asTenant((tx) => dueSubjects(tx, limit))
    await arrive(one)
    expect(await due(10)).toEqual([])
    await publishCard(server, tenant, 'A', { lines: [freight] })
    await arrive(one, other)
    await mark(tenant, other)
    await arrive(third)
    expect(await tenant.asTenant((tx) => tx.query(countArrivals))).toEqual([{ count: 2 }])
    // Reads as many arrivals as contain the requested number. The third order has to wait.
    expect((await due(1)).map(({ subject_id }) => subject_id)).toEqual([one])
    expect(await tenant.asTenant((tx) => tx.query(countArrivals))).toEqual([{ count: 1 }])
    const all = await due(10)
    expect(all.map(({ subject_id }) => subject_id)).toEqual([one, other, third])
    await tenant.asTenant((tx) => removeDue(tx, all))
    expect(await due(10)).toEqual([])
  })

  test('an order that changes while it is rated stays in the queue', async () => {
    const tenant = await chargeTenant(server)
    await publishCard(server, tenant, 'A', { lines: [freight] })
    const { orderId } = await addOrder(server, tenant)
    await mark(tenant, orderId)
    const taken = await tenant.asTenant((tx) => dueSubjects(tx, 10))
    await mark(tenant, orderId)
    await tenant.asTenant((tx) => removeDue(tx, taken))
    expect(await tenant.asTenant((tx) => tx.query(countDue))).toEqual([{ count: 1 }])
  })

  test('orders are rated again when rates, indexes or the company change', async () => {
    const tenant = await chargeTenant(server)
    const { orderId } = await addOrder(server, tenant)
    const indexed = { ...fuel, block: { ...fuel.block, rate: { kind: 'DIRECT' as const, index: 'DIESEL' } } }
    const addValue = await publishIndex(server, tenant, 'DIESEL', { '2026-06-01': '9' })
    await publishCard(server, tenant, 'A', { lines: [freight, indexed] })
    await server.drain()
    expect(await ratingOf(tenant, orderId)).toMatchObject({ result: 'INCOMPLETE' })
    await addValue({ '2026-01-01': '8' })
    await server.drain()
    expect(await amountsOf(tenant, orderId)).toEqual({ FREIGHT: '100.00', FUEL: '8.00' })
    expect((await chargesOf(tenant, orderId)).map(({ tax_hold }) => tax_hold)).toEqual([hold, hold])
    const [company] = await tenant.asTenant((tx) => tx.query<{ company_id: string }>(selectCustomer))
    const body = { vat_number: 'BE0123456749' }
    await tenant.call(patchCompany, { params: { id: company!.company_id }, body })
    await server.drain()
    expect((await chargesOf(tenant, orderId)).map(({ tax_hold }) => tax_hold)).toEqual([null, null])
  })

  test('CHARGE-12: with the first card, orders completed before it are listed as work without a card', async () => {
    const tenant = await chargeTenant(server)
    const { orderId } = await addOrder(server, tenant)
    await tenant.asTenant((tx) => tx.query(complete, orderId))
    expect(await unbilledOf(tenant, orderId)).toBeUndefined()
    await publishCard(server, tenant, 'A', { assignments: [{ to: 'COMPANY', code: 'OTHER' }], lines: [freight] })
    await server.drain()
    expect(await unbilledOf(tenant, orderId)).toMatchObject({ reason: 'NO_CARD' })
  })

  test('an order that cannot be rated blocks no other, and stays visible', async () => {
    const tenant = await chargeTenant(server)
    await publishCard(server, tenant, 'A', { lines: [freight] })
    const bad = await addOrder(server, tenant)
    const good = await addOrder(server, tenant)
    await publishCard(server, tenant, 'B', { assignments: [{ to: 'ALL', priority: 1 }], lines: [fuel, freight] })
    await tenant.asTenant((tx) => tx.query(breakOrder, bad.orderId))
    await server.drain()
    expect(Object.keys(await amountsOf(tenant, good.orderId))).toContain('FREIGHT')
    const jobs = await tenant.asTenant((tx) => tx.query<{ kind: string; last_error: string }>(selectJobs))
    expect(jobs).toEqual([{ kind: 'charges.rate_alone', last_error: expect.stringContaining('undefined') }])
  })
})

const selectJobs = statement(
  'testing.select_rating_jobs',
  `select kind, last_error from job j where j.tenant_id = $1 and j.kind = 'charges.rate_alone'`,
)

test('CHARGE-2: kilometres come from the road engine, which is requested before rating, and the explanation states this', async () => {
  const tenant = await chargeTenant(server)
  await setOsrm(tenant)
  server.answerWith((request) => (request.url.includes('/table/') ? osrmAnswer(request, 1_000, 13) : {}))
  await publishCard(server, tenant, 'A', {
    lines: [{ key: 'km', type: 'FREIGHT', block: per('way.km_direct', '1.00') }],
  })
  const { orderId } = await addOrder(server, tenant)
  server.answerWith(() => ({}))
  expect(await amountsOf(tenant, orderId)).toEqual({ FREIGHT: '1000.00' })
  const explained = await (await tenant.user('ACCOUNTANT'))(explainOrder, { params: { order_id: orderId } })
  expect(explained.facts.sources).toMatchObject({ 'way.km_direct': 'road engine' })
})

test('CHARGE-10: an accepted requested price replaces the base lines; percentages are calculated from it', async () => {
  const tenant = await chargeTenant(server)
  await publishCard(server, tenant, 'A', { lines: [freight, fuel] })
  const upload = { pricing: { requested_price: '82.50' } }
  const shown = await addOrder(server, tenant, upload)
  expect(await amountsOf(tenant, shown.orderId)).toEqual({ FREIGHT: '100.00', FUEL: '10.00' })
  await tenant.asTenant((tx) => tx.query(acceptPrices))
  const { orderId } = await addOrder(server, tenant, upload)
  expect(await amountsOf(tenant, orderId)).toEqual({ FREIGHT: '82.50', FUEL: '8.25' })
  const [requested] = await chargesOf(tenant, orderId)
  expect(requested).toMatchObject({ origin: 'REQUESTED', charge_type: 'FREIGHT' })
  const user = await tenant.user('ACCOUNTANT')
  const { explanation } = await user(explainOrder, { params: { order_id: orderId } })
  expect(explanation).toMatchObject({ result: 'COMPLETE', total: '90.75' })
})

const acceptPrices = statement(
  'testing.accept_prices',
  'update import_configuration set accept_requested_price = true where tenant_id = $1',
)

test('CHARGE-11: a cancelled order keeps its charges and gets the charges for cancelled orders', async () => {
  const tenant = await chargeTenant(server)
  const cancelled = { ...freight, key: 'cancelled', type: 'CUSTOMS', on_cancel: true }
  await publishCard(server, tenant, 'A', { lines: [freight, cancelled] })
  const { orderId, orderIdentifier } = await addOrder(server, tenant)
  await settle(server, tenant, simpleOrder({ operation: 'DELETE', order_identifier: orderIdentifier }))
  expect(await amountsOf(tenant, orderId)).toEqual({ FREIGHT: '100.00', CUSTOMS: '100.00' })
  expect(await unbilledOf(tenant, orderId)).toMatchObject({ amount: '200.000' })
  expect(await tenant.asTenant((tx) => findUnrepeatable(tx, null))).toEqual([])
})

test('CHARGE-13: the expected charges are stored when the trip is confirmed', async () => {
  const tenant = await chargeTenant(server)
  await publishCard(server, tenant, 'A', { lines: [freight] })
  await publishCard(server, tenant, 'C', { assignments: [{ to: 'OWN_FLEET' }], lines: [freight] }, { side: 'COST' })
  const order = await addOrder(server, tenant)
  const { tripId } = await plannedTrip(server, tenant, { orders: [order], resources: [] })
  await server.drain()
  const kept = (id: string) => tenant.asTenant((tx) => tx.query(selectSnapshots, id))
  expect(await kept(tripId)).toEqual([{ subject_type: 'TRIP', moment: 'CONFIRMED', total: '100.000' }])
  expect(await kept(order.orderId)).toEqual([{ subject_type: 'ORDER', moment: 'CONFIRMED', total: '100.000' }])
})

describe('CHARGE-14: the explanation of a price', () => {
  test('uses the stored facts and version, even when the version is retired', async () => {
    const tenant = await chargeTenant(server)
    await publishCard(server, tenant, 'A', { lines: [freight, fuel] })
    const { orderId } = await addOrder(server, tenant)
    const user = await tenant.user('ACCOUNTANT')
    const first = await user(explainOrder, { params: { order_id: orderId } })
    expect(first).toMatchObject({ phase: 'EXPECTED', message: 'Card A, valid from 1 Jan 2026, is used.' })
    expect(first.explanation.charges.map(({ type, amount }) => [type, amount])).toEqual([
      ['FREIGHT', '100.00'],
      ['FUEL', '10.00'],
    ])
    const bench = await user(tryRates, { body: { side: 'SALES', facts: first.facts } })
    expect(bench.total).toBe('110.00')
    const [card] = await tenant.asTenant((tx) => listRecords(tx, ['RATE_CARD']))
    const params = { ...card!, rate_version_id: card!.versions[0]!.rate_version_id }
    await user(retireRateVersion, { params, body: undefined })
    const again = await user(explainOrder, { params: { order_id: orderId } })
    expect(again.explanation.charges).toEqual(first.explanation.charges)
  })

  test('does not exist for an order that was not rated', async () => {
    const tenant = await chargeTenant(server)
    const { orderId } = await addOrder(server, tenant)
    const user = await tenant.user('ACCOUNTANT')
    await expect(user(explainOrder, { params: { order_id: orderId } })).rejects.toMatchObject({ status: 404 })
  })
})

describe('CHG-1, CHARGE-15: the published list', () => {
  test('has amounts as text with provisional tax, and explains on request', async () => {
    const tenant = await chargeTenant(server)
    await publishCard(server, tenant, 'A', { lines: [freight, { ...fuel, approval: 'TO_REQUEST' }] })
    const { orderId } = await addOrder(server, tenant)
    await tenant.asTenant((tx) => tx.query(giveVat))
    await mark(tenant, orderId)
    await server.drain()
    const params = { order_id: orderId }
    const { charges, explanation } = await tenant.call(listOrderCharges, { params, query: { explain: '1' } })
    expect(charges?.toSorted((one, other) => (one.code! < other.code! ? -1 : 1))).toMatchObject([
      {
        ...{ code: 'FREIGHT', amount_excl_tax: '100.00', amount_tax: '21.00', amount_incl_tax: '121.00' },
        ...{ currency: 'EUR', status: 'CREATED', approval_status: null },
      },
      { code: 'FUEL', amount_excl_tax: '10.00', approval_status: 'TO_REQUEST' },
    ])
    expect(explanation).toMatchObject({ card: 'A', total: '110.00', lines: [{ line: 'freight' }, { line: 'fuel' }] })
    expect(await tenant.call(listOrderCharges, { params })).toEqual({ charges })
  })

  test('hides unrequested charges and explanations from a customer', async () => {
    const tenant = await chargeTenant(server)
    await publishCard(server, tenant, 'A', { lines: [freight, { ...fuel, approval: 'TO_REQUEST' }] })
    const { orderId } = await addOrder(server, tenant)
    const [company] = await tenant.asTenant((tx) => tx.query<{ company_id: string }>(selectCustomer))
    const customer = await tenant.callAs(['CUSTOMER'], company!.company_id)
    const answer = await customer(listOrderCharges, { params: { order_id: orderId }, query: { explain: '1' } })
    expect(answer.charges?.map(({ code }) => code)).toEqual(['FREIGHT'])
    expect(answer).not.toHaveProperty('explanation')
  })
})

const giveVat = statement(
  'testing.give_vat',
  `update company c set doc = c.doc || '{"vat_number": "BE0123456749"}' where c.tenant_id = $1`,
)
const selectCustomer = statement('testing.select_customer', 'select company_id from company c where c.tenant_id = $1')

test('CHG-2: a charge is CREATED until its document is posted; an excluded one is DO_NOT_INVOICE', async () => {
  const tenant = await chargeTenant(server)
  await publishCard(server, tenant, 'A', { lines: [freight] })
  const { orderId } = await addOrder(server, tenant)
  const [charge] = await chargesOf(tenant, orderId)
  const read = async (status: string) => {
    await tenant.asTenant((tx) => tx.query(setStatus, charge!.charge_id, status))
    const { charges } = await tenant.call(listOrderCharges, { params: { order_id: orderId } })
    return charges!.map((one) => one.status)
  }
  expect(await read('INVOICED')).toEqual(['CREATED'])
  expect(await read('INVOICE_POSTED')).toEqual(['INVOICE_POSTED'])
  expect(await read('DO_NOT_INVOICE')).toEqual(['DO_NOT_INVOICE'])
  expect(await read('INVOICED_EXTERNAL')).toEqual(['DO_NOT_INVOICE'])
  expect(await read('WITHDRAWN')).toEqual([])
})

const setStatus = statement(
  'testing.set_charge_status',
  `update charge c set status = $3, status_reason = 'test' where c.tenant_id = $1 and c.charge_id = $2`,
)

test('CHARGE-8: the only billing entity with the customer in its books invoices the charge, otherwise the default one', async () => {
  const tenant = await chargeTenant(server)
  await publishCard(server, tenant, 'A', { lines: [freight] })
  const { orderId } = await addOrder(server, tenant)
  const entityOf = async () =>
    (await tenant.asTenant((tx) => tx.query<{ code: string }>(selectEntity, orderId)))[0]!.code
  const first = await entityOf()
  expect(first).not.toBe('NL')
  const [company] = await tenant.asTenant((tx) => tx.query<{ company_id: string }>(selectCustomer))
  const params = { id: company!.company_id }
  await tenant.call(patchCompany, {
    params,
    body: { sales: { billing_entities: [{ code: 'NL', accounting_code: 'D1' }] } },
  })
  await mark(tenant, orderId)
  await server.drain()
  expect(await entityOf()).toBe('NL')
  const both = [
    { code: 'NL', accounting_code: 'D1' },
    { code: first, accounting_code: 'D2' },
  ]
  await tenant.call(patchCompany, { params, body: { sales: { billing_entities: both } } })
  await mark(tenant, orderId)
  await server.drain()
  expect(await entityOf()).toBe(first)
})

const selectEntity = statement(
  'testing.select_entity_of_charge',
  `select b.code from charge c join billing_entity b on b.tenant_id = $1 and b.billing_entity_id = c.billing_entity_id
    where c.tenant_id = $1 and c.order_id = $2 and c.side = 'SALES'`,
)
