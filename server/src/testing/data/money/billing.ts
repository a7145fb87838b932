import { randomUUID } from 'node:crypto'
import { getInvoiceRecord, type InvoiceRecord } from '@cartage/contract/billing/app/document'
import { createDrafts, finaliseDrafts } from '@cartage/contract/billing/app/draft'
import { setCompanyBilling } from '@cartage/contract/billing/app/preference'
import type { Call } from '@cartage/contract/client'
import { createSetting } from '@cartage/contract/tenants/app/settings'
import { insertCompanies } from '../../../companies/store.ts'
import { statement } from '../../../db/statement.ts'
import type { TestServer } from '../../start-test-server.ts'
import type { TestTenant } from '../../test-tenant.ts'

/** A haulier in Gent that can invoice, with its user. */
export interface BillingTenant {
  readonly tenant: TestTenant
  /** A Super admin. */
  readonly admin: Call
  readonly entityId: string
}

/** Taxes of the test charges. */
export const taxes = {
  S21: { treatment: 'STANDARD', category: 'S', percentage: '21', vatex: null, tax_type: 'VAT' },
  AE: {
    treatment: 'REVERSE_CHARGE',
    category: 'AE',
    percentage: '0',
    vatex: 'VATEX-EU-AE',
    tax_type: 'REVERSE_CHARGE',
  },
  E146: { treatment: 'EXPORT', category: 'E', percentage: '0', vatex: 'VATEX-EU-146-1E', tax_type: 'TRANSIT' },
  E144: { treatment: 'IMPORT', category: 'E', percentage: '0', vatex: 'VATEX-EU-144', tax_type: 'TRANSIT' },
  O: { treatment: 'OUTSIDE_SCOPE', category: 'O', percentage: null, vatex: 'VATEX-EU-O', tax_type: 'NO_VAT' },
} as const

const rateOf = { S21: 21, AE: 0, E146: 0, E144: 0, O: 0 } as const

/** A number range valid for documents. */
export const gaplessRange = { year_style: 'FULL', digits: 6, restarts_yearly: true, is_gapless: true } as const

const setEntity = statement(
  'testing.set_entity',
  `update billing_entity set legal_name = 'Transport Vermeulen BV', vat_number = 'BE0403170701',
          company_registration_number = '0403170701', country = 'BE', accounting_currency = 'EUR',
          iban = 'BE68539007547034', bic = 'GKCCBEBB',
          address = '{"street":"Kaai 1","postal_code":"9000","city":"Gent"}',
          contact = '{"name":"Invoicing","phone":"+3292000000","email":"invoices@vermeulen.example"}'
    where tenant_id = $1 and is_default returning billing_entity_id`,
)

/** A tenant with a Belgian billing entity, its tax rates, number ranges, charge types and a revenue account. */
export async function billingTenant(server: TestServer, given?: TestTenant): Promise<BillingTenant> {
  const tenant = given ?? (await server.tenant())
  const admin = await tenant.user('SUPER_ADMIN')
  const [entity] = await tenant.asTenant((tx) => tx.query<{ billing_entity_id: string }>(setEntity))
  const add = (kind: string, body: Record<string, unknown>) => admin(createSetting, { params: { kind }, body })
  await add('accounts', { code: '700000', name: 'Freight', billing_entity: 'MAIN', use: 'REVENUE' })
  await add('number_ranges', { ...gaplessRange, code: 'INV', name: 'Invoices', applies_to: 'INVOICE' })
  await add('number_ranges', { ...gaplessRange, code: 'CN', name: 'Credits', applies_to: 'CREDIT_NOTE', prefix: 'CN' })
  for (const [code, tax] of Object.entries(taxes)) {
    for (const invoice_type of ['SALES', 'SALES_CREDIT_NOTE']) {
      const { treatment, category, vatex, tax_type } = tax
      const percentage = rateOf[code as keyof typeof rateOf]
      const members = { code, name: code, billing_entity: 'MAIN', invoice_type, treatment, percentage, category }
      await add('tax_rates', { ...members, vatex_code: vatex, tax_type, valid_from: '2000-01-01' })
    }
  }
  for (const [code, role] of Object.entries(types)) await add('charge_types', { code, name: code, role })
  return { tenant, admin, entityId: entity!.billing_entity_id }
}

const types = { FREIGHT: 'BASE', FUEL: 'SURCHARGE', WAITING: 'ACCESSORIAL', TOLL: 'DISBURSEMENT' } as const

const setCompany = statement(
  'testing.set_billed_company',
  `update company set doc = doc || $3::jsonb, billing_location_id = $4
    where tenant_id = $1 and company_id = $2`,
)
const insertPlace = statement(
  'testing.insert_billing_place',
  `insert into location (tenant_id, location_id, match_key, name, address, postal_code, city, country, coordinate_source)
   values ($1, $2, convert_to(($2::uuid)::text, 'UTF8'), 'Office', 'Street 1', '1000', 'Town', $3, 'UNKNOWN')`,
)

/** VAT numbers of the test companies, by country. */
const vatNumbers = { BE: 'BE0202239951', NL: 'NL001234567B01', GB: 'GB123456789' } as const

