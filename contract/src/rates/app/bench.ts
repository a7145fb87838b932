import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Uuid } from '../../scalars.ts'
import { chargeSides } from './charge-type.ts'
import { Currency, RateCode } from './decimal.ts'
import { Facts } from './facts.ts'
import { ExplainedRating } from './rating.ts'
import { mostPrices, TariffTableDoc } from './tariff-table.ts'

const shared = {
  tag: 'application',
  auth: 'session',
  permission: 'rate.read',
  limit: 'none',
  since: '0.1.0',
  added: true,
} as const

/** Prices, plus the names of rows and columns. */
const mostCells = mostPrices + 20_000

/** Rates given facts and explains the price; nothing is stored. */
export const tryRates = endpoint({
  ...shared,
  id: 'tryRates',
  method: 'POST',
  path: '/app/rates/try',
  summary: 'Try rates',
  body: z.strictObject({
    side: z.enum(chargeSides).describe('Whether sales or costs are rated.'),
    facts: Facts.describe('The facts of an order or trip.'),
    rate_record_id: Uuid.optional().describe(
      'Rate card whose draft is tried, whatever its assignments are; absent: published cards.',
    ),
  }),
  response: ExplainedRating,
})

/** Parses the rows of a file as a tariff table; nothing is stored. */
export const readTariffTable = endpoint({
  ...shared,
  id: 'readTariffTable',
  method: 'POST',
  path: '/app/rates/tables/read',
  summary: 'Read rows of a file as a tariff table',
  description: 'What is answered can be saved as a draft once there are no faults.',
  bodyLimit: 2 * 1024 * 1024,
  longestList: 20_001,
  body: z.strictObject({
    shape: z
      .enum(['MATRIX', 'LIST'])
      .describe(
        'MATRIX: first column zones, first row quantities. LIST: columns zone, from, price, after a first row of titles.',
      ),
    decimal_separator: z.enum(['POINT', 'COMMA']).describe('How decimals are written in the whole file.'),
    currency: Currency.describe('Currency of the prices.'),
    zone_set: RateCode.optional().describe('Zone set that the rows are zones of.'),
    rows: z
      .array(z.array(z.string().max(200)).max(300))
      .min(2)
      .max(20_001)
      .refine((rows) => rows.reduce((sum, row) => sum + row.length, 0) <= mostCells, {
        error: 'must be at most 100,000 prices: split the table by country or by weight',
      })
      .describe('Cells as text, row by row.'),
    rate_record_id: Uuid.optional().describe('Tariff table whose latest version prices are compared with.'),
  }),
  response: z.object({
    doc: TariffTableDoc.nullable().describe('The table; null when there are faults.'),
    faults: z
      .array(
        z.object({
          row: z.int().describe('Row in the file, from 1.'),
          message: z.string().describe('What is wrong.'),
        }),
      )
      .describe('What has to be corrected, at most 100.'),
    warnings: z
      .array(
        z.object({
          row: z.int().describe('Row in the file, from 1.'),
          message: z.string().describe('What looks wrong, such as a price that moved by more than 25 %.'),
        }),
      )
      .describe('What looks wrong, at most 100.'),
  }),
})
