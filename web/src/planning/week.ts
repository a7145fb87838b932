import { instantOf } from '../ui/time/day-input.ts'
import { mondayOf, shiftDays } from '../ui/timeline/scale.ts'
import type { BoardSearch } from './address.ts'

/** Days of the board. */
export const days = 7

/** The week of a board: its first day and the day after its last one. */
export function weekOf({ from }: Pick<BoardSearch, 'from'>, now: number): { firstDay: number; end: number } {
  const chosen = from === undefined ? null : instantOf(from)
  const firstDay = mondayOf(chosen === null ? now : Date.parse(chosen))
  return { firstDay, end: shiftDays(firstDay, days) }
}
