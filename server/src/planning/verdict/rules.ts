import type { Plan, Reason } from '../facts/rules.ts'
import { availabilityReasons } from './availability.rules.ts'
import { carrierReasons, isLiftable } from './carrier.rules.ts'
import { crossingReasons } from './crossing.rules.ts'
import { drivingReasons, roadReasons } from './driving.rules.ts'
import { fitnessReasons } from './fitness.rules.ts'
import { loadReasons } from './load.rules.ts'
import { orderReasons, sequenceReasons } from './sequence.rules.ts'
import { windowReasons } from './windows.rules.ts'

/**
 * Every reason against a plan, in the order of its trips. HARD: impossible or illegal. SOFT: based on estimates or on
 * records that may be incomplete. Ended trips are not judged.
 */
export function verdictOf(plan: Plan): Reason[] {
  return plan.trips.flatMap((trip) => {
    if (trip.status === 'CANCELLED' || trip.status === 'COMPLETED') return []
    return [
      ...orderReasons(trip, plan.facts),
      ...sequenceReasons(trip, plan),
      ...availabilityReasons(trip, plan),
      ...carrierReasons(trip, plan.facts),
      ...fitnessReasons(trip, plan.facts),
      ...loadReasons(trip, plan.facts),
      ...windowReasons(trip, plan.facts),
      ...crossingReasons(trip, plan.facts),
      ...drivingReasons(trip, plan),
      ...roadReasons(trip, plan.facts),
    ]
  })
}

/** A reason, and whether the judged command causes it. */
export interface Judged extends Reason {
  is_new: boolean
}

/** Marks new reasons. Those that existed before a command are reported, but need no override and refuse nothing. */
export function judged(before: readonly Reason[], after: readonly Reason[]): Judged[] {
  const known = new Set(before.map(keyOf))
  return after.map((reason) => ({ ...reason, is_new: !known.has(keyOf(reason)) }))
}

/** Identifies a reason by its subject, because its text, for example a time, may differ between plans. */
function keyOf({ code, severity, trip_id, stop_id, resource_id, order_id }: Reason): string {
  return [code, severity, trip_id, stop_id, resource_id, order_id].join(' ')
}

/**
 * Highest severity among new reasons.
 * @param mayLift the caller may override HARD reasons about a carrier, which then count as warnings (FIT-6)
 */
export function gravest(reasons: readonly Judged[], mayLift = false): 'OK' | 'SOFT' | 'HARD' {
  const fresh = reasons.filter(({ is_new }) => is_new)
  if (fresh.some((one) => one.severity === 'HARD' && !(mayLift && isLiftable(one)))) return 'HARD'
  return fresh.length > 0 ? 'SOFT' : 'OK'
}
