import { expect, test } from 'vitest'
import { type LineFault, sheetOrders } from './sheet.ts'

const first = { order_identifier: 'A', customer: 'Mill', pickup_city: 'Gent', delivery_city: 'Luik', goods: 'Flour' }

const spoken = ({ column, message }: LineFault) => ({ column, message: String(message) })

test('lines with one identifier are one order; lines without an identifier are separate orders', () => {
  const orders = sheetOrders([
    { line: 2, values: first },
    { line: 3, values: { customer: 'Mill' } },
    { line: 4, values: { ...first, goods: 'Bran' } },
    { line: 5, values: { customer: 'Mill' } },
  ])
  expect(orders.map((lines) => lines.map(({ line }) => line))).toEqual([[2, 4], [3], [5]])
})

test('a further line may omit repeated values, and is loaded or unloaded at the same place as the line before', () => {
  const [lines] = sheetOrders([
    { line: 2, values: first },
    { line: 3, values: { order_identifier: 'A', delivery_city: 'Namen', goods: 'Bran' } },
    { line: 4, values: { order_identifier: 'A', goods: 'Oats' } },
  ])
  expect(lines![1]!.values).toMatchObject({ customer: 'Mill', pickup_city: 'Gent', delivery_city: 'Namen' })
  expect(lines![2]!.values).toMatchObject({
    customer: 'Mill',
    pickup_city: 'Gent',
    delivery_city: 'Namen',
    goods: 'Oats',
  })
})

test('a further line with another customer is an error', () => {
  const [lines] = sheetOrders([
    { line: 2, values: first },
    { line: 3, values: { ...first, customer: 'Shop' } },
  ])
  expect(lines![1]!.faults.map(spoken)).toMatchObject([
    { column: 'customer', message: expect.stringContaining('line 2') },
  ])
})
