import { listReceivables } from '@cartage/contract/accounting/app/receivables'
import { updateSyncTaskStatus } from '@cartage/contract/accounting/endpoints'
import { getInvoiceRecord } from '@cartage/contract/billing/app/document'
import { createDrafts, creditInvoice } from '@cartage/contract/billing/app/draft'
import { createSalesInvoice } from '@cartage/contract/billing/creation'
import { getSalesCreditNote, getSalesInvoice } from '@cartage/contract/billing/documents'
import { closeBookingPeriod, listBookingPeriods } from '@cartage/contract/books/app'
import { createExchangeRate } from '@cartage/contract/books/endpoints'
import { createTripCost, setChargeState } from '@cartage/contract/charges/app/desk'
import { getTripCosts } from '@cartage/contract/charges/app/read'
import { approveOrderCharges } from '@cartage/contract/charges/endpoints'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { createResource } from '@cartage/contract/resources/endpoints'
import { listTripCosts } from '@cartage/contract/trips/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { takeNumbers } from '../tenants/numbers/store.ts'
import { fixed, per, percentOf, place, publish, publishCard } from '../testing/data/money/charges.ts'
import { belgium } from '../testing/data/money/rates.ts'
import {
  exportOrder,
  gent,
  importOrder,
  liege,
  morning,
  pallets,
  pound,
  publishGroupage,
  publishImport,
  publishSaturday,
  weighing,
  within,
} from '../testing/data/money/walk-through-orders.ts'
import {
  amountsByType,
  billAs,
  billOrders,
  chargesByType,
  completeOrders,
  fetchFiles,
  finaliseAll,
  offeredTasks,
  planTrip,
  reportTimes,
  startWalk,
  type Walk,
} from '../testing/data/money/walk-throughs.ts'
import { rejection } from '../testing/data/orders.ts'
import { addOrder, type TestOrder } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'

const server = await startTestServer({ now: () => new Date('2026-02-05T08:00:00Z') })
afterAll(() => server.close())

const day = '2026-02-05'
const monthBefore = '2026-01-31'

const selectFrozen = statement(
  'testing.are_shipments_frozen',
  'select frozen_at is not null as is_frozen from rating_group where tenant_id = $1',
)

/** Totals of a document in the interface, the electronic document and the PDF, without rule violations. */
async function expectSums(walk: Walk, id: string, [net, tax, total]: readonly [string, string, string]) {
  const invoice = await walk.tenant.call(getSalesInvoice, { params: { id } })
  expect(invoice).toMatchObject({ total_excl_tax: net, total_tax: tax, total_incl_tax: total })
  const files = await fetchFiles(walk, id)
  expect(files.faults).toEqual([])
  expect(files.xml.totals).toMatchObject({ without_vat: net, vat: tax, with_vat: total, payable: total })
  expect(files.xml).toMatchObject({ number: invoice.name, currency: invoice.currency })
  const { language } = await walk.admin(getInvoiceRecord, { params: { invoice_id: id } })
  expect(files.text).toContain(new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(Number(total)))
  expect(files.text).toContain(invoice.name)
  return { invoice, ...files }
}

/** The rated order of walk-through 1, with 105 minutes at its pickup approved by the customer. */
async function groupage(walk: Walk): Promise<TestOrder> {
  const pickup_stop = { location: gent, date: '2026-02-02', time_window: morning }
  const delivery_stop = { location: liege, date: '2026-02-02' }
  const order = await addOrder(server, walk.tenant, {
    customer_reference_number: 'PO-778',
    consignments: [{ pickup_stop, delivery_stop, goods: pallets }],
  })
  expect(await amountsByType(walk, order.orderId)).toEqual({ FREIGHT: '186.00', FUEL: '23.25' })
  const pickup = order.stops[0]!.stop_id
  await completeOrders(walk, [order], { [pickup]: ['2026-02-02T07:30:00Z', '2026-02-02T09:15:00Z'] })
  const waiting = (await chargesByType(walk, order.orderId)).get('WAITING')!
  expect(waiting).toMatchObject({ amount_excl_tax: '36.00', approval_status: 'TO_REQUEST' })
  const { rejected } = await walk.admin(createDrafts, { body: { order_ids: [order.orderId], date: day } })
  expect(rejected.map(({ id }) => id)).toEqual([order.orderId])
  const charges = [{ id: waiting.id!, approval_status: 'APPROVED' as const }]
  await walk.tenant.call(approveOrderCharges, { params: { order_id: order.orderId }, body: { charges } })
  return order
}

