import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { checkCount, commonScope, formatNumber, type NumberRange, numbersUpTo, periodOf } from './rules.ts'
import { getNumberRange } from './views.ts'

const advance = statement(
  'tenants.advance_number_range',
  `insert into number_range_counter (tenant_id, number_range_id, period, scope, last_number)
   values ($1, $2, $3, $6, $4::bigint - 1 + $5)
   on conflict (tenant_id, number_range_id, period, scope)
      do update set last_number = number_range_counter.last_number + $5
   returning last_number::text`,
)

/**
 * Takes the next numbers of a range in the transaction that uses them: the row of the counter stays locked until it
 * ends, so a failed transaction returns its numbers and leaves no gap. Take them last, because others wait meanwhile.
 * @param date YYYY-MM-DD, the day the numbers are for: it gives the year
 * @param count from 1 to 10,000
 * @throws Problem not_found when no active range has the code; state_conflict when the range is used up
 */
export async function takeNumbers(tx: Tx, code: string, date: string, count: number): Promise<string[]> {
  checkCount(count)
  const range = await getNumberRange(tx, code)
  return numbersUpTo(range, date, await advanceBy(tx, range, { date, scope: commonScope, count }), count)
}

/** A number with its counter value. */
export interface TakenNumber {
  name: string
  number_range_id: string
  /** The year for a range that restarts yearly, else 0. */
  period: number
  /** Scope with its own counter within the range. */
  scope: string
  counted: number
}

/**
 * Takes the next numbers of a range for a scope, as `takeNumbers` does: in the transaction that uses them, last.
 * @param at.scope `commonScope`, or the supplier in whose name documents are numbered
 * @throws Problem state_conflict when the range is used up
 */
export async function takeCounted(
  tx: Tx,
  range: NumberRange,
  at: { date: string; scope: string; count: number },
): Promise<TakenNumber[]> {
  checkCount(at.count)
  const last = await advanceBy(tx, range, at)
  numbersUpTo(range, at.date, last, 1)
  return Array.from({ length: at.count }, (_, index) => {
    const counted = last - at.count + 1 + index
    const taken = { number_range_id: range.number_range_id, period: periodOf(range, at.date), scope: at.scope, counted }
    return { ...taken, name: formatNumber(range, at.date, counted) }
  })
}

async function advanceBy(
  tx: Tx,
  range: NumberRange,
  { date, scope, count }: { date: string; scope: string; count: number },
): Promise<number> {
  const values = [range.number_range_id, periodOf(range, date), range.first_number, count, scope]
  const [counter] = await tx.query<{ last_number: string }>(advance, ...values)
  return Number(counter!.last_number)
}
