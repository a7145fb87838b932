import fc from 'fast-check'
import { expect, test } from 'vitest'
import { called, calledOn, mostForCalls, onTheWay } from './calls.rules.ts'
import type { Call } from './duties.model.ts'
import { lawFor } from './law.rules.ts'
import { someTimelineOf } from './search.rules.ts'
import type { State } from './state.model.ts'
import { restedAt, working } from './state.rules.ts'

const hour = 60
/** A Monday. */
const monday = 4 * 24 * hour + 2_900 * 7 * 24 * hour
const way: Call = { driving: hour, work: hour, opens: (from) => from, latest: Infinity }
const calledAfter = (state: State, call: Call = way) => called([call], { ...state, slack: 0 }, lawFor(1))[0]!

test('HOURS-4: a driver who has worked for more than a day may rest first, and arrives later', () => {
  const worked = working(restedAt(monday), 16 * hour)
  const { begin, drives } = calledAfter(worked)
  expect(begin).toBe(worked.at + 11 * hour + hour)
  expect(drives).toEqual([{ kind: 'DRIVE', from: worked.at + 11 * hour, to: begin }])
})

test('HOURS-4: an overdue weekly rest is taken first', () => {
  const { begin } = calledAfter({ ...working(restedAt(monday), hour), weekly: monday - 8 * 24 * hour })
  expect(begin).toBe(monday + hour + 45 * hour + hour)
})

test('HOURS-4: an agreed time is kept, even if it cannot be reached lawfully', () => {
  const worked = working(restedAt(monday), 16 * hour)
  expect(calledAfter(worked, { ...way, at: worked.at + hour }).begin).toBe(worked.at + hour)
})

test('HOURS-6: a driver who owes three rests continues after a night, and this is found quickly', () => {
  const owed = [758, 1090, 1168].map((minutes, at) => {
    return { minutes, restEnd: monday - (8 - at) * 24 * hour, weeks: 3, due: monday + 14 * 24 * hour }
  })
  const state = { ...working(restedAt(monday), 10 * hour), owed, shortWeekly: 1, weekly: monday - 24 * hour, slack: 0 }
  const night: Call = { driving: 0, work: 0, at: state.at + 10 * hour, opens: (from) => from, latest: Infinity }
  const [, next] = called([night, way], state, lawFor(1))
  expect(next!.begin).toBe(state.at + 11 * hour)
})

test('HOURS-6: twelve stops in two weeks are timed without trying every way to compensate a short weekly rest', () => {
  const stops: [driving: number, work: number, from: number, latest: number][] = [
    [0, 120, 4_980, 6_300],
    [590, 240, 7_260, 7_680],
    [280, 45, 11_160, 12_540],
    [1_660, 0, 11_280, 11_940],
    [9, 120, 12_360, 13_560],
    [436, 30, 5_040, 6_420],
    [701, 30, 4_680, 5_940],
    [1_189, 30, 2_160, 3_480],
    [994, 240, 0, Infinity],
    [2, 120, 0, Infinity],
    [913, 120, 4_800, Infinity],
    [1_576, 10, 4_080, 4_680],
  ]
  const calls = stops.map(([driving, work, from, latest]): Call => {
    return { driving, work, opens: (asked) => Math.max(asked, monday + from), latest: monday + latest }
  })
  const start = restedAt(monday + 4_980)
  const begins = called(calls, start, lawFor(1)).map(({ begin }) => begin)
  const duties = calls.map(({ driving, work }, at) => ({
    driving,
    work,
    windows: [[begins[at]!, begins[at]!]] as const,
  }))
  expect(someTimelineOf(duties, start, lawFor(1))).toMatchObject({ end: begins.at(-1)! + 10 })
})

test('HOURS-4: continuing from cached calls gives the same result as after all of them', () => {
  const drawn = fc.record({ driving: fc.nat(900), work: fc.nat(240), after: fc.nat(1_500), opens: fc.nat(3_000) })
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 8 }), fc.array(drawn, { minLength: 1, maxLength: 3 }), (done, next) => {
      let at = monday
      const before = done.map(({ driving, work, after }): Call => {
        at += after
        return { ...way, driving, work, at }
      })
      const left = next.map(({ driving, work, opens }): Call => {
        return { ...way, driving, work, opens: (from) => Math.max(from, monday + opens) }
      })
      const start = restedAt(monday)
      const gone = onTheWay(before, start, lawFor(1))
      const all = called([...before, ...left], start, lawFor(1))
      expect(calledOn(gone, left)).toEqual(all.slice(before.length))
      expect(calledOn(gone, left.slice(0, 1))).toHaveLength(1)
      expect(calledOn(gone, left)).toEqual(all.slice(before.length))
    }),
    { numRuns: 30 },
  )
})

test('HOURS-10: for a driver who owes several rests and has long routes, calls have bounded effort', () => {
  const drawn = fc.record({ driving: fc.nat(1_500), work: fc.nat(240), opens: fc.nat(9_000), latest: fc.nat(9_000) })
  const debts = fc.array(fc.integer({ min: 60, max: 1_260 }), { minLength: 1, maxLength: 3 })
  let most = 0
  fc.assert(
    fc.property(fc.array(drawn, { minLength: 3, maxLength: 10 }), debts, fc.nat(2), (ways, minutes, weeks) => {
      const owed = minutes.map((one, at) => {
        const [due, restEnd] = [monday + (14 + 7 * weeks) * 24 * hour, monday - (7 * at + 1) * 24 * hour]
        return { minutes: one, due, restEnd, weeks: 3 }
      })
      const start = { ...working(restedAt(monday), 4 * hour), owed, shortWeekly: 1, slack: 0 }
      const calls = ways.map(({ opens, latest, ...one }): Call => {
        return { ...one, opens: (from) => Math.max(from, monday + opens), latest: monday + latest }
      })
      const { near, far } = onTheWay(calls, start, lawFor(1))
      for (const { left } of [near, far()]) {
        most = Math.max(most, mostForCalls - left)
        expect(left).toBeGreaterThan(-mostForCalls / 2)
      }
      expect(called(calls, start, lawFor(1))).toHaveLength(calls.length)
    }),
    { numRuns: 8 },
  )
  expect(most).toBeGreaterThan(1_000)
})
