import fc from 'fast-check'
import { expect, test } from 'vitest'
import { earliestEnd } from '../../testing/models/hours.ts'
import type { Duty } from './duties.model.ts'
import { endless } from './labels.rules.ts'
import { articleOf, type Law, lawFor, mondayOf, regulation, regulationForTwo } from './law.rules.ts'
import { arrivals } from './legs.rules.ts'
import { type Answer, afterDuty, few, timelineOf } from './rules.ts'
import { deepest, someTimelineOf } from './search.rules.ts'
import { restedAt } from './state.rules.ts'

const grid = 15
const week = 672
const monday = mondayOf(2900)

const fixed = {
  ...{ break: 3, firstPart: 1, secondPart: 2, rest: 9, shortRest: 7, splitFirst: 4, splitSecond: 7 },
  ...{ interruptedRest: 9, interruptedFor: 3, longCrossing: 8 },
}

function lawOf(slots: Readonly<Record<string, number>>, counts: Partial<Law>): Law {
  const all = Object.entries({ ...slots, ...fixed, weeklyRest: 16, shortWeeklyRest: 12 })
  const minutes = Object.fromEntries(all.map(([name, many]) => [name, many * grid]))
  return { ...regulation, ...minutes, ...counts }
}

/** Small limits, so that a few duties reach all of them and every timeline can be enumerated. */
const smallLaw = fc
  .record({
    ...{ untilBreak: fc.integer({ min: 3, max: 5 }), day: fc.integer({ min: 6, max: 8 }) },
    ...{ longStep: fc.integer({ min: 1, max: 2 }), week: fc.integer({ min: 14, max: 25 }) },
    ...{ fortnight: fc.integer({ min: 20, max: 33 }), period: fc.integer({ min: 20, max: 25 }) },
    untilWeeklyRest: fc.integer({ min: 40, max: 79 }),
  })
  .chain((drawn) => {
    const counts = {
      ...{ longStepsOfWeek: fc.nat(2), shortRests: fc.nat(2), shortWeeklyRests: fc.nat(2) },
      ...{ weeklyRestsTogether: fc.constantFrom(2, 4), weeksToCompensate: fc.constantFrom(0, 0, Infinity) },
    }
    return fc.record(counts).map((some) => lawOf(drawn, some))
  })

const part = fc.record({
  driving: fc.nat(5),
  spare: fc.oneof(fc.nat(3), fc.nat(5), fc.integer({ min: 7, max: 14 })),
  work: fc.nat(3),
  room: fc.oneof(fc.constant(0), fc.nat(7)),
})
type Part = typeof part extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** Regression cases in which the rules differed from the model, each with its cause. */
const found: [law: Law, parts: Part[], untilMonday: number][] = [
  // HOURS-6: the compensation of a short weekly rest that continues until Monday is due a week later.
  [
    lawOf(
      { untilBreak: 3, day: 7, longStep: 1, week: 23, fortnight: 32, period: 20, untilWeeklyRest: 59 },
      { longStepsOfWeek: 0, shortRests: 0, shortWeeklyRests: 1, weeklyRestsTogether: 2, weeksToCompensate: 0 },
    ),
    [
      { driving: 0, spare: 0, work: 2, room: 0 },
      { driving: 5, spare: 3, work: 2, room: 0 },
      { driving: 1, spare: 2, work: 0, room: 0 },
      { driving: 0, spare: 10, work: 1, room: 2 },
    ],
    26,
  ],
  // HOURS-1: a driver who has used the long days of a week may rest until Monday for another one.
  [
    lawOf(
      { untilBreak: 4, day: 3, longStep: 1, week: 60, fortnight: 80, period: 20, untilWeeklyRest: 40 },
      { longStepsOfWeek: 1, shortRests: 0, shortWeeklyRests: 0, weeklyRestsTogether: 2, weeksToCompensate: 0 },
    ),
    [
      { driving: 3, spare: 0, work: 0, room: 0 },
      { driving: 4, spare: 0, work: 0, room: 0 },
      { driving: 4, spare: 9, work: 0, room: 1 },
    ],
    14,
  ],
]

