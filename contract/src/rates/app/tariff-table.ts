import { z } from 'zod'
import { Amount, Currency, Decimal, RateCode } from './decimal.ts'

/** Maximum prices of a table: reading, comparing and rendering it at once must not block other requests. */
export const mostPrices = 100_000

/** Price matrix: rows are zones or other texts, columns start at quantities. */
export const TariffTableDoc = z
  .strictObject({
    currency: Currency.describe('Currency of the prices.'),
    zone_set: RateCode.optional().describe('Zone set that its rows are zones of; absent when rows are other texts.'),
    breaks: z
      .array(Amount)
      .min(1)
      .max(200)
      .refine((breaks) => breaks.every((value, index) => index === 0 || Number(breaks[index - 1]) < Number(value)), {
        error: 'must be in rising order, each quantity once',
      })
      .describe('Lowest quantity of each column.'),
    rows: z
      .array(
        z.strictObject({
          key: z
            .array(z.string().trim().min(1).max(60))
            .min(1)
            .max(2)
            .describe('Zone or text of the row, or two of them. * stands for any other.'),
          prices: z.array(Amount).min(1).max(200).describe('Price in each column.'),
        }),
      )
      .min(1)
      .max(20_000)
      .describe('The rows.'),
  })
  .superRefine(({ breaks, rows }, ctx) => {
    if (rows.length * breaks.length > mostPrices) {
      ctx.addIssue({
        code: 'custom',
        path: ['rows'],
        message: 'must be at most 100,000 prices: split the table by country or by weight',
      })
      return
    }
    const seen = new Set<string>()
    rows.forEach(({ key, prices }, index) => {
      if (prices.length !== breaks.length) {
        ctx.addIssue({ code: 'custom', path: ['rows', index, 'prices'], message: 'must have one price for each break' })
      }
      const name = JSON.stringify(key)
      if (seen.has(name)) ctx.addIssue({ code: 'custom', path: ['rows', index, 'key'], message: 'is there twice' })
      seen.add(name)
    })
  })
  .meta({ id: 'AppTariffTableDoc' })
export type TariffTableDoc = z.output<typeof TariffTableDoc>

/** Zones defined by country and postal code. */
export const ZoneSetDoc = z
  .strictObject({
    entries: z
      .array(
        z
          .strictObject({
            zone: z.string().trim().min(1).max(60).describe('Name of the zone.'),
            country: z
              .string()
              .regex(/^([A-Z]{2}|\*)$/, { error: 'must be a country of ISO 3166, such as BE, or *' })
              .describe('Country; * stands for any other.'),
            from: z
              .string()
              .trim()
              .min(1)
              .max(12)
              .optional()
              .describe('First beginning of a postal code; absent: the rest of the country.'),
            to: z
              .string()
              .trim()
              .min(1)
              .max(12)
              .optional()
              .describe('Last beginning, as long as the first one; absent: only the first.'),
          })
          .refine(
            ({ from, to }) => to === undefined || (from !== undefined && from.length === to.length && from <= to),
            {
              path: ['to'],
              error: 'must be as long as from and not before it',
            },
          ),
      )
      .min(1)
      .max(20_000)
      .describe('Longer beginnings are looked at first, then the whole country, then *.'),
  })
  .meta({ id: 'AppZoneSetDoc' })
export type ZoneSetDoc = z.output<typeof ZoneSetDoc>

/** Index value and its first day of validity. */
export const IndexValue = z.strictObject({
  valid_from: z.iso.date().describe('First day of the value.'),
  value: Decimal.describe('The value: a percentage or a price.'),
})
export type IndexValue = z.output<typeof IndexValue>

/** Dated index, such as the diesel price. */
export const indexMembers = {
  code: RateCode.describe('Code of the index.'),
  name: z.string().trim().min(1).max(200).describe('What people see.'),
  source: z.string().trim().max(500).default('').describe('Who publishes it, and where.'),
  lasts_days: z
    .int()
    .min(1)
    .max(3_660)
    .nullable()
    .default(null)
    .describe('Days that a value lasts at most; null: until the next value.'),
}
