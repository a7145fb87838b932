import { z } from 'zod'
import { openSet, optionalNumber, optionalText, UuidOut } from '../scalars.ts'

/** Charge statuses; readers treat unknown ones as CREATED (CHG-2, CHG-4). */
export const ChargeStatus = openSet([
  'CREATED',
  'DO_NOT_INVOICE',
  'INVOICED',
  'INVOICED_EXTERNAL',
  'INVOICE_POSTED',
]).meta({ id: 'ChargeStatus' })

/** Customer approval of a charge. */
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
    status: ChargeStatus.describe('Status of the charge; one that is not known is read as CREATED.'),
    approval_status: ChargeApprovalStatus.nullish().describe('Whether the customer agreed.'),
  })
  .meta({ id: 'ChargeWithApprovalOutput' })

const ExplainedFact = z.object({
  name: z.string().describe('Name of the fact.'),
  value: z
    .union([z.string(), z.boolean(), z.array(z.string()), z.null()])
    .optional()
    .describe('Its value; absent: not known.'),
  source: z.string().describe('Where it was read.'),
})

/** Explanation of an order's price, line by line. */
export const OrderChargesExplanation = z
  .object({
    result: z.enum(['COMPLETE', 'INCOMPLETE', 'NO_CARD']).describe('Whether there is a price.'),
    message: z.string().describe('Why there is none, what is missing, or which card was used.'),
    card: z.string().nullable().describe('Code of the rate card.'),
    rated_on: z.string().nullable().describe('Day the prices are of.'),
    currency: z.string().nullable().describe('Currency.'),
    total: z.string().nullable().describe('Sum of what was rated, without tax.'),
    lines: z
      .array(
        z.object({
          line: z.string().describe('Key of the line in the card.'),
          scope_id: UuidOut.describe('Id of the order, consignment, stop or trip it is for.'),
          result: z.enum(['APPLIED', 'SKIPPED', 'FAILED', 'NOT_TRIED']).describe('How it came out.'),
          message: z.string().describe('Why, as a sentence.'),
          amount: z.string().nullable().describe('Amount; null when it gives no charge.'),
          facts: z.array(ExplainedFact).describe('Facts that were used.'),
          nearest: z.string().nullable().describe('The smallest change that would turn it, as a sentence.'),
        }),
      )
      .describe('Lines of the card that was used.'),
  })
  .meta({ id: 'OrderChargesExplanation' })
export type OrderChargesExplanation = z.output<typeof OrderChargesExplanation>

/** Charges of an order, provisional until invoiced (CHG-1). */
export const OrderChargesOutput = z
  .object({
    charges: z.array(ChargeWithApprovalOutput).nullish().describe('The charges.'),
    explanation: OrderChargesExplanation.nullish().describe(
      'How the price is calculated; only with explain=1, and never for a client with the role CUSTOMER.',
    ),
  })
  .meta({ id: 'OrderChargesOutput' })
export type OrderChargesOutput = z.output<typeof OrderChargesOutput>
