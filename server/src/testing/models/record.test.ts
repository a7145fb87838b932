import { expect, test } from 'vitest'
import { breachesIn, type Change } from './record.ts'

const monday = 4 * 1_440 + 2_900 * 7 * 1_440

/** A record from texts such as `6 DRIVING`: hours since Monday, and the activity from then on. */
function record(...words: string[]): Change[] {
  return words.map((one) => {
    const [at, kind] = one.split(' ') as [string, Change['kind']]
    return { at: monday + Number(at) * 60, kind }
  })
}
const rulesIn = (...words: string[]) => breachesIn(record(...words)).map(({ rule }) => rule)

test('HOURS-1: a day according to the regulation breaks nothing', () => {
  expect(
    rulesIn('6 DRIVING', '10.5 REST', '11.25 DRIVING', '15.75 REST', '30 DRIVING', '31 REST', '60 WORKING'),
  ).toEqual([])
  expect(
    rulesIn('6 DRIVING', '8 REST', '8.25 DRIVING', '10.75 REST', '11.25 DRIVING', '12 REST', '40 WORKING'),
  ).toEqual([])
})

test('HOURS-1: each violated limit is detected', () => {
  expect(rulesIn('6 DRIVING', '9 REST', '9.5 DRIVING', '11.5 REST')).toEqual(['break'])
  expect(rulesIn('6 DRIVING', '10 REST', '11 DRIVING', '15 REST', '16 DRIVING', '18.5 REST')).toEqual(['day'])
  expect(rulesIn('6 WORKING', '22 REST', '33 WORKING', '34 REST')).toEqual(['daily_rest'])
  expect(rulesIn('6 WORKING', '22 REST')).toEqual(['daily_rest'])
  const short = [0, 23, 46, 69].flatMap((at) => [`${at} WORKING`, `${at + 13.5} REST`])
  expect(rulesIn(...short, '92 WORKING', '93 REST')).toEqual(['daily_rest'])
  const seven = [0, 24, 48, 72, 96, 120, 144].flatMap((at) => [`${at} WORKING`, `${at + 10} REST`])
  expect(rulesIn(...seven, '200 WORKING', '201 REST')).toEqual(['weekly_rest'])
})

test('HOURS-1: a pause before the first drive of a day is the first part of a break, whatever the night before', () => {
  const box = ['24 WORKING', '24.5 REST', '25.2 WORKING', '25.4 DRIVING', '29.9 REST']
  expect(rulesIn('6 WORKING', '7 REST', ...box, '30.4 DRIVING', '33 REST')).toEqual([])
  expect(rulesIn('6 WORKING', '7 REST', ...box, '30.3 DRIVING', '33 REST')).toEqual(['break'])
})

test('HOURS-1: two rests in 24 hours are one daily rest, and a pause', () => {
  const twice = [0, 24, 48, 72, 96].flatMap((at) => [
    `${at} WORKING`,
    `${at + 1} REST`,
    `${at + 10.5} WORKING`,
    `${at + 12} REST`,
  ])
  expect(rulesIn(...twice, '120 WORKING', '121 REST')).toEqual([])
  // Without the second rest the pause is the daily rest, and it is reduced each time.
  const once = [0, 24, 48, 72].flatMap((at) => [
    `${at} WORKING`,
    `${at + 1} REST`,
    `${at + 10.5} WORKING`,
    `${at + 22} REST`,
  ])
  expect(rulesIn(...once, '96 WORKING', '97 REST')).toContain('daily_rest')
})

test('HOURS-1: weeks and two weeks have their own limits', () => {
  const days = (first: number, hours: number) =>
    [0, 24, 48, 72, 96, 120].flatMap((at) => [
      `${first + at} DRIVING`,
      `${first + at + hours / 2} REST`,
      `${first + at + hours / 2 + 1} DRIVING`,
      `${first + at + hours + 1} REST`,
    ])
  expect(new Set(rulesIn(...days(0, 9), '200 WORKING', '201 REST'))).toEqual(new Set())
  expect(rulesIn(...days(0, 9), ...days(168, 7))).toEqual(['fortnight'])
})
