import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calledOn, onTheWay } from './calls.rules.ts'
import type { Call, Duty } from './duties.model.ts'
import { keptOnTheWay, keptTimelineOf } from './kept.rules.ts'
import { lawFor, mondayOf } from './law.rules.ts'
import { someTimelineOf } from './search.rules.ts'
import { restedAt } from './state.rules.ts'

const monday = mondayOf(2900)
const dutyAt = (from: number, driving: number, work = 30): Duty => ({ driving, work, windows: [[from, from]] })

test('HOURS-3: a cached result equals that of the same duties after the same hours under the same law', () => {
  const drawn = fc.record({
    driving: fc.constantFrom(0, 300, 700),
    after: fc.constantFrom(700, 1_000),
    since: fc.constantFrom(0, 200),
    isAetr: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(drawn, { minLength: 2, maxLength: 20 }), (asked) => {
      for (const { driving, after, since, isAetr } of asked) {
        const law = lawFor(1, isAetr ? 'AETR' : 'EU')
        const start = { ...restedAt(monday), since, driven: since }
        const duties = [dutyAt(monday, 0), dutyAt(monday + 30 + after, driving)]
        const answer = keptTimelineOf(duties, start, law)
        expect(answer).toEqual(someTimelineOf(duties, start, law))
        expect(keptTimelineOf(structuredClone(duties), { ...start }, law)).toBe(answer)
      }
    }),
    { numRuns: 30 },
  )
})

test('HOURS-3: least recently used results are evicted', () => {
  const law = lawFor(1)
  const ask = (at: number) => keptTimelineOf([dutyAt(monday + at, 0)], restedAt(monday), law)
  const [first, second] = [ask(0), ask(1)]
  for (let at = 2; at < 1_001; at += 1) {
    ask(at)
    if (at === 900) expect(ask(0)).toBe(first)
  }
  expect(ask(0)).toBe(first)
  expect(ask(1)).not.toBe(second)
})

test('HOURS-3: results that depend on opening hours are not cached', () => {
  const [open, closed] = [0, 600].map((later): Duty => {
    return { driving: 0, work: 30, windows: [], opens: (from) => from + later }
  })
  const endOf = (duty: Duty) => keptTimelineOf([duty], restedAt(monday), lawFor(1))
  expect(endOf(open!)).toMatchObject({ end: monday + 30 })
  expect(endOf(closed!)).toMatchObject({ end: monday + 630 })
})

test('HOURS-4: earlier work of a driver is calculated once, and again after any difference', () => {
  const call = (at: number | undefined, driving: number): Call => {
    return { driving, work: 30, at, opens: (from) => from, latest: Infinity }
  }
  const [law, start] = [lawFor(1), restedAt(monday)]
  const before = [call(monday, 0), call(monday + 330, 270)]
  const gone = keptOnTheWay(before, start, law)
  expect(keptOnTheWay([call(monday, 0), call(monday + 330, 270)], { ...start }, law)).toBe(gone)
  const next = [call(undefined, 60)]
  expect(calledOn(gone, next)).toEqual(calledOn(onTheWay(before, start, law), next))
  const others = [
    [call(monday, 0)],
    [call(monday, 0), call(monday + 331, 270)],
    [call(monday, 0), call(monday + 330, 269)],
  ]
  for (const other of others) expect(keptOnTheWay(other, start, law)).not.toBe(gone)
  expect(keptOnTheWay(before, { ...start, since: 10 }, law)).not.toBe(gone)
  expect(keptOnTheWay(before, start, lawFor(2))).not.toBe(gone)
})
