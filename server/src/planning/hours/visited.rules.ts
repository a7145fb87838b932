import type { TakenStep } from '../../trips/hours/days.rules.ts'
import type { ActivityKind } from '../../trips/hours/driven.rules.ts'
import { isForTwo } from '../../trips/hours/law.rules.ts'
import type { StepKind } from '../../trips/hours/state.model.ts'
import { type DriverVisit, type Ground, hoursOf } from './rules.ts'

/** An activity of a driver over a period, in minutes since 1970. */
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
 * HOURS-5: activities of a driver without a card between the first and the last stop: drives by distance, stops as
 * other work, breaks and rests by the tenant's law. In order and without gaps. If no lawful timeline exists, a drive
 * ends right before its stop.
 * @param visits in chronological order
 */
export function visitedStretches(visits: readonly DriverVisit[], ground: Ground): VisitedStretch[] {
  const { parts } = hoursOf({ visits, record: undefined, now: Infinity }, ground)
  const steps = parts.flatMap((part) => part.steps)
  return steps
    .flatMap((step, at) => [...restBefore(step, steps[at - 1]), ...ofStep(step)])
    .filter(({ from, to }) => from < to)
}

/** If a day begins later than it could, the driver rests until then. */
function restBefore({ from }: TakenStep, before: TakenStep | undefined): VisitedStretch[] {
  return before ? [{ from: before.to, to: from, kind: 'REST' }] : []
}

/** HOURS-2: in a crew of two, each drives the first half of a drive and is available in the second. */
function ofStep({ kind, from, to, law }: TakenStep): VisitedStretch[] {
  if (kind !== 'DRIVE' || !isForTwo(law)) return [{ from, to, kind: kindOf[kind] }]
  const half = (from + to) / 2
  return [
    { from, to: half, kind: 'DRIVING' },
    { from: half, to, kind: 'WAITING' },
  ]
}
