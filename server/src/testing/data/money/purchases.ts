import { randomUUID } from 'node:crypto'
import type { Call } from '@cartage/contract/client'
import { getPurchase, listPurchases, type PurchaseRecord } from '@cartage/contract/purchases/app'
import { createSetting } from '@cartage/contract/tenants/app/settings'
import { addCharges, type NewCharge } from '../../../charges/record/store.ts'
import { insertCompanies } from '../../../companies/store.ts'
import { statement } from '../../../db/statement.ts'
import type { TestServer } from '../../start-test-server.ts'
import type { TestTenant } from '../../test-tenant.ts'
import { sendMessage } from '../messages.ts'
import { gaplessRange } from './billing.ts'
import { ratedCharge } from './charge-desk.ts'
import { chargeTenant } from './charges.ts'

/** A haulier in Belgium that receives supplier documents. */
export interface PurchaseTenant {
  readonly tenant: TestTenant
  /** A Super admin. */
  readonly admin: Call
  /** Sends a document to the webhook. */
  readonly send: (body: unknown, headers?: Record<string, string>) => ReturnType<typeof sendMessage>
}

/** A tenant with books, charge types and a number range for purchases. */
export async function purchaseTenant(server: TestServer): Promise<PurchaseTenant> {
  const tenant = await chargeTenant(server)
  const admin = await tenant.user('SUPER_ADMIN')
  const add = (code: string, applies_to: string, prefix: string) =>
    admin(createSetting, {
      params: { kind: 'number_ranges' },
      body: { ...gaplessRange, code, name: code, applies_to, prefix, billing_entity: 'MAIN' },
    })
  await add('PUR', 'PURCHASE', 'P')
  await add('SELF', 'SELF_BILLING_INVOICE', 'S')
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    sendMessage(server.app, tenant, { kind: 'e-invoicing', body, headers })
  return { tenant, admin, send }
}

const setSupplier = statement(
  'testing.set_supplier',
  `update company set is_subcontractor = true, doc = doc || $3::jsonb where tenant_id = $1 and company_id = $2`,
)

/** A carrier with a VAT number and a bank account. */
export async function addSupplier(
  { tenant }: PurchaseTenant,
  members: { name?: string; vat_number?: string | null; iban?: string | null } = {},
): Promise<string> {
  const { name = 'De Vries Transport BV', vat_number = 'NL001234567B01', iban = 'NL91ABNA0417164300' } = members
  const company_id = randomUUID()
  const bank_accounts = iban === null ? [] : [{ iban_code: iban, bic_code: null }]
  const doc = { legal_name: name, ...(vat_number !== null && { vat_number }), bank_accounts }
  await tenant.asTenant(async (tx) => {
    await insertCompanies(tx, [{ company_id, name, is_customer: false }])
    await tx.query(setSupplier, company_id, JSON.stringify(doc))
  })
  return company_id
}

const insertTrip = statement(
  'testing.insert_purchase_trip',
  `insert into trip (tenant_id, trip_id, name, status, subcontractor_id, completed_at)
   values ($1, $2, $3, 'COMPLETED', $4, '2026-11-10T12:00:00Z')`,
)
const insertSnapshot = statement(
  'testing.insert_snapshot',
  `insert into charge_snapshot (tenant_id, subject_type, subject_id, side, moment, currency, total, charges)
   values ($1, 'TRIP', $2, 'COST', 'DISPATCHED', 'EUR', $3, $4::jsonb)`,
)

let trips = 0

/** A completed trip of a carrier with its costs; those agreed at dispatch have `agreed`. */
export async function addCarriedTrip(
  { tenant }: PurchaseTenant,
  company_id: string,
  costs: readonly (Partial<NewCharge> & { agreed?: boolean })[],
): Promise<{ trip_id: string; name: string; charges: NewCharge[] }> {
  trips += 1
  const trip_id = randomUUID()
  const name = `TRIP-${String(trips).padStart(4, '0')}`
  const charges = costs.map(({ agreed: _agreed, ...cost }) =>
    ratedCharge({ side: 'COST', trip_id, company_id, tax: null, supplied_on: '2026-11-10', ...cost }),
  )
  const agreed = charges.filter((_, at) => costs[at]!.agreed !== false)
  const total = agreed.reduce((sum, { amount }) => sum + Number(amount), 0)
  await tenant.asTenant(async (tx) => {
    await tx.query(insertTrip, trip_id, name, company_id)
    await addCharges(tx, charges)
    await tx.query(insertSnapshot, trip_id, total.toFixed(2), JSON.stringify(agreed))
  })
  return { trip_id, name, charges }
}

/** The costs of walk-through 10: freight and fuel as agreed, and approved waiting time. */
export const walkThroughTen = [
  { charge_type: 'FREIGHT', name: 'Freight', role: 'BASE', amount: '540.00' },
  {
    charge_type: 'FUEL',
    name: 'Fuel',
    role: 'SURCHARGE',
    amount: '32.40',
    unit: 'P1',
    quantity: '6',
    unit_price: '5.40',
  },
  {
    ...{ charge_type: 'WAITING', name: 'Waiting time', role: 'ACCESSORIAL', amount: '21.00', agreed: false },
    ...{ quantity: '0.5', unit: 'HUR', unit_price: '42.00', approval: 'APPROVED', evidence: { minutes: 90 } },
  },
] as const satisfies readonly (Partial<NewCharge> & { agreed?: boolean })[]

/** A line in the format of suppliers. */
export const invoiceLine = (description: string, amount: string, trip_name?: string) => ({
  ...{ description, amount, currency: 'EUR', tax_rate: { percentage: 0, tax_type: 'REVERSE_CHARGE' } },
  ...(trip_name !== undefined && { references: { trip_name } }),
})

/** A purchase invoice as JSON with totals from its lines; reverse-charge VAT. */
export function purchaseInvoice(lines: readonly ReturnType<typeof invoiceLine>[], members: object = {}) {
  const total = lines.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2)
  return {
    ...{ name: 'F-2026-17', date: '2026-11-15', due_date: '2026-12-15', currency: 'EUR', invoice_type: 'PURCHASE' },
    ...{ total_excl_tax: total, total_tax: '0.00', total_incl_tax: total },
    supplier: { name: 'De Vries Transport BV', vat_number: 'NL001234567B01' },
    line_items: lines,
    ...members,
  }
}

/** The only purchase document, as shown in the application. */
export async function onlyPurchase({ admin }: PurchaseTenant): Promise<PurchaseRecord> {
  const { items } = await admin(listPurchases, { query: {} })
  if (items.length !== 1) throw new Error(`There are ${items.length} purchase documents.`)
  return await admin(getPurchase, { params: { invoice_id: items[0]!.invoice_id } })
}
