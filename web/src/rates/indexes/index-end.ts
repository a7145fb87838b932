import type { PriceIndexRecord } from '@cartage/contract/rates/app/indexes'
import { dayAfter } from '../validity.ts'

/** Days before the end of an index on which it is pointed at. */
const noticeDays = 14

/** How an index stands on a day: without values, ended, about to end, or fine. */
export interface IndexEnd {
  state: 'EMPTY' | 'ENDED' | 'ENDING' | 'LASTING'
  /** The last day that has a value; null: there is no end. */
  lastDay: string | null
}

/** The last day on which an index has a value. */
export function endOfIndex(
  { values, lasts_days }: Pick<PriceIndexRecord, 'values' | 'lasts_days'>,
  today: string,
): IndexEnd {
  const latest = values
    .map(({ valid_from }) => valid_from)
    .toSorted()
    .at(-1)
  if (latest === undefined) return { state: 'EMPTY', lastDay: null }
  if (lasts_days === null) return { state: 'LASTING', lastDay: null }
  const lastDay = dayAfter(latest, lasts_days - 1)
  if (lastDay < today) return { state: 'ENDED', lastDay }
  return { state: lastDay < dayAfter(today, noticeDays) ? 'ENDING' : 'LASTING', lastDay }
}
