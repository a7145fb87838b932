import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { databaseEpoch, RateRows, VirtualProcess, VirtualTime } from '../../testing/models/rate-store.ts'
import { Problem } from '../problem.ts'
import type { RateWindow } from '../rate-limit.rules.ts'
import { type Counters, createCounters } from './counters.ts'

const key = { tenantId: 'tenant', category: 'general' }

interface Answer {
  /** True time when the request was admitted or refused. */
  at: number
  admitted: boolean
  waited: number
  left: number
}

/** Several processes, one counter, and all answers. */
class Installation {
  readonly time = new VirtualTime()
  readonly rows = new RateRows(this.time)
  readonly answers: Answer[] = []
  statements = 0
  /** Requests whose process was killed before it answered. They may have been counted. */
  unanswered = 0
  private readonly running: { process: VirtualProcess; counters: Counters }[] = []
  private started = 0

  readonly windows: readonly RateWindow[]
  private readonly latencies: readonly number[]

  constructor(windows: readonly RateWindow[], latencies: readonly number[] = [1]) {
    this.windows = windows
    this.latencies = latencies
    for (const place of [0, 1]) this.running[place] = this.start()
  }

  private start() {
    this.started += 1
    const process = new VirtualProcess(`process ${this.started}`, this.time)
    const latency = () => {
      this.statements += 1
      return this.latencies[this.statements % this.latencies.length]!
    }
    return { process, counters: createCounters(this.rows.storeOf(process, latency), process.clock(), process.id) }
  }

  kill(place: number): void {
    this.running[place]!.process.kill()
    this.running[place] = this.start()
  }

  standStill(place: number, milliseconds: number): void {
    this.running[place]!.process.stillUntil = this.time.now + milliseconds
  }

  async stop(place: number): Promise<void> {
    const { counters } = this.running[place]!
    this.running[place] = this.start()
    await this.during(counters.close())
  }

  /** Sends a request and records its answer when it arrives. */
  send(place: number, fingerprint: string): void {
    const { process, counters } = this.running[place]!
    const sent = this.time.now
    this.unanswered += 1
    const judge = async () => {
      await process.goOn(0)
      const judged = await counters.judge(key, this.windows, fingerprint)
      if (process.isDead) return
      this.unanswered -= 1
      const { verdict, used, now } = judged
      const left = this.windows[0]!.requests - used[0]! - 1
      // The database judges by its own clock. A judgement from memory happens now, whatever clock the process assumes.
      const isFromMemory = !('wouldLend' in judged)
      const judgedAt = isFromMemory ? this.time.now : now - databaseEpoch
      const held = verdict.admitted ? verdict.at - now : 0
      this.answers.push({ at: judgedAt + held, admitted: verdict.admitted, waited: this.time.now - sent, left })
    }
    // A stalled process holds the lock meanwhile. Others get 503, which counts as neither.
    judge().catch((error: unknown) => {
      if (!process.isDead && !(error instanceof Problem)) throw error
    })
  }

  async during<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    const done = work.finally(() => (isDone = true))
    while (!isDone) await this.time.pass(this.time.now + 5)
    return await done
  }

  admitted(): number[] {
    return this.answers.filter(({ admitted }) => admitted).map(({ at }) => at)
  }
}

/** The most admissions in any interval of the window's length. */
function mostIn({ seconds }: RateWindow, admitted: readonly number[]): number {
  const times = admitted.toSorted((a, b) => a - b)
  let first = 0
  let most = 0
  times.forEach((time, index) => {
    while (times[first]! <= time - seconds * 1_000) first += 1
    most = Math.max(most, index - first + 1)
  })
  return most
}

interface Phase {
  place: number
  count: number
  gap: number
  rest: number
  end: string
}

