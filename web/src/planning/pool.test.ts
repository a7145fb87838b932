import { expect, test } from 'vitest'
import { boardOf } from '../testing/plan.ts'
import { directoryOf } from './board-trip.ts'
import { poolOrder } from './pool.ts'

test('LIVE-1: the pool shows the current name of a location, also for an order that did not change', () => {
  const board = boardOf()
  const order = board.unplanned[0]!
  const before = poolOrder(order, directoryOf(board))
  expect(poolOrder(order, directoryOf({ ...board }))).toBe(before)
  const places = board.places.map((place) => ({ ...place, city: 'Mechelen', postal_code: '2800', country: 'BE' }))
  const after = poolOrder(order, directoryOf({ ...board, places }))
  expect(after.route).toContain('Mechelen')
  expect(after.pickup).toBe('BE 28')
})
