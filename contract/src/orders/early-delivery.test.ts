import { expect, test } from 'vitest'
import { earlyDeliveries, isDeliveryEarly, type RequestedStop } from './early-delivery.ts'

const at = (date: string | null, start_time?: string, end_time?: string): RequestedStop => ({
  date,
  time_window: { start_time, end_time },
})
const early = (pickup_stop: RequestedStop, delivery_stop: RequestedStop) =>
  isDeliveryEarly({ pickup_stop, delivery_stop })

test('a delivery on an earlier day than its pickup is early, whatever the times', () => {
  expect(early(at('2026-11-25'), at('2026-11-23'))).toBe(true)
  expect(early(at('2026-11-25', '08:00'), at('2026-11-24', '20:00', '22:00'))).toBe(true)
  expect(early(at('2026-11-25'), at('2026-11-26'))).toBe(false)
})

test('on one day it is early when its window ends before the pickup begins', () => {
  expect(early(at('2026-11-25', '14:00', '16:00'), at('2026-11-25', '08:00', '12:00'))).toBe(true)
  expect(early(at('2026-11-25', '08:00'), at('2026-11-25', undefined, '12:00:00'))).toBe(false)
  expect(early(at('2026-11-25', '12:00'), at('2026-11-25', undefined, '12:00'))).toBe(false)
})

test('a window over midnight ends on the day after', () => {
  expect(early(at('2026-11-25', '20:00', '23:00'), at('2026-11-25', '22:00', '06:00'))).toBe(false)
  expect(early(at('2026-11-25', '22:00', '06:00'), at('2026-11-25', '08:00', '12:00'))).toBe(true)
})

test('what is not said proves nothing', () => {
  expect(early(at(null), at('2026-11-23'))).toBe(false)
  expect(early(at('2026-11-25'), {})).toBe(false)
  expect(early(at('2026-11-25', '14:00'), at('2026-11-25'))).toBe(false)
})

test('of several consignments those are named whose delivery is early', () => {
  const [fine, wrong] = [at('2026-11-25'), at('2026-11-26')]
  const consignments = [
    { pickup_stop: fine, delivery_stop: wrong },
    { pickup_stop: wrong, delivery_stop: fine },
  ]
  expect(earlyDeliveries(consignments)).toEqual([1])
})
