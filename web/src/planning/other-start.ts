import { plannableFrom } from '@cartage/contract/planning/app/plannable'
import { verdictRanks } from '@cartage/contract/planning/app/verdict-ranks'
import { failureOf } from '../api/failure.ts'
import { instantText } from '../ui/time/time-text.ts'
import { isPast } from '../verdicts/reason-mark.tsx'
import type { RejectedPlan } from '../verdicts/rejected-plan.ts'
import type { PlanningCommand } from './command.queries.ts'
import { combinationIn, type JudgedCombination, judged, longestSearch } from './fits.queries.ts'
import type { BoardModel } from './rows.ts'

type Timed = Extract<PlanningCommand, { kind: 'PLAN' | 'PLACE' }>

/** What may be done instead of a rejected plan. */
export type Instead =
  /** Another start. With a message, it needs a reason too. */
  | { kind: 'start'; start: number; message: string | null }
  /** No start was found from an instant on, in milliseconds since 1970, and why not at the first. */
  | { kind: 'none'; from: number; message: string }
  /** The server could not be asked. */
  | { kind: 'failed'; message: string }

/** Whether a command sets the start of a trip. */
export function isTimed(command: PlanningCommand): command is Timed {
  return command.kind === 'PLACE' || (command.kind === 'PLAN' && command.trip_id === undefined)
}

/** The same command at another start. @param start milliseconds since 1970 */
export function startingAt(command: Timed, start: number): Timed {
  return { ...command, starts_at: instantText(new Date(start)) }
}

/** Whether another start may be what a rejected plan needs: it has errors, or begins in the past (TIME-10). */
export function wantsOtherStart(command: PlanningCommand, { verdict, reasons }: RejectedPlan): command is Timed {
  return isTimed(command) && (verdict === 'HARD' || reasons.some(isPast))
}

/**
 * Another start of a rejected plan with the same resources, as the server judges it (FIT-14): the earliest without
 * warnings from the rejected start on, else from now on (TIME-10), else the earliest without errors.
 * @param now milliseconds since 1970
 */
export async function otherStart(command: Timed, model: BoardModel | undefined, now: number): Promise<Instead> {
  const trips: BoardModel['trips'] = model?.trips ?? new Map()
  const soonest = plannableFrom(now)
  const combination = combinationIn(command, trips)
  const wanted = command.starts_at === undefined ? soonest : Date.parse(command.starts_at)
  const { starts_at: _, ...asked } = command
  const from = (at: number) => judged(asked, [combination], { from: at, days: longestSearch }).then(([one]) => one!)
  try {
    const later = await from(Math.max(soonest, wanted))
    const found = later.verdict === 'OK' || wanted <= soonest ? later : milder(later, await from(soonest))
    return asInstead(found, soonest)
  } catch (error) {
    return { kind: 'failed', message: failureOf(error).message }
  }
}

function milder(one: JudgedCombination, other: JudgedCombination): JudgedCombination {
  return verdictRanks[other.verdict] < verdictRanks[one.verdict] ? other : one
}

function asInstead({ verdict, message, starts_at }: JudgedCombination, soonest: number): Instead {
  const start = starts_at === null ? soonest : Date.parse(starts_at)
  if (verdict === 'HARD') return { kind: 'none', from: start, message: message ?? '' }
  return { kind: 'start', start, message: verdict === 'OK' ? null : message }
}
