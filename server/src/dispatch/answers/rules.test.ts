import { describe, expect, test } from 'vitest'
import type { GivenAnswer } from '../../trips/standing/rules.ts'
import { answerFault, answerGiven, isSameAnswer } from './rules.ts'

const accepted: GivenAnswer = {
  ...{ answer: 'ACCEPTED', reason: null, plate: '1-ABC-234', driver_name: 'Ann', revision: 1 },
  answered_at: '2026-02-02T08:10:00Z',
}
const refused: GivenAnswer = { ...accepted, answer: 'REFUSED', reason: 'No truck.', plate: null, driver_name: null }

describe('accepted answers', () => {
  const may = (
    status: Parameters<typeof answerFault>[0]['status'],
    earlier: GivenAnswer | null,
    answer: 'ACCEPTED' | 'REFUSED',
  ) => answerFault({ name: 'T-1', status }, earlier, answer) === undefined
  test('DISP-5: an answer replaces an earlier one until the trip starts, and is refused for a trip that is over', () => {
    expect([
      may('PLANNED', null, 'REFUSED'),
      may('PLANNED', accepted, 'REFUSED'),
      may('PLANNED', refused, 'ACCEPTED'),
    ]).toEqual([...[true, true, true]])
    expect([may('IN_PROGRESS', null, 'ACCEPTED'), may('IN_PROGRESS', null, 'REFUSED')]).toEqual([true, false])
    expect([may('IN_PROGRESS', accepted, 'ACCEPTED'), may('IN_PROGRESS', accepted, 'REFUSED')]).toEqual([false, false])
    for (const status of ['CREATED', 'COMPLETED', 'CANCELLED'] as const) {
      expect([may(status, null, 'ACCEPTED'), may(status, null, 'REFUSED')]).toEqual([false, false])
    }
  })

  test('DISP-5: an empty field is unknown, and repeating an answer changes nothing', () => {
    const given = answerGiven({ answer: 'ACCEPTED', plate: '', driver_name: 'Ann' })
    expect(given).toEqual({ answer: 'ACCEPTED', reason: null, plate: null, driver_name: 'Ann' })
    expect(isSameAnswer(accepted, { ...accepted })).toBe(true)
    expect(isSameAnswer(accepted, given)).toBe(false)
    expect(isSameAnswer(null, given)).toBe(false)
  })
})
