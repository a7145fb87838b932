import { expect, test } from 'vitest'
import { ordersAtOnce, pieceOf } from './piece.rules.ts'

/** Orders of several companies, with the number of each. */
const found = (...counts: number[]) =>
  counts.flatMap((count, at) => Array.from({ length: count }, () => ({ company_id: `company ${at}` })))

test.each([
  ['few orders are one piece', found(3, 4), 7],
  ['companies are not split', found(60, 30, 20), 90],
  ['a company with many orders is a piece of its own', found(150, 20), 150],
  ['a company that may continue after the last order is left for the next piece', found(1, ordersAtOnce - 1), 1],
  ['a company with more orders than one read is split', found(ordersAtOnce), ordersAtOnce],
  ['no orders', found(), 0],
])('BILL-16: %s', (_, orders, count) => {
  expect(pieceOf(orders)).toEqual(orders.slice(0, count))
})
