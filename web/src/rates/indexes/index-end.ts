import type { PriceIndexRecord } from '@cartage/contract/rates/app/indexes'
import { dayAfter } from '../validity.ts'

/** Number of days before an index ends from which a notice is shown. */
const noticeDays = 14

/** State of an index on a day: without values, ended, about to end, or fine. */
export interface IndexEnd {
  state: 'EMPTY' | 'ENDED' | 'ENDING' | 'LASTING'
  /** Last day with a value. Null if it has no end. */
  lastDay: string | null
}

/** State of an index on a day, with the last day that has a value. */
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
