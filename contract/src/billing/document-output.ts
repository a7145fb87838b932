import { z } from 'zod'
import { CompanyOutput } from '../companies/company-output.ts'
import { LocalDate, optionalText, UuidOut } from '../scalars.ts'
import { BillingEntity } from '../tenants/billing-entity.ts'
import { LineItem } from './line-item.ts'

/** Registration of an electronic invoice by an access point or an authority. */
export const EInvoicingOutput = z
  .object({
    number: optionalText('Number of the registration.'),
    url: optionalText('Where the registration can be looked up.'),
    regulator: optionalText('Authority that registered it.'),
  })
  .meta({ id: 'EInvoicingOutput' })

/** Exchange rate of a document outside the accounting currency. */
export const ExchangeRate = z
  .object({
    rate_date: LocalDate.nullish().describe('Day of the rate.'),
    rate: z.number().describe("Accounting currency for one unit of the document's currency."),
    inverse_rate: z.number().describe("The document's currency for one unit of the accounting currency."),
  })
  .meta({ id: 'ExchangeRate' })

/** Company on accounting documents. */
export const CompanySummaryOutput = CompanyOutput.pick({
  id: true,
  code: true,
  currency: true,
  custom_fields: true,
  is_customer: true,
  is_subcontractor: true,
  is_buyer_or_seller: true,
  name: true,
  legal_name: true,
  vat_number: true,
  note: true,
  tax_type: true,
  status: true,
  accounting_code: true,
  billing_location: true,
  payment_term: true,
  is_blocked: true,
}).meta({ id: 'CompanySummaryOutput' })
export type CompanySummaryOutput = z.output<typeof CompanySummaryOutput>

const customFields = z.record(z.string(), z.unknown()).describe('Keys of the tenant.').meta({ default: {} })
const references = z.array(z.string()).describe("The customer's references, such as purchase orders.")

/** Members common to all documents, in the order of the interface. */
const dated = {
  date: LocalDate.describe('Day of the document.'),
  booking_date: LocalDate.nullish().describe('Day it counts in the books; the date of the document unless enabled.'),
  currency: z.string().describe('Currency of the amounts, ISO 4217.'),
  customer_reference_numbers: references.optional().meta({ default: [] }),
  custom_fields: customFields.optional(),
}
const dueDate = LocalDate.describe('Day it is due.')
const named = {
  id: UuidOut.nullable().describe('Id of the document.'),
  name: z.string().describe('Number of the document.'),
}
const registered = {
  e_invoicing: EInvoicingOutput.nullish().describe('Registration of the electronic document.'),
}
const sums = {
  exchange_rate: ExchangeRate.nullish().describe('Rate to the currency of the books; null in that currency.'),
  total_excl_tax: z.string().describe('Sum without tax, as text.'),
  total_incl_tax: z.string().describe('Sum with tax, as text.'),
  total_tax: z.string().describe('Tax, as text.'),
}
const customer = { customer: CompanySummaryOutput.describe('Who is billed.') }
const supplier = { supplier: CompanySummaryOutput.describe('Who bills us.') }
const lines = {
  line_items: z.array(LineItem).describe('Lines; one split over dimensions has an item for each of them.'),
  billing_entity: BillingEntity.describe('Billing entity whose document it is.'),
}
const external = { external_name: z.string().describe("The supplier's number.") }

/** A sales invoice. */
export const SalesInvoiceOutput = z
  .object({ ...dated, due_date: dueDate, ...named, ...registered, ...sums, ...customer, ...lines })
  .meta({ id: 'SalesInvoiceOutput' })
export type SalesInvoiceOutput = z.output<typeof SalesInvoiceOutput>

/** A sales credit note. Amounts are positive. */
export const SalesCreditNoteOutput = z
  .object({ ...dated, ...named, ...registered, ...sums, ...customer, ...lines })
  .meta({ id: 'SalesCreditNoteOutput' })
export type SalesCreditNoteOutput = z.output<typeof SalesCreditNoteOutput>

/** A purchase invoice. */
export const PurchaseInvoice = z
  .object({ ...named, ...external, ...dated, due_date: dueDate, ...sums, ...supplier, ...lines })
  .meta({ id: 'PurchaseInvoice' })
export type PurchaseInvoice = z.output<typeof PurchaseInvoice>

/** A purchase credit note. Amounts are positive. */
export const PurchaseCreditNote = z
  .object({ ...named, ...external, ...dated, ...sums, ...supplier, ...lines })
  .meta({ id: 'PurchaseCreditNote' })
export type PurchaseCreditNote = z.output<typeof PurchaseCreditNote>
