import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BookingStatus, decideReport, isLater, type Reported, withSteps } from './rules.ts'

const statuses: BookingStatus[] = ['TO_REQUEST', 'REQUESTED', 'BOOKED', 'CANCELLED']
const at = (minute: number) => `2026-02-02T08:${String(minute).padStart(2, '0')}:00Z`
const reports = fc.array(
  fc.record({
    status: fc.option(fc.constantFrom(...statuses), { nil: undefined }),
    minute: fc.integer({ min: 0, max: 59 }),
  }),
  { maxLength: 12 },
)

describe('the status of a booking', () => {
  test('LB-1: TO_REQUEST, REQUESTED, BOOKED, and CANCELLED from each', () => {
    for (const [from, one] of statuses.entries()) {
      for (const [to, other] of statuses.entries()) expect(isLater(one, other)).toBe(to > from)
    }
  })

  test('LB-1: never moves back, whatever is reported in any order', () => {
    fc.assert(
      fc.property(reports, (reported) => {
        let booking: Reported = { status: 'TO_REQUEST', reported_at: null }
        for (const { status, minute } of reported) {
          const before = booking
          const decided = decideReport(booking, status, at(minute))
          booking = decided.booking
          if (decided.isApplied) {
            expect(isLater(before.status, booking.status)).toBe(true)
            expect(booking).toEqual({ status, reported_at: at(minute) })
          } else {
            expect(booking).toEqual(before)
          }
          // Repeating it has no effect.
          expect(decideReport(booking, status, at(minute)).isApplied).toBe(false)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('a report older than the last one is kept and changes nothing', () => {
    const booking: Reported = { status: 'REQUESTED', reported_at: at(30) }
    expect(decideReport(booking, 'CANCELLED', at(29))).toEqual({ booking, isApplied: false })
    expect(decideReport(booking, 'CANCELLED', at(30)).isApplied).toBe(true)
  })
})

describe('the steps of a booking', () => {
  const step = fc.record({
    event_time: fc.integer({ min: 0, max: 5 }).map(at),
    ok: fc.boolean(),
    type: fc.constantFrom('GATE_IN', 'DEPARTED', 'own words'),
  })

  test('IM-1: appear once each in the order they happened, however often and in whatever order they are reported', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.array(step, { maxLength: 8 }), (first, second) => {
        const known = withSteps(withSteps([], first), second)
        expect(withSteps(known, [...first, ...second])).toEqual(known)
        const times = known.map(({ event_time }) => event_time)
        expect(times).toEqual(times.toSorted())
        for (const reported of [...first, ...second]) expect(known).toContainEqual(reported)
      }),
      { numRuns: 1_000 },
    )
  })
})
