import type { ExchangeRateRecord } from '@cartage/contract/books/app'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { type ExchangeRate, rateNumber } from './rules.ts'
import { pairOf } from './store.ts'

const columns = `r.exchange_rate_id, r.rate_date::text as rate_date, r.from_currency, r.to_currency, r.rate::text as rate,
  r.inverse_rate::text as inverse_rate, r.source`

/** Unparsed filters of the list. */
export interface ExchangeRateFilter {
  from_currency?: string
  to_currency?: string
  'exchange_rate_date:gte'?: string
  'exchange_rate_date:lte'?: string
}

const between = '($2::date is null or r.rate_date >= $2) and ($3::date is null or r.rate_date <= $3)'

const selectPage = statement(
  'books.list_exchange_rates',
  `select ${columns} from exchange_rate r
    where r.tenant_id = $1 and ${between} and (r.rate_date, r.exchange_rate_id) < ($4::date, $5::uuid)
      and ($7::text is null or r.from_currency = $7) and ($8::text is null or r.to_currency = $8)
    order by r.rate_date desc, r.exchange_rate_id desc limit $6`,
)
const selectPair = statement(
  'books.list_exchange_rates_of_pair',
  `select ${columns} from exchange_rate r
    where r.tenant_id = $1 and r.pair = $6 and ${between} and r.rate_date < $4::date
    order by r.rate_date desc limit $5`,
)

/** Rates by day, latest first, at most `limit`, starting after `key` of day and id. */
export async function listExchangeRateRows(
  tx: Tx,
  { from_currency, to_currency, ...days }: ExchangeRateFilter,
  key: readonly (string | number)[] | undefined,
  limit: number,
): Promise<ExchangeRate[]> {
  const [day, id] = key ?? ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
  const range = [days['exchange_rate_date:gte'] ?? null, days['exchange_rate_date:lte'] ?? null]
  if (from_currency === undefined || to_currency === undefined) {
    return await tx.query(selectPage, ...range, day, id, limit, from_currency ?? null, to_currency ?? null)
  }
  const pair = pairOf({ from_currency, to_currency })
  const rows = await tx.query<ExchangeRate>(selectPair, ...range, day, limit, pair)
  return rows.map((row) => inDirection(row, from_currency))
}

/** ACC-10: a rate in the requested direction. The stored inverse is used, never recalculated. */
function inDirection(row: ExchangeRate, from: string): ExchangeRate {
  if (row.from_currency === from) return row
  const { from_currency, to_currency, rate, inverse_rate } = row
  return { ...row, from_currency: to_currency, to_currency: from_currency, rate: inverse_rate, inverse_rate: rate }
}

const selectLast = statement(
  'books.find_exchange_rate',
  `select ${columns} from exchange_rate r where r.tenant_id = $1 and r.pair = $2 and r.rate_date <= $3
    order by r.rate_date desc limit 1`,
)

/** The last rate of a pair on or before a day, as quoted; undefined if there is none (EXR-5). */
export async function findExchangeRate(
  tx: Tx,
  currencies: { from_currency: string; to_currency: string },
  day: string,
): Promise<ExchangeRate | undefined> {
  return (await tx.query<ExchangeRate>(selectLast, pairOf(currencies), day))[0]
}

const selectWindow = statement(
  'books.window_exchange_rates',
  `select ${columns}, ${instant('r.updated_at')} as updated_at from exchange_rate r
    where r.tenant_id = $1 and ($2::text is null or $2 in (r.from_currency, r.to_currency))
    order by r.rate_date desc, r.from_currency, r.to_currency offset $3 limit $4`,
)
const countRates = statement(
  'books.count_exchange_rates',
  `select count(*)::int as total from exchange_rate r
    where r.tenant_id = $1 and ($2::text is null or $2 in (r.from_currency, r.to_currency))`,
)
const selectRecord = statement(
  'books.find_exchange_rate_record',
  `select ${columns}, ${instant('r.updated_at')} as updated_at from exchange_rate r
    where r.tenant_id = $1 and r.exchange_rate_id = $2`,
)

type RecordRow = ExchangeRate & { updated_at: string }

/** A page of the rates for display. */
export async function listExchangeRateRecords(
  tx: Tx,
  { currency, offset, limit }: { currency?: string | undefined; offset: number; limit: number },
): Promise<{ items: ExchangeRateRecord[]; total: number }> {
  const [rows, [count]] = await Promise.all([
    tx.query<RecordRow>(selectWindow, currency ?? null, offset, limit),
    tx.query<{ total: number }>(countRates, currency ?? null),
  ])
  return { items: rows.map(recordOf), total: count!.total }
}

/** One rate for display. */
export async function getExchangeRateRecord(tx: Tx, id: string): Promise<ExchangeRateRecord> {
  return recordOf((await tx.query<RecordRow>(selectRecord, id))[0]!)
}

function recordOf({ updated_at, ...rate }: RecordRow): ExchangeRateRecord {
  return { ...exchangeRateOutput(rate), source: rate.source, updated_at }
}

/** A rate in its public shape. */
export function exchangeRateOutput(row: ExchangeRate) {
  return {
    id: row.exchange_rate_id,
    exchange_rate: rateNumber(row.rate),
    exchange_rate_date: row.rate_date,
    from_currency: row.from_currency as ExchangeRateRecord['from_currency'],
    to_currency: row.to_currency as ExchangeRateRecord['to_currency'],
    inverse_exchange_rate: rateNumber(row.inverse_rate),
  }
}
