import fc from 'fast-check'
import { expect, test } from 'vitest'
import { earliestEnd } from '../../testing/models/hours.ts'
import type { Crossing } from './crossings.rules.ts'
import { countedHours } from './days.rules.ts'
import type { Duty } from './duties.model.ts'
import { type Law, mondayOf, regulation, regulationForTwo } from './law.rules.ts'
import { timelineOf } from './rules.ts'
import { someTimelineOf } from './search.rules.ts'
import { restedAt } from './state.rules.ts'

const grid = 15
const week = 672
const monday = mondayOf(2900)

const fixed = {
  ...{ break: 3, firstPart: 1, secondPart: 2, rest: 9, shortRest: 7, splitFirst: 4, splitSecond: 7 },
  ...{ interruptedRest: 9, interruptedFor: 3, longCrossing: 8, weeklyRest: 16, shortWeeklyRest: 12 },
}

function lawOf(slots: Readonly<Record<string, number>>, counts: Partial<Law>): Law {
  const minutes = Object.entries({ ...fixed, ...slots }).map(([name, many]) => [name, many * grid])
  return { ...regulation, ...Object.fromEntries(minutes), ...counts }
}

const smallLaw = (untilWeeklyRest: fc.Arbitrary<number>) =>
  fc
    .record({
      ...{ untilBreak: fc.integer({ min: 3, max: 5 }), day: fc.integer({ min: 6, max: 8 }) },
      ...{ longStep: fc.constant(1), week: fc.constant(60), fortnight: fc.constant(90) },
      ...{ period: fc.integer({ min: 18, max: 24 }), untilWeeklyRest },
    })
    .chain((drawn) => {
      const counts = {
        ...{ longStepsOfWeek: fc.nat(1), shortRests: fc.nat(1), shortWeeklyRests: fc.nat(1) },
        ...{ isAetr: fc.boolean(), weeksToCompensate: fc.constantFrom(0, Infinity), interruptions: fc.nat(2) },
      }
      return fc.record(counts).map((some) => lawOf(drawn, some))
    })

const crossing = fc.record({
  aboard: fc.oneof(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 6, max: 14 })),
  berth: fc.constantFrom('CABIN', 'CABIN', 'BUNK', 'NONE'),
})

const part = fc.record({
  driving: fc.nat(4),
  spare: fc.oneof(fc.nat(3), fc.nat(6), fc.integer({ min: 7, max: 12 })),
  work: fc.integer({ min: 1, max: 2 }),
  room: fc.oneof(fc.constant(0), fc.nat(5)),
  /** Delay between the end of the crossing and driving off. */
  late: fc.constantFrom(0, 0, 0, 1),
  crossing: fc.option(crossing, { freq: 2 }),
})
type Part = typeof part extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** A crossing ends with the next part; one at the end leads nowhere. */
function dutiesOf(begin: number, parts: readonly Part[]): { duties: Duty[]; end: number } {
  let end = 0
  const crossingAt = (at: number): Crossing | undefined => {
    const drawn = at < parts.length - 1 ? parts[at]?.crossing : undefined
    return drawn ? { aboard: drawn.aboard * grid, berth: drawn.berth } : undefined
  }
  const duties = parts.map(({ driving, spare, work, room, late }, at): Duty => {
    const [boards, lands] = [crossingAt(at), crossingAt(at - 1)]
    if (lands) end += lands.aboard / grid + late
    else if (at > 0) end += driving + spare
    const from = begin + end * grid
    end += work
    // A crossing has fixed departure and arrival times. So does the start of the first day.
    const until = from + (boards || lands || at === 0 ? 0 : room * grid)
    const drive = lands || at === 0 ? 0 : driving * grid
    return { driving: drive, work: work * grid, windows: [[from, until]], boards, lands }
  })
  return { duties, end: end + 12 }
}

const cases = (usual: number) => Number(process.env.HOURS_CASES ?? usual)
const parts = fc.array(part, { minLength: 2, maxLength: 5 })