/** The invoice of walk-through 1. */
async function groupageInvoice(walk: Walk): Promise<string> {
  await publishGroupage(server, walk)
  const [id] = await billOrders(walk, [await groupage(walk)], day)
  return id!
}

describe('walk-throughs from order intake to invoice files', () => {
  test('BILL-9: 1, groupage in Belgium', async () => {
    const walk = await startWalk(server)
    const id = await groupageInvoice(walk)
    const { xml, invoice } = await expectSums(walk, id, ['245.25', '51.50', '296.75'])
    expect(invoice.line_items.map(({ amount }) => amount)).toEqual(['186.00', '23.25', '36.00'])
    expect(xml.vat).toMatchObject([{ category: 'S', rate: '21', base: '245.25', tax: '51.50' }])
    expect(xml.lines.map(({ amount }) => amount)).toEqual(['186.00', '23.25', '36.00'])
  })

  test('BILL-9: 2, an import container with demurrage for a Dutch customer', async () => {
    const walk = await startWalk(server, 'NL')
    await publishImport(server, walk)
    const order = await addOrder(server, walk.tenant, importOrder)
    const chassis = await walk.tenant.call(createResource, {
      body: { name: 'Chassis 1', chassis: { license_plate: '1-CCC-111' } } as never,
    })
    const planned = await planTrip(walk, [order], [(chassis as { id: string }).id])
    const inserted = await walk.admin(givePlanningCommand, {
      body: {
        kind: 'INSERT_STOP',
        ...{ trip_id: planned.trip_id, location_id: order.stops[2]!.location_id!, activity_label: 'Fetch the chassis' },
        ...{ before_stop_id: planned.stops[0]!.stop_id, override: { reason: 'test' } },
      },
    })
    const { stops } = inserted.trips.find(({ trip_id }) => trip_id === planned.trip_id)!
    const times = stops.map(({ stop_id }, at) => {
      const date = `2026-01-${String(17 + at)}`
      return { stop_id, from: `${date}T08:00:00Z`, to: `${date}T09:00:00Z` }
    })
    await reportTimes(walk, times)
    expect(await amountsByType(walk, order.orderId)).toEqual({
      ...{ FREIGHT: '410.00', FUEL: '19.68', TOLL: '30.67', CHASSIS: '22.50', DEMURRAGE: '150.00' },
    })
    const [id] = await billOrders(walk, [order], day)
    const { xml } = await expectSums(walk, id!, ['632.85', '0.00', '632.85'])
    expect(xml.vat).toMatchObject([{ category: 'AE', base: '632.85', tax: '0.00' }])
  })

  test('BILL-9, CHARGE-1: 3, an export with a ferry that is passed on is exempt; without evidence it is not billed', async () => {
    const walk = await startWalk(server)
    await publishCard(server, walk.tenant, 'EXPORT', {
      lines: [
        { key: 'freight', type: 'FREIGHT', block: per('way.km_direct', '1.42') },
        { key: 'ferry', type: 'FERRY', block: { kind: 'PASS_THROUGH', of: ['FERRY'], margin_percent: '5' } },
        fixed('t1', 'CUSTOMS', '65.00'),
        { key: 'fuel', type: 'FUEL', block: percentOf(['FREIGHT'], '8.75') },
      ],
    })
    const declared = await addOrder(
      server,
      walk.tenant,
      exportOrder({ export_declaration: { mrn: '26BEE0000012345678' } }),
    )
    const held = await addOrder(server, walk.tenant, exportOrder())
    let heldTrip = ''
    for (const order of [declared, held]) {
      const trip_id = await completeOrders(walk, [order])
      await walk.admin(createTripCost, { params: { trip_id }, body: { charge_type: 'FERRY', unit_price: '285.00' } })
      heldTrip = trip_id
    }
    await server.drain()
    const expected = { FREIGHT: '869.04', FERRY: '299.25', CUSTOMS: '65.00', FUEL: '76.04' }
    for (const { orderId } of [declared, held]) expect(await amountsByType(walk, orderId)).toEqual(expected)
    const [id] = await billOrders(walk, [declared], day)
    const { xml } = await expectSums(walk, id!, ['1309.33', '0.00', '1309.33'])
    expect(xml.vat).toMatchObject([{ category: 'E', reason_code: 'VATEX-EU-146-1E' }])
    const { rejected } = await walk.admin(createDrafts, { body: { order_ids: [held.orderId], date: day } })
    expect(rejected.map(({ code }) => code)).toEqual(['tax_hold'])
    const [ferry] = (await walk.admin(getTripCosts, { params: { trip_id: heldTrip } })).items
    const exclude = { version: ferry!.version, action: 'exclude', reason: 'Paid by the customer' } as const
    await walk.admin(setChargeState, { params: { charge_id: ferry!.charge_id }, body: exclude })
    await server.drain()
    expect(await amountsByType(walk, held.orderId)).not.toHaveProperty('FERRY')
  })

  test('BILL-9: 4, reverse charge within the EU on a Saturday', async () => {
    const walk = await startWalk(server, 'NL', { locale: 'nl' })
    await publishSaturday(server, walk)
    const consignment = (meters: number, extras?: { code: string }[]) => ({
      pickup_stop: { location: place('Gent', 'BE'), date: '2026-01-31' },
      delivery_stop: { location: place('Rotterdam', 'NL'), date: '2026-01-31', ...(extras && { extras }) },
      goods: [{ quantity: 1, total_loading_meters: meters, adr_type: 'ADR' as const }],
    })
    const order = await addOrder(server, walk.tenant, {
      consignments: [consignment(3.2), consignment(2.4, [{ code: 'TAIL_LIFT' }])],
    })
    await completeOrders(walk, [order])
    expect(await amountsByType(walk, order.orderId)).toEqual({
      ...{ FUEL: '54.26', FREIGHT: '487.00', EXTRA_STOP: '45.00' },
      ...{ TAIL_LIFT: '35.00', ADR: '58.44', WEEKEND: '121.75' },
    })
    const [id] = await billOrders(walk, [order], day)
    const { xml, text } = await expectSums(walk, id!, ['801.45', '0.00', '801.45'])
    expect(xml.vat).toMatchObject([{ category: 'AE', reason_code: 'VATEX-EU-AE' }])
    expect(`${xml.note} ${text}`).toContain('Btw verlegd')
  })

  test('BILL-10: 5 and 5b, pounds with Belgian VAT', async () => {
    const walk = await startWalk(server)
    const { tenant } = walk
    await tenant.call(createExchangeRate, { body: { ...pound, exchange_rate_date: '2026-02-04' } })
    const lines = [
      fixed('freight', 'FREIGHT', '1150.00'),
      { key: 'fuel', type: 'FUEL', block: percentOf(['FREIGHT'], '7.5') },
    ]
    await publishCard(server, tenant, 'GBP', { lines }, { currency: 'GBP' })
    const order = await addOrder(server, tenant, { consignments: [within('Gent', 'Antwerpen')] })
    await completeOrders(walk, [order])
    const [id] = await billOrders(walk, [order], day)
    const { xml, invoice } = await expectSums(walk, id!, ['1236.25', '259.61', '1495.86'])
    expect(invoice.exchange_rate).toEqual({ rate_date: '2026-02-04', rate: 1.155402, inverse_rate: 0.8655 })
    expect(xml).toMatchObject({ currency: 'GBP', vat_currency: 'EUR', vat_in_vat_currency: '299.95' })
    const charges = [{ amount_excl_tax: '915.07', price_list_item: { code: 'FREIGHT' } }]
    const body = { date: day, currency: 'GBP', customer: { id: walk.companyId }, charges }
    const second = await tenant.call(createSalesInvoice, { body })
    await server.drain()
    const other = await expectSums(walk, second.id!, ['915.07', '192.16', '1107.23'])
    expect(other.xml.vat_in_vat_currency).toBe('222.02')
  })

  test('BILL-11: 6 and 6b, an invoice is credited in half, then the rest, and no more', async () => {
    const walk = await startWalk(server)
    const id = await groupageInvoice(walk)
    const charges = [{ amount_excl_tax: '100.03', price_list_item: { code: 'FREIGHT' } }]
    const { id: odd } = await walk.tenant.call(createSalesInvoice, {
      body: { date: day, currency: 'EUR', customer: { id: walk.companyId }, charges },
    })
    const expected = [
      [id, ['122.63', '25.75', '148.38'], ['122.62', '25.75', '148.37']],
      [odd!, ['50.02', '10.50', '60.52'], ['50.01', '10.51', '60.52']],
    ] as const
    for (const [invoice_id, ...sums] of expected) {
      for (const [at, [net, tax, total]] of sums.entries()) {
        const body = at === 0 ? { fraction: '0.5', date: day } : { date: day }
        const draft = await walk.admin(creditInvoice, { params: { invoice_id }, body })
        await finaliseAll(walk, [draft.invoice_id])
        const note = await walk.tenant.call(getSalesCreditNote, { params: { id: draft.invoice_id } })
        expect(note).toMatchObject({ total_excl_tax: net, total_tax: tax, total_incl_tax: total })
        const { faults, xml, text } = await fetchFiles(walk, draft.invoice_id, 'CREDIT_NOTE')
        expect(faults).toEqual([])
        expect(xml).toMatchObject({ type_code: '381', totals: { without_vat: net, vat: tax, payable: total } })
        expect(text).toContain(total)
      }
      const third = walk.admin(creditInvoice, { params: { invoice_id }, body: { fraction: '0.1' } })
      expect(await rejection(third)).toMatchObject({ status: 409, body: { code: 'credit_exceeds' } })
    }
  })

  test('BILL-18: 8, the end of the month with a Belgian cash discount', async () => {
    const walk = await startWalk(server, 'BE', { payment_term: { code: 'END_OF_MONTH_0_NET_20' } })
    await billAs(walk, { cash_discount: { percentage: '2', days: 8 } })
    await walk.tenant.asTenant((tx) => takeNumbers(tx, 'INV', '2026-02-01', 122))
    const id = await groupageInvoice(walk)
    const { invoice, xml } = await expectSums(walk, id, ['245.25', '50.47', '295.72'])
    expect(invoice).toMatchObject({ name: '2026000123', due_date: '2026-03-20' })
    expect(xml.payment?.reference).toBe('+++260/0000/12395+++')
    expect(xml.adjustments.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['ALLOWANCE', '4.91'],
      ['CHARGE', '4.91'],
    ])
  })

  test('BILL-22, CHARGE-9, CHARGE-40: 9, three orders as one shipment, the cost of their trip, and the margin', async () => {
    const walk = await startWalk(server)
    const { tenant, admin } = walk
    await publish(server, tenant, { kind: 'ZONE_SET', code: 'BE', name: 'BE' }, belgium.zones.BE)
    await publish(server, tenant, { kind: 'TARIFF_TABLE', code: 'BE-ZONES', name: 'BE' }, belgium.tables['BE-ZONES'])
    await publishCard(server, tenant, 'SHIPMENT', {
      contract_number: 'C-2026-7',
      consolidation: 'TRIP',
      lines: [
        {
          ...{ key: 'freight', type: 'FREIGHT', scope: 'GROUP' },
          block: {
            ...{ kind: 'TABLE', table: 'BE-ZONES', rows: ['delivery.zone'] },
            ...{ quantity: { kind: 'CHARGEABLE' }, per: '100_UNITS', lower_break: true },
          },
        },
      ],
    })
    const orders: TestOrder[] = []
    for (const kg of [700, 450, 350]) {
      orders.push(
        await addOrder(server, tenant, { consignments: [{ ...within('Gent', 'Luik'), goods: weighing(kg) }] }),
      )
    }
    const freight = () => Promise.all(orders.map(async ({ orderId }) => (await amountsByType(walk, orderId)).FREIGHT))
    expect(await freight()).toEqual(['82.60', '59.00', '49.70'])
    const trip_id = await completeOrders(walk, orders)
    expect(await freight()).toEqual(['67.20', '43.20', '33.60'])
    for (const unit_price of ['246.96', '54.12', '250.13', '41.30']) {
      await admin(createTripCost, { params: { trip_id }, body: { charge_type: 'TOLL', unit_price } })
    }
    const costs = await admin(getTripCosts, { params: { trip_id } })
    expect(costs.totals).toMatchObject({ sales: '144.00', cost: '592.51', margin: '-448.51' })
    expect((await tenant.call(listTripCosts, { params: { trip_id } })).charges).toHaveLength(4)
    await billAs(walk, { group_by: ['TRIP'] })
    const ids = await billOrders(walk, orders, day)
    expect(ids).toHaveLength(1)
    const { xml } = await expectSums(walk, ids[0]!, ['144.00', '30.24', '174.24'])
    expect(xml.contract).toBe('C-2026-7')
    expect(await tenant.asTenant((tx) => tx.query(selectFrozen))).toEqual([{ is_frozen: true }])
  })

  test('BILL-2: 11, monthly grouping separates supplies that are not subject to VAT', async () => {
    const walk = await startWalk(server, 'GB')
    await billAs(walk, { group_by: ['MONTH'] })
    const to = (country: string) => [{ kind: 'IS' as const, fact: 'delivery.country', value: country }]
    await publishCard(server, walk.tenant, 'BOTH', {
      lines: [
        { ...fixed('abroad', 'FREIGHT', '100.00'), when: to('GB') },
        { ...fixed('inside', 'FREIGHT', '200.00'), when: to('BE') },
      ],
    })
    const abroad = await addOrder(server, walk.tenant, { consignments: [within('Gent', 'Birmingham', 'GB')] })
    const inside = await addOrder(server, walk.tenant, { consignments: [within('Gent', 'Antwerpen')] })
    await completeOrders(walk, [abroad, inside])
    const ids = await billOrders(walk, [abroad, inside], day)
    const invoices = await Promise.all(
      ids.map(async (id) => {
        const { total_incl_tax, total_excl_tax, total_tax } = await walk.tenant.call(getSalesInvoice, {
          params: { id },
        })
        return { id, sums: [total_excl_tax, total_tax, total_incl_tax] as const }
      }),
    )
    expect(invoices.map(({ sums }) => sums[2]).toSorted()).toEqual(['100.00', '242.00'])
    for (const { id, sums } of invoices) {
      const { xml } = await expectSums(walk, id, sums)
      const isOutside = sums[2] === '100.00'
      expect(xml.vat.map(({ category, rate }) => [category, rate])).toEqual([isOutside ? ['O', null] : ['S', '21']])
      expect(xml.seller.vat_number === null).toBe(isOutside)
    }
  })

  test('ACC-5, LEDGER-5: 12, one client leases a task and dies, another posts it, and its month closes', async () => {
    const walk = await startWalk(server)
    const { tenant, admin } = walk
    await publishGroupage(server, walk)
    const order = await groupage(walk)
    const [id] = await billOrders(walk, [order], monthBefore)
    const other = await tenant.callAs(['API_ACCOUNTING'])
    const [task] = await offeredTasks(tenant.call, { lease_seconds: 30 })
    expect(task).toMatchObject({ invoice_id: id, task_type: 'POST_INVOICE' })
    expect(await offeredTasks(other, { lease_seconds: 30 })).toEqual([])
    const { items } = await admin(listBookingPeriods, {})
    const period = items.find(
      ({ month, billing_entity_code }) => month === '2026-01' && billing_entity_code === 'MAIN',
    )!
    const { billing_entity_id, month } = period
    const close = () => admin(closeBookingPeriod, { body: { billing_entity_id, month } })
    expect(await rejection(close())).toMatchObject({ status: 409, body: { code: 'period_held' } })
    const report = (call: typeof other, body: { status: 'COMPLETED' | 'FAILED' }) =>
      call(updateSyncTaskStatus, { params: { task_id: task!.id }, body })
    expect(await rejection(report(other, { status: 'COMPLETED' }))).toMatchObject({ status: 409 })
    expect(await report(tenant.call, { status: 'COMPLETED' })).toEqual({ status: 'COMPLETED' })
    expect(await report(other, { status: 'COMPLETED' })).toEqual({ status: 'COMPLETED' })
    expect(await rejection(report(other, { status: 'FAILED' }))).toMatchObject({
      ...{ status: 409, body: { code: 'task_already_reported' } },
    })
    await server.drain()
    const statuses = [...(await chargesByType(walk, order.orderId)).values()].map(({ status }) => status)
    expect(statuses).toEqual(['INVOICE_POSTED', 'INVOICE_POSTED', 'INVOICE_POSTED'])
    expect((await admin(listReceivables, { query: {} })).items).toMatchObject([{ open: '296.75' }])
    expect(await close()).toMatchObject({ status: 'CLOSED' })
    const charges = [{ amount_excl_tax: '10.00', price_list_item: { code: 'FREIGHT' } }]
    const late = { date: monthBefore, currency: 'EUR', customer: { id: walk.companyId }, charges }
    expect(await rejection(tenant.call(createSalesInvoice, { body: late }))).toMatchObject({
      body: { code: 'period_closed' },
    })
  })
})