/** Consecutive duties, from slot 0 on. */
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

/** The steps are contiguous, contain all driving and work, and each duty begins in a window. */
function expectDrawn(answer: Extract<Answer, { end: number }>, duties: readonly Duty[]) {
  const { steps, begins, end } = answer
  const lengthOf = (kind: string) =>
    steps.reduce((sum, step) => sum + (step.kind === kind ? step.to - step.from : 0), 0)
  expect(steps.slice(1).every(({ from: next }, at) => next === steps[at]!.to)).toBe(true)
  expect(steps.at(-1)?.to ?? end).toBe(end)
  expect(lengthOf('DRIVE')).toBe(duties.reduce((sum, { driving }) => sum + driving, 0))
  expect(lengthOf('WORK')).toBe(duties.reduce((sum, { work }) => sum + work, 0))
  expect(begins).toHaveLength(duties.length)
  for (const [at, { windows, work }] of duties.entries()) {
    const begin = begins[at]!
    expect(windows.length === 0 || windows.some(([one, other]) => begin >= one && begin <= other)).toBe(true)
    if (work > 0) expect(steps.some((step) => step.kind === 'WORK' && step.from === begin)).toBe(true)
  }
}

/** The rules match the model, which enumerates every timeline; cases with too many of them are skipped. */
function expectAsModel(law: Law, drawn: readonly Part[], untilMonday: number) {
  const { duties, end } = dutiesOf(drawn)
  const expected = earliestEnd(duties, law, { grid, horizon: end, monday: untilMonday, week })
  fc.pre(expected !== undefined)
  const begin = monday - untilMonday * grid
  const [asked, start] = [from(begin, duties), restedAt(begin)]
  const answer = timelineOf(asked, start, law)
  expect('end' in answer ? (answer.end - begin) / grid : Infinity).toBe(expected)
  // If any timeline exists, the search for one finds one.
  const some = someTimelineOf(asked, start, law)
  expect('end' in some).toBe('end' in answer)
  if ('duty' in answer) expect(some).toHaveProperty('duty', answer.duty)
  // So does the depth-first search.
  const one = deepest(asked, { start, law, effort: endless })
  expect([one.run !== undefined, one.done]).toEqual(['end' in answer, 'end' in answer ? asked.length : answer.duty])
  for (const found of [answer, some]) if ('end' in found) expectDrawn(found, asked)
}

/** Number of cases; set `HOURS_CASES` to compare the models for longer. */
const cases = (usual: number) => Number(process.env.HOURS_CASES ?? usual)

test('HOURS-1: of all timelines on a grid none is lawful where the model finds none, and none ends earlier than its own', () => {
  const parts = fc.array(part, { minLength: 2, maxLength: 5 })
  fc.assert(fc.property(smallLaw, parts, fc.nat(60), expectAsModel), { numRuns: cases(50), examples: found })
})

test('HOURS-1: the same holds with a long day of the week and Monday soon', () => {
  const law = fc
    .record({
      day: fc.constantFrom(3, 4),
      untilBreak: fc.integer({ min: 3, max: 5 }),
      period: fc.integer({ min: 20, max: 25 }),
    })
    .chain((drawn) => {
      const slots = { ...drawn, longStep: 1, week: 60, fortnight: 80, untilWeeklyRest: 60 }
      const counts = { longStepsOfWeek: fc.constantFrom(1, 2), shortRests: fc.nat(1), shortWeeklyRests: fc.nat(1) }
      return fc.record(counts).map((some) => lawOf(slots, { ...some, weeksToCompensate: Infinity }))
    })
  // A drive of one day, perhaps a long one, and another after a rest.
  const way = (spare: fc.Arbitrary<number>) =>
    fc.record({ driving: fc.integer({ min: 4, max: 5 }), spare, work: fc.nat(1), room: fc.nat(1) })
  const parts = fc.tuple(part, way(fc.nat(1)), way(fc.integer({ min: 8, max: 12 })))
  fc.assert(fc.property(law, parts, fc.integer({ min: 12, max: 22 }), expectAsModel), { numRuns: cases(100) })
})

