const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Delays after the first, second, … failure in milliseconds; the last one repeats (DLV-4). */
const waits = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  12 * hour,
]

/** Attempts, or time of trying, after which an event fails permanently. */
export const mostAttempts = 24
export const longestTrying = 7 * day
/** Longest pause that an endpoint may request. */
export const longestQuiet = 12 * hour
/** Rejections over a time after which a payload fails permanently, if the endpoint accepts others. */
export const mostRejections = 5
export const shortestRejecting = 35 * minute

/** Result of one attempt. */
export interface Outcome {
  /** HTTP status, null without a response. */
  status: number | null
  /** The header as received. */
  retryAfter: string | undefined
  /** Set where the channel itself decides the result. */
  channelVerdict?: ChannelVerdict
}

/**
 * Result of a channel without an HTTP status: a file was placed; the endpoint must be paused; the endpoint received the
 * message and rejected it (DISP-4).
 */
export type ChannelVerdict = { verdict: 'delivered' } | { verdict: 'gone' | 'rejected'; reason: string }

export type Verdict = 'delivered' | 'gone' | 'rejected' | 'refused' | 'failed'

/**
 * Verdict on an outcome. 410 means that the endpoint is gone permanently; other 4xx reject this payload, except those
 * that request a later retry.
 */
export function verdictOf({ status, channelVerdict }: Outcome): Verdict {
  if (channelVerdict !== undefined) return channelVerdict.verdict
  if (status === null) return 'failed'
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 410) return 'gone'
  const comeBack = [408, 409, 425, 429].includes(status)
  return status >= 400 && status < 500 && !comeBack ? 'refused' : 'failed'
}

/**
 * Delay before the next attempt in milliseconds, jitter included. Jitter is only added, so that a delay is never
 * shorter than the schedule.
 * @param failures number of failures so far, from 1
 * @param chance number in [0, 1) that decides the jitter of up to 20 %
 */
export function waitAfter(failures: number, chance: number): number {
  const wait = waits[Math.min(failures, waits.length) - 1]!
  return Math.round(wait * (1 + 0.2 * chance))
}

/**
 * Pause that the endpoint requests, in milliseconds from `now`; 0 if none. Seconds or an HTTP date, on 429 and 503 only
 * (DLV-5, RFC 9110 section 10.2.3), at most 12 hours.
 */
export function requestedQuiet({ status, retryAfter }: Outcome, now: number): number {
  if ((status !== 429 && status !== 503) || retryAfter === undefined) return 0
  const text = retryAfter.trim()
  const wait = /^\d{1,10}$/.test(text) ? Number(text) * second : Date.parse(text) - now
  return Number.isFinite(wait) ? Math.min(Math.max(0, wait), longestQuiet) : 0
}

/** History of one event at one endpoint. Instants in milliseconds since 1970, by the database's clock. */
export interface Course {
  attempts: number
  firstAttemptAt: number | null
  refusals: number
  refusedSince: number | null
}

/** Next step of a delivery after a failed attempt. */
export type NextStep =
  | { step: 'again'; course: Course; dueAt: number }
  | { step: 'dead'; course: Course; reason: string }

/** Most characters of an endpoint's response that are stored as the reason. */
const longestReason = 1_000

/**
 * Decides the next step of an event after a failed attempt (DLV-4, DLV-7).
 * @param takesOthers whether the endpoint accepted another event since it first rejected this one
 */
export function nextStep(
  before: Course,
  outcome: Outcome,
  facts: { now: number; chance: number; takesOthers: boolean },
): NextStep {
  const { now, chance } = facts
  const isRefusal = verdictOf(outcome) === 'refused'
  const course: Course = {
    attempts: before.attempts + 1,
    firstAttemptAt: before.firstAttemptAt ?? now,
    refusals: isRefusal ? before.refusals + 1 : 0,
    refusedSince: isRefusal ? (before.refusedSince ?? now) : null,
  }
  // The endpoint has read and rejected it: repeating the same message would not help (DISP-4).
  if (outcome.channelVerdict?.verdict === 'rejected') {
    return { step: 'dead', course, reason: `rejected: ${outcome.channelVerdict.reason}`.slice(0, longestReason) }
  }
  if (facts.takesOthers && isRejectedPermanently(course, now)) return { step: 'dead', course, reason: 'refused' }
  const end = course.firstAttemptAt! + longestTrying
  if (course.attempts >= mostAttempts || now >= end) return { step: 'dead', course, reason: 'given_up' }
  const wait = Math.max(waitAfter(course.attempts, chance), requestedQuiet(outcome, now))
  // The last attempt falls on day 7 itself, not half a day before it.
  return { step: 'again', course, dueAt: Math.min(now + wait, Math.max(end, now + requestedQuiet(outcome, now))) }
}

function isRejectedPermanently(course: Course, now: number): boolean {
  return course.refusals >= mostRejections && now - (course.refusedSince ?? now) >= shortestRejecting
}
