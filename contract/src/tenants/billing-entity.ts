import { z } from 'zod'
import { UuidOut } from '../scalars.ts'

/** Maximum length of lookup codes in UTF-16 units. */
const longestCode = 255

/** Legal entity of the haulier that issues invoices. */
export const BillingEntity = z
  .object({
    id: UuidOut.describe('Id of the billing entity.'),
    legal_name: z.string().describe('Name in the register of companies.'),
    vat_number: z.string().describe('VAT number; empty when it has none.'),
    code: z.string().describe('Code in the tenant.'),
    company_registration_number: z.string().describe('Number in the register of companies; empty when it has none.'),
    is_default: z.boolean().optional().describe('Used where no other is given.').meta({ default: false }),
  })
  .meta({ id: 'BillingEntity' })
export type BillingEntity = z.output<typeof BillingEntity>

/** Reference to a billing entity. */
export const BillingEntityReference = z
  .object({ code: z.string().max(longestCode).describe('Code of the billing entity.') })
  .meta({ id: 'BillingEntityReference' })
export type BillingEntityReference = z.output<typeof BillingEntityReference>
