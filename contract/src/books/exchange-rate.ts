import { z } from 'zod'
import { page } from '../page.ts'
import { LocalDate, UuidOut } from '../scalars.ts'
import { CurrencyCode } from './currency.ts'

/** Rate as a JSON number or text; its digits are preserved (EXR-1). */
const Rate = z
  .union([
    z.number({ error: 'must be a number or a decimal as text' }).positive(),
    z.string({ error: 'must be a number or a decimal as text' }).max(40),
  ])
  .transform(String)

/** An exchange rate of one day. */
export const ExchangeRateOutput = z
  .object({
    id: UuidOut.describe('Id of the exchange rate.'),
    exchange_rate: z.number().describe('How much of to_currency one unit of from_currency is, to 15 digits.'),
    exchange_rate_date: LocalDate.describe('Day of the rate.'),
    from_currency: CurrencyCode.describe('Currency of the one unit.'),
    to_currency: CurrencyCode.describe('Currency the unit is expressed in.'),
    inverse_exchange_rate: z.number().describe('How much of from_currency one unit of to_currency is, to 15 digits.'),
  })
  .meta({ id: 'ExchangeRateOutput' })
export type ExchangeRateOutput = z.output<typeof ExchangeRateOutput>

/** Exchange rate to store. */
export const ExchangeRateInput = z
  .object({
    exchange_rate: Rate.describe('How much of to_currency one unit of from_currency is; above zero.'),
    exchange_rate_date: LocalDate.describe('Day of the rate.'),
    from_currency: CurrencyCode.describe('Currency of the one unit.'),
    to_currency: CurrencyCode.describe('Currency the unit is expressed in.'),
    inverse_exchange_rate: Rate.describe(
      'How much of from_currency one unit of to_currency is; times exchange_rate it may differ from 1 by 0.0005.',
    ),
  })
  .meta({ id: 'ExchangeRateInput' })
export type ExchangeRateInput = z.output<typeof ExchangeRateInput>

/** A page of exchange rates. */
export const ListExchangeRateOutput = page(ExchangeRateOutput).meta({ id: 'ListExchangeRateOutput' })
