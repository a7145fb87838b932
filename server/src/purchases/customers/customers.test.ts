import { listLatestDocuments } from '@cartage/contract/documents/app/record'
import {
  acceptCustomerDocument,
  disputeCustomerDocument,
  matchCustomerDocument,
} from '@cartage/contract/purchases/app/customer'
import { listUnplacedPurchases } from '@cartage/contract/purchases/app/unplaced'
import { afterAll, expect, test } from 'vitest'
import { runChecks } from '../../accounting/checks/views.ts'
import { writeUbl } from '../../billing/einvoice/ubl-write.format.ts'
import { refreshUnbilled } from '../../charges/unbilled.store.ts'
import { statement } from '../../db/statement.ts'
import { sendMessage } from '../../testing/data/messages.ts'
import { addBilledOrder, addCustomer, type BillingTenant, billingTenant } from '../../testing/data/money/billing.ts'
import { chargesOf, unbilledOf } from '../../testing/data/money/charges.ts'
import { eInvoice, type TestLine } from '../../testing/data/money/einvoices.ts'
import { rejection } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer({ now: () => new Date('2026-11-23T08:00:00Z') })
afterAll(() => server.close())

/** A haulier, a self-billing customer, and two completed orders of the customer. */
async function selfBillingCustomer() {
  const billing = await billingTenant(server)
  const company_id = await addCustomer(billing)
  const first = await addBilledOrder(billing, {
    ...{ company_id, reference: 'PO-1' },
    charges: [{ amount: '500.00' }, { type: 'WAITING', amount: '30.00', approval: 'REQUESTED' }],
  })
  const second = await addBilledOrder(billing, { company_id, charges: [{ amount: '210.00' }] })
  await billing.tenant.asTenant((tx) => refreshUnbilled(tx, [first.orderId, second.orderId]))
  return { ...billing, billing, company_id, first, second }
}

/**
 * Receives a self-billed document of the customer.
 * @returns its inbox item
 */
async function receive({ tenant, admin }: BillingTenant, type_code: '389' | '261', number: string, lines: TestLine[]) {
  const members = { number, purchase_order: null }
  const body = Buffer.from(writeUbl(eInvoice({ type_code, lines, members })))
  const headers = { 'content-type': 'application/xml' }
  const answer = await sendMessage(server.app, tenant, { kind: 'e-invoicing', body, headers })
  expect(answer.json().errors).toHaveLength(1)
  const { items } = await admin(listUnplacedPurchases, { query: {} })
  const item = items.find(({ external_name }) => external_name === number)!
  return { item, params: { inbox_item_id: item.inbox_item_id } }
}

/** Proposed charges, in the form needed to accept them. */
async function proposed({ admin }: BillingTenant, params: { inbox_item_id: string }) {
  const match = await admin(matchCustomerDocument, { params, body: {} })
  const lines = match.lines.map(({ position, charges }) => ({
    position,
    charge_ids: charges.map(({ charge_id }) => charge_id),
  }))
  return { match, body: { company_id: match.customer?.id ?? null, lines, difference: match.difference } }
}

const selectPostings = statement(
  'test.count_postings',
  'select count(*)::integer as total from posting p where p.tenant_id = $1',
)

/** Results of the money check, except ratings, which these charges never had. */
const breaches = async ({ tenant }: BillingTenant) =>
  (await tenant.asTenant(runChecks)).filter((check) => check.breaches > 0 && check.number !== 15)

