import { z } from 'zod'
import { Formula } from './conditions.ts'
import { Amount, Decimal, Positive, RateCode } from './decimal.ts'
import { factOfType } from './facts.ts'
import { Brackets, per, Quantity } from './quantities.ts'

const types = z.array(RateCode).min(1).max(50)
const lowerBreak = z
  .boolean()
  .default(false)
  .describe('Whether the lowest quantity of a higher bracket is charged when that is cheaper.')

/** Lookup of a dated index. */
export const IndexReading = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('DIRECT').describe('The value of the index itself.'),
      index: RateCode.describe('Code of the index.'),
    }),
    z.strictObject({
      kind: z.literal('STEPS').describe('So much per full step above a base value.'),
      index: RateCode.describe('Code of the index.'),
      base: Amount.describe('Value above which steps are counted.'),
      step: Positive.describe('Size of a step.'),
      per_step: Positive.describe('What a full step adds.'),
      floor: Decimal.default('0').describe('Least that it gives.'),
      cap: Decimal.optional().describe('Most that it gives.'),
    }),
    z.strictObject({
      kind: z.literal('TABLE').describe('What a table gives for the value of the index.'),
      index: RateCode.describe('Code of the index.'),
      brackets: Brackets.describe('What it gives from a value on.'),
    }),
  ])
  .meta({ id: 'AppIndexReading' })
export type IndexReading = z.output<typeof IndexReading>

/** Start and end of counting days. */
const DayCount = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('FACT').describe('A fact that is a number of days.'),
    fact: factOfType('decimal').describe('The fact.'),
  }),
  z.strictObject({
    kind: z.literal('DATES').describe('The days between two dates.'),
    from: factOfType('date').describe('The event that starts counting.'),
    to: factOfType('date').describe('The event that ends it.'),
    calendar: z
      .enum(['CALENDAR', 'WORKING'])
      .default('CALENDAR')
      .describe('All days, or those without weekends and holidays.'),
    first: z.enum(['EVENT_DAY', 'DAY_AFTER']).default('EVENT_DAY').describe('First day that counts.'),
    counts_last: z.boolean().default(true).describe('Whether the day of the last event counts.'),
  }),
])

/** Calculation of a line: one of a closed set. */
export const Block = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('FIXED').describe('A fixed amount.'),
      price: Amount.describe('The amount.'),
    }),
    z.strictObject({
      kind: z.literal('PER_UNIT').describe('A quantity times a price.'),
      quantity: Quantity.describe('The quantity.'),
      price: Amount.describe('The price.'),
      per: per.exclude(['FLAT']).default('UNIT').describe('What the price is for.'),
    }),
    z.strictObject({
      kind: z.literal('STEPPED').describe('The whole quantity at the price of its bracket.'),
      quantity: Quantity.describe('The quantity.'),
      brackets: Brackets.describe('Prices by quantity.'),
      per: per.default('UNIT'),
      lower_break: lowerBreak,
    }),
    z.strictObject({
      kind: z.literal('INCREMENTAL').describe('Each part of the quantity at the price of its own bracket.'),
      quantity: Quantity.describe('The quantity.'),
      brackets: Brackets.describe('Prices by quantity.'),
      per: per.exclude(['FLAT']).default('UNIT').describe('What the prices are for.'),
    }),
    z.strictObject({
      kind: z.literal('TABLE').describe('A price of a tariff table, by zone or another text, and by quantity.'),
      table: RateCode.describe('Code of the tariff table.'),
      rows: z
        .array(z.string().max(120))
        .min(1)
        .max(2)
        .describe('What finds the row: pickup.zone, delivery.zone, or a fact that is a text. Two for zone by zone.'),
      quantity: Quantity.optional().describe('What finds the column; absent for tables with one column.'),
      breaks: z.enum(['STEPPED', 'INCREMENTAL']).default('STEPPED').describe('How columns are read.'),
      per: per.default('FLAT'),
      lower_break: lowerBreak,
    }),
    z.strictObject({
      kind: z.literal('PERCENT').describe('A percentage of the sum of other charges of the same scope.'),
      of: types.describe('Codes of the charge types that are summed.'),
      rate: z
        .discriminatedUnion('kind', [
          z.strictObject({
            kind: z.literal('FIXED').describe('A fixed percentage.'),
            percent: Amount.describe('The percentage.'),
          }),
          ...IndexReading.options,
        ])
        .describe('The percentage, fixed or of an index.'),
    }),
    z.strictObject({
      kind: z.literal('INDEX').describe('A price of an index, times a quantity.'),
      rate: IndexReading.describe('How the price is read.'),
      quantity: Quantity.optional().describe('The quantity; absent: 1.'),
    }),
    z.strictObject({
      kind: z.literal('TIME').describe('Minutes beyond the free time, in started units.'),
      fact: factOfType('decimal').describe('The minutes, such as stop.minutes_at_stop.'),
      free: Amount.default('0').describe('Free minutes.'),
      unit: Positive.describe('Minutes of a unit; a started unit counts in full.'),
      price: Amount.describe('Price of a unit.'),
    }),
    z.strictObject({
      kind: z.literal('DAYS').describe('Days beyond the free days, at prices that may rise.'),
      days: DayCount.describe('How days are counted.'),
      free: z.int().min(0).max(1_000).default(0).describe('Free days.'),
      brackets: Brackets.describe(
        'Price of a day, from the first, second … day beyond the free days; the first bracket is from 1.',
      ),
    }),
    z.strictObject({
      kind: z.literal('PASS_THROUGH').describe('Costs of the same order, passed on with a margin.'),
      of: types.describe('Codes of the charge types of the costs.'),
      margin_percent: Decimal.default('0').describe('Margin on the costs.'),
      is_optional: z
        .boolean()
        .default(false)
        .describe('Whether the line is left out, instead of failing, when there are no such costs.'),
    }),
    z.strictObject({
      kind: z.literal('FORMULA').describe('The amount that a formula gives.'),
      formula: Formula.describe('The formula.'),
    }),
  ])
  .meta({ id: 'AppRateBlock' })
export type Block = z.output<typeof Block>
export type BlockKind = Block['kind']
export type DayCount = z.output<typeof DayCount>
