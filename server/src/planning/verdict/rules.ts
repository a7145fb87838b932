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
 * Every reason against a plan, in the order of its trips. HARD is what cannot be or is against the law; SOFT is
 * what rests on estimates or on records that may be incomplete. Trips that have ended are not judged.
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

/** A reason, and whether the command under judgement brings it about. */
export interface Judged extends Reason {
  is_new: boolean
}

/** What was already so before a command is reported, but needs no override and refuses nothing. */
export function judged(before: readonly Reason[], after: readonly Reason[]): Judged[] {
  const known = new Set(before.map(keyOf))
  return after.map((reason) => ({ ...reason, is_new: !known.has(keyOf(reason)) }))
}

/** The words may change from one plan to the next, for example the time: what it is about does not. */
function keyOf({ code, severity, trip_id, stop_id, resource_id, order_id }: Reason): string {
  return [code, severity, trip_id, stop_id, resource_id, order_id].join(' ')
}

/**
 * The gravest of what is new.
 * @param mayLift the caller overrides what is HARD of a carrier: it counts as a warning then (FIT-6)
 */
export function gravest(reasons: readonly Judged[], mayLift = false): 'OK' | 'SOFT' | 'HARD' {
  const fresh = reasons.filter(({ is_new }) => is_new)
  if (fresh.some((one) => one.severity === 'HARD' && !(mayLift && isLiftable(one)))) return 'HARD'
  return fresh.length > 0 ? 'SOFT' : 'OK'
}
