import type { Call } from '@cartage/contract/client'
import { uploadOrder } from '@cartage/contract/orders/endpoints'
import { createSetting } from '@cartage/contract/tenants/app/settings'
import { type Random, randomBy } from '../../../billing/samples/random.rules.ts'
import { statement } from '../../../db/statement.ts'
import { markDue } from '../../../rates/store.ts'
import type { TestServer } from '../../start-test-server.ts'
import type { TestTenant } from '../../test-tenant.ts'
import { addCompany, simpleOrder } from '../orders.ts'
import { gaplessRange } from './billing.ts'
import { chargeTenant, fixed, per, percentOf, place, publishCard } from './charges.ts'

/** A haulier with generated orders, priced by a card and billed, and its user. */
export interface Bookkeeper {
  readonly server: TestServer
  readonly tenant: TestTenant
  readonly admin: Call
  readonly random: Random
}

const setEntity = statement(
  'testing.set_bookkeeping_entity',
  'update billing_entity set post_automatically = true where tenant_id = $1 and is_default',
)
const setCustomer = statement(
  'testing.set_bookkeeping_customer',
  `update company set doc = doc || jsonb_build_object('legal_name', name, 'vat_number', $3::text, 'locale', 'en')
    where tenant_id = $1 and accounting_code = $2`,
)

const endRate = statement(
  'testing.end_bookkeeping_rate',
  `update tax_rate set valid_to = $2::date - 1 where tenant_id = $1 and code = 'S21' and invoice_type = 'SALES'`,
)

/** Customers by code: Belgian, Dutch and British, to cover categories S, AE and O. */
const customers: readonly (readonly [code: string, vat: string])[] = [
  ['C1', 'BE0202239951'],
  ['C2', 'NL001234567B01'],
  ['C3', 'GB123456789'],
]

/** The day on which the standard VAT rate changes: earlier supplies keep the old rate. */
export const rateChangesOn = '2026-03-01'

/** A tenant with books, a card, customers in three countries, number ranges, and a rate of VAT that changes. */
export async function bookkeeper(server: TestServer, seed: number): Promise<Bookkeeper> {
  const tenant = await chargeTenant(server)
  const admin = await tenant.user('SUPER_ADMIN')
  const add = (kind: string, body: Record<string, unknown>) => admin(createSetting, { params: { kind }, body })
  const own = { ...gaplessRange, billing_entity: 'MAIN' }
  await add('number_ranges', { ...own, code: 'INV', name: 'Invoices', applies_to: 'INVOICE' })
  await add('number_ranges', { ...own, code: 'CN', name: 'Credits', applies_to: 'CREDIT_NOTE', prefix: 'CN' })
  await add('tax_rates', {
    ...{ code: 'S22', name: 'VAT 22 %', billing_entity: 'MAIN', invoice_type: 'SALES', treatment: 'STANDARD' },
    ...{ percentage: 22, category: 'S', tax_type: 'VAT', valid_from: rateChangesOn, vat_account: '451000' },
  })
  for (const [code] of customers.slice(1))
    await addCompany(tenant, { name: `Customer ${code}`, code, accounting_code: code })
  await tenant.asTenant(async (tx) => {
    await tx.query(setEntity)
    await tx.query(endRate, rateChangesOn)
    for (const [code, vat] of customers) await tx.query(setCustomer, code, vat)
  })
  await publishCard(server, tenant, 'GENERAL', {
    lines: [
      { key: 'freight', type: 'FREIGHT', scope: 'CONSIGNMENT', min: '45.00', block: per('goods.weight_kg', '0.0873') },
      // Three lines of 10.03: rounding their VAT individually would give a cent too much.
      fixed('stop', 'EXTRA_STOP', '10.03'),
      fixed('tail', 'TAIL_LIFT', '10.03'),
      fixed('customs', 'CUSTOMS', '10.03'),
      { key: 'fuel', type: 'FUEL', block: percentOf(['FREIGHT'], '12.35') },
    ],
  })
  return { server, tenant, admin, random: randomBy(seed) }
}

/** Destinations of goods, by customer: domestic, in neighbouring countries, and outside the EU. */
const ways: Readonly<Record<string, readonly [city: string, country: string]>> = {
  C1: ['Liège', 'BE'],
  C2: ['Rotterdam', 'NL'],
  C3: ['Birmingham', 'GB'],
}

/**
 * Uploads orders of random customers, days and weights, completes them, and rates them.
 * @returns their ids
 */
export async function completedOrders(books: Bookkeeper, count: number): Promise<string[]> {
  const { server, tenant, random } = books
  for (let at = 0; at < count; at += 1) {
    const [code] = random.pick(customers)
    const date = random.pick(['2026-02-20', '2026-02-27', '2026-03-02', '2026-03-09'])
    const [city, country] = ways[code]!
    const body = simpleOrder({
      customer: { code },
      customer_reference_number: `PO-${at}`,
      consignments: [
        {
          pickup_stop: { location: place('Gent', 'BE', { postal_code: '9000' }), date },
          delivery_stop: { location: place(city, country, { postal_code: '1000' }), date },
          goods: [{ quantity: 1, total_weight_kg: random.whole(100, 24_000) }],
        },
      ],
    })
    await tenant.call(uploadOrder, { body })
    if (at % 50 === 49) await server.drain()
  }
  await server.drain()
  const ids = await tenant.asTenant(async (tx) => {
    const rows = await tx.query<{ order_id: string }>(complete)
    return rows.map(({ order_id }) => order_id).toSorted()
  })
  await rateAgain(books, ids)
  return ids
}

