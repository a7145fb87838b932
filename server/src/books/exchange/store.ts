import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { ExchangeRate } from './rules.ts'

const sent = `jsonb_to_recordset($2::jsonb) as given (exchange_rate_id uuid, rate_date date, from_currency text,
  to_currency text, rate numeric, inverse_rate numeric, source text)`

const insertRates = statement(
  'books.insert_exchange_rates',
  `insert into exchange_rate (tenant_id, exchange_rate_id, rate_date, from_currency, to_currency, rate, inverse_rate, source)
   select $1, given.exchange_rate_id, given.rate_date, given.from_currency, given.to_currency, given.rate,
          given.inverse_rate, given.source
     from ${sent}
   returning tenant_id`,
)
const updateRates = statement(
  'books.update_exchange_rates',
  `update exchange_rate r
      set from_currency = given.from_currency, to_currency = given.to_currency, rate = given.rate,
          inverse_rate = given.inverse_rate, source = given.source, updated_at = now()
     from ${sent} where r.tenant_id = $1 and r.exchange_rate_id = given.exchange_rate_id`,
)
const lockRates = statement(
  'books.lock_exchange_rates',
  `select pg_advisory_xact_lock(hashtextextended('books.rates ' || $1::text, 0))`,
)
const selectPairs = statement(
  'books.select_exchange_rate_pairs',
  `select r.exchange_rate_id, r.rate_date::text as rate_date, r.from_currency, r.to_currency, r.rate::text as rate,
          r.inverse_rate::text as inverse_rate, r.source
     from jsonb_to_recordset($2::jsonb) as given (pair text, rate_date date)
     join exchange_rate r on r.tenant_id = $1 and r.pair = given.pair and r.rate_date = given.rate_date`,
)

/** Inserts rates of pairs and days that have none. */
export async function insertExchangeRates(tx: Tx, rates: readonly ExchangeRate[]): Promise<void> {
  if (rates.length > 0) await tx.query(insertRates, JSON.stringify(rates))
}

/** Overwrites rates by id. */
export async function updateExchangeRates(tx: Tx, rates: readonly ExchangeRate[]): Promise<void> {
  if (rates.length > 0) await tx.query(updateRates, JSON.stringify(rates))
}

/** Blocks other changes of the tenant's exchange rates until the transaction ends. */
export async function lockExchangeRates(tx: Tx): Promise<void> {
  await tx.query(lockRates)
}

/** Existing rates of these pairs on these days, in either direction. */
export async function loadExchangeRates(
  tx: Tx,
  wanted: readonly { from_currency: string; to_currency: string; rate_date: string }[],
): Promise<ExchangeRate[]> {
  const pairs = wanted.map((one) => ({ pair: pairOf(one), rate_date: one.rate_date }))
  return await tx.query<ExchangeRate>(selectPairs, JSON.stringify(pairs))
}

/** The two currencies in alphabetical order, as stored. */
export function pairOf({ from_currency, to_currency }: { from_currency: string; to_currency: string }): string {
  return [from_currency, to_currency].sort().join('')
}
