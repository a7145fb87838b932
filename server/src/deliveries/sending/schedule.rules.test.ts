import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Breaker, closedBreaker, failuresThatOpen, longestOpen, nextBreaker } from './breaker.rules.ts'
import {
  type Course,
  longestQuiet,
  longestTrying,
  mostAttempts,
  nextStep,
  type Outcome,
  requestedQuiet,
  verdictOf,
  waitAfter,
} from './schedule.rules.ts'

const fresh: Course = { attempts: 0, firstAttemptAt: null, refusals: 0, refusedSince: null }
const failure: Outcome = { status: 500, retryAfter: undefined }
const now = Date.UTC(2026, 0, 1)
const minute = 60_000
const hour = 60 * minute

const outcomes = fc.record<Outcome>({
  status: fc.constantFrom(null, 200, 204, 301, 400, 404, 408, 409, 410, 425, 429, 500, 503),
  retryAfter: fc.constantFrom(undefined, '0', '60', '999999', 'soon', 'Thu, 01 Jan 2026 01:00:00 GMT'),
})
const chances = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })

describe('the meaning of a response', () => {
  test.each([
    [200, 'delivered'],
    [299, 'delivered'],
    [301, 'failed'],
    [400, 'refused'],
    [404, 'refused'],
    [408, 'failed'],
    [409, 'failed'],
    [410, 'gone'],
    [425, 'failed'],
    [429, 'failed'],
    [500, 'failed'],
    [null, 'failed'],
  ] as const)('%s is %s', (status, verdict) => {
    expect(verdictOf({ status, retryAfter: undefined })).toBe(verdict)
  })
})

describe('the schedule', () => {
  test('DLV-4: waits 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h, 8 h and then 12 h', () => {
    const minutes = Array.from({ length: 12 }, (_, index) => waitAfter(index + 1, 0) / minute)
    expect(minutes).toEqual([5 / 60, 0.5, 2, 10, 30, 60, 120, 240, 480, 720, 720, 720])
  })

  test('DLV-4: jitter is only added, and at most a fifth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 24 }), chances, (failures, chance) => {
        const plain = waitAfter(failures, 0)
        expect(waitAfter(failures, chance)).toBeGreaterThanOrEqual(plain)
        expect(waitAfter(failures, chance)).toBeLessThanOrEqual(plain * 1.2)
      }),
    )
  })

  test.each([
    ['seconds on 429', { status: 429, retryAfter: '120' }, 2 * minute],
    ['a date on 503', { status: 503, retryAfter: new Date(now + hour).toUTCString() }, hour],
    ['more than 12 hours', { status: 429, retryAfter: '999999' }, longestQuiet],
    ['a date that has passed', { status: 503, retryAfter: new Date(now - hour).toUTCString() }, 0],
    ['another status', { status: 500, retryAfter: '120' }, 0],
    ['nonsense', { status: 429, retryAfter: 'soon' }, 0],
    ['no header', { status: 429, retryAfter: undefined }, 0],
  ] as const)('Retry-After: %s', (_, outcome, wait) => {
    expect(requestedQuiet(outcome, now)).toBe(wait)
  })

  test('DLV-4: every pattern of failures ends: delivered or dead, in at most 24 attempts and little more than 7 days', () => {
    const runs = fc.array(fc.tuple(outcomes, chances, fc.boolean()), { minLength: 60, maxLength: 60 })
    fc.assert(
      fc.property(runs, (pattern) => {
        let course = fresh
        let clock = now
        let attempts = 0
        for (const [outcome, chance, takesOthers] of pattern) {
          attempts += 1
          if (verdictOf(outcome) === 'delivered') return
          const next = nextStep(course, outcome, { now: clock, chance, takesOthers })
          expect(next.course.attempts).toBe(attempts)
          if (next.step === 'dead') {
            expect(attempts).toBeLessThanOrEqual(mostAttempts)
            return
          }
          const isLastDay = next.dueAt >= now + longestTrying
          if (!isLastDay) expect(next.dueAt - clock).toBeGreaterThanOrEqual(waitAfter(attempts, 0))
          expect(next.dueAt).toBeGreaterThan(clock - 1)
          expect(next.dueAt - now).toBeLessThanOrEqual(longestTrying + longestQuiet)
          course = next.course
          clock = next.dueAt
        }
        expect.unreachable('60 attempts and no end')
      }),
      { numRuns: 2_000 },
    )
  })

  test('a delivery that always fails is attempted until day 7 and then fails permanently', () => {
    let course = fresh
    let clock = now
    for (;;) {
      const next = nextStep(course, failure, { now: clock, chance: 0, takesOthers: true })
      if (next.step === 'dead') {
        expect(next.reason).toBe('given_up')
        break
      }
      course = next.course
      clock = next.dueAt
    }
    expect(clock).toBe(now + longestTrying)
  })

  test('DLV-7: a payload refused 5 times over 35 minutes is dead if the endpoint accepts others, and only then', () => {
    const refusal: Outcome = { status: 422, retryAfter: undefined }
    const course: Course = { attempts: 4, firstAttemptAt: now, refusals: 4, refusedSince: now }
    const late = { now: now + 35 * minute, chance: 0 }
    expect(nextStep(course, refusal, { ...late, takesOthers: true })).toMatchObject({ step: 'dead', reason: 'refused' })
    expect(nextStep(course, refusal, { ...late, takesOthers: false }).step).toBe('again')
    expect(nextStep(course, refusal, { now: late.now - 1, chance: 0, takesOthers: true }).step).toBe('again')
    expect(nextStep({ ...course, refusals: 3 }, refusal, { ...late, takesOthers: true }).step).toBe('again')
  })

  test('a response that is not a refusal restarts the count of refusals', () => {
    const course: Course = { attempts: 4, firstAttemptAt: now, refusals: 4, refusedSince: now }
    const next = nextStep(course, failure, { now: now + hour, chance: 0, takesOthers: true })
    expect(next.course).toMatchObject({ refusals: 0, refusedSince: null, attempts: 5 })
  })
})

