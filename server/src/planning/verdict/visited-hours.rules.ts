import type { ActivityKind } from '../../trips/hours/driven.rules.ts'
import { lawFor } from '../../trips/hours/law.rules.ts'
import { type Duty, someTimelineOf } from '../../trips/hours/rules.ts'
import { restedAt, type StepKind } from '../../trips/hours/state.rules.ts'
import type { Step } from '../../trips/hours/timeline.rules.ts'
import type { Facts } from '../facts/rules.ts'
import { dutiesOf, epochMinutes, type Visit } from './driving.rules.ts'

/** What a driver does in a time, in minutes since 1970. */
export interface VisitedStretch {
  from: number
  to: number
  kind: ActivityKind
}

type Ground = Pick<Facts, 'places' | 'roads'>

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
 * and rests as the law wants them. In order and without a gap. Where there is no lawful timeline, a way is driven right before its stop.
 * @param visits in the order of time
 * @param isCrew two drivers share the wheel: each drives the first half of a way and is available in the other
 */
export function visitedStretches(visits: readonly Visit[], ground: Ground, isCrew: boolean): VisitedStretch[] {
  const law = lawFor(isCrew ? 2 : 1)
  const found: VisitedStretch[] = []
  let rest = dutiesOf(visits, ground)
  let at = visits[0] ? epochMinutes(visits[0].from) : 0
  while (rest.length > 0) {
    const answer = someTimelineOf(rest, restedAt(at), law)
    const lawful = 'rule' in answer ? rest.slice(0, answer.duty) : rest
    const timeline = 'rule' in answer ? someTimelineOf(lawful, restedAt(at), law) : answer
    for (const step of 'rule' in timeline ? [] : timeline.steps) found.push(...ofStep(step, isCrew))
    const broken = rest[lawful.length]
    const end = found.at(-1)?.to ?? at
    if (broken) found.push(...brokenDuty(broken, end, isCrew))
    rest = rest.slice(lawful.length + 1)
    at = found.at(-1)?.to ?? at
  }
  return found.filter(({ from, to }) => from < to)
}

function ofStep({ kind, from, to }: Step, isCrew: boolean): VisitedStretch[] {
  if (kind !== 'DRIVE' || !isCrew) return [{ from, to, kind: kindOf[kind] }]
  const half = (from + to) / 2
  return [
    { from, to: half, kind: 'DRIVING' },
    { from: half, to, kind: 'WAITING' },
  ]
}

/** A stop that cannot be reached lawfully: the time that the way leaves over was rest. */
function brokenDuty({ driving, work, windows }: Duty, end: number, isCrew: boolean): VisitedStretch[] {
  const begin = Math.max(end, windows[0]?.[0] ?? end)
  const left = Math.max(end, begin - driving)
  return [
    { from: end, to: left, kind: 'REST' },
    ...ofStep({ kind: 'DRIVE', from: left, to: begin }, isCrew),
    { from: begin, to: begin + work, kind: 'WORKING' },
  ]
}