const phases = fc.array(
  fc.record<Phase>({
    place: fc.constantFrom(0, 1),
    count: fc.integer({ min: 1, max: 25 }),
    gap: fc.integer({ min: 0, max: 300 }),
    rest: fc.constantFrom(0, 0, 500, 4_000, 11_000),
    end: fc.constantFrom('nothing', 'nothing', 'nothing', 'kill', 'stop', 'stand still'),
  }),
  { minLength: 4, maxLength: 14 },
)
const windows = fc.constantFrom<readonly RateWindow[]>(
  [
    { seconds: 20, requests: 60 },
    { seconds: 1, requests: 5 },
  ],
  [{ seconds: 30, requests: 40 }],
  [{ seconds: 1, requests: 8 }],
)

async function live(installation: Installation, steps: readonly Phase[]): Promise<void> {
  let sent = 0
  for (const { place, count, gap, rest, end } of steps) {
    for (let number = 0; number < count; number += 1) {
      sent += 1
      installation.send(place, `request ${sent}`)
      await installation.time.pass(installation.time.now + gap)
    }
    if (end === 'kill') installation.kill(place)
    if (end === 'stop') await installation.stop(place)
    if (end === 'stand still') installation.standStill(place, 3_500)
    await installation.time.pass(installation.time.now + rest)
  }
  await installation.time.pass(installation.time.now + 12_000)
}

describe('permits lent to processes in blocks', () => {
  test('RATE-3, RATE-10: two processes that die, stop and pause never admit more than a window allows', async () => {
    const latencies = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 5, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(windows, phases, latencies, async (limits, steps, delays) => {
        const installation = new Installation(limits, delays)
        await live(installation, steps)
        for (const window of limits)
          expect(mostIn(window, installation.admitted())).toBeLessThanOrEqual(window.requests)
      }),
      { numRuns: 100 },
    )
  })

  test('RATE-10: a request is refused only when a window is full of admissions, reservations and permits lost with a process', async () => {
    await fc.assert(
      fc.asyncProperty(windows, phases, async (limits, steps) => {
        const installation = new Installation(limits)
        await live(installation, steps)
        const { answers, rows, unanswered } = installation
        for (const { at } of answers.filter(({ admitted }) => !admitted)) {
          const promises = Math.min(
            12,
            answers.filter((one) => !one.admitted && one.at > at - 42_000 && one.at < at).length,
          )
          const isFull = limits.some(({ seconds, requests }) => {
            // Up to a second of holding a request, and a tenth for clock differences.
            const inside = answers.filter(
              (one) => one.admitted && one.at > at - seconds * 1_000 - 100 && one.at < at + 1_600,
            )
            return inside.length + promises + rows.lost + unanswered >= requests
          })
          expect(isFull).toBe(true)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('RATE-10: unused permits of another process are available within a fifth of a second, or three after it was killed', async () => {
    const installation = new Installation([{ seconds: 600, requests: 1_200 }])
    const ask = async (place: number, times: number) => {
      for (let number = 0; number < times; number += 1) {
        installation.send(place, `${number}`)
        await installation.time.pass(installation.time.now + 50)
      }
    }
    await ask(0, 40)
    await ask(1, 1)
    await installation.time.pass(installation.time.now + 12_000)
    await ask(1, 20)
    expect(Math.max(...installation.answers.map(({ waited }) => waited))).toBeLessThanOrEqual(200)
    installation.kill(1)
    await ask(0, 1)
    await installation.time.pass(installation.time.now + 4_000)
    expect(installation.answers.at(-1)!.waited).toBeLessThanOrEqual(3_200)
    expect(installation.answers.every(({ admitted }) => admitted)).toBe(true)
    expect(installation.rows.lost).toBe(64)
  })

  test('RATE-8: the remainder decreases by one with each request, even when another process has the permits', async () => {
    const installation = new Installation([{ seconds: 600, requests: 1_200 }])
    for (let number = 0; number < 200; number += 1) {
      installation.send(number < 150 ? 0 : 1, `${number}`)
      await installation.time.pass(installation.time.now + 60)
    }
    await installation.time.pass(installation.time.now + 1_000)
    expect(installation.answers.map(({ left }) => left)).toEqual(
      Array.from({ length: 200 }, (_, index) => 1_199 - index),
    )
  })
})
