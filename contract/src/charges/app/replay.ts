import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { LocalDate, Uuid, UuidOut } from '../../scalars.ts'

/** Orders or trips replayed per request. */
export const replayPiece = 500

/** Rating results of a subject. */
const results = ['COMPLETE', 'INCOMPLETE', 'NO_CARD'] as const

/** Start of the next batch. */
const place = z.strictObject({
  day: LocalDate.describe('Day of the last one.'),
  id: Uuid.describe('Id of the last one.'),
})

const outcome = (of: string) =>
  z.object({
    result: z.enum(results).describe(`Whether there is a price ${of}.`),
    total: z.string().nullable().describe('Amount without tax; null without a complete price.'),
    currency: z.string().nullable().describe('Currency; null without a card.'),
    card: z.string().nullable().describe('Code of the card; null without one.'),
    message: z.string().describe('Why there is no price, what is missing, or which card is used.'),
  })

/** Order or trip with its current and replayed price. */
export const ReplayedPrice = z
  .object({
    id: UuidOut.describe('Id of the order or trip.'),
    name: z.string().describe('Its number.'),
    company_name: z.string().nullable().describe('Customer or carrier; null for the own fleet.'),
    day: LocalDate.describe('Day its prices are of.'),
    before: outcome('now').describe('As it is rated now.'),
    after: outcome('with the draft').describe('As it would be rated with the draft.'),
    difference: z
      .string()
      .nullable()
      .describe('Amount after minus amount before; null where one is missing or the currencies differ.'),
  })
  .meta({ id: 'AppReplayedPrice' })
export type ReplayedPrice = z.output<typeof ReplayedPrice>

/** Prices the orders or trips of a period with a draft rate card, one batch at a time. */
export const replayRateCard = endpoint({
  ...ofApplication,
  id: 'replayRateCard',
  method: 'POST',
  path: '/app/rates/records/{rate_record_id}/replay',
  summary: 'Replay a period with the draft of a rate card',
  description:
    'The draft is tried as if it had been valid in the whole period. Nothing is stored. Each answer has the place where the next begins.',
  permission: 'rate.write',
  params: z.object({ rate_record_id: Uuid.describe('Id of the rate card.') }),
  body: z.strictObject({
    from: LocalDate.describe('First day.'),
    to: LocalDate.describe('Last day.'),
    company_ids: z.array(Uuid).max(100).default([]).describe('Only of these customers or carriers; empty: of all.'),
    after: place.nullable().default(null).describe('Where the piece before ended; null: from the beginning.'),
  }),
  response: z.object({
    items: z.array(ReplayedPrice).describe(`At most ${replayPiece}, by day.`),
    next: place.nullable().describe('Where the next piece begins; null: that was all.'),
    total: z.int().min(0).describe('Orders or trips of the period; counted up to 10,001.'),
  }),
})
