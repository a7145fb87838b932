import { createSalesCreditNote, createSalesInvoice } from '@cartage/contract/billing/creation'
import { afterAll, expect, test } from 'vitest'
import { sampleChargeTypes } from '../../../seeds/rates.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { fillDemo } from './tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('BILL-6: a tenant with the reference data of the demo can invoice and credit at once', async () => {
  const tenant = await server.tenant()
  await fillDemo(server.ctx, tenant.tenantId)
  const body = {
    ...{ date: server.ctx.now().toISOString().slice(0, 10), currency: 'EUR', customer: { accounting_code: '400001' } },
    charges: [
      { amount_excl_tax: '100.00', price_list_item: { code: sampleChargeTypes[0]!.code }, description: 'Gent - Lille' },
    ],
  }
  const invoice = await tenant.call(createSalesInvoice, { body })
  expect(invoice).toMatchObject({ billing_entity: { code: 'MAIN' }, total_incl_tax: '121.00' })
  expect(invoice.name).toMatch(/^INV-\d{4}-00001$/)
  expect((await tenant.call(createSalesCreditNote, { body })).name).toMatch(/^CN-\d{4}-00001$/)
})
