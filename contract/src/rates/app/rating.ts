import { z } from 'zod'
import { UuidOut } from '../../scalars.ts'
import { chargeRoles } from './charge-type.ts'
import { scopes } from './rate-card.ts'

/** Outcomes of a line, condition or card. */
export const results = ['APPLIED', 'SKIPPED', 'FAILED', 'NOT_TRIED'] as const
export type Result = (typeof results)[number]

/** Whether an order or trip is fully priced. */
export const ratingResults = ['COMPLETE', 'INCOMPLETE', 'NO_CARD'] as const

/** Charge proposed by the rating engine. */
export const RatedCharge = z
  .object({
    key: z.string().describe('Identifies the charge among those of the order or trip, however often it is rated.'),
    line_key: z.string().describe('Line of the card.'),
    scope: z.enum(scopes).describe('What the line was repeated for.'),
    scope_id: UuidOut.describe('Id of that consignment, stop, trip or order.'),
    type: z.string().describe('Code of the charge type.'),
    role: z.enum(chargeRoles).describe('What the charge is to the price.'),
    quantity: z.string().describe('Quantity.'),
    unit: z.string().describe('Unit of UNECE Recommendation 20.'),
    unit_price: z.string().describe('Price of a unit.'),
    amount: z.string().describe('Amount without tax.'),
    currency: z.string().describe('Currency.'),
    approval: z.enum(['TO_REQUEST', 'APPROVED']).nullable().describe('Approval it starts with; null: none is needed.'),
    description: z.string().describe('Text of the charge.'),
  })
  .meta({ id: 'AppRatedCharge' })
export type RatedCharge = z.output<typeof RatedCharge>

/** Smallest change of one fact that makes a condition true, or what has to be added. */
export const Nearest = z
  .object({
    fact: z.string().nullable().describe('The fact to change; null when something else is missing.'),
    to: z.union([z.string(), z.boolean(), z.array(z.string()), z.null()]).describe('The value it would need.'),
    by: z.string().nullable().describe('The difference of a number, in its unit, or of a date, in days.'),
    message: z.string().describe('The change as a sentence.'),
  })
  .meta({ id: 'AppNearestChange' })

const node = {
  name: z.string().describe('Code of the card, key of the line, or kind of the condition or block.'),
  result: z.enum(results).describe('How it came out.'),
  message: z.string().describe('Why, as a sentence.'),
  facts: z
    .array(
      z.object({
        name: z.string().describe('Name of the fact.'),
        value: z
          .union([z.string(), z.boolean(), z.array(z.string()), z.null()])
          .optional()
          .describe('Value; absent: not known.'),
        source: z.string().describe('Where it was read.'),
      }),
    )
    .describe('Facts that were used.'),
  nearest: Nearest.nullable().describe('What would turn it; null when it does not apply.'),
}

/** Explanation of a condition or block of a line. */
export const ExplainedPart = z
  .object({ ...node, part: z.enum(['CONDITION', 'BLOCK']).describe('What it is.') })
  .meta({ id: 'AppExplainedPart' })

/** Explanation of a line for one item. */
export const ExplainedLine = z
  .object({
    ...node,
    scope: z.enum(scopes).describe('What it was repeated for.'),
    scope_id: UuidOut.describe('Id of that thing.'),
    amount: z.string().nullable().describe('Amount; null when it gives no charge.'),
    parts: z.array(ExplainedPart).describe('Its conditions in order, then its block.'),
  })
  .meta({ id: 'AppExplainedLine' })

/** Explanation of a considered card. */
export const ExplainedCard = z
  .object({ ...node, lines: z.array(ExplainedLine).describe('Its lines, for the card that was used.') })
  .meta({ id: 'AppExplainedCard' })

/** Explanation of a price. */
export const ExplainedRating = z
  .object({
    result: z.enum(ratingResults).describe('Whether there is a price.'),
    message: z.string().describe('Why there is none, or what is missing; else which card was used.'),
    card: z.string().nullable().describe('Code of the card.'),
    version_id: UuidOut.nullable().describe('Id of the version of the card.'),
    rated_on: z.string().nullable().describe('Day the prices are of.'),
    currency: z.string().nullable().describe('Currency.'),
    total: z.string().nullable().describe('Sum of the charges.'),
    charges: z.array(RatedCharge).describe('The charges.'),
    cards: z.array(ExplainedCard).describe('Cards in the order in which they were looked at.'),
  })
  .meta({ id: 'AppExplainedRating' })
export type ExplainedRating = z.output<typeof ExplainedRating>
