import type { CarrierAnswerState, TripAnswerKind } from '@cartage/contract/dispatch/app/answers'

/** The dispatch of a trip to its carrier. Instants are ISO 8601 in UTC. */
export interface SentDispatch {
  /** Number of the last message. */
  revision: number
  /** Revision that last dispatched it as new, and its time. */
  first_revision: number
  first_at: string
  /** When the last message was created. */
  last_at: string
  /** The last message was rejected or did not arrive. */
  has_failed: boolean
  /** The carrier has an older version. */
  is_outdated: boolean
}

/** The newest valid link of a trip. */
export interface SentLink {
  created_at: string
}

/** The answer of a carrier. */
export interface GivenAnswer {
  answer: TripAnswerKind
  reason: string | null
  plate: string | null
  driver_name: string | null
  revision: number | null
  answered_at: string
}

/** Everything that determines the standing of a trip with its carrier. */
export interface StandingFacts {
  /** Null: not dispatched to the carrier. */
  dispatch: SentDispatch | null
  /** Null: no valid link. */
  link: SentLink | null
  answer: GivenAnswer | null
  /** Earliest deadline of its valid links; null if none has one. */
  link_answer_by: string | null
  /** The tenant's setting. */
  answer_minutes: number
}

/** The progress of a trip with its carrier. */
export interface Standing {
  state: CarrierAnswerState
  is_overdue: boolean
  answer_by: string | null
}

/**
 * DISP-6: the progress of a trip with its carrier. An answer counts until the trip is dispatched as new; a refusal also
 * until a new link asks again. Nothing is refused automatically: without an answer it is silent, and overdue after its
 * deadline.
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
  // A planner who heard the answer by phone, or created a link, does not wait for the message.
  const isReachedOtherwise =
    (isAccepted && (answer.revision ?? 0) >= dispatch.revision) || isAfter(link?.created_at, dispatch.last_at)
  if (dispatch.has_failed && !isReachedOtherwise) return 'FAILED'
  if (dispatch.is_outdated) return 'CHANGED'
  return isAccepted ? 'ACCEPTED' : 'SILENT'
}

/** The current answer; null if there is none, or the trip was sent again since. */
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
