import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { greatCircleKm } from '../locations/great-circle.rules.ts'
import { drivingMinutes, estimateRoad } from './distance.rules.ts'

const antwerp = { latitude: 51.2194, longitude: 4.4025, country: 'BE' }
const milan = { latitude: 45.4642, longitude: 9.19, country: 'IT' }
const degree = fc.double({ min: -90, max: 90, noNaN: true })
const place = fc.record({ latitude: degree, longitude: fc.double({ min: -180, max: 180, noNaN: true }) })

describe('distances', () => {
  test('a great circle has the length given in tables', () => {
    // One minute of latitude is a nautical mile.
    expect(greatCircleKm({ latitude: 0, longitude: 0 }, { latitude: 1 / 60, longitude: 0 })).toBeCloseTo(1.853, 2)
    expect(greatCircleKm(antwerp, milan)).toBeGreaterThan(720)
    expect(greatCircleKm(antwerp, milan)).toBeLessThan(735)
  })

  test('an estimate is longer than the great circle, and the same both ways', () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        const there = estimateRoad(one, other)!
        expect(there.distance_km).toBeGreaterThanOrEqual(Math.floor(greatCircleKm(one, other) * 10) / 10)
        expect(estimateRoad(other, one)!.distance_km).toBeCloseTo(there.distance_km, 0)
      }),
    )
  })

  test('driving takes longer the further it is, and streets are slower than motorways', () => {
    expect(drivingMinutes(0)).toBe(0)
    expect(drivingMinutes(10) / 10).toBeGreaterThan(drivingMinutes(500) / 500)
    fc.assert(
      fc.property(fc.nat(5_000), fc.nat(5_000), (one, more) => {
        expect(drivingMinutes(one + more)).toBeGreaterThanOrEqual(drivingMinutes(one))
      }),
    )
  })

  test('a place without coordinates, or with impossible ones, has no distance', () => {
    expect(estimateRoad(antwerp, { latitude: null, longitude: null })).toBeUndefined()
    expect(estimateRoad({ latitude: 91, longitude: 0 }, milan)).toBeUndefined()
  })
})
