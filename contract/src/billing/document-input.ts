import { z } from 'zod'
import { FreeObject, LocalDate, longestList, optionalText, Uuid } from '../scalars.ts'
import { BillingEntityReference } from '../tenants/billing-entity.ts'

const longestCode = 255

/** Names the billed company: by id, or by an accounting code unique to one company. */
export const CustomerReference = z
  .object({
    id: Uuid.nullish().describe('Id of the company; needed where several share an accounting code.'),
    accounting_code: z.string().max(longestCode).nullish().describe('Code in the accounting system.'),
  })
  .meta({ id: 'CustomerReference' })

/** Names a tax rate. */
export const TaxRateReference = z
  .object({ code: z.string().max(longestCode).describe('Code of the tax rate in the ledger.') })
  .meta({ id: 'TaxRateReference' })

/** Names a charge type. */
export const PriceListItemReference = z
  .object({ code: z.string().max(longestCode).describe('Code of the charge type.') })
  .meta({ id: 'PriceListItemReference' })

/** Decimal as a JSON number or text; its digits are preserved. */
const Amount = z
  .union([
    z.number({ error: 'must be a number or a decimal as text' }),
    z.string({ error: 'must be a number or a decimal as text' }).max(40),
  ])
  .transform((value) => String(value).trim())

/** Document line created by a program. */
export const ChargeInput = z
  .object({
    name: optionalText('Name of the line; null: that of the charge type.'),
    code: optionalText('Code of the line; null: that of the charge type.'),
    description: optionalText('What it is for.'),
    amount_excl_tax: Amount.describe('Amount without tax.'),
    tax_rate: TaxRateReference.nullish().describe('Tax rate; null: as the tax rules decide.'),
    price_list_item: PriceListItemReference.describe('Charge type.'),
  })
  .meta({ id: 'ChargeInput' })

const common = {
  date: LocalDate.describe('Day of the document.'),
  booking_date: LocalDate.nullish().describe('Day it counts in the books; ignored unless the tenant has it enabled.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: 'must be a currency of ISO 4217, such as EUR' })
    .describe('Currency of the amounts, ISO 4217.'),
  customer_reference_numbers: z
    .array(z.string().max(200))
    .max(200)
    .nullish()
    .describe("The customer's references, such as purchase orders."),
  custom_fields: FreeObject.nullish().describe('Keys of the tenant.'),
  customer: CustomerReference.describe('Who is billed.'),
  charges: z.array(ChargeInput).min(1).max(longestList).describe('Lines.'),
  billing_entity: BillingEntityReference.nullish().describe('Billing entity; null: the default one.'),
}

/** A sales invoice to create. It is finalised at once. */
export const SalesInvoiceInput = z
  .object({ ...common, due_date: LocalDate.nullish().describe('Day it is due; null: by the payment term.') })
  .meta({ id: 'SalesInvoiceInput' })
export type SalesInvoiceInput = z.output<typeof SalesInvoiceInput>

/** A sales credit note to create. It is finalised at once; amounts are positive, or all negative. */
export const SalesCreditNoteInput = z.object(common).meta({ id: 'SalesCreditNoteInput' })
export type SalesCreditNoteInput = z.output<typeof SalesCreditNoteInput>
