import { OrderUpload } from '@cartage/contract/orders/order-input'
import { expect, test } from 'vitest'
import { sampleOrder } from './sample-orders.ts'

const day = new Date('2026-03-01T00:00:00Z')

test('the same seed gives the same order, another seed another one', () => {
  expect(sampleOrder(7, day)).toEqual(sampleOrder(7, day))
  expect(sampleOrder(8, day)).not.toEqual(sampleOrder(7, day))
})

test('every sample order is a valid upload', () => {
  const numbers = Array.from({ length: 300 }, (_, index) => index + 1)
  const faults = numbers.filter((number) => !OrderUpload.safeParse(sampleOrder(number, day)).success)
  expect(faults).toEqual([])
})

test('sample orders differ in customers, places and number of consignments', () => {
  const orders = Array.from({ length: 100 }, (_, index) => sampleOrder(index + 1, day))
  expect(new Set(orders.map((order) => order.customer?.name)).size).toBeGreaterThan(3)
  expect(new Set(orders.map((order) => order.consignments?.length)).size).toBe(2)
})
