import { z } from 'zod'
import { openSet, optionalNumber, optionalText, UuidOut } from '../scalars.ts'

/** The status of a charge; readers take anything unknown as CREATED (CHG-2, CHG-4). */
export const ChargeStatus = openSet([
  'CREATED',
  'DO_NOT_INVOICE',
  'INVOICED',
  'INVOICED_EXTERNAL',
  'INVOICE_POSTED',
]).meta({ id: 'ChargeStatus' })

/** Whether the customer agreed to a charge. */
export const ChargeApprovalStatus = z
  .enum(['TO_REQUEST', 'REQUESTED', 'REJECTED_INTERNAL', 'REJECTED', 'APPROVED'])
  .meta({ id: 'ChargeApprovalStatus' })

/** Tax on a charge. */
export const ChargeTaxRate = z
  .object({
    code: optionalText('Code of the tax rate.'),
    name: optionalText('Name of the tax rate.'),
    percentage: optionalNumber('Per cent.'),
    tax_type: optionalText('Kind of tax.'),
  })
  .meta({ id: 'ChargeTaxRate' })

/** A charge. Amounts are decimals as text. */
export const ChargeWithApprovalOutput = z
  .object({
    id: UuidOut.nullish().describe('Id of the charge.'),
    amount_excl_tax: optionalText('Amount without tax.'),
    amount_incl_tax: optionalText('Amount with tax.'),
    amount_tax: optionalText('Tax.'),
    code: optionalText('Code of the charge.'),
    currency: optionalText('Currency of the amounts, ISO 4217.'),
    name: optionalText('Name of the charge.'),
    description: optionalText('What it is for; also the comment of an approval.'),
    tax_rate: ChargeTaxRate.nullish().describe('Tax rate.'),
    status: ChargeStatus.describe('Status of the charge.'),
    approval_status: ChargeApprovalStatus.nullish().describe('Whether the customer agreed.'),
  })
  .meta({ id: 'ChargeWithApprovalOutput' })

/** Charges of an order; provisional until invoiced (CHG-1). */
export const OrderChargesOutput = z
  .object({ charges: z.array(ChargeWithApprovalOutput).nullish().describe('The charges.') })
  .meta({ id: 'OrderChargesOutput' })
export type OrderChargesOutput = z.output<typeof OrderChargesOutput>
