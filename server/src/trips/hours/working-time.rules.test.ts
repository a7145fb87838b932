import { describe, expect, test } from 'vitest'
import { mondayOf } from './law.rules.ts'
import { type WorkDuty, workingBreaches } from './working-time.rules.ts'

const monday = mondayOf(2900)
const day = 1_440
/** Night is from midnight to four. */
const nightMinutes = (from: number, to: number) => {
  let sum = 0
  for (let at = Math.floor(from / day) * day; at < to; at += day) {
    sum += Math.max(0, Math.min(to, at + 240) - Math.max(from, at))
  }
  return sum
}

/** Hours of work from an hour of the week on, after some hours of driving. */
const duty = (from: number, hours: number, driving = 0): WorkDuty => {
  return { begin: monday + from * 60, work: hours * 60, driving: driving * 60 }
}
const rulesOf = (...duties: WorkDuty[]) => workingBreaches(duties, nightMinutes).map((one) => `${one.rule} ${one.duty}`)

describe('HOURS-7: working time of directive 2002/15/EC', () => {
  test('article 5: at most six hours of work without a break, which may have parts of a quarter of an hour', () => {
    expect(rulesOf(duty(6, 6))).toEqual([])
    expect(rulesOf(duty(6, 6.25))).toEqual(['unbroken 0', 'breaks 0'])
    // Four hours of work, then a one-hour drive with a quarter of an hour of spare time, and so on.
    expect(rulesOf(duty(6, 4), duty(11.25, 2, 1), duty(14.25, 1, 0.75))).toEqual([])
    expect(rulesOf(duty(6, 4), duty(11.1, 2, 1), duty(14, 1, 0.25))).toEqual(['unbroken 1'])
  })

  test('article 5: more than six hours of a day require half an hour of breaks, more than nine three quarters', () => {
    expect(rulesOf(duty(6, 4), duty(10.25, 3))).toEqual(['breaks 1'])
    expect(rulesOf(duty(6, 4), duty(10.5, 3))).toEqual([])
    expect(rulesOf(duty(6, 4), duty(10.5, 5))).toEqual([])
    expect(rulesOf(duty(6, 4), duty(10.5, 5.25))).toEqual(['breaks 1'])
    expect(rulesOf(duty(6, 4), duty(10.75, 5.25))).toEqual([])
    // Ten minutes do not count as a break.
    expect(rulesOf(duty(6, 2), ...[1, 2, 3].map((at) => duty(6 + at * (2 + 1 / 6), 2)))).toContain('breaks 3')
  })

  test('the work of a day ends with a rest of nine hours', () => {
    expect(rulesOf(duty(13, 6), duty(27, 6))).toEqual(['night 1'])
    expect(rulesOf(duty(12, 6), duty(27, 6))).toEqual([])
  })

  test('article 7: with night work, at most ten hours are worked', () => {
    expect(rulesOf(duty(28, 5), duty(34, 5.25))).toEqual([])
    expect(rulesOf(duty(27.5, 5), duty(33.5, 5.25))).toEqual(['night 1'])
    expect(rulesOf(duty(27.5, 5), duty(33.5, 5))).toEqual([])
    // Of a three-hour drive with only two hours before midnight, some is driven at night.
    expect(rulesOf(duty(18, 4), duty(28, 5, 3))).toEqual(['night 1'])
    // A drive that fits before midnight is driven then.
    expect(rulesOf(duty(18, 4), duty(28, 5, 1.5))).toEqual([])
  })

  test('article 4: at most sixty hours in a calendar week', () => {
    const days = (hours: number, first = 0) =>
      [0, 1, 2, 3, 4, 5].flatMap((at) => [duty(first + at * 24 + 5, 5), duty(first + at * 24 + 11, hours - 5)])
    expect(rulesOf(...days(10))).toEqual([])
    expect(rulesOf(...days(10.25)).filter((one) => one.startsWith('working_week'))).toEqual(['working_week 11'])
    // From Thursday on it is three days of each week.
    expect(rulesOf(...days(10.25, 72)).filter((one) => one.startsWith('working_week'))).toEqual([])
  })
})
