import { z } from 'zod'
import { Block } from './blocks.ts'
import { chargeRoles, chargeSides } from './charge-type.ts'
import { Conditions } from './conditions.ts'
import { Amount, Currency, Positive, RateCode } from './decimal.ts'

/** Repetition of a line. */
export const scopes = ['ORDER', 'CONSIGNMENT', 'STOP', 'TRIP', 'GROUP'] as const
export type Scope = (typeof scopes)[number]

const LineKey = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, { error: 'must be lower case letters, digits and _, such as freight' })

/** A line of a rate card. */
export const RateLine = z
  .strictObject({
    key: LineKey.describe('Name of the line in this card. It identifies its charges: keep it when the line changes.'),
    type: RateCode.describe('Code of the charge type.'),
    scope: z.enum(scopes).default('ORDER').describe('What the line is repeated for.'),
    group: LineKey.optional().describe(
      'Lines of one group are alternatives: the first one whose conditions hold is used.',
    ),
    when: Conditions.default([]).describe('Conditions that must all hold.'),
    block: Block.describe('How the amount is calculated.'),
    min: Amount.optional().describe('Least amount.'),
    max: Amount.optional().describe('Most that is charged.'),
    round: Positive.optional().describe('Step to which the amount is rounded, such as 0.05.'),
    role: z.enum(chargeRoles).optional().describe('What the charge is to the price; absent: as the charge type says.'),
    approval: z
      .enum(['TO_REQUEST', 'NONE'])
      .optional()
      .describe('Approval of new charges; absent: as the charge type says.'),
    description: z
      .string()
      .trim()
      .max(200)
      .optional()
      .describe('Text of the charge, with facts in braces, such as {trip.km}.'),
    on_cancel: z.boolean().default(false).describe('Whether it is for cancelled orders, and only for them.'),
  })
  .refine(({ min, max }) => min === undefined || max === undefined || Number(min) <= Number(max), {
    path: ['max'],
    error: 'must not be below min',
  })
  .meta({ id: 'AppRateLine' })
export type RateLine = z.output<typeof RateLine>

/** Applicability of a card. */
export const Assignment = z
  .strictObject({
    to: z
      .enum(['COMPANY', 'GROUP', 'ALL', 'OWN_FLEET'])
      .describe('A company, a company group, every company, or the own fleet.'),
    code: z.string().trim().min(1).max(100).optional().describe('Code of the company or company group.'),
    transport_service: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('Code of a transport service; absent: any.'),
    priority: z.int().min(1).max(1_000).default(100).describe('Which card is used when several fit: 1 first.'),
  })
  .refine(({ to, code }) => (to === 'COMPANY' || to === 'GROUP') === (code !== undefined), {
    path: ['code'],
    error: 'is required for a company or company group, and left out otherwise',
  })

/** Content of one rate card version. */
export const RateCardDoc = z
  .strictObject({
    date_of: z
      .enum(['PICKUP', 'DELIVERY', 'ORDERED'])
      .default('PICKUP')
      .describe('Day that prices are of: requested first pickup, requested last delivery, or creation of the order.'),
    assignments: z
      .array(Assignment)
      .max(500)
      .default([])
      .describe('Who the card is for. None: it is only included by other cards.'),
    when: Conditions.default([]).describe(
      'Conditions of the whole card; when they do not hold, the next card is used.',
    ),
    includes: z
      .array(RateCode)
      .max(20)
      .default([])
      .describe('Codes of cards whose lines are added, such as general surcharges.'),
    contract_number: z
      .string()
      .trim()
      .max(100)
      .optional()
      .describe('Number of the contract that it belongs to. Invoices of its orders show it.'),
    consolidation: z
      .enum(['NONE', 'TRIP', 'DELIVERY_DAY'])
      .default('NONE')
      .describe(
        'Which orders of a customer are priced as one shipment: those of a trip, or those delivered at a place on a day.',
      ),
    lines: z
      .array(RateLine)
      .max(200)
      .refine((lines) => new Set(lines.map(({ key }) => key)).size === lines.length, {
        error: 'two lines have the same key',
      })
      .describe('The lines. A card without lines can be saved and not published.'),
  })
  .meta({ id: 'AppRateCardDoc' })
export type RateCardDoc = z.output<typeof RateCardDoc>
export type NewRateCardDoc = z.input<typeof RateCardDoc>

/** Identity of a card, the same in every version. */
export const cardMembers = {
  code: RateCode.describe('Code of the card.'),
  name: z.string().trim().min(1).max(200).describe('What people see.'),
  side: z.enum(chargeSides).describe('Whether it prices sales or costs.'),
  currency: Currency.describe('Currency of its prices.'),
}

/** Version states of a card, table or zone set. */
export const versionStates = ['DRAFT', 'PUBLISHED', 'RETIRED'] as const
