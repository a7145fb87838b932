import { z } from 'zod'
import { optionalText, UuidOut } from '../scalars.ts'
import { BasePaymentTerm, CustomerStatus } from './company-output.ts'

/** Whether a company may be given work. */
export const SubcontractorStatus = z
  .enum(['NOT_APPROVED', 'APPROVED', 'WARNING', 'BLOCKED'])
  .meta({ id: 'SubcontractorStatus' })
export type SubcontractorStatus = z.output<typeof SubcontractorStatus>

/** Code of a company in the books of one billing entity. */
export const CompanyBillingEntity = z
  .object({
    id: UuidOut.nullish().describe('Id of the billing entity; it wins over the code.'),
    code: optionalText('Code of the billing entity.'),
    accounting_code: optionalText('Code of the company in the books of this billing entity.'),
  })
  .meta({ id: 'CompanyBillingEntity' })
export type CompanyBillingEntity = z.output<typeof CompanyBillingEntity>

const input = {
  payment_term: BasePaymentTerm.nullish(),
  billing_entities: z.array(CompanyBillingEntity).max(100).nullish(),
}
const output = { payment_term: BasePaymentTerm.nullish(), billing_entities: z.array(CompanyBillingEntity).nullish() }
const customerStatus = CustomerStatus.nullish().meta({ default: 'APPROVED' })
const supplierStatus = SubcontractorStatus.nullish().meta({ default: 'APPROVED' })

const descriptions = {
  payment_term: 'When invoices are due. CUSTOM_DUE_DATE may be read and not set.',
  billing_entities: 'Codes in the books of the billing entities. A list that is sent is the full new list.',
  customerStatus: 'Whether it may order (ORD-13).',
  supplierStatus: 'Whether it may be given work.',
}

/** Customer side of a company, as input. */
export const SalesCompanyFieldsInput = z
  .object({
    payment_term: input.payment_term.describe(descriptions.payment_term),
    billing_entities: input.billing_entities.describe(descriptions.billing_entities),
    status: customerStatus.describe(descriptions.customerStatus),
  })
  .meta({ id: 'SalesCompanyFields-Input' })

/** Supplier side of a company, as input. */
export const PurchaseCompanyFieldsInput = z
  .object({
    payment_term: input.payment_term.describe(descriptions.payment_term),
    billing_entities: input.billing_entities.describe(descriptions.billing_entities),
    status: supplierStatus.describe(descriptions.supplierStatus),
  })
  .meta({ id: 'PurchaseCompanyFields-Input' })

/** Customer side of a company. */
export const SalesCompanyFieldsOutput = z
  .object({
    payment_term: output.payment_term.describe(descriptions.payment_term),
    billing_entities: output.billing_entities.describe(descriptions.billing_entities),
    status: customerStatus.describe(descriptions.customerStatus),
  })
  .meta({ id: 'SalesCompanyFields-Output' })

/** Supplier side of a company. */
export const PurchaseCompanyFieldsOutput = z
  .object({
    payment_term: output.payment_term.describe(descriptions.payment_term),
    billing_entities: output.billing_entities.describe(descriptions.billing_entities),
    status: supplierStatus.describe(descriptions.supplierStatus),
  })
  .meta({ id: 'PurchaseCompanyFields-Output' })
