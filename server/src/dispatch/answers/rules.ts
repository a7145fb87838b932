import type { NewTripAnswer, TripAnswerKind } from '@cartage/contract/dispatch/app/answers'
import { msg, type Sentence } from '@cartage/contract/message'
import type { GivenAnswer } from '../../trips/standing/rules.ts'
import type { TripStatus } from '../../trips/state.rules.ts'
import { conflict } from '../rules.ts'

/** An answer in stored form: members of the other kind of answer and empty ones are null. */
export function answerGiven(input: NewTripAnswer): Pick<GivenAnswer, 'answer' | 'reason' | 'plate' | 'driver_name'> {
  if (input.answer === 'REFUSED') return { answer: 'REFUSED', reason: input.reason, plate: null, driver_name: null }
  return { answer: 'ACCEPTED', reason: null, plate: input.plate || null, driver_name: input.driver_name || null }
}

/** Whether both answers are equal: clicking a button again changes nothing. */
export function isSameAnswer(
  one: Pick<GivenAnswer, 'answer' | 'reason' | 'plate' | 'driver_name'> | null,
  other: Pick<GivenAnswer, 'answer' | 'reason' | 'plate' | 'driver_name'>,
): boolean {
  if (one === null) return false
  return (['answer', 'reason', 'plate', 'driver_name'] as const).every((member) => one[member] === other[member])
}

/** Members of a trip that an answer depends on. */
export interface AnsweredTrip {
  name: string
  status: TripStatus
}

/**
 * DISP-5: why an answer cannot be entered or changed; undefined when it can. A trip that has started can no longer be
 * refused and keeps its answer; a first acceptance can still be entered.
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
