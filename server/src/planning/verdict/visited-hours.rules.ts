import type { ActivityKind } from '../../trips/hours/driven.rules.ts'
import { lawFor } from '../../trips/hours/law.rules.ts'
import type { StepKind } from '../../trips/hours/state.rules.ts'
import type { Step } from '../../trips/hours/timeline.rules.ts'
import type { Facts } from '../facts/rules.ts'
import { piecesOf, type Visit } from './driving.rules.ts'
import { stepsOf } from './steps.rules.ts'

/** What a driver does in a time, in minutes since 1970. */
export interface VisitedStretch {
  from: number
  to: number
  kind: ActivityKind
}

type Ground = Pick<Facts, 'places' | 'roads' | 'settings'>

const kindOf: Record<StepKind, ActivityKind> = {
  DRIVE: 'DRIVING',
  WORK: 'WORKING',
  WAIT: 'WAITING',
  BREAK: 'REST',
  DAILY_REST: 'REST',
  WEEKLY_REST: 'REST',
}

/**
 * What a driver did between the first and the last stop, estimated as the verdict does: ways by distance, stops as other work, breaks
 * and rests as the law of the tenant wants them. In order and without a gap. Where there is no lawful timeline, a way is driven right
 * before its stop.
 * @param visits in the order of time
 * @param isCrew two drivers share the wheel: each drives the first half of a way and is available in the other
 */
export function visitedStretches(visits: readonly Visit[], ground: Ground, isCrew: boolean): VisitedStretch[] {
  const law = lawFor(isCrew ? 2 : 1, ground.settings.limits.driving_law)
  const steps = piecesOf(visits, law, ground, undefined).flatMap((piece) => stepsOf(piece, law))
  return steps
    .flatMap((step, at) => [...restBefore(step, steps[at - 1]), ...ofStep(step, isCrew)])
    .filter(({ from, to }) => from < to)
}

/** Where a day begins later than it could, its driver rests until then. */
function restBefore({ from }: Step, before: Step | undefined): VisitedStretch[] {
  return before ? [{ from: before.to, to: from, kind: 'REST' }] : []
}

function ofStep({ kind, from, to }: Step, isCrew: boolean): VisitedStretch[] {
  if (kind !== 'DRIVE' || !isCrew) return [{ from, to, kind: kindOf[kind] }]
  const half = (from + to) / 2
  return [
    { from, to: half, kind: 'DRIVING' },
    { from: half, to, kind: 'WAITING' },
  ]
}
