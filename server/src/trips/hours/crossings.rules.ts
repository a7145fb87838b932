import { lastMinuteOfCut } from './cuts.rules.ts'
import type { Law } from './law.rules.ts'
import type { Cut, Run, State } from './state.model.ts'
import { rested, tolerance } from './state.rules.ts'

/**
 * Sleeping place of a driver aboard. Without bunk or couchette no rest may be interrupted, and a regular weekly rest
 * requires a cabin (article 9(1)).
 */
export type Berth = 'NONE' | 'BUNK' | 'CABIN'

/** A vehicle and driver on a ferry or train: minutes from the end of boarding until driving off, and the berth. */
export interface Crossing {
  aboard: number
  berth: Berth
  /** Scheduled duration in minutes, if boarding ends long before departure. */
  sails?: number | undefined
}

/** A driver when work interrupts a rest, and the state of that rest after the work. */
export interface Interruption {
  before: State
  cut: Cut
}

/**
 * HOURS-9: how work can interrupt a rest that continues after it. Another rest may have ended before that one.
 * @param pauses lengths from which a pause counts as something else
 */
export function interruptions(
  { from, minutes }: Run,
  pauses: readonly number[],
  work: number,
  crossing: Crossing,
  law: Law,
): Interruption[] {
  if (crossing.berth === 'NONE' || work <= tolerance) return []
  const isLong = crossing.berth === 'CABIN' && (crossing.sails ?? crossing.aboard) >= law.longCrossing - tolerance
  const found: Interruption[] = []
  const add = (state: State, pause: number, cut: Cut) => {
    if (cut.times > law.interruptions || cut.spent > law.interruptedFor + tolerance) return
    const [before] = rested(state, pause, law, 'pause')
    if (before!.at + work <= lastMinuteOfCut(before!, cut, law) + tolerance) found.push({ before: before!, cut })
  }
  const begin = (state: State, pause: number) => {
    if (pause <= tolerance) return
    const cut = { at: state.at, minutes: pause, times: 1, spent: work, hadSplit: state.hasSplit }
    add(state, pause, { ...cut, mayBeRegularWeekly: isLong })
  }
  begin(from, minutes)
  for (const length of pauses) {
    if (length >= minutes - tolerance) continue
    for (const kind of ['daily', 'weekly'] as const) {
      for (const day of rested(from, length, law, kind)) begin(day, minutes - length)
    }
  }
  const { cut } = from
  if (cut) {
    const { at, hadSplit, times, spent } = cut
    const sums = { minutes: cut.minutes + minutes, times: times + 1, spent: spent + work }
    add(from, minutes, { at, hadSplit, ...sums, mayBeRegularWeekly: cut.mayBeRegularWeekly && isLong })
  }
  return found
}
