import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { LocalDate, Uuid } from '../../scalars.ts'
import { taxCategories, taxHoldCodes, taxTreatments } from '../app.ts'
import { TaxRateInvoiceType, TaxRateType } from '../tax-rate.ts'

const Country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, { error: 'must be a country code, such as BE' })

/** Facts that determine the tax of a supply. */
export const TaxQuestion = z.object({
  billing_entity_id: Uuid.describe('Billing entity whose tax rates are used; its country is that of the supplier.'),
  invoice_type: TaxRateInvoiceType.default('SALES').describe('Document that the tax rate is for.'),
  day: LocalDate.describe('Day of supply.'),
  customer_country: Country.describe('Country of the customer.'),
  has_vat_number: z.boolean().default(true).describe('Whether the customer has a valid VAT number.'),
  is_private: z.boolean().default(false).describe('Whether the customer is a private person.'),
  from_country: Country.describe('Country where the transport starts.'),
  to_country: Country.describe('Country where the transport ends.'),
  customer_is: z.enum(['PRINCIPAL', 'CARRIER']).default('PRINCIPAL').describe('Consignor or consignee, or a carrier.'),
  has_export_evidence: z.boolean().default(false).describe('Whether there is an MRN or accepted evidence of export.'),
  is_in_import_value: z.boolean().default(false).describe('Whether the freight is part of the import value.'),
  is_disbursement: z.boolean().default(false).describe('Whether it was paid in the name of the customer.'),
  tax_type: TaxRateType.default('VAT').describe('Tax type of the company; VAT lets the rules decide.'),
})

const TaxReason = z.object({
  code: z.string().describe('Code of the step.'),
  message: z.string().describe('The step as a sentence.'),
})

/** Tax of a supply, with every decision step. */
export const TaxAnswer = z
  .object({
    hold: z
      .object({
        code: z.enum(taxHoldCodes).describe('What is missing.'),
        field: z.string().describe('The member to fill.'),
        message: z.string().describe('What to do.'),
      })
      .nullable()
      .describe('Why it cannot be decided; null when it is.'),
    treatment: z.enum(taxTreatments).nullable().describe('What the rules decide; null on hold.'),
    category: z.enum(taxCategories).nullable().describe('VAT category of EN 16931; null on hold.'),
    percentage: z.number().nullable().describe('Rate in percent; null on hold and outside the scope of VAT.'),
    vatex: z.string().nullable().describe('Reason of an exemption by the code list VATEX.'),
    tax_type: TaxRateType.nullable().describe('What it is, in short; null on hold.'),
    tax_rate_code: z.string().nullable().describe('Code of the tax rate that is used; null on hold.'),
    reasons: z.array(TaxReason).describe('The steps of the decision, in order.'),
    warnings: z.array(TaxReason).describe('What the rules say, where the company forces another treatment.'),
  })
  .meta({ id: 'AppTaxAnswer' })
export type TaxAnswer = z.output<typeof TaxAnswer>

/** Decides the tax of a described supply without storing anything. */
export const tryTaxRules = endpoint({
  ...ofApplication,
  id: 'tryTaxRules',
  method: 'POST',
  path: '/app/tax-decision',
  summary: 'Try the tax rules',
  description: 'Uses the tax rates of the billing entity as they are valid on the day. Nothing is kept.',
  permission: 'book.read',
  body: TaxQuestion,
  response: TaxAnswer,
})
