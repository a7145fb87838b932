import { judgeCombinations, mostCombinations } from '@cartage/contract/planning/app/candidates'
import { callDry } from '../api/call.ts'
import { instantText } from '../ui/time/time-text.ts'
import type { Fit } from './grid/fits.ts'

export { mostCombinations }

/** The verdict on orders with each combination, in their order (FIT-14). @param from milliseconds since 1970 */
export async function judgedFits(
  order_ids: readonly string[],
  combinations: readonly (readonly string[])[],
  from: number,
): Promise<Fit[]> {
  const body = { order_ids, combinations: combinations.map((resource_ids) => ({ resource_ids })) }
  const { items } = await callDry(judgeCombinations, { body: { ...body, from: instantText(new Date(from)) } })
  return items.map(({ verdict, starts_at, ends_at }, at) => ({
    verdict,
    slot: starts_at && ends_at ? { start: Date.parse(starts_at), end: Date.parse(ends_at) } : undefined,
    resourceIds: combinations[at]!,
  }))
}
