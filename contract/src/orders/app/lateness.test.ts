import { describe, expect, test } from 'vitest'
import { punctualityOf, type StopTimes, worstPunctuality } from './lateness.ts'

const at = (time: string) => `2026-03-02T${time}:00Z`
const now = (time: string) => Date.parse(at(time))

function stopWith(members: Partial<StopTimes> = {}): StopTimes {
  return {
    ...{ stop_id: 's', order_id: 'o', trip_id: 't', status: 'PLANNED', time_zone: 'Europe/Brussels' },
    ...{ asked_from: at('06:00'), asked_to: at('07:45') },
    ...{ planned_start_at: null, planned_end_at: null, eta_start_at: null, eta_end_at: null },
    ...{ actual_start_at: null, actual_end_at: null, eta_is_estimated: null },
    ...members,
  }
}

const verdict = (members: Partial<StopTimes>, time = '05:00') => {
  const found = punctualityOf(stopWith(members), now(time))
  return found && [found.state, found.minutes, found.severity, found.basis]
}
const done = (from: string | null, to: string) => ({
  status: 'COMPLETED',
  actual_start_at: from && at(from),
  actual_end_at: at(to),
})

describe('a completed stop', () => {
  test('after its window is late by minutes, whatever was expected', () => {
    expect(verdict({ ...done('10:30', '11:00'), eta_start_at: at('07:00') }, '12:00')).toEqual([
      ...['LATE', 165, 'SEVERE', 'FACT'],
    ])
    expect(verdict(done('08:41', '09:00'))).toEqual(['LATE', 56, 'SLIGHT', 'FACT'])
    expect(verdict({ status: 'AT_STOP', actual_start_at: at('08:45') })).toEqual(['LATE', 60, 'SEVERE', 'FACT'])
  })

  test('within its window is on time, also in the last minute and after a wait', () => {
    expect(verdict({ ...done('07:45', '08:30'), actual_start_at: '2026-03-02T07:45:59Z' })).toEqual([
      ...['ON_TIME', 0, 'NONE', 'FACT'],
    ])
    expect(verdict(done('05:10', '06:20'))).toEqual(['ON_TIME', 0, 'NONE', 'FACT'])
  })

  test('before its window is early by minutes', () => {
    expect(verdict(done('05:15', '05:40'))).toEqual(['EARLY', -45, 'SLIGHT', 'FACT'])
    const dayBefore = { actual_start_at: '2026-03-01T16:00:00Z', actual_end_at: '2026-03-01T16:30:00Z' }
    expect(verdict({ status: 'COMPLETED', ...dayBefore })).toEqual(['EARLY', -840, 'SEVERE', 'FACT'])
  })

  test('is judged by its end when the arrival was not reported', () => {
    expect(verdict(done(null, '08:00'))).toEqual(['LATE', 15, 'SLIGHT', 'FACT'])
  })
})

describe('an upcoming stop', () => {
  const planned = { planned_start_at: at('07:00'), planned_end_at: at('07:30') }

  test('is judged by the estimate, or by the plan when there is none', () => {
    expect(verdict(planned)).toEqual(['ON_TIME', 0, 'NONE', 'PLAN'])
    const estimated = { ...planned, eta_start_at: at('08:15'), eta_end_at: at('08:45') }
    expect(verdict(estimated)).toEqual(['LATE', 30, 'SLIGHT', 'ESTIMATE'])
    const found = punctualityOf(stopWith(estimated), now('05:00'))!
    expect([found.plan?.state, found.estimate?.state, found.fact]).toEqual(['ON_TIME', 'LATE', null])
  })

  test('whose window is over has missed it by some minutes, planned or not', () => {
    expect(verdict(planned, '08:45')).toEqual(['MISSED', 60, 'SEVERE', 'PLAN'])
    expect(verdict({ status: 'TO_PLAN', trip_id: null }, '07:50')).toEqual(['MISSED', 5, 'SEVERE', null])
    expect(verdict({ eta_start_at: at('09:45') }, '08:45')).toEqual(['MISSED', 120, 'SEVERE', 'ESTIMATE'])
    expect(verdict({ status: 'TO_PLAN', trip_id: null }, '07:45')).toBeNull()
  })

  test('that is cancelled, or has no window, has no verdict', () => {
    expect(verdict({ ...planned, status: 'CANCELLED' })).toBeNull()
    expect(verdict({ ...planned, asked_from: null, asked_to: null })).toBeNull()
  })
})

test('the stop with the largest deviation counts; late weighs more than early', () => {
  const on = stopWith({ stop_id: 'on', ...done('07:00', '07:30') })
  const early = stopWith({ stop_id: 'early', ...done('05:15', '05:40') })
  const late = stopWith({ stop_id: 'late', ...done('07:55', '08:30') })
  const worse = stopWith({ stop_id: 'worse', ...done('10:30', '11:00') })
  const worst = (...stops: StopTimes[]) => worstPunctuality(stops, now('12:00'))?.stop_id
  expect([worst(), worst(on), worst(on, early), worst(early, late, on), worst(late, worse, early)]).toEqual([
    ...[undefined, 'on', 'early', 'late', 'worse'],
  ])
})