describe('the breaker', () => {
  const facts = { now, chance: 0, isProbe: false }
  const opened = (): Breaker => {
    let state = closedBreaker
    for (let count = 0; count < failuresThatOpen; count += 1) state = nextBreaker(state, failure, facts)
    return state
  }

  test('DLV-6: opens after 5 failures in a row, and the first probe comes 5 seconds later', () => {
    expect(opened()).toMatchObject({ openedAt: now, probeAt: now + 5_000, probes: 0, isPaused: false })
    const four = Array.from({ length: 4 }).reduce<Breaker>((state) => nextBreaker(state, failure, facts), closedBreaker)
    expect(four.openedAt).toBeNull()
    const again = nextBreaker(nextBreaker(four, { status: 200, retryAfter: undefined }, facts), failure, facts)
    expect(again).toMatchObject({ openedAt: null, consecutiveFailures: 1 })
  })

  test('DLV-6: one success closes it', () => {
    const closed = nextBreaker(opened(), { status: 204, retryAfter: undefined }, { ...facts, isProbe: true })
    expect(closed).toEqual(closedBreaker)
  })

  test('late results do not move the probes', () => {
    const state = opened()
    expect(nextBreaker(state, failure, { ...facts, now: now + 1_000 }).probeAt).toBe(state.probeAt)
  })

  test('410 pauses at once', () => {
    const gone = nextBreaker(closedBreaker, { status: 410, retryAfter: undefined }, facts)
    expect(gone.isPaused).toBe(true)
    expect(gone.pauseReason).toContain('410')
  })

  test('DLV-6: an endpoint that fails for 5 days is paused then, whatever the jitter', () => {
    fc.assert(
      fc.property(fc.array(chances, { minLength: 60, maxLength: 60 }), (jitters) => {
        let state = opened()
        for (const chance of jitters) {
          const clock = state.probeAt!
          expect(clock).toBeLessThanOrEqual(now + longestOpen)
          state = nextBreaker(state, failure, { now: clock, chance, isProbe: true })
          if (state.isPaused) {
            expect(clock).toBe(now + longestOpen)
            return
          }
        }
        expect.unreachable('60 probes and no pause')
      }),
    )
  })

  test('DLV-5: an endpoint that requests a pause gets it for all its events', () => {
    const state = nextBreaker(closedBreaker, { status: 429, retryAfter: '60' }, facts)
    expect(state.quietUntil).toBe(now + minute)
  })
})
