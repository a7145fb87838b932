import { randomUUID } from 'node:crypto'
import { listPayments } from '@cartage/contract/accounting/app/payments'
import { listReceivables } from '@cartage/contract/accounting/app/receivables'
import { setSalesInvoicePayment } from '@cartage/contract/billing/documents'
import { closeBookingPeriod } from '@cartage/contract/books/app'
import { importOrders } from '@cartage/contract/orders/app/import'
import { getTenantSettings, putTenantSettings } from '@cartage/contract/tenants/app/configuration'
import { afterAll, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { statement } from '../db/statement.ts'
import { addSetting } from '../tenants/settings/commands.ts'
import { tenantKinds } from '../tenants/settings/kinds.rules.ts'
import { companiesOf } from '../testing/data/companies.ts'
import { writeDocument } from '../testing/data/money/invoices.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { newTripName } from '../trips/names.commands.ts'

/** The last day of the year in UTC and Lisbon, but New Year in Brussels. */
const server = await startTestServer({ now: () => new Date('2026-12-31T23:30:00Z') })
afterAll(() => server.close())

const entityOf = statement(
  'test.entity_at_midnight',
  'select billing_entity_id from billing_entity where tenant_id = $1 and is_default',
)

async function haulierIn(zone: string) {
  const tenant = await server.tenant()
  const admin = await tenant.user('SUPER_ADMIN')
  const { settings } = await admin(getTenantSettings, {})
  await admin(putTenantSettings, { body: { ...settings, time_zone: zone } })
  const { id: company_id } = await companiesOf(() => tenant).create({ name: 'Bakery' })
  return { tenant, company_id, accountant: await tenant.user('ACCOUNTANT') }
}

test.each([
  ['Europe/Brussels', '2027-01-01', '1.21'],
  ['Europe/Lisbon', '2026-12-31', '0.00'],
])(
  'TIME-3: in %s it is %s: invoices due the day before are overdue, and a payment is dated on that day',
  async (zone, day, late) => {
    const { tenant, company_id, accountant } = await haulierIn(zone)
    const { invoice_id } = await writeDocument(tenant, {
      ...{ company_id, lines: [{ amount: '1.00' }], date: '2026-12-01', due_date: '2026-12-31' },
    })
    const { on, items } = await accountant(listReceivables, { query: {} })
    expect({ on, late: items[0]!.days_1_30 }).toEqual({ on: day, late })
    await tenant.call(setSalesInvoicePayment, { params: { id: invoice_id }, body: { status: 'PAID' } })
    expect((await accountant(listPayments, { params: { invoice_id } })).items).toMatchObject([{ paid_on: day }])
  },
)

test('TIME-3: a month can be closed as soon as it is over in the time zone of the haulier', async () => {
  const close = async (zone: string) => {
    const { tenant, accountant } = await haulierIn(zone)
    const [entity] = await tenant.asTenant((tx) => tx.query<{ billing_entity_id: string }>(entityOf))
    return await accountant(closeBookingPeriod, { body: { ...entity!, month: '2026-12' } })
  }
  expect(await close('Europe/Brussels')).toMatchObject({ status: 'CLOSED' })
  await expect(close('Europe/Lisbon')).rejects.toMatchObject({ status: 422 })
})

test('TIME-3: trips are numbered by the year in the time zone of the haulier', async () => {
  const name = async (zone: string) => {
    const { tenant } = await haulierIn(zone)
    const kind = tenantKinds.find((one) => one.kind === 'number_ranges')!
    const range = { code: 'TRIPS', name: 'Trips', applies_to: 'TRIP', prefix: 'R', year_style: 'FULL', separator: '-' }
    await addSetting(server.ctx, { tenantId: tenant.tenantId, by: byOperator, kind }, range)
    return (await newTripName(server.ctx, tenant.tenantId)).slice(0, 6)
  }
  expect([await name('Europe/Brussels'), await name('Europe/Lisbon')]).toEqual(['R-2027', 'R-2026'])
})

test('TIME-3: "tomorrow" in a file of orders is relative to the day of the haulier', async () => {
  const { tenant } = await haulierIn('Europe/Brussels')
  const clerk = await tenant.user('SUPER_ADMIN')
  const values = {
    ...{ customer: 'Bakery', order_identifier: 'S-1', pickup_date: 'tomorrow', delivery_date: 'tomorrow' },
    ...{ pickup_name: 'Quay', pickup_city: 'Gent', pickup_country: 'BE' },
    ...{ delivery_name: 'Shop', delivery_city: 'Liege', delivery_country: 'BE' },
  }
  const { items } = await clerk(importOrders, { body: { import_key: randomUUID(), rows: [{ line: 2, values }] } })
  expect(items).toMatchObject([{ errors: [] }])
  await server.drain()
  const [days] = await tenant.asTenant((tx) =>
    tx.query<{ day: string }>(
      statement('test.pickup_day', 'select min(pickup_on)::text as day from transport_order where tenant_id = $1'),
    ),
  )
  expect(days).toEqual({ day: '2027-01-02' })
})
