import { expect, test } from 'vitest'
import { bearing, boundsOf, circleRing, metresBetween, placeAt } from './geometry.ts'

/** Deterministic sample of places worldwide. */
const places = Array.from({ length: 400 }, (_, index) => ({
  latitude: -80 + ((index * 37) % 160),
  longitude: -179 + ((index * 61) % 358),
}))

test('a place at a distance in a direction is at that distance, in that direction', () => {
  for (const [index, place] of places.entries()) {
    const metres = 25 + index * 50
    const direction = (index * 29) % 360
    const there = placeAt(place, metres, direction)
    expect(metresBetween(place, there)).toBeCloseTo(metres, 3)
    const turn = Math.abs(bearing(place, there) - direction)
    expect(Math.min(turn, 360 - turn)).toBeLessThan(0.01)
  }
})

test('a circle is closed, and every point has the same distance from its centre', () => {
  const middle = { latitude: 51.2, longitude: 4.4 }
  const ring = circleRing(middle, 300)
  expect(ring[0]).toEqual(ring.at(-1))
  for (const [longitude, latitude] of ring) {
    expect(metresBetween(middle, { latitude, longitude })).toBeCloseTo(300, 3)
  }
})

test('a vehicle that drives east has the heading 90', () => {
  expect(bearing({ latitude: 0, longitude: 4 }, { latitude: 0, longitude: 5 })).toBeCloseTo(90)
})

test('the box around places contains them all, and there is none for an empty list', () => {
  expect(boundsOf([])).toBeUndefined()
  expect(
    boundsOf([
      { latitude: 51, longitude: 4 },
      { latitude: 50, longitude: 6 },
    ]),
  ).toEqual([4, 50, 6, 51])
})
