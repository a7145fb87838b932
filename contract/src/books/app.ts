import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listWindow, windowMembers } from '../listing.ts'
import { SensibleDay } from '../reading/entered.ts'
import { LocalDate, UtcInstant, Uuid, UuidOut } from '../scalars.ts'
import { CurrencyCode } from './currency.ts'
import { ExchangeRateInput, ExchangeRateOutput } from './exchange-rate.ts'

/** Purposes of ledger accounts. */
export const accountUses = ['REVENUE', 'COST', 'RECEIVABLE', 'PAYABLE', 'VAT', 'DIFFERENCE', 'CLEARING'] as const

/** Tax treatments decided by the tax rules; tax rates map them for the tenant. */
export const taxTreatments = [
  'STANDARD',
  'ZERO_RATED',
  'REVERSE_CHARGE',
  'EXPORT',
  'IMPORT',
  'DISBURSEMENT',
  'OUTSIDE_SCOPE',
  'OTHER',
] as const
export type TaxTreatment = (typeof taxTreatments)[number]

/** VAT categories of EN 16931. */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'O'] as const
export type TaxCategory = (typeof taxCategories)[number]

/** Why the tax of a charge cannot be decided yet. */
export const taxHoldCodes = [
  'vat_number_missing',
  'export_evidence_missing',
  'private_person_abroad',
  'tax_rate_missing',
] as const
export type TaxHoldCode = (typeof taxHoldCodes)[number]

/** Sources of exchange rates. */
export const exchangeRateSources = ['ECB', 'API', 'MANUAL'] as const

const common = { tag: 'application', auth: 'session', limit: 'none', since: '0.1.0', added: true } as const

/** Exchange rate for screens. */
export const ExchangeRateRecord = z
  .object({
    ...ExchangeRateOutput.shape,
    source: z.enum(exchangeRateSources).describe('Where it came from: the European Central Bank, a program, a person.'),
    updated_at: UtcInstant.describe('When it was set last.'),
  })
  .meta({ id: 'AppExchangeRate' })
export type ExchangeRateRecord = z.output<typeof ExchangeRateRecord>

/** One page of the exchange rates, latest day first. */
export const listExchangeRateRecords = endpoint({
  ...common,
  id: 'listExchangeRateRecords',
  method: 'GET',
  path: '/app/exchange-rates',
  summary: 'Exchange rates',
  permission: 'book.read',
  query: z.object({
    ...windowMembers,
    currency: CurrencyCode.optional().describe('Only those from or to this currency.'),
  }),
  response: listWindow(ExchangeRateRecord),
})

/** Sets the rate of a currency pair on a day. */
export const setExchangeRate = endpoint({
  ...common,
  id: 'setExchangeRate',
  method: 'PUT',
  path: '/app/exchange-rates',
  summary: 'Set an exchange rate',
  description: 'A pair of currencies has one rate a day, in either direction: a second one replaces the first.',
  permission: 'book.write',
  body: ExchangeRateInput.omit({ inverse_exchange_rate: true }).extend({
    exchange_rate_date: SensibleDay.describe('Day of the rate.'),
  }),
  response: ExchangeRateRecord,
})

/** Result of importing a rate file. */
export const ExchangeRateImport = z
  .object({
    created: z.int().min(0).describe('Rates that are new.'),
    replaced: z.int().min(0).describe('Rates of earlier files that differed.'),
    unchanged: z.int().min(0).describe('Rates that are the same, or that a program or a person has set.'),
  })
  .meta({ id: 'AppExchangeRateImport' })
export type ExchangeRateImport = z.output<typeof ExchangeRateImport>

/** Imports the European Central Bank's reference rates from its file. */
export const importExchangeRates = endpoint({
  ...common,
  id: 'importExchangeRates',
  method: 'POST',
  creates: 'header',
  path: '/app/exchange-rates/import',
  summary: 'Import a file of the European Central Bank',
  description:
    'Takes eurofxref.csv and eurofxref-hist-90d.csv as text, at most 20,000 rates at once. Rates that a program or a ' +
    'person has set stay.',
  permission: 'book.write',
  body: z.object({
    csv: z.string().min(1).max(1_000_000).describe('Text of the file.'),
    currencies: z.array(CurrencyCode).max(200).optional().describe('Only these currencies; all when absent.'),
    first_day: LocalDate.optional().describe('Only rates of this day or later.'),
  }),
  response: ExchangeRateImport,
})

/** A month, written as `2026-11`. */
export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'must be a month, YYYY-MM' })

/** Accounting month of a billing entity. */
export const BookingPeriod = z
  .object({
    billing_entity_id: UuidOut.describe('Id of the billing entity.'),
    billing_entity_code: z.string().describe('Code of the billing entity.'),
    billing_entity_name: z.string().describe('Name of the billing entity.'),
    month: z.string().describe('Month, as 2026-11.'),
    status: z.enum(['OPEN', 'CLOSED']).describe('Whether documents can be booked in it.'),
    changed_at: UtcInstant.nullable().describe('When it was closed or opened last; null when it never was.'),
    changed_by: z.string().nullable().describe('Name of the user who did it; null when it was not a user.'),
    reason: z.string().nullable().describe('Why it was opened again; null when it was not.'),
  })
  .meta({ id: 'AppBookingPeriod' })
export type BookingPeriod = z.output<typeof BookingPeriod>

const PeriodName = z.object({
  billing_entity_id: Uuid.describe('Id of the billing entity.'),
  month: Month.describe('Month, as 2026-11.'),
})

/** Months of the last two years, and older closed ones, for each billing entity. */
export const listBookingPeriods = endpoint({
  ...common,
  id: 'listBookingPeriods',
  method: 'GET',
  path: '/app/booking-periods',
  summary: 'Booking periods',
  permission: 'book.read',
  response: z.object({ items: z.array(BookingPeriod).describe('The latest month first, then by billing entity.') }),
})

/** Closes a month for further bookings. */
export const closeBookingPeriod = endpoint({
  ...common,
  id: 'closeBookingPeriod',
  method: 'POST',
  path: '/app/booking-periods/close',
  summary: 'Close a month',
  description: 'The month must be over. A month that is closed answers the same.',
  permission: 'period.close',
  body: PeriodName,
  response: BookingPeriod,
})

/** Reopens a closed month. */
export const openBookingPeriod = endpoint({
  ...common,
  id: 'openBookingPeriod',
  method: 'POST',
  path: '/app/booking-periods/open',
  summary: 'Open a closed month again',
  description: 'The reason is kept with the month and in the audit trail. A month that is open answers the same.',
  permission: 'period.open',
  body: PeriodName.extend({
    reason: z.string().trim().min(1).max(500).describe('Why it is opened again.'),
  }),
  response: BookingPeriod,
})
