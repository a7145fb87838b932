import { replayRateCard } from '@cartage/contract/charges/app/replay'
import {
  createRateRecord,
  getRateRecord,
  listRateRecords,
  NewRateDraft,
  saveRateDraft,
} from '@cartage/contract/rates/app/records'
import { afterAll, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { amountsOf, chargeTenant, publishCard } from '../../testing/data/money/charges.ts'
import { rejection } from '../../testing/data/orders.ts'
import { addOrder, plannedTrip } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

const freight = (price: string) => ({ key: 'freight', type: 'FREIGHT', block: { kind: 'FIXED' as const, price } })
const period = { from: '2020-01-01', to: '2035-12-31' }
const footprint = statement(
  'testing.replay_footprint',
  `select (select count(*) from rating where tenant_id = $1) as ratings,
          (select sum(amount) from charge where tenant_id = $1)::text as amounts,
          (select count(*) from rating_due where tenant_id = $1) as due,
          (select count(*) from audit_record where tenant_id = $1) as changes`,
)

/** Saves a draft of a published card that becomes valid long after the orders. */
async function draftOf(tenant: TestTenant, code: string, lines: readonly object[], doc: object = {}): Promise<string> {
  const user = await tenant.user('ACCOUNTANT')
  const { items } = await user(listRateRecords, { query: { kind: 'RATE_CARD' } })
  const { rate_record_id } = items.find((one) => one.code === code)!
  const given = { kind: 'RATE_CARD', valid_from: '2040-01-01', doc: { assignments: [{ to: 'ALL' }], lines, ...doc } }
  await user(saveRateDraft, { params: { rate_record_id }, body: NewRateDraft.parse(given) })
  return rate_record_id
}

test('PRICE-27: a draft that becomes valid later is applied to the orders of a period, and nothing is stored', async () => {
  const tenant = await chargeTenant(server)
  await publishCard(server, tenant, 'A', { lines: [freight('100.00')] })
  const { orderId } = await addOrder(server, tenant)
  await server.drain()
  const rate_record_id = await draftOf(tenant, 'A', [freight('112.50')])
  const user = await tenant.user('ACCOUNTANT')
  const before = await tenant.asTenant((tx) => tx.query(footprint))
  const { items, next, total } = await user(replayRateCard, { params: { rate_record_id }, body: period })
  expect({ next, total }).toEqual({ next: null, total: 1 })
  expect(items).toMatchObject([
    {
      id: orderId,
      before: { total: '100.00', card: 'A', result: 'COMPLETE' },
      after: { total: '112.50', card: 'A', message: 'The draft is used.' },
      difference: '12.50',
    },
  ])
  expect(await tenant.asTenant((tx) => tx.query(footprint))).toEqual(before)
  expect(await amountsOf(tenant, orderId)).toEqual({ FREIGHT: '100.00' })
})

test('PRICE-27: an order without a price, before or with the draft, is reported without a difference', async () => {
  const tenant = await chargeTenant(server)
  await publishCard(server, tenant, 'A', { lines: [freight('100.00')] })
  await addOrder(server, tenant)
  await server.drain()
  const when = [{ kind: 'IS', fact: 'pickup.country', value: 'SE' }]
  const rate_record_id = await draftOf(tenant, 'A', [{ ...freight('90.00'), when }])
  const user = await tenant.user('ACCOUNTANT')
  const { items } = await user(replayRateCard, { params: { rate_record_id }, body: period })
  expect(items).toMatchObject([{ before: { total: '100.00' }, after: { result: 'INCOMPLETE', total: null } }])
  expect(items[0]!.difference).toBeNull()
})

test('PRICE-27: other days and other customers are left out, and a card without a draft is not found', async () => {
  const tenant = await chargeTenant(server)
  await publishCard(server, tenant, 'A', { lines: [freight('100.00')] })
  await addOrder(server, tenant)
  await server.drain()
  const rate_record_id = await draftOf(tenant, 'A', [freight('110.00')])
  const user = await tenant.user('ACCOUNTANT')
  const params = { rate_record_id }
  const early = await user(replayRateCard, { params, body: { from: '2020-01-01', to: '2020-12-31' } })
  expect(early).toEqual({ items: [], next: null, total: 0 })
  const stranger = '11111111-1111-4111-8111-111111111111'
  expect((await user(replayRateCard, { params, body: { ...period, company_ids: [stranger] } })).total).toBe(0)
  const body = { kind: 'RATE_CARD' as const, code: 'B', name: 'B', side: 'SALES' as const, currency: 'EUR' }
  const other = await user(createRateRecord, { body })
  expect((await user(getRateRecord, { params: { rate_record_id: other.rate_record_id } })).draft).toBeNull()
  const call = user(replayRateCard, { params: { rate_record_id: other.rate_record_id }, body: period })
  expect(await rejection(call)).toMatchObject({ status: 404 })
})

test('PRICE-27: orders of one shipment are also priced together with the draft', async () => {
  const tenant = await chargeTenant(server)
  const shared = { key: 'freight', type: 'FREIGHT', scope: 'GROUP', block: { kind: 'FIXED', price: '100.00' } } as const
  await publishCard(server, tenant, 'A', { consolidation: 'TRIP', lines: [shared] })
  const orders = [await addOrder(server, tenant), await addOrder(server, tenant)]
  await plannedTrip(server, tenant, { orders })
  await server.drain()
  const block = { kind: 'FIXED', price: '150.00' }
  const rate_record_id = await draftOf(tenant, 'A', [{ ...shared, block }], { consolidation: 'TRIP' })
  const user = await tenant.user('ACCOUNTANT')
  const { items } = await user(replayRateCard, { params: { rate_record_id }, body: period })
  const sum = (of: 'before' | 'after') => items.reduce((total, one) => total + Number(one[of].total), 0)
  expect([items.length, sum('before'), sum('after')]).toEqual([2, 100, 150])
})
