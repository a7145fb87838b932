import { z } from 'zod'
import { page } from '../page.ts'
import { UuidOut } from '../scalars.ts'
import { BillingEntity } from '../tenants/billing-entity.ts'

/** Type of a tax rate. */
export const TaxRateType = z
  .enum(['VAT', 'NO_VAT', 'REVERSE_CHARGE', 'TRANSIT', 'CO_CONTRACTING', 'OTHER'])
  .meta({ id: 'TaxRateType' })
export type TaxRateType = z.output<typeof TaxRateType>

/** Document types that a tax rate applies to. */
export const TaxRateInvoiceType = z
  .enum(['SALES', 'SALES_CREDIT_NOTE', 'PURCHASE', 'PURCHASE_CREDIT_NOTE'])
  .meta({ id: 'TaxRateInvoiceType' })
export type TaxRateInvoiceType = z.output<typeof TaxRateInvoiceType>

/** A tax rate of a billing entity for one type of document. */
export const TaxRateOutput = z
  .object({
    id: UuidOut.describe('Id of the tax rate.'),
    archived: z.boolean().describe('Whether it is kept only for records that already use it.'),
    name: z.string().describe('Name of the tax rate.'),
    billing_entity: BillingEntity.describe('Billing entity that it is for.'),
    percentage: z.number().describe('Rate in percent.'),
    base_percentage: z
      .number()
      .nullable()
      .optional()
      .describe('Rate in percent before the rules for customer and transport; null when it is the same.'),
    code: z.string().describe('Code of the tax rate in the ledger.'),
    tax_type: TaxRateType.describe('What it is, in short.'),
    invoice_type: TaxRateInvoiceType.describe('Documents that it is for.'),
    description: z.string().describe('What documents say about the tax; empty: the usual note.'),
  })
  .meta({ id: 'TaxRateOutput' })
export type TaxRateOutput = z.output<typeof TaxRateOutput>

/** A page of tax rates. */
export const ListTaxRateOutput = page(TaxRateOutput).meta({ id: 'ListTaxRateOutput' })
