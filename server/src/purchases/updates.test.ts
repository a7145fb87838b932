import { getSalesInvoice } from '@cartage/contract/billing/documents'
import { listInboxItems } from '@cartage/contract/messages/app/record'
import { afterAll, expect, test } from 'vitest'
import { companiesOf } from '../testing/data/companies.ts'
import { sendMessage } from '../testing/data/messages.ts'
import { writeDocument } from '../testing/data/money/invoices.ts'
import { startTestServer } from '../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('PURCH-12: custom fields are set by id or by the only match on the number; the rest is in errors', async () => {
  const tenant = await server.tenant()
  const { id: company_id } = await companiesOf(() => tenant).create({ name: 'Bakery' })
  const write = () => writeDocument(tenant, { company_id, lines: [{ amount: '10.00' }] })
  const [first, second] = [await write(), await write()]
  const named = (name: string) => ({ matches_all: [{ sales_invoice: { name: { matches_any: [name] } } }] })
  const updates = [
    { sales_invoice: { id: first.invoice_id, custom_fields: { paid_by: 'card' } } },
    { sales_invoice: { match: named(second.name), custom_fields: { paid_by: 'bank' } } },
    { sales_invoice: { match: named('F-0'), custom_fields: { paid_by: 'cash' } } },
    { sales_invoice: { id: 'F-0', custom_fields: {} } },
    { sales_invoice: { match: { matches_all: [] }, custom_fields: {} } },
  ]
  const answer = await sendMessage(server.app, tenant, { kind: 'billing-document-update', body: { updates } })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().errors.map(({ error_message: text }: { error_message: string }) => text.split(':')[0])).toEqual([
    'updates.2',
    'updates.3',
    'updates.4',
  ])
  const fieldsOf = async (id: string) => (await tenant.call(getSalesInvoice, { params: { id } })).custom_fields
  expect(await fieldsOf(first.invoice_id)).toEqual({ paid_by: 'card' })
  expect(await fieldsOf(second.invoice_id)).toEqual({ paid_by: 'bank' })
  const admin = await tenant.user('SUPER_ADMIN')
  expect((await admin(listInboxItems, { query: {} })).items).toHaveLength(3)
})
