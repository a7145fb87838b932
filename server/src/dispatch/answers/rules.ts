import type { NewTripAnswer, TripAnswerKind } from '@cartage/contract/dispatch/app/answers'
import { msg, type Sentence } from '@cartage/contract/message'
import type { GivenAnswer } from '../../trips/standing/rules.ts'
import type { TripStatus } from '../../trips/state.rules.ts'
import { conflict } from '../rules.ts'

/** An answer as it is kept: members of the other answer are null, and so is what was left empty. */
export function answerGiven(input: NewTripAnswer): Pick<GivenAnswer, 'answer' | 'reason' | 'plate' | 'driver_name'> {
  if (input.answer === 'REFUSED') return { answer: 'REFUSED', reason: input.reason, plate: null, driver_name: null }
  return { answer: 'ACCEPTED', reason: null, plate: input.plate || null, driver_name: input.driver_name || null }
}

/** Whether both say the same: the second click of a button changes nothing. */
export function isSameAnswer(
  one: Pick<GivenAnswer, 'answer' | 'reason' | 'plate' | 'driver_name'> | null,
  other: Pick<GivenAnswer, 'answer' | 'reason' | 'plate' | 'driver_name'>,
): boolean {
  if (one === null) return false
  return (['answer', 'reason', 'plate', 'driver_name'] as const).every((member) => one[member] === other[member])
}

/** A trip, as far as an answer depends on it. */
export interface AnsweredTrip {
  name: string
  status: TripStatus
}

/**
 * DISP-5: why an answer cannot be entered or changed; undefined when it can. A trip that has started is not refused any
 * more and keeps its answer; the first acceptance is still entered.
 */
export function answerFault(
  { name, status }: AnsweredTrip,
  earlier: GivenAnswer | null,
  answer: TripAnswerKind,
): Sentence | undefined {
  if (status === 'CREATED') return msg`The plan of ${name} is not confirmed yet.`
  if (status === 'CANCELLED') return msg`${name} is cancelled.`
  if (status === 'PLANNED' || (status === 'IN_PROGRESS' && earlier === null && answer === 'ACCEPTED')) return undefined
  return msg`${name} has started, so its answer cannot be changed. Call the planner.`
}

/** @throws Problem state_conflict when this answer cannot be entered or changed */
export function checkAnswer(trip: AnsweredTrip, earlier: GivenAnswer | null, answer: TripAnswerKind): void {
  const fault = answerFault(trip, earlier, answer)
  if (fault !== undefined) throw conflict(fault)
}
