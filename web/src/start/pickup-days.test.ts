import { expect, test } from 'vitest'
import { pickupDays } from './pickup-days.ts'

test('tomorrow is the next day of the calendar, over the end of a month and of a year', () => {
  expect(pickupDays(new Date(2027, 0, 31, 23, 59))).toEqual({ pickup_from: '2027-01-31', pickup_to: '2027-02-01' })
  expect(pickupDays(new Date(2026, 11, 31, 0, 0))).toEqual({ pickup_from: '2026-12-31', pickup_to: '2027-01-01' })
})
