import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CursorQuery } from '../page.ts'
import { LocalDate, Uuid } from '../scalars.ts'
import { ListAccountOutput, MasterDataAccountOutput } from './account.ts'
import { CurrencyCode } from './currency.ts'
import { ExchangeRateInput, ExchangeRateOutput, ListExchangeRateOutput } from './exchange-rate.ts'
import { ListTaxRateOutput, TaxRateOutput } from './tax-rate.ts'

/** BOOK-3: only accounting systems may read single accounts and tax rates. */
const accounting = { auth: 'bearer', roles: ['API_ACCOUNTING'], limit: 'general', since: '1.2.0' } as const
const lists = { ...accounting, roles: ['API_ACCOUNTING', 'API_MASTER_DATA'] } as const

/** Query value `true` or `false` in any case, or 1 and 0. Kept as text, because cursors compare text. */
const Flag = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0'], { error: 'must be true or false' }))
  .transform((text) => (text === 'true' || text === '1' ? 'true' : 'false'))
  .meta({ type: 'boolean' })

const MasterDataQuery = CursorQuery.extend({
  archived: Flag.optional().describe('Only archived ones, or only those that are not; all when absent.'),
  billing_entity_code: z.string().max(255).optional().describe('Only those of the billing entity with this code.'),
})

/** Accounts of all billing entities, including archived ones (BOOK-1). */
export const listLedgerAccounts = endpoint({
  ...lists,
  id: 'listLedgerAccounts',
  method: 'GET',
  path: '/v1/accounting/accounts',
  tag: 'accounting',
  summary: 'List accounts',
  description: 'Archived accounts are listed as well, unless archived is false.',
  query: MasterDataQuery,
  response: ListAccountOutput,
})

/** One account, archived or not. */
export const getLedgerAccount = endpoint({
  ...accounting,
  id: 'getLedgerAccount',
  method: 'GET',
  path: '/v1/accounting/accounts/{id}',
  tag: 'accounting',
  summary: 'Read an account',
  params: z.object({ id: Uuid.describe('Id of the account.') }),
  response: MasterDataAccountOutput,
})

/** Tax rates of all billing entities, including archived ones (BOOK-1). */
export const listTaxRates = endpoint({
  ...lists,
  id: 'listTaxRates',
  method: 'GET',
  path: '/v1/accounting/tax-rates',
  tag: 'accounting',
  summary: 'List tax rates',
  description: 'Archived tax rates are listed as well, unless archived is false.',
  query: MasterDataQuery,
  response: ListTaxRateOutput,
})

/** One tax rate, archived or not. */
export const getTaxRate = endpoint({
  ...accounting,
  id: 'getTaxRate',
  method: 'GET',
  path: '/v1/accounting/tax-rates/{id}',
  tag: 'accounting',
  summary: 'Read a tax rate',
  params: z.object({ id: Uuid.describe('Id of the tax rate.') }),
  response: TaxRateOutput,
})

/** Exchange rates, latest day first (ACC-10). */
export const listExchangeRates = endpoint({
  ...lists,
  id: 'listExchangeRates',
  method: 'GET',
  path: '/v1/accounting/exchange-rate',
  tag: 'accounting',
  summary: 'List exchange rates',
  description:
    'The latest day comes first. With both currencies the rates of the pair are expressed in the requested direction, ' +
    'in whichever they were sent (ACC-10).',
  query: CursorQuery.extend({
    from_currency: CurrencyCode.optional().describe('Only those from this currency.'),
    to_currency: CurrencyCode.optional().describe('Only those to this currency.'),
    'exchange_rate_date:gte': LocalDate.optional().describe('Only those of this day or later.'),
    'exchange_rate_date:lte': LocalDate.optional().describe('Only those of this day or earlier.'),
  }),
  response: ListExchangeRateOutput,
})

/** Stores the rate of a currency pair on a day, replacing any existing one (EXR-3). */
export const createExchangeRate = endpoint({
  ...lists,
  id: 'createExchangeRate',
  method: 'POST',
  path: '/v1/accounting/exchange-rate',
  tag: 'accounting',
  summary: 'Set an exchange rate',
  description:
    'A pair of currencies has one rate a day, in either direction: a second one replaces the first. exchange_rate times ' +
    'inverse_exchange_rate may differ from 1 by 0.0005; more is 422.',
  creates: 'header',
  body: ExchangeRateInput,
  response: ExchangeRateOutput,
})
