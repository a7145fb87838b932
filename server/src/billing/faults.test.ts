import { finaliseDrafts } from '@cartage/contract/billing/app/draft'
import { getInvoiceRun, startInvoiceRun } from '@cartage/contract/billing/app/run'
import { afterAll, expect, test } from 'vitest'
import { refreshUnbilled } from '../charges/unbilled.store.ts'
import { addBilledOrder, addCustomer, billingTenant, draft, recordOf } from '../testing/data/money/billing.ts'
import { plantFault } from '../testing/plant-fault.ts'
import { startTestServer } from '../testing/start-test-server.ts'

const server = await startTestServer({ now: () => new Date('2026-02-01T08:00:00Z') })
afterAll(() => server.close())

test('EACH-1: a document that fails to finalise stays a draft with an error number to quote, and the others of its batch are finalised', async () => {
  const billing = await billingTenant(server)
  const company_id = await addCustomer(billing)
  const orders = await Promise.all(
    ['1.00', '2.00', '3.00'].map((amount) => addBilledOrder(billing, { company_id, charges: [{ amount }] })),
  )
  const ids = await draft(
    billing,
    orders.map(({ orderId }) => orderId),
  )
  expect(ids).toHaveLength(3)
  const finalise = async (some: string[]) => (await billing.admin(finaliseDrafts, { body: { ids: some } })).items
  const mend = await plantFault(server, 'invoice', `new.invoice_id = '${ids[1]}' and new.status <> 'DRAFT'`)
  expect(await finalise(ids)).toMatchObject([
    { is_done: true },
    { is_done: false, message: expect.stringMatching(/fault of the service.*number to your administrator: \S+\.$/) },
    { is_done: true },
  ])
  await mend()
  expect(await finalise([ids[1]!])).toMatchObject([{ is_done: true }])
  const names = await Promise.all(ids.map(async (id) => (await recordOf(billing, id)).name))
  expect(names).toEqual(['2026000001', '2026000003', '2026000002'])
})

test('EACH-3: a run leaves out an order whose draft fails, with the reason, and proposes the others', async () => {
  const billing = await billingTenant(server)
  const company_id = await addCustomer(billing)
  const orders = []
  for (const amount of ['1.00', '2.00', '3.00']) {
    orders.push(await addBilledOrder(billing, { company_id, charges: [{ amount }] }))
  }
  const ids = orders.map(({ orderId }) => orderId)
  await billing.tenant.asTenant((tx) => refreshUnbilled(tx, ids))
  const mend = await plantFault(server, 'invoice_line_charge', `new.charge_id = '${orders[1]!.chargeIds[0]}'`)
  const { invoice_run_id } = await billing.admin(startInvoiceRun, { body: { up_to: '2026-01-31', date: '2026-01-31' } })
  await server.drain()
  await mend()
  expect(await billing.admin(getInvoiceRun, { params: { invoice_run_id } })).toMatchObject({
    status: 'PROPOSED',
    total: 2,
    rejected: [{ id: ids[1], code: 'internal_error', message: expect.stringMatching(/fault of the service/) }],
  })
})
