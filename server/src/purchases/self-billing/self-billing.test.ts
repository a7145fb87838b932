import { listSyncTasks } from '@cartage/contract/accounting/endpoints'
import { discardDrafts, finaliseDrafts } from '@cartage/contract/billing/app/draft'
import { getPurchase, listPurchases } from '@cartage/contract/purchases/app'
import {
  changeSelfBillingAgreement,
  createSelfBillingAgreement,
  listSelfBillingAgreements,
} from '@cartage/contract/purchases/app/agreement'
import {
  agreeSelfBilled,
  createSelfBilledDrafts,
  finaliseSelfBilled,
  objectSelfBilled,
  withdrawSelfBilled,
} from '@cartage/contract/purchases/app/self-billing'
import { afterAll, describe, expect, test } from 'vitest'
import { runChecks } from '../../accounting/checks/views.ts'
import { requestPosting } from '../../accounting/tasks/post.commands.ts'
import { byOperator } from '../../audit/rules.ts'
import { loadEntities } from '../../billing/drafts/facts.views.ts'
import { faultsOfEInvoice } from '../../billing/einvoice/verdict.rules.ts'
import { previewOf } from '../../billing/files/commands.ts'
import { findInvoice } from '../../billing/records/views.ts'
import { statement } from '../../db/statement.ts'
import { chargesOf } from '../../testing/data/money/charges.ts'
import { addCarriedTrip, addSupplier, type PurchaseTenant, purchaseTenant } from '../../testing/data/money/purchases.ts'
import { fetchFiles } from '../../testing/data/money/walk-throughs.ts'
import { rejection } from '../../testing/data/orders.ts'
import { pdfPages } from '../../testing/data/pdf-text.ts'
import { plantFault } from '../../testing/plant-fault.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { agreeByTime } from './decide.commands.ts'

const clock = { now: new Date('2026-11-30T08:00:00Z') }
const server = await startTestServer({ now: () => clock.now })
afterAll(() => server.close())

const november = { from: '2026-11-01', to: '2026-11-30', date: '2026-11-30' }

const setTerm = statement(
  'test.set_payment_term',
  `update company set doc = doc || $3::jsonb where tenant_id = $1 and company_id = $2`,
)

const setFooter = statement(
  'test.set_own_footer',
  `update billing_entity set footer = '{"en":"Our terms apply","nl":"Our terms apply"}' where tenant_id = $1 and is_default`,
)

const setEntity = statement(
  'test.set_own_entity',
  `update billing_entity set legal_name = 'Transport Vermeulen BV', vat_number = 'BE0403170701', country = 'BE',
          company_registration_number = '0403170701',
          address = '{"street":"Kaai 1","postal_code":"9000","city":"Gent"}'
    where tenant_id = $1 and is_default`,
)

/** A supplier in the Netherlands with an objection period of 7 days in its agreement. */
async function agreed(days_to_object = 7) {
  const purchases = await purchaseTenant(server)
  const { admin, tenant } = purchases
  const supplier = await addSupplier(purchases)
  const purchase = { payment_term: { code: 'END_OF_MONTH_1' } }
  await tenant.asTenant((tx) => tx.query(setTerm, supplier, JSON.stringify({ purchase })))
  await tenant.asTenant((tx) => tx.query(setEntity))
  const entity = (await tenant.asTenant(loadEntities)).find(({ is_default }) => is_default)!
  const agreement = await admin(createSelfBillingAgreement, {
    body: {
      ...{ company_id: supplier, billing_entity_id: entity.billing_entity_id, valid_from: '2026-01-01' },
      days_to_object,
    },
  })
  return { ...purchases, purchases, supplier, entity, agreement }
}

const freight = (amount: string) => ({ charge_type: 'FREIGHT', name: 'Freight', role: 'BASE', amount }) as const
const waiting = {
  charge_type: 'WAITING',
  name: 'Waiting time',
  role: 'ACCESSORIAL',
  amount: '63.00',
  quantity: '1.5',
  unit: 'HUR',
  unit_price: '42.00',
  approval: 'APPROVED',
} as const
const deduction = { charge_type: 'FREIGHT', name: 'Damage', role: 'ACCESSORIAL', amount: '-25.00' } as const

