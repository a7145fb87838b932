import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { checkCount, type NumberRange, numbersUpTo, periodOf } from './rules.ts'
import { getNumberRange } from './views.ts'

const advance = statement(
  'tenants.advance_number_range',
  `insert into number_range_counter (tenant_id, number_range_id, period, last_number)
   values ($1, $2, $3, $4::bigint - 1 + $5)
   on conflict (tenant_id, number_range_id, period)
      do update set last_number = number_range_counter.last_number + $5
   returning last_number::text`,
)

/**
 * Takes the next numbers of a range in the transaction that uses them: the counter's row stays locked until it ends, so
 * a transaction that fails gives its numbers back and none is missing. Take them last, because others wait meanwhile.
 * @param date YYYY-MM-DD, the day the numbers are for: it gives the year
 * @param count from 1 to 10,000
 * @throws Problem not_found when no live range has the code; state_conflict when the range is used up
 */
export async function takeNumbers(tx: Tx, code: string, date: string, count: number): Promise<string[]> {
  checkCount(count)
  return await takeFrom(tx, await getNumberRange(tx, code), date, count)
}

async function takeFrom(tx: Tx, range: NumberRange, date: string, count: number): Promise<string[]> {
  const values = [range.number_range_id, periodOf(range, date), range.first_number, count]
  const [counter] = await tx.query<{ last_number: string }>(advance, ...values)
  return numbersUpTo(range, date, Number(counter!.last_number), count)
}
