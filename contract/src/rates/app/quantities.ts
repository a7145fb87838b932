import { z } from 'zod'
import { Formula } from './conditions.ts'
import { Amount, Positive } from './decimal.ts'
import { factOfType } from './facts.ts'

const roundUp = Positive.optional().describe('Step to which the quantity is rounded up; absent: not rounded.')

/** Quantity that is multiplied by a price. */
export const Quantity = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('FACT').describe('The value of a fact.'),
      fact: factOfType('decimal').describe('The fact, such as trip.km_loaded.'),
      free: Amount.default('0').describe('Units that cost nothing; they are taken off first.'),
      round_up: roundUp,
    }),
    z.strictObject({
      kind: z
        .literal('CHARGEABLE')
        .describe('The largest of the weight and what the other measures weigh by their ratios.'),
      m3: Positive.optional().describe('Kilograms that a cubic metre counts as, usually 333.'),
      ldm: Positive.optional().describe('Kilograms that a loading metre counts as, usually 1850.'),
      pallet: Positive.optional().describe('Kilograms that a pallet space counts as.'),
      round_up: roundUp,
    }),
    z.strictObject({
      kind: z.literal('FORMULA').describe('What a formula gives.'),
      formula: Formula.describe('The formula.'),
      unit: z.string().max(3).default('C62').describe('Unit of UNECE Recommendation 20.'),
      round_up: roundUp,
    }),
  ])
  .meta({ id: 'AppRateQuantity' })
export type Quantity = z.output<typeof Quantity>

/** Price that applies from a quantity. */
export const Bracket = z.strictObject({
  from: Amount.describe('Lowest quantity of the bracket.'),
  price: Amount.describe('Price of the bracket.'),
})

/** Brackets, lowest first; each applies until the next one. */
export const Brackets = z
  .array(Bracket)
  .min(1)
  .max(200)
  .refine(
    (brackets) => brackets.every(({ from }, index) => index === 0 || Number(brackets[index - 1]!.from) < Number(from)),
    {
      error: 'must be in rising order, each quantity once',
    },
  )

/** Price basis of a bracket or table. */
export const per = z
  .enum(['FLAT', 'UNIT', '100_UNITS'])
  .describe('FLAT: the price is the amount. UNIT: per unit. 100_UNITS: per 100 units, such as 100 kg.')