/** Trips and document of walk-through 7. */
async function walkThroughSeven(days?: number) {
  const given = await agreed(days)
  const first = await addCarriedTrip(given, given.supplier, [freight('540.00'), waiting])
  const second = await addCarriedTrip(given, given.supplier, [freight('615.50'), deduction])
  const { invoice_ids, rejected } = await given.admin(createSelfBilledDrafts, { body: november })
  expect(rejected).toEqual([])
  expect(invoice_ids).toHaveLength(1)
  return { ...given, first, second, params: { invoice_id: invoice_ids[0]! } }
}

const breaches = async ({ tenant }: PurchaseTenant) =>
  (await tenant.asTenant(runChecks)).filter((check) => check.breaches > 0 && check.number !== 15)

describe('agreements', () => {
  test('PURCH-13: a supplier has one agreement at a time, which can be changed and ended', async () => {
    const { admin, supplier, entity, agreement } = await agreed()
    expect(agreement).toMatchObject({ state: 'IN_FORCE', days_to_object: 7, version: 1, valid_to: null })
    const { company_id, billing_entity_id } = { company_id: supplier, ...entity }
    const next = { billing_entity_id, valid_from: '2027-01-01' }
    const overlap = await rejection(admin(createSelfBillingAgreement, { body: { company_id, ...next } }))
    expect(overlap).toMatchObject({ status: 422 })
    const params = { self_billing_agreement_id: agreement.self_billing_agreement_id }
    const ended = { billing_entity_id, valid_from: '2026-01-01', valid_to: '2026-01-31' }
    const changed = await admin(changeSelfBillingAgreement, { params, body: { ...ended, version: 1 } })
    expect(changed).toMatchObject({ state: 'ENDED', version: 2 })
    const late = await rejection(admin(changeSelfBillingAgreement, { params, body: { ...ended, version: 1 } }))
    expect(late).toMatchObject({ status: 409 })
    await admin(createSelfBillingAgreement, { body: { company_id, ...next, valid_from: '2099-01-01' } })
    const { items } = await admin(listSelfBillingAgreements, { query: { company: supplier } })
    expect(items.map(({ state }) => state)).toEqual(['UPCOMING', 'ENDED'])
  })
})

