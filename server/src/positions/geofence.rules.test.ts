import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FencedStop, type TrackPoint, visitsOf } from './geofence.rules.ts'

const start = Date.parse('2026-03-02T06:00:00Z')
const minute = 60_000
const metre = 1 / 111_195

function stopAt(stop_id: string, latitude: number, place = stop_id): FencedStop {
  return { stop_id, place, latitude, longitude: 4, radius_m: 300 }
}

/** A point a number of minutes after the start and metres north of 51 degrees. */
function point(minutes: number, metres: number): TrackPoint {
  return { at: start + minutes * minute, latitude: 51 + metres * metre, longitude: 4 }
}

const at = (minutes: number) => start + minutes * minute

/** Pseudorandom numbers from 0 to 1: the same for the same seed. */
function lottery(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('visits', () => {
  const stops = [stopAt('a', 51), stopAt('b', 51 + 20_000 * metre)]

  test('begin with the first point inside and end with the first outside', () => {
    const track = [
      point(0, -5_000),
      point(5, -200),
      point(15, 50),
      point(25, 100),
      point(30, 5_000),
      point(40, 12_000),
      point(50, 19_900),
      point(60, 20_000),
    ]
    expect(visitsOf(track, stops, 3)).toEqual([
      { stop_id: 'a', arrived_at: at(5), left_at: at(30) },
      { stop_id: 'b', arrived_at: at(50), left_at: null },
    ])
  })

  test('driving past is not a visit, and a short absence does not end one', () => {
    const track = [
      point(0, 0),
      point(1, 1_000),
      point(10, 9_000),
      point(20, 0),
      point(24, 0),
      point(25, 400),
      point(26, 10),
      point(30, 400),
      point(34, 5_000),
    ]
    expect(visitsOf(track, stops, 3)[0]).toEqual({ stop_id: 'a', arrived_at: at(20), left_at: at(30) })
  })

  test('a skipped stop does not prevent detection of the next one', () => {
    const track = [point(0, 20_000), point(10, 20_010), point(20, 30_000), point(30, 40_000)]
    expect(visitsOf(track, stops, 3)).toEqual([
      { stop_id: 'a', arrived_at: null, left_at: null },
      { stop_id: 'b', arrived_at: at(0), left_at: at(20) },
    ])
  })

  test('consecutive stops at one place are one visit', () => {
    const both = [stopAt('a', 51, 'depot'), stopAt('b', 51, 'depot')]
    const track = [point(0, 0), point(10, 0), point(20, 5_000), point(30, 6_000)]
    expect(visitsOf(track, both, 3).map(({ arrived_at, left_at }) => [arrived_at, left_at])).toEqual([
      [at(0), at(20)],
      [at(0), at(20)],
    ])
  })

  test('TELE-2: a departure after a gap is an estimate between the fixes, and includes both', () => {
    const night = [point(-60, 10), point(0, 0), point(915, 70_000), point(920, 75_000)]
    const [visit] = visitsOf(night, stops, 3)
    expect(visit).toMatchObject({ arrived_at: at(-60), left_between: [at(0), at(915)] })
    // The 70 km take more than an hour and a half.
    expect(visit!.left_at).toBeGreaterThan(at(0))
    expect(visit!.left_at).toBeLessThan(at(915 - 90))
    // Late positions narrow the range, and an observed departure has none.
    expect(visitsOf([...night, point(880, 5)], stops, 3)[0]!.left_between).toEqual([at(880), at(915)])
    const seen = visitsOf([...night, point(880, 5), point(890, 20_000), point(900, 40_000)], stops, 3)[0]
    expect(seen).toEqual({ stop_id: 'a', arrived_at: at(-60), left_at: at(890) })
  })

  describe('TELE-1: a coarse fix', () => {
    const stay = [point(-5, -5_000), ...Array.from({ length: 20 }, (_, minute) => point(minute, 10)), point(21, 4_000)]
    const seen = { stop_id: 'a', arrived_at: at(0), left_at: at(21) }
    const coarse = (minutes: number, metres: number, accuracy_m: number) => ({ ...point(minutes, metres), accuracy_m })

    test.each([700, 3_000, 20_000])(
      'with an accuracy of %i m, a second before each good one, does not hide the visit',
      (metres) => {
        const besides = stay.map((one) => ({ ...one, at: one.at - 1_000, latitude: one.latitude + metres * metre }))
        const track = [...besides.map((one) => ({ ...one, accuracy_m: metres })), ...stay, point(25, 9_000)]
        expect(visitsOf(track, stops, 3, 200)[0]).toEqual(seen)
        expect(visitsOf(track, stops, 0, null)[0]).toEqual(seen)
      },
    )

    test('at the same moment as a better one is ignored', () => {
      const track = [...stay.map((one) => ({ ...one, longitude: 3.9, accuracy_m: 2_000 })), ...stay, point(25, 9_000)]
      expect(visitsOf(track, stops, 3, 200)[0]).toEqual(seen)
      expect(visitsOf(track.toReversed(), stops, 3, 200)[0]).toEqual(seen)
    })

    test('alone shows neither an arrival nor a departure that may be wrong', () => {
      const inside = [point(0, 0), point(10, 0)]
      const during = [12, 14, 16, 18].map((minutes) => coarse(minutes, 900, 1_500))
      const [visit] = visitsOf([...inside, ...during, point(20, 5), point(25, 9_000), point(30, 9_500)], stops, 3)
      expect(visit).toEqual({ stop_id: 'a', arrived_at: at(0), left_at: at(25) })
      expect(visitsOf([coarse(0, 0, 1_500), coarse(10, 0, 1_500)], stops, 3)[0]!.arrived_at).toBeNull()
      const away = [coarse(12, 9_000, 1_500), coarse(20, 9_000, 1_500)]
      expect(visitsOf([...inside, ...away], stops, 3)[0]!.left_at).toBe(at(12))
    })
  })

  test('TELE-3: thousands of fixes of several devices show the same visits in any order and however often they come', () => {
    const many = Number(process.env.FIXES ?? 4_000)
    const place = fc.constantFrom(0, 0, 0, 150, 900, 6_000, 20_000, 20_000)
    const fix = fc.record({
      wait: fc.integer({ min: 0, max: 120 }),
      place,
      scatter: fc.integer({ min: -400, max: 400 }),
      accuracy_m: fc.constantFrom(null, 5, 20, 300, 2_000),
    })
    const moves = fc.array(fix, { minLength: many / 20, maxLength: many / 20, size: 'max' })
    fc.assert(
      fc.property(
        moves,
        fc.integer({ min: 0, max: 5 }),
        fc.constantFrom(null, 200),
        fc.nat(),
        (steps, dwell, most, seed) => {
          let now = 0
          const track = Array.from({ length: 20 }, () => steps)
            .flat()
            .map(({ wait, place, scatter, accuracy_m }) => {
              now += wait / 60
              return { ...point(now, place + scatter), accuracy_m }
            })
          const chance = lottery(seed)
          const twice = [...track, ...track.filter(() => chance() < 0.3)]
          const shuffled = twice.map((one) => ({ one, key: chance() })).sort((one, other) => one.key - other.key)
          const came = shuffled.map(({ one }) => one)
          expect(visitsOf(came, stops, dwell, most)).toEqual(visitsOf(track, stops, dwell, most))
        },
      ),
      { numRuns: 25 },
    )
  })

  test('a shuffled track with repetitions shows the same visits as the ordered one', () => {
    const walk = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: -3_000, max: 3_000 })), {
      minLength: 1,
      maxLength: 400,
    })
    fc.assert(
      fc.property(walk, fc.infiniteStream(fc.nat()), fc.integer({ min: 0, max: 10 }), (steps, chance, dwell) => {
        let minutes = 0
        let metres = 0
        const ordered = steps.map(([wait, move]) => {
          minutes += wait
          metres = Math.max(-1_000, Math.min(25_000, metres + move))
          return point(minutes, metres)
        })
        const repeated = [...ordered, ...ordered.filter((_, index) => index % 3 === 0)]
        const keyed = repeated.map((one) => ({ one, key: chance.next().value as number }))
        const shuffled = keyed.sort((one, other) => one.key - other.key).map(({ one }) => one)
        expect(visitsOf(shuffled, stops, dwell)).toEqual(visitsOf(ordered, stops, dwell))
      }),
      { numRuns: 300 },
    )
  })
})
