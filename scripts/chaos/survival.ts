// Checks of failures that no process may die of (OPS-6, OPS-27).
import { problems } from '../../server/src/http/problem.ts'
import type { SentUpload, StoredUpload, Violation } from './checker.ts'
import { type Attempt, type Load, untilAccepted } from './load.ts'

/** Rules checked by `survivorsOf` and `comesBack`. */
export const survivedRules = ['OPS-6', 'OPS-27'] as const

/** Maximum outage of uploads after a failure, even on a busy machine. */
const longestUntilBackMs = 45_000

/**
 * Every upload eventually got a response, and is stored once, or not at all if it was rejected, regardless of retries.
 */
export function storedOnce(sent: readonly SentUpload[], uploads: readonly StoredUpload[]): Violation[] {
  const counts = new Map<string, number>()
  for (const { mark } of uploads) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  return sent.flatMap(({ mark, upload_id, status }) => {
    if (status === null || status >= 500)
      return [{ invariant: 'OPS-6', what: `an upload was left without an answer (${status})` }]
    const count = counts.get(mark) ?? 0
    const wanted = upload_id === null ? 0 : 1
    return count === wanted
      ? []
      : [{ invariant: 'OPS-6', what: `upload ${upload_id ?? status} is stored ${count} times` }]
  })
}

/** While the database is away, callers get only 503, with a Retry-After and a catalogue code. */
export function refusedRightly(answers: readonly Attempt[]): Violation[] {
  return answers
    .filter(({ status, has_retry_after, code }) => {
      const isOfCatalogue = Object.entries(problems).some(
        ([known, problem]) => known === code && problem.status === 503,
      )
      return status >= 500 && !(status === 503 && has_retry_after && isOfCatalogue)
    })
    .map(({ status, code }) => ({
      invariant: 'OPS-6',
      what: `an upload was answered ${status} ${code} instead of 503 with a time to come back`,
    }))
}

/** Responses to callers that mostly read. */
export interface Read {
  readonly requests: number
  readonly failures: readonly string[]
}

/** Checks what callers saw of a run that no process may die in. */
export function survivorsOf(load: Load, read: Read, deaths: number) {
  const wrong = read.failures.filter((failure) => !failure.endsWith(': 503 of Cartage'))
  const lost = load.unanswered()
  return {
    figures: { read: read.requests, read_refused_503: read.failures.length - wrong.length },
    violations: [
      ...refusedRightly(load.answers),
      ...wrong.map((what) => violation(`a caller got ${what}`)),
      ...(lost > 0 ? [violation(`${lost} requests got no answer in time`)] : []),
      ...(deaths > 0 ? [violation(`${deaths} processes ended`)] : []),
    ],
  }
}

/** Waits until uploads are accepted after a failure, and until each process reports ready. */
export async function comesBack(load: Load, what: string): Promise<{ backAfterMs: number; violations: Violation[] }> {
  const since = performance.now()
  const at = await untilAccepted(load, since, { withinMs: longestUntilBackMs }).catch(() => undefined)
  if (at !== undefined) return { backAfterMs: Math.round(at - since), violations: [] }
  const late = violation(`no upload was accepted within ${longestUntilBackMs / 1_000} s after ${what}`)
  return { backAfterMs: longestUntilBackMs, violations: [late] }
}

function violation(what: string): Violation {
  return { invariant: 'OPS-27', what }
}