/** A duty after some hours of driving, as soon as possible. */
const soon = (hours: number, work = 0): Duty => ({ driving: hours * 60, work: work * 60, windows: [] })
/** Hours until everything is done, or the rule that is broken. */
function hoursOf(duties: readonly Duty[], law = regulation): number | string {
  const answer = timelineOf(duties, restedAt(monday), law)
  return 'end' in answer ? (answer.end - monday) / 60 : answer.rule
}

test('HOURS-1: long routes have the breaks and rests of the regulation', () => {
  expect(hoursOf([soon(4.5)])).toBe(4.5)
  expect(hoursOf([soon(9)])).toBe(9.75)
  // Ten hours are allowed twice a week.
  expect(hoursOf([soon(10)])).toBe(11.5)
  // 10 hours, a rest of 9 hours, 10 hours.
  expect(hoursOf([soon(20)])).toBe(32)
  expect(hoursOf([soon(9, 4)])).toBe(13.75)
})

test('HOURS-1: after a daily rest three hours of the next one may follow at once', () => {
  const rested = { ...regulation, shortRests: 0 }
  const at = (hours: number) => [[monday + hours * 60, monday + hours * 60]] as const
  const duties: Duty[] = [
    { driving: 0, work: 60, windows: at(0) },
    { driving: 0, work: 0, windows: at(13) },
    // Rested for 11 hours, and another three for the following rest.
    { driving: 60, work: 300, windows: at(16) },
    { driving: 60, work: 120, windows: at(31) },
    { driving: 0, work: 180, windows: at(33) },
  ]
  expect(timelineOf(duties, restedAt(monday), rested)).toMatchObject({ end: monday + 36 * 60 })
})

test('HOURS-1: a driver who has used the long days of a week may rest until Monday and begin a long day then', () => {
  const begin = monday - 25 * 60
  const start = { ...restedAt(begin), longSteps: 2, shortRests: 3, slack: 0 }
  const busy: Duty = { driving: 0, work: 13 * 60, windows: [[begin, begin]] }
  // The rest of eleven hours may end an hour before Monday.
  expect(timelineOf([busy, soon(10)], start, regulation)).toMatchObject({ end: monday + 11.5 * 60 })
  const at = (hours: number): Duty => {
    const begins = monday + hours * 60
    return { driving: 600, work: 60, windows: [[begins, begins]] }
  }
  expect(someTimelineOf([busy, at(12)], start, regulation)).toHaveProperty('end')
  expect(someTimelineOf([busy, at(11.25)], start, regulation)).toHaveProperty('rule')
})

/** Weeks of five days with four hours of driving each; each begins a number of hours after the last one ended. */
function weeksAfter(...rests: readonly number[]): Duty[] {
  let at = monday
  return [0, ...rests].flatMap((rest) => {
    at += rest * 60
    const days = Array.from({ length: 5 }, (_, day) => at + day * 1_440)
    at = days[4]! + 6 * 60
    return days.flatMap((from): Duty[] => [
      { driving: 0, work: 60, windows: [[from, from]] },
      { driving: 240, work: 60, windows: [[from + 300, from + 300]] },
    ])
  })
}

const afterWeeks = (rests: readonly number[], law = regulation) =>
  someTimelineOf(weeksAfter(...rests), restedAt(monday), law)

