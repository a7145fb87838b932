import type { TakenStep } from '../../trips/hours/days.rules.ts'
import type { ActivityKind } from '../../trips/hours/driven.rules.ts'
import { isForTwo } from '../../trips/hours/law.rules.ts'
import type { StepKind } from '../../trips/hours/state.rules.ts'
import { type DriverVisit, type Ground, hoursOf } from './rules.ts'

/** What a driver does in a time, in minutes since 1970. */
export interface VisitedStretch {
  from: number
  to: number
  kind: ActivityKind
}

const kindOf: Record<StepKind, ActivityKind> = {
  DRIVE: 'DRIVING',
  WORK: 'WORKING',
  WAIT: 'WAITING',
  BREAK: 'REST',
  DAILY_REST: 'REST',
  WEEKLY_REST: 'REST',
}

/**
 * HOURS-5: what a driver did between the first and the last stop, as the row of the driver has it without a card: ways by distance, stops
 * as other work, breaks and rests as the law of the tenant wants them. In order and without a gap. Where there is no lawful
 * timeline, a way is driven right before its stop.
 * @param visits in the order of time
 */
export function visitedStretches(visits: readonly DriverVisit[], ground: Ground): VisitedStretch[] {
  const { parts } = hoursOf({ visits, record: undefined, now: Infinity }, ground)
  const steps = parts.flatMap((part) => part.steps)
  return steps
    .flatMap((step, at) => [...restBefore(step, steps[at - 1]), ...ofStep(step)])
    .filter(({ from, to }) => from < to)
}

/** Where a day begins later than it could, its driver rests until then. */
function restBefore({ from }: TakenStep, before: TakenStep | undefined): VisitedStretch[] {
  return before ? [{ from: before.to, to: from, kind: 'REST' }] : []
}

/** HOURS-2: of two drivers who share the wheel each drives the first half of a way and is available in the other. */
function ofStep({ kind, from, to, law }: TakenStep): VisitedStretch[] {
  if (kind !== 'DRIVE' || !isForTwo(law)) return [{ from, to, kind: kindOf[kind] }]
  const half = (from + to) / 2
  return [
    { from, to: half, kind: 'DRIVING' },
    { from: half, to, kind: 'WAITING' },
  ]
}