describe('documents', () => {
  test('PURCH-14, PURCH-15: walk-through 7, two trips, waiting and a deduction in the name of the supplier', async () => {
    const walk = await walkThroughSeven()
    const { admin, tenant, params, first, second, supplier } = walk
    const { invoice, self_billing } = await admin(getPurchase, { params })
    expect(invoice).toMatchObject({ status: 'PRE_INVOICED', is_self_billed: true, name: null, due_date: '2026-12-31' })
    expect(self_billing).toMatchObject({ state: 'WAITING', objections_until: '2026-12-07', is_by_time: false })
    expect(invoice.lines.map(({ quantity, amount, trip_name }) => [quantity, amount, trip_name])).toEqual([
      ['1', '540.00', first.name],
      ['1.5', '63.00', first.name],
      ['1', '615.50', second.name],
      ['-1', '-25.00', second.name],
    ])
    const preview = await previewOf(server.ctx, tenant.tenantId, params.invoice_id)
    expect(preview.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
    await admin(agreeSelfBilled, { params, body: { comment: 'By e-mail' } })
    const done = await admin(finaliseSelfBilled, { params, body: {} })
    expect(done.invoice).toMatchObject({
      ...{ status: 'INVOICED', name: 'S2026000001', date: '2026-11-30', due_date: '2026-12-31' },
      ...{ total_excl_tax: '1193.50', total_tax: '0.00', total_incl_tax: '1193.50' },
    })
    await server.drain()
    const files = await fetchFiles({ server, tenant }, params.invoice_id, 'PURCHASE')
    expect(files.xml).toMatchObject({
      ...{ type_code: '389', number: 'S2026000001', due_on: '2026-12-31' },
      seller: { vat_number: 'NL001234567B01' },
      totals: { lines: '1193.50', without_vat: '1193.50', vat: '0.00', with_vat: '1193.50', payable: '1193.50' },
      vat: [{ category: 'AE', base: '1193.50', tax: '0.00' }],
    })
    expect(faultsOfEInvoice(files.xml, { isForPeppol: false })).toEqual([])
    expect(files.text).toContain('S2026000001')
    expect(files.text).toContain('1,193.50')
    const row = (await tenant.asTenant((tx) => findInvoice(tx, params.invoice_id)))!
    expect(row).toMatchObject({ number_scope: supplier, number_counted: '1' })
    for (const { trip_id } of [first, second]) {
      expect((await chargesOf(tenant, trip_id, 'COST')).map(({ status }) => status)).toEqual(['INVOICED', 'INVOICED'])
    }
    await requestPosting(server.ctx, tenant.tenantId, byOperator, params.invoice_id)
    const { tasks } = await tenant.call(listSyncTasks, { query: {} })
    expect(tasks).toMatchObject([{ invoice_id: params.invoice_id, task_type: 'POST_INVOICE_PURCHASE' }])
    expect(await breaches(walk)).toEqual([])
  })

  test('PAPER-17: a document in the name of a supplier has its statement in the footer, and days in its language', async () => {
    const given = await agreed()
    await given.tenant.asTenant((tx) => tx.query(setFooter))
    const trip = await addCarriedTrip(given, given.supplier, [freight('540.00')])
    const { invoice_ids } = await given.admin(createSelfBilledDrafts, { body: november })
    const text = pdfPages((await previewOf(server.ctx, given.tenant.tenantId, invoice_ids[0]!)).bytes).join('\n')
    expect(text).not.toContain('Our terms apply')
    expect(text).not.toContain(given.entity.code)
    expect(text).toMatch(/NL001234567B01\n/)
    expect(text).not.toMatch(/\d{4}-\d\d-\d\d/)
    expect(text).toContain(trip.name)
  })

  test('PURCH-14: billed costs are not drafted again, and costs without approval are reported', async () => {
    const { admin, supplier, purchases } = await walkThroughSeven()
    await addCarriedTrip(purchases, supplier, [{ ...waiting, approval: 'TO_REQUEST' }])
    const other = await addSupplier(purchases, { name: 'Without agreement', vat_number: null })
    await addCarriedTrip(purchases, other, [freight('80.00')])
    const again = await admin(createSelfBilledDrafts, { body: november })
    expect(again.invoice_ids).toEqual([])
    expect(again.rejected).toMatchObject([{ company_id: supplier, code: 'approval_missing' }])
  })

  test('PURCH-14: each supplier has a separate document and number series', async () => {
    const { admin, purchases, entity, params } = await walkThroughSeven()
    const other = await addSupplier(purchases, { name: 'Jansen BV', vat_number: 'NL004495445B01' })
    const { billing_entity_id } = entity
    await admin(createSelfBillingAgreement, {
      body: { company_id: other, billing_entity_id, valid_from: '2026-11-01' },
    })
    await addCarriedTrip(purchases, other, [freight('99.00')])
    const { invoice_ids } = await admin(createSelfBilledDrafts, { body: { ...november, company_id: other } })
    const names = []
    for (const invoice_id of [params.invoice_id, ...invoice_ids]) {
      await admin(agreeSelfBilled, { params: { invoice_id }, body: {} })
      names.push((await admin(finaliseSelfBilled, { params: { invoice_id }, body: {} })).invoice.name)
    }
    expect(names).toEqual(['S2026000001', 'S2026000001'])
    expect(await breaches(purchases)).toEqual([])
  })

  test('EACH-1: an internal error with one supplier is listed among the rejected ones, and the others are drafted', async () => {
    const { admin, purchases, supplier, entity } = await agreed()
    const { billing_entity_id } = entity
    const suppliers = [supplier]
    for (const [name, vat_number] of [
      ['Jansen BV', 'NL004495445B01'],
      ['Bakker BV', 'NL810433941B01'],
    ] as const) {
      const company_id = await addSupplier(purchases, { name, vat_number })
      await admin(createSelfBillingAgreement, { body: { company_id, billing_entity_id, valid_from: '2026-11-01' } })
      suppliers.push(company_id)
    }
    for (const one of suppliers) await addCarriedTrip(purchases, one, [freight('99.00')])
    const troubled = suppliers.toSorted()[0]!
    const mend = await plantFault(server, 'invoice', `new.company_id = '${troubled}'`)
    const first = await admin(createSelfBilledDrafts, { body: november })
    await mend()
    expect(first.invoice_ids).toHaveLength(2)
    expect(first.rejected).toEqual([
      {
        ...{ charge_id: null, trip_id: null, trip_name: '', company_id: troubled, code: 'internal_error' },
        message: expect.stringMatching(/fault of the service.*number to your administrator: \S+\.$/),
      },
    ])
    expect((await admin(createSelfBilledDrafts, { body: november })).invoice_ids).toHaveLength(1)
  })
})

describe('consent', () => {
  test('PURCH-16: nothing is finalised before the supplier agrees, by any operation', async () => {
    const { admin, params } = await walkThroughSeven()
    const refused = await rejection(admin(finaliseSelfBilled, { params, body: {} }))
    expect(refused).toMatchObject({ status: 409, body: { code: 'state_conflict' } })
    const bulk = await admin(finaliseDrafts, { body: { ids: [params.invoice_id] } })
    expect(bulk.items[0]).toMatchObject({ is_done: false })
    const discarded = await admin(discardDrafts, { body: { ids: [params.invoice_id] } })
    expect(discarded.items[0]).toMatchObject({ is_done: false })
  })

  test('PURCH-16: after the days to object it counts as agreed, not before, and not after an objection', async () => {
    const { admin, tenant, params } = await walkThroughSeven()
    const pass = (at: string) => {
      clock.now = new Date(at)
      return tenant.asTenant((tx) => agreeByTime(server.ctx, tx, byOperator, params.invoice_id))
    }
    try {
      expect(await pass('2026-12-07T22:59:00Z')).toBe(false)
      await admin(objectSelfBilled, { params, body: { reason: 'Waiting was two hours' } })
      expect(await pass('2026-12-08T08:00:00Z')).toBe(true)
      const objected = await admin(getPurchase, { params })
      expect(objected.self_billing).toMatchObject({ state: 'OBJECTED', comment: 'Waiting was two hours' })
      expect(objected.self_billing!.next_step).toContain('Withdraw')
      const { items } = await admin(listPurchases, { query: { self_billed: 'true', result: 'DISPUTED' } })
      expect(items).toMatchObject([{ invoice_id: params.invoice_id }])
    } finally {
      clock.now = new Date('2026-11-30T08:00:00Z')
    }
  })

  test('PURCH-16: the last day to object ends at midnight of the tenant', async () => {
    const { admin, tenant, params } = await walkThroughSeven()
    clock.now = new Date('2026-12-07T23:01:00Z')
    try {
      expect(await tenant.asTenant((tx) => agreeByTime(server.ctx, tx, byOperator, params.invoice_id))).toBe(true)
    } finally {
      clock.now = new Date('2026-11-30T08:00:00Z')
    }
    expect((await admin(getPurchase, { params })).self_billing).toMatchObject({ state: 'AGREED', is_by_time: true })
  })

  test('PURCH-16: without days to object silence is immediate agreement', async () => {
    const { admin, tenant, params } = await walkThroughSeven(0)
    expect(await tenant.asTenant((tx) => agreeByTime(server.ctx, tx, byOperator, params.invoice_id))).toBe(true)
    expect((await admin(getPurchase, { params })).self_billing).toMatchObject({ state: 'AGREED', is_by_time: true })
    expect((await admin(finaliseSelfBilled, { params, body: {} })).invoice.name).toBe('S2026000001')
  })

  test('PURCH-17: a withdrawn document releases its costs, which are drafted again', async () => {
    const walk = await walkThroughSeven()
    const { admin, params } = walk
    const withdrawn = await admin(withdrawSelfBilled, { params, body: { reason: 'Waiting was two hours' } })
    expect(withdrawn).toMatchObject({ invoice: { status: 'REJECTED' }, self_billing: { state: 'WITHDRAWN' } })
    const again = await admin(createSelfBilledDrafts, { body: november })
    expect(again.invoice_ids).toHaveLength(1)
    expect(again.invoice_ids[0]).not.toBe(params.invoice_id)
    expect(await breaches(walk)).toEqual([])
  })
})
