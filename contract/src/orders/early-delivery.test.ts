import { expect, test } from 'vitest'
import { earlyDeliveries, isDeliveryEarly, type RequestedSpan } from './early-delivery.ts'

const asked = (asked_from: string | null, asked_to: string | null): RequestedSpan => ({ asked_from, asked_to })
const morning = asked('2026-11-25T07:00:00Z', '2026-11-25T11:00:00Z')
const afternoon = asked('2026-11-25T13:00:00Z', '2026-11-25T15:00:00Z')

test('TIME-4: a delivery is early when its window is over before that of its pickup begins', () => {
  expect(isDeliveryEarly(afternoon, morning)).toBe(true)
  expect(isDeliveryEarly(morning, afternoon)).toBe(false)
  expect(isDeliveryEarly(morning, morning)).toBe(false)
  expect(isDeliveryEarly(asked('2026-11-25T11:00:00Z', null), morning)).toBe(false)
})

test('TIME-4: a missing date proves nothing', () => {
  expect(isDeliveryEarly(asked(null, null), morning)).toBe(false)
  expect(isDeliveryEarly(afternoon, asked('2026-11-24T07:00:00Z', null))).toBe(false)
  expect(isDeliveryEarly(afternoon, undefined)).toBe(false)
})

test('of several consignments, only the early ones are reported', () => {
  const consignments = [
    { pickup_stop: { id: 'a' }, delivery_stop: { id: 'b' } },
    { pickup_stop: { id: 'b' }, delivery_stop: { id: 'a' } },
    { pickup_stop: {}, delivery_stop: { id: 'c' } },
  ]
  const stops = [
    { stop_id: 'a', ...morning },
    { stop_id: 'b', ...afternoon },
  ]
  expect(earlyDeliveries(consignments, stops)).toEqual([1])
})
