import type { HoursPart, TakenStep } from '../../trips/hours/days.rules.ts'
import { type DriverRecord, type HoursSource, stepsOfCard } from '../../trips/hours/driven.rules.ts'
import { type Law, lawFor, type Rule } from '../../trips/hours/law.rules.ts'
import type { State } from '../../trips/hours/state.model.ts'
import { restedAt } from '../../trips/hours/state.rules.ts'
import type { Step } from '../../trips/hours/timeline.rules.ts'
import type { Facts } from '../facts/rules.ts'
import { type Breach, breachesOf, epochMinutes, knownBefore, piecesOf, type Visit } from '../verdict/driving.rules.ts'
import { stepsOf } from '../verdict/steps.rules.ts'

/** A stop of a driver, with the number of drivers on the trip. */
export interface DriverVisit extends Visit {
  drivers: number
}

/** A stop that the driver cannot reach lawfully, and the first rule it breaks. */
export interface HoursFault extends Pick<Breach, 'isUnsettled' | 'isAfterCrossing'> {
  rule: Rule
  law: Law
  visit: Pick<DriverVisit, 'trip_id' | 'stop_id' | 'location_id' | 'from'>
}

/** Past and planned work of a driver, as the hours model computes it. */
export interface DriverHours {
  source: HoursSource
  /** End of the recorded part, in minutes since 1970; null: all of it is estimated from the plan. */
  until: number | null
  parts: HoursPart[]
  faults: HoursFault[]
}

/** The facts for routes and the tenant's driving law. */
export type Ground = Pick<Facts, 'places' | 'roads' | 'settings'>

/**
 * HOURS-5: the lawful timeline of a driver's planned work after the recorded work, and the stops without one. It
 * matches the verdict, under the tenant's law (HOURS-8). If a stop cannot be reached lawfully, the drive ends right
 * before it and the driver is rested after it.
 * @param visits in chronological order
 * @param now until when tachograph records count, in minutes since 1970
 */
export function hoursOf(
  { visits, record, now }: { visits: readonly DriverVisit[]; record: DriverRecord | undefined; now: number },
  ground: Ground,
): DriverHours {
  const [own = false, ...others] = new Set(visits.map(isCrew))
  if (others.length === 0) return hoursUnder(visits, record, now, own, ground)
  const alone = hoursUnder(visits, record, now, false, ground)
  const together = hoursUnder(visits, record, now, true, ground)
  return joined(alone, together, visits)
}

const isCrew = ({ drivers }: DriverVisit) => drivers > 1

function hoursUnder(
  visits: readonly DriverVisit[],
  record: DriverRecord | undefined,
  now: number,
  isOfTwo: boolean,
  ground: Ground,
): DriverHours {
  const law = lawFor(isOfTwo ? 2 : 1, ground.settings.limits.driving_law)
  const known = knownBefore(record, now, law)
  const pieces = piecesOf(visits, law, ground, known)
  const under = (steps: readonly Step[]) => steps.map((step): TakenStep => ({ ...step, law }))
  const parts = pieces.map((piece, at): HoursPart => {
    // After an unlawful stop the verdict treats the driver as rested, but the time already driven still counts.
    return { start: at === 0 ? untraced(piece.start) : null, steps: under(stepsOf(piece, law)) }
  })
  if (known) {
    const activities = record!.activities.filter(({ from }) => epochMinutes(from) < now)
    const begin = activities[0] ? epochMinutes(activities[0].from) : known.state.at
    parts.unshift({ start: restedAt(begin), steps: under(stepsOfCard(activities, law)) })
    if (pieces.length === 0) parts.push({ start: untraced(known.state), steps: [] })
  }
  const faults = breachesOf(pieces).map(({ visit, ...breach }) => ({ ...breach, law, visit: named(visit) }))
  return { source: known?.source ?? 'PLAN', until: known?.until ?? null, parts, faults }
}

/** Without the trace: earlier work is already in the steps. */
const untraced = (state: State): State => ({ ...state, trace: null })

const named = ({ trip_id, stop_id, location_id, from }: Visit) => ({ trip_id, stop_id, location_id, from })

/** HOURS-2: a driver who is alone on some trips and in a crew of two on others is judged on each as in the verdict. */
function joined(alone: DriverHours, together: DriverHours, visits: readonly DriverVisit[]): DriverHours {
  const ofCrew = new Map(visits.map((visit) => [visit.stop_id, isCrew(visit)]))
  const faults = [
    ...alone.faults.filter(({ visit }) => !ofCrew.get(visit.stop_id)),
    ...together.faults.filter(({ visit }) => ofCrew.get(visit.stop_id)),
  ]
  const [one, two] = [alone, together].map(({ parts }) => parts.flatMap((part) => part.steps))
  const steps = spansOf(visits, alone.until ?? Number.NEGATIVE_INFINITY).flatMap((span) =>
    stepsWithin(span.isCrew ? two! : one!, span),
  )
  const starts = [...alone.parts, ...together.parts].flatMap(({ start }) => start ?? [])
  const [start] = starts.toSorted((some, other) => some.at - other.at)
  return {
    ...alone,
    parts: start ? [{ start, steps }] : [],
    faults: faults.toSorted((some, other) => epochMinutes(some.visit.from) - epochMinutes(other.visit.from)),
  }
}

interface CrewSpan {
  from: number
  to: number
  isCrew: boolean
}

/** HOURS-2: a drive has two drivers if both of its stops are on trips with two. Recorded data is for one driver. */
function spansOf(visits: readonly DriverVisit[], known: number): CrewSpan[] {
  const spans: CrewSpan[] = [{ from: Number.NEGATIVE_INFINITY, to: known, isCrew: false }]
  let left = Number.NEGATIVE_INFINITY
  for (const [at, visit] of visits.entries()) {
    const last = spans.at(-1)!
    const begin = Math.max(epochMinutes(visit.from), left)
    const isOfTwo = isCrew(visit) && isCrew(visits[at - 1] ?? visit)
    left = Math.max(begin, epochMinutes(visit.to))
    if (begin <= known) continue
    if (last.isCrew === isOfTwo) last.to = begin
    else spans.push({ from: last.to, to: begin, isCrew: isOfTwo })
  }
  spans.at(-1)!.to = Infinity
  return spans
}

function stepsWithin(steps: readonly TakenStep[], span: CrewSpan): TakenStep[] {
  return steps.flatMap((step) => {
    const [from, to] = [Math.max(step.from, span.from), Math.min(step.to, span.to)]
    return from < to ? [{ ...step, from, to }] : []
  })
}
