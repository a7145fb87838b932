import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newStop, type TripStop } from './state.rules.ts'
import { applyReport, type StopUpdate } from './stop.rules.ts'

const at = (time: string) => `2026-03-02T${time}:00.000Z`

function stopWith(members: Partial<TripStop> = {}): TripStop {
  const given = { stop_id: 's', kind: 'ORDER', order_id: 'o', stop_group_id: 'g', location_id: 'l' } as const
  return newStop({ ...given, activity: null, activity_label: 'Pickup', status: 'PLANNED', ...members })
}

const applied = (stop: TripStop, report: Partial<StopUpdate>) =>
  applyReport(stop, { event_at: at('07:00'), ...report }, null)
const expected = stopWith({ eta_start_at: at('09:00'), eta_end_at: at('09:40') })
const thereSince = (time: string) => stopWith({ status: 'AT_STOP', status_at: at(time), actual_start_at: at(time) })

describe('an expected arrival alone', () => {
  test('shifts the expected departure with it', () => {
    const { stop } = applied(expected, { eta_start_at: at('11:00') })
    expect([stop.eta_start_at, stop.eta_end_at]).toEqual([at('11:00'), at('11:40')])
  })

  test('gives a stop without an estimate its planned length, and none if it is unknown', () => {
    const planned = stopWith({ planned_start_at: at('08:00'), planned_end_at: at('08:20') })
    expect(applied(planned, { eta_start_at: at('11:00') }).stop.eta_end_at).toBe(at('11:20'))
    expect(applied(stopWith(), { eta_start_at: at('11:00') }).stop.eta_end_at).toBeNull()
    const early = stopWith({ eta_end_at: at('09:40') })
    expect(applied(early, { eta_start_at: at('11:00') }).stop.eta_end_at).toBe(at('11:00'))
  })
})

describe('an expected departure alone', () => {
  test('before the expected or actual arrival is refused with the reason', () => {
    const received = applied(expected, { eta_end_at: at('08:30') })
    expect(received).toMatchObject({ stop: expected, is_applied: false })
    expect(received.refusal).toBe(
      'eta_end 2026-03-02T08:30:00Z is before the expected arrival at 2026-03-02T09:00:00Z, so it was not applied. Send eta_start with it.',
    )
    expect(applied(thereSince('10:00'), { eta_end_at: at('09:30') }).refusal).toContain('before the arrival at')
    expect(applied(expected, { eta_end_at: at('09:10') })).toMatchObject({ is_applied: true, refusal: null })
  })

  test('older than the known estimate is history and not refused', () => {
    const report = { event_at: at('07:00'), eta_end_at: at('08:30') }
    expect(applyReport(expected, report, at('07:30'))).toEqual({ stop: expected, is_applied: false, refusal: null })
  })
})

describe('an arrival', () => {
  test('after the expected departure shifts that', () => {
    const { stop } = applied(expected, { status: 'AT_STOP', event_at: at('10:30') })
    expect([stop.actual_start_at, stop.eta_end_at]).toEqual([at('10:30'), at('11:10')])
  })

  test('reported after the completion is still recorded, once', () => {
    const left = stopWith({ status: 'COMPLETED', status_at: at('10:00'), actual_end_at: at('10:00') })
    const { stop, is_applied } = applied(left, { status: 'AT_STOP', event_at: at('09:15') })
    expect(is_applied).toBe(true)
    expect(stop).toEqual({ ...left, actual_start_at: at('09:15') })
    expect(applied(stop, { status: 'AT_STOP', event_at: at('09:20') })).toEqual({
      stop,
      is_applied: false,
      refusal: null,
    })
  })

  test('later than the completion is refused with the reason', () => {
    const left = stopWith({ status: 'COMPLETED', status_at: at('10:00'), actual_end_at: at('10:00') })
    const received = applied(left, { status: 'AT_STOP', event_at: at('10:01') })
    expect(received.stop).toBe(left)
    expect(received.refusal).toContain('after the stop was left at 2026-03-02T10:00:00Z, so it was not applied')
  })
})

test('a completion before the known arrival is refused with the reason', () => {
  const there = thereSince('10:00')
  const received = applied(there, { status: 'COMPLETED', event_at: at('09:59') })
  expect(received.stop).toBe(there)
  expect(received.refusal).toBe(
    'COMPLETED at 2026-03-02T09:59:00Z is before the arrival at 2026-03-02T10:00:00Z, so it was not applied. Send when the stop was left.',
  )
})

test('whatever is reported, nothing ends before it starts', () => {
  const time = fc.integer({ min: 0, max: 1_439 }).map((minutes) => {
    const two = (value: number) => String(value).padStart(2, '0')
    return at(`${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`)
  })
  const report = fc
    .record({
      status: fc.constantFrom(undefined, 'AT_STOP' as const, 'COMPLETED' as const),
      event_at: time,
      eta_start_at: fc.option(time),
      eta_end_at: fc.option(time),
    })
    // The interface rejects these before they are applied.
    .filter(({ eta_start_at: start, eta_end_at: end }) => start === null || end === null || start <= end)
  const lasts = (start: string | null, end: string | null) => start === null || end === null || start <= end
  fc.assert(
    fc.property(fc.array(report, { maxLength: 12 }), (reported) => {
      let stop = stopWith({ planned_start_at: at('08:00'), planned_end_at: at('08:30') })
      for (const { status, ...times } of reported) {
        stop = applied(stop, { ...(status && { status }), ...times }).stop
        expect(lasts(stop.eta_start_at, stop.eta_end_at)).toBe(true)
        expect(lasts(stop.actual_start_at, stop.actual_end_at)).toBe(true)
        if (stop.status === 'AT_STOP') expect(lasts(stop.actual_start_at, stop.eta_end_at)).toBe(true)
      }
    }),
  )
})
