import { z } from 'zod'
import { page } from '../page.ts'
import { optionalNumber, UtcInstant } from '../scalars.ts'
import { CompanyOutput } from './company-output.ts'
import { CompanyReferenceOutput } from './company-reference.ts'
import { PurchaseCompanyFieldsOutput, SalesCompanyFieldsOutput } from './company-sides.ts'

/** Credit limit of a company. */
export const CreditPolicyOutput = z
  .object({ limit: optionalNumber('Most that may be invoiced and not yet paid.') })
  .meta({ id: 'CreditPolicyOutput' })

/** A company with all stored members. */
export const CompanyDetailOutput = z
  .object({
    ...CompanyOutput.shape,
    locale: z.string().describe('Language, xx or xx-YY; the language of the tenant when the company has none.'),
    status: CompanyOutput.shape.status.describe('Whether it may order; the same as sales.status (ORD-13).'),
    accounting_code: CompanyOutput.shape.accounting_code.describe(
      'Code in the accounting system. Prefer the codes of the billing entities.',
    ),
    archived_customer: z.boolean().describe('No longer in use as a customer.'),
    archived_subcontractor: z.boolean().describe('No longer in use as a subcontractor.'),
    archived_buyer_or_seller: z.boolean().describe('No longer in use as a buyer or seller.'),
    credit_policy: CreditPolicyOutput.nullish().describe('How much it may owe.'),
    default_invoice_customer: CompanyReferenceOutput.nullish().describe('Company that is billed instead.'),
    sales: SalesCompanyFieldsOutput.optional().describe('The company as a customer.'),
    purchase: PurchaseCompanyFieldsOutput.optional().describe('The company as a supplier.'),
    timestamp_updated: UtcInstant.describe('When it was last changed.'),
    credit_limit_total: optionalNumber('Use credit_policy.limit.').meta({ deprecated: true }),
    is_archived: z.boolean().optional().describe('Archived in every role it has.').meta({ default: false }),
  })
  .meta({ id: 'CompanyDetailOutput' })
export type CompanyDetailOutput = z.output<typeof CompanyDetailOutput>

/** A page of companies. */
export const ListCompanyOutput = page(CompanyDetailOutput).meta({ id: 'ListCompanyOutput' })
