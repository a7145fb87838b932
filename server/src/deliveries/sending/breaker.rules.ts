import { type Outcome, requestedQuiet, verdictOf, waitAfter } from './schedule.rules.ts'

/** Consecutive failures that open the breaker. */
export const failuresThatOpen = 5
/** Milliseconds of failing after which an endpoint is paused. */
export const longestOpen = 5 * 24 * 60 * 60 * 1_000

/**
 * State of an endpoint. Closed while `openedAt` is null; while open, only one probe is sent at `probeAt`. Instants in
 * milliseconds since 1970, by the database's clock.
 */
export interface Breaker {
  consecutiveFailures: number
  openedAt: number | null
  probeAt: number | null
  /** Probes that failed since it opened. */
  probes: number
  quietUntil: number | null
  isPaused: boolean
  pauseReason: string | null
}

/** Breaker of an endpoint without failures. */
export const closedBreaker: Breaker = {
  consecutiveFailures: 0,
  openedAt: null,
  probeAt: null,
  probes: 0,
  quietUntil: null,
  isPaused: false,
  pauseReason: null,
}

/**
 * The breaker after one more attempt (DLV-6).
 * @param facts.isProbe whether the attempt was the probe of an open breaker; late results of attempts before it opened
 * do not affect the probe schedule
 */
export function nextBreaker(
  before: Breaker,
  outcome: Outcome,
  facts: { now: number; chance: number; isProbe: boolean },
): Breaker {
  const verdict = verdictOf(outcome)
  // A message that was read and rejected shows that the endpoint works.
  if (verdict === 'delivered' || verdict === 'rejected') {
    return { ...before, consecutiveFailures: 0, openedAt: null, probeAt: null, probes: 0 }
  }
  if (verdict === 'gone') {
    return { ...before, isPaused: true, pauseReason: removedReason(outcome) }
  }
  const quiet = requestedQuiet(outcome, facts.now)
  const failed: Breaker = {
    ...before,
    consecutiveFailures: before.consecutiveFailures + 1,
    quietUntil: quiet > 0 ? Math.max(before.quietUntil ?? 0, facts.now + quiet) : before.quietUntil,
  }
  if (failed.openedAt === null) return afterFailure(failed, facts)
  return facts.isProbe ? afterProbe(failed, failed.openedAt, facts) : failed
}

function removedReason({ channelVerdict }: Outcome): string {
  return channelVerdict?.verdict === 'gone' ? channelVerdict.reason : 'The endpoint answered 410 Gone.'
}

function afterFailure(failed: Breaker, { now, chance }: { now: number; chance: number }): Breaker {
  if (failed.consecutiveFailures < failuresThatOpen) return failed
  return { ...failed, openedAt: now, probeAt: now + waitAfter(1, chance), probes: 0 }
}

function afterProbe(failed: Breaker, openedAt: number, { now, chance }: { now: number; chance: number }): Breaker {
  const probes = failed.probes + 1
  const end = openedAt + longestOpen
  if (now >= end) {
    return { ...failed, probes, isPaused: true, pauseReason: 'The endpoint failed for 5 days.' }
  }
  // The last probe is at the end of the five days, so that the pause is not up to half a day late.
  return { ...failed, probes, probeAt: Math.min(now + waitAfter(probes + 1, chance), end) }
}
