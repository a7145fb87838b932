import type { ExchangeRateImport, ExchangeRateRecord } from '@cartage/contract/books/app'
import type { By, Change } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { type EcbFilter, readEcbFile } from './ecb.rules.ts'
import { type ExchangeRate, type QuotedRate, rateMembers } from './rules.ts'
import { insertExchangeRates, loadExchangeRates, lockExchangeRates, pairOf, updateExchangeRates } from './store.ts'
import { getExchangeRateRecord } from './views.ts'

/** The tenant, and the actor who sets exchange rates. */
export interface ExchangeRateCommand {
  tenantId: string
  by: By
}

/** Sets the rate of a pair on a day. An existing one is overwritten and keeps its id (EXR-3). */
export async function setExchangeRate(
  ctx: Context,
  { tenantId, by }: ExchangeRateCommand,
  quoted: QuotedRate,
  source: 'API' | 'MANUAL',
): Promise<ExchangeRateRecord> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const [kept] = (await keep(ctx, tx, by, [{ ...quoted, source }], () => true)).rates
    return await getExchangeRateRecord(tx, kept!.exchange_rate_id)
  })
}

/**
 * Imports the rates of a file of the European Central Bank. Rates set by a program or a person stay (EXR-4).
 * @throws Problem validation_failed if the file cannot be read; nothing is stored then
 */
export async function importEcbRates(
  ctx: Context,
  { tenantId, by }: ExchangeRateCommand,
  csv: string,
  filter: EcbFilter,
): Promise<ExchangeRateImport> {
  const rates = readEcbFile(csv, filter).map((rate) => ({ ...rate, source: 'ECB' as const }))
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const { created, replaced } = await keep(ctx, tx, by, rates, (before) => before.source === 'ECB')
    return { created, replaced, unchanged: rates.length - created - replaced }
  })
}

interface Kept {
  /** Stored rates, in the order of the input. */
  rates: ExchangeRate[]
  created: number
  replaced: number
}

/** Inserts new rates, overwrites changed ones if allowed, and records both. */
async function keep(
  ctx: Context,
  tx: Tx,
  by: By,
  given: readonly Omit<ExchangeRate, 'exchange_rate_id'>[],
  mayReplace: (before: ExchangeRate) => boolean,
): Promise<Kept> {
  await lockExchangeRates(tx)
  const keyOf = (rate: QuotedRate) => `${pairOf(rate)} ${rate.rate_date}`
  const known = new Map((await loadExchangeRates(tx, given)).map((rate) => [keyOf(rate), rate]))
  const added: ExchangeRate[] = []
  const changed: ExchangeRate[] = []
  const changes: Change[] = []
  const rates = given.map((rate) => {
    const before = known.get(keyOf(rate))
    if (before && (!mayReplace(before) || isSame(before, rate))) return before
    const after = { ...rate, exchange_rate_id: before?.exchange_rate_id ?? ctx.newId() }
    ;(before ? changed : added).push(after)
    changes.push(changeOf(before, after))
    return after
  })
  await insertExchangeRates(tx, added)
  await updateExchangeRates(tx, changed)
  await recordChanges(tx, by, changes)
  return { rates, created: added.length, replaced: changed.length }
}

function isSame(before: ExchangeRate, after: Omit<ExchangeRate, 'exchange_rate_id'>): boolean {
  const members = ['from_currency', 'to_currency', 'rate', 'inverse_rate', 'source'] as const
  return members.every((member) => before[member] === after[member])
}

function changeOf(before: ExchangeRate | undefined, after: ExchangeRate): Change {
  return {
    entity_type: 'exchange_rate',
    entity_id: after.exchange_rate_id,
    action: before ? 'updated' : 'created',
    before: before ? rateMembers(before) : null,
    after: rateMembers(after),
  }
}