/** The results of the rules and of the model; cases with too many timelines, or without a crossing, are skipped. */
function both(law: Law, drawn: readonly Part[], untilMonday: number) {
  fc.pre(drawn.slice(0, -1).some((one) => one.crossing !== null))
  const begin = monday - untilMonday * grid
  const { duties, end } = dutiesOf(0, drawn)
  const expected = earliestEnd(duties, law, { grid, horizon: end, monday: untilMonday, week })
  fc.pre(expected !== undefined)
  const asked = dutiesOf(begin, drawn).duties
  const answer = timelineOf(asked, restedAt(begin), law)
  const some = someTimelineOf(asked, restedAt(begin), law)
  return { expected, answer, some, asked, found: 'end' in answer ? (answer.end - begin) / grid : Infinity }
}

test('HOURS-9: on a grid the rules find the same end as the exhaustive model with crossings', () => {
  fc.assert(
    fc.property(smallLaw(fc.constant(300)), parts, fc.nat(60), (law, drawn, untilMonday) => {
      const { expected, answer, some, asked, found } = both(law, drawn, untilMonday)
      expect(found).toBe(expected)
      expect('end' in some).toBe('end' in answer)
      for (const one of [answer, some]) {
        if (!('end' in one)) continue
        const { steps, begins, end } = one
        expect(steps.slice(1).every(({ from }, at) => from === steps[at]!.to)).toBe(true)
        expect(steps.at(-1)?.to).toBe(end)
        const sum = (kind: string) =>
          steps.reduce((all, step) => all + (step.kind === kind ? step.to - step.from : 0), 0)
        expect(sum('DRIVE')).toBe(asked.reduce((all, { driving }) => all + driving, 0))
        expect(sum('WORK')).toBe(asked.reduce((all, { work }) => all + work, 0))
        for (const [at, { work, boards }] of asked.entries()) {
          const from = begins[at]! + work
          if (boards) expect(steps.some((step) => step.isAboard && step.from <= from && step.to > from)).toBe(true)
        }
      }
    }),
    { numRuns: cases(100) },
  )
})

test('HOURS-9: with a weekly rest due soon, the rules accept nothing that the model rejects, and no timeline that ends sooner', () => {
  fc.assert(
    fc.property(smallLaw(fc.integer({ min: 24, max: 60 })), parts, fc.nat(60), (law, drawn, untilMonday) => {
      const { expected, found } = both(law, drawn, untilMonday)
      expect(found).toBeGreaterThanOrEqual(expected)
    }),
    { numRuns: cases(60) },
  )
})

const at = (hours: number) => [[monday + hours * 60, monday + hours * 60]] as const
const cabin = (hours: number): Crossing => ({ aboard: hours * 60, berth: 'CABIN' })

/**
 * A 13-hour day, a rest ashore, a crossing with given minutes to board and drive off, and more driving if it may begin.
 */
function aday({
  boarding = 20,
  leaving = 20,
  berth = 'CABIN' as Crossing['berth'],
  ashore = 1,
  aboard = 9,
  after = 1,
}): Duty[] {
  const boards = { ...cabin(aboard), berth }
  const board = 12 + ashore
  const land = board + boarding / 60 + aboard
  const next = land + leaving / 60 + after
  return [
    { driving: 0, work: 12 * 60, windows: at(0) },
    { driving: 0, work: boarding, windows: at(board), boards },
    { driving: 0, work: leaving, windows: at(land), lands: boards },
    { driving: 0, work: 12 * 60, windows: at(next) },
  ]
}
/** Without short rests, so that each rest has eleven hours. */
const strict = { ...regulation, shortRests: 0 }
const outcome = (duties: readonly Duty[], law: Law = strict) => {
  const answer = someTimelineOf(duties, restedAt(monday), law)
  return 'rule' in answer ? answer.rule : 'lawful'
}