/** A customer with a VAT number and a billing address. */
export async function addCustomer(
  { tenant }: BillingTenant,
  country: keyof typeof vatNumbers = 'BE',
  members: Record<string, unknown> = {},
): Promise<string> {
  const company_id = randomUUID()
  const place = randomUUID()
  const doc = { legal_name: `Customer ${country}`, vat_number: vatNumbers[country], locale: 'en', ...members }
  await tenant.asTenant(async (tx) => {
    await insertCompanies(tx, [{ company_id, name: `Customer ${country}`, is_customer: true }])
    await tx.query(insertPlace, place, country)
    await tx.query(setCompany, company_id, JSON.stringify(doc), place)
  })
  return company_id
}

/** Sets how a company is billed. */
export async function billAs({ admin }: BillingTenant, company_id: string, preference: object): Promise<void> {
  await admin(setCompanyBilling, { params: { company_id }, body: { preference } })
}

/** A test charge. */
export interface TestCharge {
  type?: keyof typeof types
  amount: string
  tax?: keyof typeof taxes
  quantity?: string
  unit?: string
  unit_price?: string
  approval?: string | null
  description?: string
}

/** A test order with its charges. */
export interface TestOrder {
  company_id: string
  charges: readonly TestCharge[]
  currency?: string
  status?: string
  reference?: string | null
  supplied_on?: string
  department?: string
}

const insertOrder = statement(
  'testing.insert_billed_order',
  `insert into transport_order (tenant_id, order_id, order_identifier, order_number, status, company_id,
          customer_reference_number, doc, pickup_on, delivery_on)
   values ($1, $2, $3, $3, $4, $5, $6, $7::json, $8, $8)`,
)
const insertCharge = statement(
  'testing.insert_charge',
  `insert into charge (tenant_id, charge_id, side, order_id, company_id, billing_entity_id, charge_type, name, role,
          description, quantity, unit, unit_price, amount, currency, origin, approval, tax, tax_rate_id, supplied_on)
   select $1, $2, 'SALES', $3, $4, $5, $6, $6, $7, $8, $9::numeric, $10, $11::numeric, $12::numeric, $13, 'MANUAL', $14,
          $15::jsonb, r.tax_rate_id, $16
     from (select 1) one
     left join tax_rate r on r.tenant_id = $1 and r.billing_entity_id = $5 and r.invoice_type = 'SALES' and r.code = $17`,
)

let orders = 0

/**
 * Inserts a completed order with charges in the state after rating.
 * @returns the ids of the order and its charges, and its number
 */
export async function addBilledOrder(
  { tenant, entityId }: BillingTenant,
  order: TestOrder,
): Promise<{ orderId: string; number: string; chargeIds: string[] }> {
  const orderId = randomUUID()
  orders += 1
  const { company_id, currency = 'EUR', status = 'COMPLETED', reference = null, supplied_on = '2026-01-20' } = order
  const doc = { customer: {}, consignments: [], ...(order.department && { department: { name: order.department } }) }
  const number = `T${String(orders).padStart(6, '0')}`
  const chargeIds = order.charges.map(() => randomUUID())
  await tenant.asTenant(async (tx) => {
    await tx.query(insertOrder, orderId, number, status, company_id, reference, JSON.stringify(doc), supplied_on)
    for (const [at, charge] of order.charges.entries()) {
      const { type = 'FREIGHT', amount, tax = 'S21', approval = null, description = '' } = charge
      const { quantity = '1', unit = 'C62', unit_price = amount } = charge
      const taxed = { ...taxes[tax], base_percentage: '21', code: tax, name: tax, description: '' }
      const measured = [quantity, unit, unit_price, amount, currency, approval, JSON.stringify(taxed), supplied_on, tax]
      await tx.query(
        insertCharge,
        chargeIds[at],
        orderId,
        company_id,
        entityId,
        type,
        types[type],
        description,
        ...measured,
      )
    }
  })
  return { orderId, number, chargeIds }
}

/** Drafts all charges of orders; throws when any is left out. */
export async function draft({ admin }: BillingTenant, order_ids: string[], date = '2026-01-31'): Promise<string[]> {
  const { invoice_ids, rejected } = await admin(createDrafts, { body: { order_ids, date } })
  if (rejected.length > 0) throw new Error(JSON.stringify(rejected))
  return invoice_ids
}

/** Finalises drafts; throws when one remains a draft. */
export async function finalise({ admin }: BillingTenant, ids: string[]): Promise<InvoiceRecord[]> {
  const { items } = await admin(finaliseDrafts, { body: { ids } })
  const left = items.filter(({ is_done }) => !is_done)
  if (left.length > 0) throw new Error(JSON.stringify(left))
  return await Promise.all(ids.map((id) => admin(getInvoiceRecord, { params: { invoice_id: id } })))
}

/** One document as shown in the application. */
export async function recordOf({ admin }: BillingTenant, id: string): Promise<InvoiceRecord> {
  return await admin(getInvoiceRecord, { params: { invoice_id: id } })
}
