import { expect, test } from 'vitest'
import { holidayPart, isHoliday } from './holidays.rules.ts'

test.each([
  ['BE', '9000', 'BE'],
  [null, '9000', null],
  ['GB', null, 'GB'],
  ['GB', 'M1 1AE', 'GB'],
  ['GB', 'GL1 1AA', 'GB'],
  ['GB', 'G2 1DU', 'GB-SCT'],
  ['GB', 'eh1 1yz', 'GB-SCT'],
  ['GB', 'TD9 9QQ', 'GB-SCT'],
  ['GB', 'TD15 1AA', 'GB'],
  ['GB', 'BT1 5GS', 'GB-NIR'],
])('the holidays of %s %s are those of %s', (country, postalCode, part) => {
  expect(holidayPart(country, postalCode)).toBe(part)
})

test('a day is a holiday if it is one in that part of the country', () => {
  const find = (part: string) => ({ 'GB-SCT': ['2026-08-03'], GB: ['2026-08-31'] })[part]
  const place = { country: 'GB', postal_code: 'G2 1DU' }
  expect(isHoliday(find, place, '2026-08-03')).toBe(true)
  expect(isHoliday(find, place, '2026-08-31')).toBe(false)
  expect(isHoliday(find, { country: 'XX', postal_code: null }, '2026-08-31')).toBeUndefined()
})
