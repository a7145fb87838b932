import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FencedStop, type TrackPoint, visitsOf } from './geofence.rules.ts'

const start = Date.parse('2026-03-02T06:00:00Z')
const minute = 60_000
const metre = 1 / 111_195

function stopAt(stop_id: string, latitude: number, place = stop_id): FencedStop {
  return { stop_id, place, latitude, longitude: 4, radius_m: 300 }
}

/** A point so many minutes after the start and so many metres north of 51 degrees. */
function point(minutes: number, metres: number): TrackPoint {
  return { at: start + minutes * minute, latitude: 51 + metres * metre, longitude: 4 }
}

const at = (minutes: number) => start + minutes * minute

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

  test('driving past is not a visit, and being away shortly does not end one', () => {
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

  test('a stop that is passed over does not keep the next one from being seen', () => {
    const track = [point(0, 20_000), point(10, 20_010), point(20, 30_000), point(30, 40_000)]
    expect(visitsOf(track, stops, 3)).toEqual([
      { stop_id: 'a', arrived_at: null, left_at: null },
      { stop_id: 'b', arrived_at: at(0), left_at: at(20) },
    ])
  })

  test('neighbours at one place are one visit', () => {
    const both = [stopAt('a', 51, 'depot'), stopAt('b', 51, 'depot')]
    const track = [point(0, 0), point(10, 0), point(20, 5_000), point(30, 6_000)]
    expect(visitsOf(track, both, 3).map(({ arrived_at, left_at }) => [arrived_at, left_at])).toEqual([
      [at(0), at(20)],
      [at(0), at(20)],
    ])
  })

  test('a track that comes shuffled and with repetitions shows the same visits as in order', () => {
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
