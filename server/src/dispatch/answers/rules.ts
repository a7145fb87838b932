import type { CarrierAnswerState, NewTripAnswer, TripAnswerKind } from '@cartage/contract/dispatch/app/answers'
import { type Sentence, said } from '@cartage/contract/said'
import type { TripStatus } from '../../trips/state.rules.ts'
import { conflict } from '../rules.ts'

/** The dispatch of a trip that its carrier has. Instants are ISO 8601 in UTC. */
export interface SentDispatch {
  /** Number of the last message. */
  revision: number
  /** Number of the last message that dispatched it as new, and when that was. */
  first_revision: number
  first_at: string
  /** When the last message was created. */
  last_at: string
  /** The last message was rejected or did not arrive. */
  has_failed: boolean
  /** The carrier has an older version. */
  is_outdated: boolean
}

/** The newest link of a trip that works. */
export interface SentLink {
  created_at: string
}

/** What a carrier answered. */
export interface GivenAnswer {
  answer: TripAnswerKind
  reason: string | null
  plate: string | null
  driver_name: string | null
  revision: number | null
  answered_at: string
}

/** All that the state of a trip at its carrier depends on. */
export interface StandingFacts {
  /** Null: the carrier does not have it by dispatch. */
  dispatch: SentDispatch | null
  /** Null: there is no link that works. */
  link: SentLink | null
  answer: GivenAnswer | null
  /** Earliest deadline of its links that work; null when none has one. */
  link_answer_by: string | null
  /** Setting of the tenant. */
  answer_minutes: number
}

/** How far a trip has come at its carrier. */
export interface Standing {
  state: CarrierAnswerState
  is_overdue: boolean
  answer_by: string | null
}

/**
 * DISP-6: how far a trip has come at its carrier. An answer counts until the trip is dispatched as new; a refusal also
 * until a new link asks again. Nothing is refused automatically: a carrier that does not answer is silent, and overdue
 * once its deadline has passed.
 */
export function standingOf(facts: StandingFacts, now: Date): Standing {
  const answer_by = deadlineOf(facts)
  const state = stateOf(facts)
  const is_overdue = state === 'SILENT' && answer_by !== null && Date.parse(answer_by) <= now.getTime()
  return { state, is_overdue, answer_by }
}

function stateOf(facts: StandingFacts): CarrierAnswerState {
  const { dispatch, link } = facts
  const answer = currentAnswer(facts)
  if (answer?.answer === 'REFUSED') return 'REFUSED'
  const isAccepted = answer !== null
  if (dispatch === null) return isAccepted ? 'ACCEPTED' : link === null ? 'NOT_SENT' : 'SILENT'
  // A planner who heard the answer by telephone, or who created a link, does not wait for the message.
  const isReachedOtherwise =
    (isAccepted && (answer.revision ?? 0) >= dispatch.revision) || isAfter(link?.created_at, dispatch.last_at)
  if (dispatch.has_failed && !isReachedOtherwise) return 'FAILED'
  if (dispatch.is_outdated) return 'CHANGED'
  return isAccepted ? 'ACCEPTED' : 'SILENT'
}

/** The answer that counts; null when there is none, or the trip was sent again since. */
export function currentAnswer({ dispatch, link, answer }: StandingFacts): GivenAnswer | null {
  if (answer === null) return null
  const { revision, answered_at } = answer
  const isSentAgain =
    dispatch !== null &&
    (revision === null ? isAfter(dispatch.first_at, answered_at) : revision < dispatch.first_revision)
  const isAskedAgain = answer.answer === 'REFUSED' && isAfter(link?.created_at, answered_at)
  return isSentAgain || isAskedAgain ? null : answer
}

function deadlineOf({ dispatch, link, link_answer_by, answer_minutes }: StandingFacts): string | null {
  if (link_answer_by !== null) return link_answer_by
  const sentAt = [dispatch?.first_at, link?.created_at]
    .filter((at) => at !== undefined)
    .sort((a, b) => compare(b, a))[0]
  if (sentAt === undefined) return null
  return `${new Date(Date.parse(sentAt) + answer_minutes * 60_000).toISOString().slice(0, 19)}Z`
}

function compare(one: string, other: string): number {
  return Date.parse(one) - Date.parse(other)
}

function isAfter(one: string | undefined, other: string): boolean {
  return one !== undefined && compare(one, other) > 0
}

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
  if (status === 'CREATED') return said`The plan of ${name} is not confirmed yet.`
  if (status === 'CANCELLED') return said`${name} is cancelled.`
  if (status === 'PLANNED' || (status === 'IN_PROGRESS' && earlier === null && answer === 'ACCEPTED')) return undefined
  return said`${name} has started, so its answer cannot be changed. Call the planner.`
}

/** @throws Problem state_conflict when this answer cannot be entered or changed */
export function checkAnswer(trip: AnsweredTrip, earlier: GivenAnswer | null, answer: TripAnswerKind): void {
  const fault = answerFault(trip, earlier, answer)
  if (fault !== undefined) throw conflict(fault)
}