const complete = statement(
  'testing.complete_orders',
  `update transport_order set status = 'COMPLETED', version = version + 1
    where tenant_id = $1 and status <> 'COMPLETED' returning order_id`,
)

/** Rates orders again, as after a change that affects their price. */
export async function rateAgain({ server, tenant }: Bookkeeper, ids: readonly string[]): Promise<void> {
  const due = ids.map((subject_id) => ({ subject_type: 'ORDER' as const, subject_id }))
  await tenant.asTenant((tx) => markDue(tx, due, 'ORDER'))
  await server.drain()
}

/** Compares sales in the ledger and on documents, in the currency of the document, account by account. */
export async function ledgerAgainstDocuments({ tenant }: Bookkeeper) {
  return await tenant.asTenant(async (tx) => {
    const [ledger, documents] = [await tx.query<Sum>(ledgerSums), await tx.query<Sum>(documentSums)]
    return { ledger, documents }
  })
}

interface Sum {
  account: string
  tax_code: string | null
  amount: string
}

const ledgerSums = statement(
  'testing.ledger_sums',
  `select l.account, case when l.tax_base is null then null else l.tax_code end as tax_code, trim_scale(sum(l.amount_currency))::text as amount
     from posting_line l where l.tenant_id = $1
    group by 1, 2 order by 1, 2`,
)
const signed = `case i.kind when 'SALES_INVOICE' then 1 else -1 end`
const documentSums = statement(
  'testing.document_sums',
  `select account, tax_code, trim_scale(sum(amount))::text as amount from (
     select l.account, null::text as tax_code, -${signed} * l.amount as amount
       from invoice i join invoice_line l on l.tenant_id = $1 and l.invoice_id = i.invoice_id
      where i.tenant_id = $1 and i.status in ('INVOICED', 'INVOICE_POSTED')
     union all
     select '451000', t.tax_code, -${signed} * t.tax
       from invoice i join invoice_tax t on t.tenant_id = $1 and t.invoice_id = i.invoice_id
      where i.tenant_id = $1 and i.status in ('INVOICED', 'INVOICE_POSTED') and t.tax <> 0
     union all
     select '400000', null, ${signed} * i.total_incl_tax
       from invoice i where i.tenant_id = $1 and i.status in ('INVOICED', 'INVOICE_POSTED')) d
    group by 1, 2 having sum(amount) <> 0 order by 1, 2`,
)

/** Every sales charge with its day of supply and its VAT rate. */
export async function standardTaxes({ tenant }: Bookkeeper) {
  type Row = { supplied_on: string; percentage: string }
  return await tenant.asTenant((tx) => tx.query<Row>(standardRates))
}

const standardRates = statement(
  'testing.standard_rates',
  `select distinct c.supplied_on::text as supplied_on, c.tax ->> 'percentage' as percentage
     from charge c where c.tenant_id = $1 and c.side = 'SALES' and c.tax ->> 'category' = 'S'`,
)

/** Every document, in order of creation. */
export const invoiceIds = statement(
  'testing.invoice_ids',
  `select i.invoice_id, i.status, i.kind from invoice i where i.tenant_id = $1 order by i.created_at, i.invoice_id`,
)

/** Adds to the rated amount of one open charge, simulating a rating error. */
export const shiftRated = statement(
  'testing.shift_rated',
  `update charge set rated_amount = rated_amount + $2::numeric
    where tenant_id = $1 and charge_id = (
      select charge_id from charge where tenant_id = $1 and origin = 'RATED' and status = 'CREATED' order by charge_id limit 1)`,
)

/** Counts of everything booked. */
export async function moneyFigures({ tenant }: Bookkeeper): Promise<Record<string, unknown>> {
  return (await tenant.asTenant((tx) => tx.query<{ figures: Record<string, unknown> }>(figures)))[0]!.figures
}

const counted = (table: string, condition = 'true') =>
  `(select count(*)::integer from ${table} t where t.tenant_id = $1 and ${condition})`
const figures = statement(
  'testing.money_figures',
  `select json_build_object(
     'orders', ${counted('transport_order')}, 'ratings', ${counted('rating')},
     'charges', ${counted('charge', "t.status <> 'WITHDRAWN'")}, 'overrides', ${counted('charge', "t.override <> '{}'")},
     'invoices', ${counted('invoice', "t.kind = 'SALES_INVOICE'")},
     'credit_notes', ${counted('invoice', "t.kind = 'SALES_CREDIT_NOTE'")},
     'posted', ${counted('invoice', "t.status = 'INVOICE_POSTED'")}, 'files', ${counted('invoice_file')},
     'tasks', ${counted('task')}, 'reports', ${counted('task_report')}, 'payments', ${counted('payment')},
     'entries', ${counted('posting')}, 'lines_of_entries', ${counted('posting_line')},
     'vat', (select json_object_agg(v.key, v.tax) from (
        select t.category || coalesce(' ' || t.percentage || ' %', '') as key,
               sum(case i.kind when 'SALES_INVOICE' then t.tax else -t.tax end)::text as tax
          from invoice_tax t join invoice i on i.tenant_id = $1 and i.invoice_id = t.invoice_id
         where t.tenant_id = $1 group by 1 order by 1) v),
     'debit', (select sum(l.debit)::text from posting_line l where l.tenant_id = $1),
     'credit', (select sum(l.credit)::text from posting_line l where l.tenant_id = $1)) as figures
     from (select $1::uuid) one`,
)
