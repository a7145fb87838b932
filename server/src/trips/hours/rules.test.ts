import fc from 'fast-check'
import { expect, test } from 'vitest'
import { earliestEnd } from '../../testing/models/hours.ts'
import { type Law, mondayOf, regulation, regulationForTwo } from './law.rules.ts'
import { type Duty, timelineOf } from './rules.ts'
import { restedAt } from './state.rules.ts'

const grid = 15
const week = 672
const monday = mondayOf(2900)

/** Small limits, so that a few duties reach all of them and every timeline can be looked at. */
const smallLaw = fc
  .record({
    ...{ untilBreak: fc.integer({ min: 3, max: 5 }), day: fc.integer({ min: 6, max: 8 }) },
    ...{ longStep: fc.integer({ min: 1, max: 2 }), week: fc.integer({ min: 14, max: 25 }) },
    ...{ fortnight: fc.integer({ min: 20, max: 33 }), period: fc.integer({ min: 20, max: 25 }) },
    untilWeeklyRest: fc.integer({ min: 40, max: 79 }),
  })
  .chain((drawn) => {
    const fixed = { break: 3, firstPart: 1, secondPart: 2, rest: 9, shortRest: 7, splitFirst: 4, splitSecond: 7 }
    const slots = Object.entries({ ...drawn, ...fixed, weeklyRest: 16, shortWeeklyRest: 12 })
    const minutes = Object.fromEntries(slots.map(([name, many]) => [name, many * grid]))
    const counts = { longStepsOfWeek: fc.nat(2), shortRests: fc.nat(2), shortWeeklyRests: fc.nat(1) }
    return fc.record(counts).map((some): Law => ({ ...regulation, ...minutes, ...some }))
  })

const part = fc.record({
  driving: fc.nat(5),
  spare: fc.oneof(fc.nat(3), fc.nat(5), fc.integer({ min: 7, max: 14 })),
  work: fc.nat(3),
  room: fc.oneof(fc.constant(0), fc.nat(7)),
})
type Part = typeof part extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** Duties one after the other, from slot 0 on. */
function dutiesOf(parts: readonly Part[]): { duties: Duty[]; end: number } {
  let end = 0
  const duties = parts.map(({ driving, spare, work, room }, index): Duty => {
    end += index === 0 ? 0 : driving + spare
    const from = end * grid
    end += work
    const drive = index === 0 ? 0 : driving * grid
    return { driving: drive, work: work * grid, windows: [[from, from + room * grid]] }
  })
  return { duties, end: end + 10 }
}

function from(begin: number, duties: readonly Duty[]): Duty[] {
  return duties.map((duty) => ({ ...duty, windows: duty.windows.map(([one, other]) => [begin + one, begin + other]) }))
}

test('HOURS-1: of all timelines on a grid none is lawful where the model finds none, and none ends earlier than its own', () => {
  const parts = fc.array(part, { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(smallLaw, parts, fc.nat(60), (law, drawn, untilMonday) => {
      const { duties, end } = dutiesOf(drawn)
      const expected = earliestEnd(duties, law, { grid, horizon: end, monday: untilMonday, week })
      fc.pre(expected !== undefined)
      const begin = monday - untilMonday * grid
      const answer = timelineOf(from(begin, duties), restedAt(begin), law)
      expect('end' in answer ? (answer.end - begin) / grid : Infinity).toBe(expected)
    }),
    { numRuns: Number(process.env.HOURS_CASES ?? 60) },
  )
})

/** A duty after so many hours of driving, as soon as it can be. */
const soon = (hours: number, work = 0): Duty => ({ driving: hours * 60, work: work * 60, windows: [] })
/** The hours until all is done, or the rule that has no timeline. */
function hoursOf(duties: readonly Duty[], law = regulation): number | string {
  const answer = timelineOf(duties, restedAt(monday), law)
  return 'end' in answer ? (answer.end - monday) / 60 : answer.rule
}

test('HOURS-1: long ways have the breaks and rests of the regulation', () => {
  expect(hoursOf([soon(4.5)])).toBe(4.5)
  expect(hoursOf([soon(9)])).toBe(9.75)
  // Ten hours twice a week.
  expect(hoursOf([soon(10)])).toBe(11.5)
  // 10 hours, a rest of 9 hours, 10 hours.
  expect(hoursOf([soon(20)])).toBe(32)
  expect(hoursOf([soon(9, 4)])).toBe(13.75)
})

test('HOURS-2: two drivers need no break and rest 9 hours in 30', () => {
  expect(hoursOf([soon(20)], regulationForTwo)).toBe(20)
  expect(hoursOf([soon(20, 1), soon(1)], regulationForTwo)).toBe(31)
  const late = { driving: 60, work: 30, windows: [[monday + 43 * 60, monday + 43 * 60]] } as const
  expect(hoursOf([soon(18), late], regulationForTwo)).toBe(43.5)
  const busy = { ...late, work: 22 * 60, windows: [] }
  expect(hoursOf([busy], regulationForTwo)).toBe('daily_rest')
})
