import { instantOf } from '../ui/time/day-input.ts'
import { midnightOf } from '../ui/time/zone.ts'
import { mondayOf, shiftDays } from '../ui/timeline/scale.ts'
import type { BoardSearch } from './address.ts'

/** Days of the board. */
export const days = 7

/**
 * The days of a board: its first one and the day after its last one. A week begins on Monday; where less is in sight, the days
 * begin with the one chosen, else yesterday, so that the weekend leads into the week after it.
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
