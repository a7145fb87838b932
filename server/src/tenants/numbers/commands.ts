import { msg } from '@cartage/contract/message'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { takeNumbers } from './store.ts'
import { getNumberRange } from './views.ts'

/**
 * Takes the next numbers of a plain range in a separate transaction, so that no one waits for their use. Unused numbers
 * are lost.
 * @param date YYYY-MM-DD, the day the numbers are for
 * @throws Problem not_found; state_conflict for a gapless range, which belongs in the transaction that uses it
 */
export async function reserveNumbers(
  ctx: Context,
  tenantId: string,
  code: string,
  date: string,
  count: number,
): Promise<string[]> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const range = await getNumberRange(tx, code)
    if (range.is_gapless) {
      const message = msg`The number range ${code} must have no gaps: draw its numbers in the transaction that uses them.`
      throw new Problem('state_conflict', { message })
    }
    return await takeNumbers(tx, code, date, count)
  })
}
