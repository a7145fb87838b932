import { expect, test } from 'vitest'
import { spokenPath } from './change-text.ts'

const textOf = (path: string) => spokenPath(path, (name) => name.toUpperCase())

test('a path is shown from the outside in, and counts from one', () => {
  expect(textOf('consignments.1.goods.0.quantity')).toBe('CONSIGNMENTS 2 · GOODS 1 · QUANTITY')
  expect(textOf('setup_stops.0.date')).toBe('SETUP_STOPS 1 · DATE')
})

test('the first consignment is omitted, unless it is the whole path', () => {
  expect(textOf('consignments.0.delivery_stop.date')).toBe('DELIVERY_STOP · DATE')
  expect(textOf('consignments.0')).toBe('CONSIGNMENTS 1')
})

test('a member whose name is a number keeps it', () => {
  expect(textOf('7')).toBe('7')
})
