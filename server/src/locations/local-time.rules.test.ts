import { expect, test } from 'vitest'
import { firstInstantOf, instantOf } from './local-time.rules.ts'

test('TIME-4: the last possible day has its instants, though the day after has a year of five digits', () => {
  expect(instantOf('9999-12-31', '10:00', 'Europe/Brussels')).toBe('9999-12-31T09:00:00.000Z')
  expect(firstInstantOf('9999-12-31', '00:00', 'Asia/Tokyo')).toBe('9999-12-30T15:00:00.000Z')
})