test('HOURS-9: a rest of eleven hours may be interrupted twice and for an hour in total where there is a bunk', () => {
  expect(outcome(aday({}))).toBe('lawful')
  expect(outcome(aday({ berth: 'BUNK' }))).toBe('lawful')
  expect(outcome(aday({ berth: 'NONE' }))).toBe('daily_rest')
  // Interruptions do not count as rest.
  expect(outcome(aday({ after: 0.75 }))).toBe('daily_rest')
  expect(outcome(aday({ boarding: 30, leaving: 30, ashore: 0.5, after: 0.5, aboard: 10 }))).toBe('lawful')
  expect(outcome(aday({ boarding: 31, leaving: 30, ashore: 0.5, after: 0.5, aboard: 10 }))).toBe('daily_rest')
  expect(outcome(aday({}), { ...strict, interruptions: 1 })).toBe('daily_rest')
})

test('HOURS-9: a rest of nine hours is interrupted only as the second part of a split rest', () => {
  const short = aday({ ashore: 0.5, aboard: 8, after: 0.5 })
  // A reduced daily rest may not be interrupted, even with three of them left.
  expect(outcome(short, regulation)).toBe('daily_rest')
  const [first, ...rest] = short
  const split: Duty[] = [
    { ...first!, work: 6 * 60 },
    { driving: 0, work: 3 * 60, windows: at(9) },
  ]
  expect(outcome([...split, ...rest], regulation)).toBe('lawful')
})

test('HOURS-9: two drivers rest eleven hours if the rest is interrupted', () => {
  expect(outcome(aday({ ashore: 1.5, aboard: 8, after: 1.5 }), regulationForTwo)).toBe('lawful')
  expect(outcome(aday({ ashore: 1, aboard: 8, after: 1 }), regulationForTwo)).toBe('daily_rest')
})

/** Six days, then a weekly rest interrupted by a crossing of given hours. */
function weekly(hours: number, aboard: number, berth: Crossing['berth'] = 'CABIN'): Duty[] {
  const days = [0, 24, 48, 72, 96, 120].map((hour): Duty => ({ driving: 0, work: 12 * 60, windows: at(hour) }))
  const boards = { ...cabin(aboard), berth }
  const before = (hours - aboard) / 2
  const board = 132 + before
  return [
    ...days,
    { driving: 0, work: 30, windows: at(board), boards },
    { driving: 0, work: 30, windows: at(board + 0.5 + aboard), lands: boards },
    { driving: 0, work: 12 * 60, windows: at(board + 1 + aboard + before) },
  ]
}

test('HOURS-9: a regular weekly rest is interrupted only on a crossing of eight hours with a cabin, a short one with a bunk', () => {
  const regular = { ...strict, shortWeeklyRests: 0 }
  expect(outcome(weekly(45, 8), regular)).toBe('lawful')
  expect(outcome(weekly(45, 8, 'BUNK'), regular)).toBe('weekly_rest')
  expect(outcome(weekly(45, 7.75), regular)).toBe('weekly_rest')
  expect(outcome(weekly(44, 8), regular)).toBe('weekly_rest')
  expect(outcome(weekly(24, 4, 'BUNK'))).toBe('lawful')
  expect(outcome(weekly(23, 4, 'BUNK'))).toBe('weekly_rest')
  // AETR allows interrupting a daily rest, but not a weekly one.
  expect(outcome(weekly(24, 4), { ...strict, isAetr: true })).toBe('weekly_rest')
})

test('HOURS-9: all parts of an interrupted rest belong to one rest, and the hours of the day end with the last', () => {
  const answer = someTimelineOf(aday({}), restedAt(monday), strict)
  if ('rule' in answer) throw new Error(answer.rule)
  const rests = answer.steps.filter(({ kind }) => kind === 'DAILY_REST')
  expect(rests.map(({ from, to, isPart, isAboard }) => [to - from, isPart, isAboard])).toEqual([
    [60, true, undefined],
    [540, true, true],
    [60, undefined, undefined],
  ])
  expect(rests.at(-1)).toMatchObject({ rested: 660 })
  const steps = answer.steps.map((step) => ({ ...step, law: strict }))
  const { days } = countedHours([{ start: restedAt(monday), steps }])
  expect(days.map(({ from }) => from)).toEqual([monday, rests.at(-1)!.to])
})
