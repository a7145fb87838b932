import { expect, test } from 'vitest'
import { boardOf, tripOf } from '../../testing/plan.ts'
import { boardTrip, directoryOf } from '../board-trip.ts'
import { barText } from './trip-label.ts'

test('a bar with too little room for its route has the last town, then the time, then the hour', () => {
  const trip = boardTrip(tripOf(1, '08:00', '12:00'), directoryOf(boardOf()), 0)
  const texts = [200, 100, 60, 40, 20].map((width) => barText(trip, width))
  expect(texts).toEqual(['Rotterdam → Tilburg', '→ Tilburg', '08:00', '08', ''])
})
