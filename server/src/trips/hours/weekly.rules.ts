import type { Law } from './law.rules.ts'
import type { Debt, State } from './state.model.ts'

/** Whether the next weekly rest may be a short one. */
export function mayBeShort({ shortWeekly }: Pick<State, 'shortWeekly'>, law: Law): boolean {
  let many = 0
  for (let bits = shortWeekly; bits > 0; bits >>= 1) many += bits & 1
  return many < law.shortWeeklyRests
}

/** The flags of the last weekly rests, with a new one added. */
export function weeklyRests(before: number, isShort: boolean, { weeklyRestsTogether }: Law): number {
  return ((before << 1) | (isShort ? 1 : 0)) & ((1 << (weeklyRestsTogether - 1)) - 1)
}

const lastTwoShort = 3

/** Article 8(6b): after two short weekly rests, the debt is compensated before the next. */
export function owesFirst(owed: readonly Debt[], { shortWeekly }: Pick<State, 'shortWeekly'>, law: Law): boolean {
  return owed.length > 0 && law.weeklyRestsTogether > 2 && (shortWeekly & lastTwoShort) === lastTwoShort
}
