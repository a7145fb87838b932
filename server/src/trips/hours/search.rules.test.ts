import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Duty } from './duties.model.ts'
import { lawFor, mondayOf } from './law.rules.ts'
import { timelineOf } from './rules.ts'
import { mostEffort, someTimelineOf } from './search.rules.ts'
import { restedAt } from './state.rules.ts'

const monday = mondayOf(2900)

/** Duties at fixed times: driving before each, its start, and its work. */
const dutiesAt = (...all: [driving: number, from: number, work: number][]): Duty[] =>
  all.map(([driving, from, work]) => ({ driving, work, windows: [[monday + from, monday + from]] }))

/** Duties of drawn stops: each begins after the drive to it and some spare time. */
function dutiesIn(drawn: readonly { driving: number; spare: number; work: number }[]): Duty[] {
  let at = 0
  return drawn.flatMap(({ driving, spare, work }, index) => {
    const drive = index === 0 ? 0 : driving
    at += index === 0 ? 0 : driving + spare
    const from = at
    at += work
    return dutiesAt([drive, from, work])
  })
}

/** Nine stops in ten days: breaks and rests fit, but a narrow search does not find them. */
const tight = dutiesAt(
  [0, 8340, 120],
  [442, 8947, 45],
  [445, 10500, 30],
  [308, 11378, 30],
  [176, 11629, 45],
  [879, 13678, 120],
  [1304, 16557, 10],
  [666, 20525, 45],
  [1075, 22815, 240],
)

test('HOURS-10: an incomplete search is reported as such, and a complete one is not', () => {
  const start = restedAt(tight[0]!.windows[0]![0])
  const law = lawFor(1)
  const effort = { left: mostEffort }
  expect(someTimelineOf(tight, start, law, effort)).toHaveProperty('end')
  expect(mostEffort - effort.left).toBeGreaterThan(1_000)
  expect(someTimelineOf(tight, start, law, { left: 0 })).toMatchObject({ isUnsettled: true })
  // For a day that is too long, the proof takes little effort.
  const long = dutiesAt([0, 0, 60], [270, 400, 1_000])
  expect(someTimelineOf(long, restedAt(monday), law, { left: 500 })).toEqual({ rule: 'daily_rest', duty: 1 })
})

test('HOURS-10: long routes with days to spare, which may be driven in very many ways, are decided within the effort limit', () => {
  const wide = dutiesAt([0, 2_640, 240], [765, 4_230, 10], [867, 6_277, 0], [2_056, 10_493, 45])
  expect(someTimelineOf(wide, restedAt(wide[0]!.windows[0]![0]), lawFor(1))).toHaveProperty('end')
})

test('HOURS-10: no plan of fifteen stops in two weeks exceeds the effort limit, and equal questions have equal answers', () => {
  const stop = fc.record({
    driving: fc.oneof(fc.nat(300), fc.nat(1_300)),
    spare: fc.oneof(fc.nat(120), fc.integer({ min: 400, max: 900 }), fc.nat(3_000)),
    work: fc.constantFrom(0, 15, 45, 120, 300),
  })
  const owed = fc.array(fc.integer({ min: 60, max: 1_260 }), { maxLength: 3 })
  let most = 0
  fc.assert(
    fc.property(fc.array(stop, { minLength: 8, maxLength: 15 }), owed, fc.boolean(), (drawn, debts, isOne) => {
      const duties = dutiesIn(drawn)
      const due = monday + 14 * 1_440
      const start = {
        ...restedAt(monday),
        owed: debts.map((minutes, week) => ({ minutes, due, restEnd: monday - (week + 1) * 10_080, weeks: 3 })),
      }
      const spent = [0, 1].map(() => {
        const effort = { left: mostEffort }
        return [someTimelineOf(duties, start, lawFor(isOne ? 1 : 2), effort), mostEffort - effort.left] as const
      })
      expect(spent[0]).toEqual(spent[1])
      most = Math.max(most, spent[0]![1])
      expect(spent[0]![1]).toBeLessThan(1.5 * mostEffort)
    }),
    { numRuns: 40 },
  )
  expect(most).toBeGreaterThan(0)
})

test('HOURS-10: within the effort limit a stop is lawful or not exactly as in an exhaustive search', () => {
  const stop = fc.record({ driving: fc.nat(700), spare: fc.oneof(fc.nat(200), fc.nat(900)), work: fc.nat(120) })
  fc.assert(
    fc.property(fc.array(stop, { minLength: 3, maxLength: 6 }), (drawn) => {
      const duties = dutiesIn(drawn)
      const [some, all] = [someTimelineOf, timelineOf].map((ask) => ask(duties, restedAt(monday), lawFor(1)))
      if ('end' in all!) expect(some).toHaveProperty('end')
      else expect(some).toEqual({ rule: expect.any(String), duty: all!.duty })
    }),
    { numRuns: 60 },
  )
})