test('HOURS-6: the shortfall of a weekly rest is compensated as a whole before the end of the third week after it', () => {
  expect(afterWeeks([45, 45, 45, 45, 45, 45])).toHaveProperty('end')
  // 24 hours plus the 21 owed make 45; every second rest may be short.
  expect(afterWeeks([24, 45, 24, 45, 45])).toHaveProperty('end')
  expect(afterWeeks([24, 66, 24, 45, 44])).toHaveProperty('end')
  // Of 44 hours only 20 are left for the compensation, and a part does not count; a week later is too late.
  expect(afterWeeks([24, 45, 24, 45, 44])).toMatchObject({ rule: 'compensation' })
  expect(afterWeeks([24, 45, 24, 45, 44, 100])).toMatchObject({ rule: 'compensation' })
})

test('HOURS-6: a weekly rest that lasts until Monday counts for the week that begins, and is compensated a week later', () => {
  const after = (hours: number) => {
    const duties = weeksAfter(hours, 45, 24, 45, 90 - hours)
    return someTimelineOf(from(39 * 60, duties), restedAt(monday + 39 * 60), regulation)
  }
  // From Saturday 21:00: until Monday 00:00, and until a quarter of an hour before it.
  expect(after(27)).toHaveProperty('end')
  expect(after(26.75)).toMatchObject({ rule: 'compensation' })
})

test('HOURS-6: any rest of nine hours that is longer by the shortfall compensates a short weekly rest', () => {
  const duties = weeksAfter(24, 45, 24, 45, 44)
  // One day of the fourth week is free; the day before is longer, and the one after begins correspondingly earlier.
  const withPause = (hours: number) =>
    duties.flatMap((duty, at): Duty[] => {
      if (at === 34 || at === 35) return []
      if (at === 33) return [{ ...duty, work: duty.work + 300 }]
      if (at !== 36) return [duty]
      const earlier = (37 - hours) * 60
      const begin = duty.windows[0]![0] - earlier
      return [{ ...duty, work: duty.work + earlier, windows: [[begin, begin]] }]
    })
  const law = { ...regulation, rest: regulation.shortRest }
  expect(someTimelineOf(withPause(30), restedAt(monday), law)).toHaveProperty('end')
  expect(someTimelineOf(withPause(29.5), restedAt(monday), law)).toMatchObject({ rule: 'compensation' })
})

test('HOURS-6: of four weekly rests two may be short in international transport, and the shortfall is rested before the next', () => {
  const international = lawFor(1, 'EU_INTERNATIONAL')
  expect(afterWeeks([24, 24, 87])).toMatchObject({ rule: 'weekly_rest' })
  expect(afterWeeks([24, 24, 87], international)).toHaveProperty('end')
  expect(afterWeeks([24, 24, 86], international)).toMatchObject({ rule: 'compensation' })
  expect(afterWeeks([24, 24, 87, 24], international)).toMatchObject({ rule: 'weekly_rest' })
  expect(afterWeeks([24, 24, 87, 45, 24, 24], international)).toHaveProperty('end')
})

test('HOURS-8: under AETR the limits are those of one short weekly rest of two, and exempt transport has none', () => {
  expect(afterWeeks([24, 24, 87], lawFor(1, 'AETR'))).toMatchObject({ rule: 'weekly_rest' })
  expect(afterWeeks([24, 45, 24, 45, 44], lawFor(1, 'AETR'))).toMatchObject({ rule: 'compensation' })
  expect(articleOf('compensation', lawFor(1, 'AETR'))).toBe('8(6)(a)')
  for (const drivers of [1, 2]) {
    expect(hoursOf([soon(50, 20), soon(70)], lawFor(drivers, 'NO_LAW'))).toBe(140)
    expect(articleOf('daily_rest', lawFor(drivers, 'AETR'))).toBe(drivers === 1 ? '8(2)' : '8(5)')
  }
})