test('PURCH-18, PURCH-19, PURCH-20: charges on a self-billing document of the customer are matched to ours, which are billed elsewhere', async () => {
  const given = await selfBillingCustomer()
  const { billing, admin, tenant, first, second, company_id } = given
  const { item, params } = await receive(billing, '389', 'SB-17', [
    { name: 'Transport PO-1', amount: '525.00' },
    { name: `Transport ${second.number}`, amount: '210.00' },
  ])
  expect(item).toMatchObject({ is_self_billed: true, customer_name: 'Bakkerij Janssens NV', dispute: null })
  const { match, body } = await proposed(billing, params)
  expect(match).toMatchObject({
    ...{ customer: { id: company_id }, total: '735.00', expected: '740.00', difference: '-5.00', fault: null },
    lines: [
      {
        difference: '-5.00',
        charges: [
          { name: 'FREIGHT', amount: '500.00', billed: '495.28', difference: '-4.72' },
          { name: 'WAITING', amount: '30.00', billed: '29.72', difference: '-0.28' },
        ],
      },
      { difference: '0.00', charges: [{ order_name: second.number, amount: '210.00', billed: '210.00' }] },
    ],
  })
  const other = await rejection(admin(acceptCustomerDocument, { params, body: { ...body, difference: '0.00' } }))
  expect(other).toMatchObject({ status: 409, body: { code: 'charge_changed' } })
  expect(await admin(acceptCustomerDocument, { params, body })).toMatchObject({ status: 'RESOLVED' })
  expect(await chargesOf(tenant, first.orderId)).toMatchObject([
    { charge_type: 'FREIGHT', amount: '495.28', status: 'INVOICED_EXTERNAL' },
    { charge_type: 'WAITING', amount: '29.72', status: 'INVOICED_EXTERNAL', approval: 'APPROVED' },
  ])
  expect([await unbilledOf(tenant, first.orderId), await unbilledOf(tenant, second.orderId)]).toEqual([
    undefined,
    undefined,
  ])
  const proofs = await admin(listLatestDocuments, { query: { subject_type: 'ORDER', document_type: 'INVOICE' } })
  expect(proofs.total).toBe(2)
  expect(await tenant.asTenant((tx) => tx.query(selectPostings))).toEqual([{ total: 0 }])
  expect(await breaches(billing)).toEqual([])
  const again = await receive(billing, '389', 'SB-17', [{ name: 'Transport PO-1', amount: '525.00' }])
  expect((await proposed(billing, again.params)).match.fault).toContain('SB-17 was accepted before')
})

test('PURCH-21: a credit note of the customer reduces a charge, and reopens it when it covers all of it', async () => {
  const { billing, admin, tenant, second } = await selfBillingCustomer()
  for (const [type, number, amount, expected] of [
    ['389', 'SB-1', '210.00', { amount: '210.00', status: 'INVOICED_EXTERNAL' }],
    ['261', 'SB-2', '60.00', { amount: '150.00', status: 'INVOICED_EXTERNAL' }],
    ['261', 'SB-3', '150.00', { amount: '150.00', status: 'CREATED' }],
  ] as const) {
    const { params } = await receive(billing, type, number, [{ name: `Transport ${second.number}`, amount }])
    const { body, match } = await proposed(billing, params)
    expect([match.is_credit, match.fault]).toEqual([type === '261', null])
    await admin(acceptCustomerDocument, { params, body })
    expect(await chargesOf(tenant, second.orderId)).toMatchObject([expected])
  }
  expect(await unbilledOf(tenant, second.orderId)).toMatchObject({ reason: 'READY', amount: '150.000' })
  expect(await breaches(billing)).toEqual([])
})

test('PURCH-22: a disputed document stays in the list with the reason, its charges open, and is accepted later', async () => {
  const { billing, admin, tenant, second } = await selfBillingCustomer()
  const { params } = await receive(billing, '389', 'SB-9', [{ name: `Transport ${second.number}`, amount: '200.00' }])
  const disputed = await admin(disputeCustomerDocument, { params, body: { reason: '10.00 is missing' } })
  expect(disputed).toMatchObject({ status: 'OPEN', dispute: '10.00 is missing' })
  expect(await chargesOf(tenant, second.orderId)).toMatchObject([{ status: 'CREATED', amount: '210.00' }])
  const { body } = await proposed(billing, params)
  await admin(acceptCustomerDocument, { params, body })
  const late = await rejection(admin(disputeCustomerDocument, { params, body: { reason: 'After all' } }))
  expect(late).toMatchObject({ status: 409, body: { code: 'state_conflict' } })
})

test('PURCH-20: charges of another customer, or on a draft, cannot be chosen', async () => {
  const { billing, admin, company_id, first } = await selfBillingCustomer()
  const other = await addCustomer(billing, 'NL')
  const foreign = await addBilledOrder(billing, { company_id: other, charges: [{ amount: '10.00' }] })
  const { params } = await receive(billing, '389', 'SB-4', [{ name: 'Transport', amount: '10.00' }])
  const lines = [{ position: 1, charge_ids: foreign.chargeIds }]
  const refused = await rejection(
    admin(acceptCustomerDocument, { params, body: { company_id, lines, difference: '0.00' } }),
  )
  expect(refused).toMatchObject({ status: 409 })
  const { open_charges } = await admin(matchCustomerDocument, { params, body: {} })
  expect(open_charges.map(({ charge_id }) => charge_id)).toEqual(expect.arrayContaining(first.chargeIds))
  expect(open_charges.map(({ charge_id }) => charge_id)).not.toContain(foreign.chargeIds[0])
})
