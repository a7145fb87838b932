import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decideAdmission,
  defaultLimits,
  type RateWindow,
  ranksNeeded,
  type Ticket,
  type Verdict,
} from './rate-limit.rules.ts'

/** The limiter with arrays as storage: a virtual clock, no database. */
function createLimiter(windows: readonly RateWindow[]) {
  const admitted: number[] = []
  const needed = new Set(ranksNeeded(windows))
  let tickets: readonly Ticket[] = []
  return {
    admitted,
    ask(fingerprint: string, now: number): Verdict {
      const history = (rank: number) => {
        if (!needed.has(rank)) throw new Error(`rank ${rank} is not loaded by the real limiter`)
        return admitted[admitted.length - rank]
      }
      const verdict = decideAdmission(windows, { history, tickets }, fingerprint, now)
      tickets = verdict.tickets
      if (verdict.admitted) admitted.push(verdict.at)
      return verdict
    },
  }
}

/** The most admissions in any interval of the window's length. */
function mostIn(window: RateWindow, admitted: readonly number[]): number {
  const times = [...admitted].sort((a, b) => a - b)
  let first = 0
  let most = 0
  times.forEach((time, index) => {
    while (times[first]! <= time - window.seconds * 1_000) first += 1
    most = Math.max(most, index - first + 1)
  })
  return most
}

interface Worker {
  fingerprint: string
  next: number
  refusals: number
}

/**
 * Lets workers call at full speed for a while; each waits Retry-After and a little. Returns the most refusals in a row.
 */
function runWorkers(windows: readonly RateWindow[], count: number, untilMs: number, jitter: (index: number) => number) {
  const limiter = createLimiter(windows)
  const workers: Worker[] = Array.from({ length: count }, (_, index) => ({
    fingerprint: `w${index}-0`,
    next: index,
    refusals: 0,
  }))
  let worst = 0
  let refusals = 0
  for (let step = 0; ; step += 1) {
    const worker = workers.reduce((a, b) => (b.next < a.next ? b : a))
    if (worker.next > untilMs) break
    const verdict = limiter.ask(worker.fingerprint, worker.next)
    if (verdict.admitted) {
      worker.next = verdict.at + 5 + jitter(step)
      worker.fingerprint = `${worker.fingerprint.split('-')[0]}-${step}`
      worker.refusals = 0
    } else {
      refusals += 1
      worker.refusals += 1
      worst = Math.max(worst, worker.refusals)
      worker.next += verdict.retryAfter * 1_000 + jitter(step)
    }
  }
  return { worst, refusals, limiter }
}

const arrivals = fc.array(
  fc.record({ wait: fc.integer({ min: 0, max: 2_500 }), who: fc.integer({ min: 0, max: 6 }) }),
  {
    minLength: 1,
    maxLength: 300,
  },
)
const windowsLike = fc.array(
  fc.record({ seconds: fc.integer({ min: 1, max: 60 }), requests: fc.integer({ min: 1, max: 40 }) }),
  { minLength: 1, maxLength: 3 },
)

describe('the limiter', () => {
  test('RATE-3: never admits more than the limit in any part of any window, in any order of requests', () => {
    fc.assert(
      fc.property(windowsLike, arrivals, (windows, calls) => {
        const limiter = createLimiter(windows)
        let now = 1_000_000
        for (const { wait, who } of calls) {
          now += wait
          limiter.ask(`caller ${who}`, now)
        }
        for (const window of windows) expect(mostIn(window, limiter.admitted)).toBeLessThanOrEqual(window.requests)
      }),
      { numRuns: 500 },
    )
  })

  test('admissions never go back in time, and are delayed for at most a second and a half', () => {
    fc.assert(
      fc.property(windowsLike, arrivals, (windows, calls) => {
        const limiter = createLimiter(windows)
        let now = 1_000_000
        let last = 0
        for (const { wait, who } of calls) {
          now += wait
          const verdict = limiter.ask(`caller ${who}`, now)
          if (!verdict.admitted) continue
          expect(verdict.at).toBeGreaterThanOrEqual(Math.max(now, last))
          expect(verdict.at).toBeLessThanOrEqual(now + 1_500)
          last = verdict.at
        }
      }),
      { numRuns: 300 },
    )
  })

  test('RATE-4: a caller who waits Retry-After is admitted', () => {
    fc.assert(
      fc.property(
        windowsLike,
        fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 5, maxLength: 200 }),
        (windows, waits) => {
          const limiter = createLimiter(windows)
          let now = 1_000_000
          for (const [index, wait] of waits.entries()) {
            now += wait
            const verdict = limiter.ask(`request ${index}`, now)
            if (verdict.admitted) continue
            now += verdict.retryAfter * 1_000
            expect(limiter.ask(`request ${index}`, now).admitted).toBe(true)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  test('a caller who comes back a second early is refused', () => {
    const limiter = createLimiter(defaultLimits.token)
    for (let index = 0; index < 5; index += 1) expect(limiter.ask(`t${index}`, 1_000 + index).admitted).toBe(true)
    const refused = limiter.ask('t6', 2_000)
    expect(refused).toMatchObject({ admitted: false, retryAfter: 3_599 })
    expect(limiter.ask('t6', 2_000 + 3_598_000).admitted).toBe(false)
    expect(limiter.ask('t6', 2_000 + 3_599_000).admitted).toBe(true)
  })

  // A shorter long window, so that a few minutes contain many of its edges.
  const windows = [
    { seconds: 1, requests: 3 },
    { seconds: 60, requests: 120 },
  ]

  test.each([1, 4, 8])('%i busy workers are never refused twice in a row', (count) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 250 }), { minLength: 50, maxLength: 50 }), (jitters) => {
        const { worst, refusals, limiter } = runWorkers(
          windows,
          count,
          300_000,
          (step) => jitters[step % jitters.length]!,
        )
        expect(refusals).toBeGreaterThan(0)
        expect(worst).toBe(1)
        for (const window of windows) {
          expect(mostIn(window, limiter.admitted)).toBeLessThanOrEqual(window.requests)
        }
      }),
      { numRuns: 20 },
    )
  })

  test('refused requests are not counted: a flood does not change the next second', () => {
    const windows = [{ seconds: 1, requests: 3 }]
    const limiter = createLimiter(windows)
    for (let now = 10_000; now < 20_000; now += 10) limiter.ask('the same', now)
    expect(limiter.admitted.length).toBeGreaterThanOrEqual(27)
    expect(mostIn(windows[0]!, limiter.admitted)).toBe(3)
  })

  test('a caller that leaves its place costs the others at most ten seconds', () => {
    const windows = [{ seconds: 1, requests: 1 }]
    const limiter = createLimiter(windows)
    for (let index = 0; index < 13; index += 1) limiter.ask(`gone ${index}`, 10_000)
    expect(limiter.ask('later', 10_000 + 12_000 + 10_001).admitted).toBe(true)
  })
})