test('HOURS-2: two drivers need no break and rest 9 hours in 30', () => {
  expect(hoursOf([soon(20)], regulationForTwo)).toBe(20)
  expect(hoursOf([soon(20, 1), soon(1)], regulationForTwo)).toBe(31)
  const late = { driving: 60, work: 30, windows: [[monday + 43 * 60, monday + 43 * 60]] } as const
  expect(hoursOf([soon(18), late], regulationForTwo)).toBe(43.5)
  const busy = { ...late, work: 22 * 60, windows: [] }
  expect(hoursOf([busy], regulationForTwo)).toBe('daily_rest')
})

const openTrip = fc.array(
  fc.record({
    driving: fc.nat(1_500),
    work: fc.constantFrom(15, 45, 120, 300),
    opens: fc.option(fc.nat(20 * 1_440)),
  }),
  { minLength: 1, maxLength: 6 },
)

test('HOURS-1: a timeline found early is lawful at its times, and its steps can be drawn', () => {
  fc.assert(
    fc.property(openTrip, fc.boolean(), (drawn, isOne) => {
      const law = isOne ? regulation : regulationForTwo
      const duties = drawn.map(({ opens, ...one }, at): Duty => {
        const from = monday + (opens ?? 0)
        const duty = at === 0 ? { ...one, driving: 0 } : one
        return opens === null ? { ...duty, windows: [] } : { ...duty, windows: [[from, Infinity]] }
      })
      const answer = someTimelineOf(duties, restedAt(monday), law)
      if (!('end' in answer)) throw new Error(answer.rule)
      expectDrawn(answer, duties)
      const pinned = duties.map((duty, at): Duty => ({ ...duty, windows: [[answer.begins[at]!, answer.begins[at]!]] }))
      expect(someTimelineOf(pinned, restedAt(monday), law)).toMatchObject({ end: answer.end })
    }),
    { numRuns: 30 },
  )
})

test('HOURS-1: a check of only the last duties rejects no plan of three weeks that a check of all states accepts', () => {
  const busy = fc.record({
    driving: fc.oneof(fc.nat(300), fc.nat(900)),
    spare: fc.oneof(fc.nat(120), fc.integer({ min: 540, max: 900 }), fc.integer({ min: 1_440, max: 3_400 })),
    work: fc.integer({ min: 15, max: 105 }),
  })
  let settled = 0
  fc.assert(
    fc.property(fc.array(busy, { minLength: 20, maxLength: 30 }), (drawn) => {
      let at = monday
      const duties = drawn.map(({ driving, spare, work }, index): Duty => {
        if (index > 0) at += driving + spare
        const from = at
        at += work
        return { driving: index === 0 ? 0 : driving, work, windows: [[from, from]] }
      })
      const answer = someTimelineOf(duties, restedAt(monday), regulation)
      if ('end' in answer || answer.isUnsettled) return
      settled += 1
      // A timeline exists up to the reported duty, but not including it.
      const before = duties.slice(0, answer.duty)
      expect(someTimelineOf(before, restedAt(monday), regulation)).toHaveProperty('end')
      expect(timelineOf(duties.slice(0, answer.duty + 1), restedAt(monday), regulation)).toHaveProperty('rule')
    }),
    { numRuns: 12 },
  )
  expect(settled).toBeGreaterThan(5)
})

test('HOURS-1: only few states are expanded, however long the routes and wide the windows', () => {
  const runs = [{ from: restedAt(monday), minutes: 0 }]
  expect(
    arrivals(runs, 60 * 60, Infinity, regulation, { many: few, due: monday, effort: endless }).length,
  ).toBeLessThan(200)
  let open = runs
  for (let day = 0; day < 21; day += 1) {
    const from = monday + day * 1_440
    open = afterDuty(open, { driving: 400, work: 45, windows: [[from, from + 3 * 1_440]] }, regulation, few)
    expect(open.length).toBeGreaterThan(0)
    expect(open.length).toBeLessThanOrEqual(2 * few)
  }
})
