import { instantOf } from '../ui/time/day-input.ts'
import { midnightOf } from '../ui/time/zone.ts'
import { mondayOf, shiftDays } from '../ui/timeline/scale.ts'
import type { BoardSearch } from './address.ts'

/** Number of days on the board. */
export const days = 7

/**
 * First day of a board, and the day after its last. A week starts on Monday. Shorter views start on the chosen day, by
 * default yesterday, so that a weekend leads into the following week.
 */
export function weekOf(
  { from, zoom }: Pick<BoardSearch, 'from' | 'zoom'>,
  now: number,
): { firstDay: number; end: number } {
  const chosen = from === undefined ? null : instantOf(from)
  const at = chosen === null ? now : Date.parse(chosen)
  const firstDay = zoom === 'week' ? mondayOf(at) : midnightOf(at, chosen === null ? -1 : 0)
  return { firstDay, end: shiftDays(firstDay, days) }
}
