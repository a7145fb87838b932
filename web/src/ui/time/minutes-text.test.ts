import { i18n } from '@lingui/core'
import { afterEach, expect, test } from 'vitest'
import { minutesText } from './minutes-text.ts'

afterEach(() => i18n.activate('en'))

test.each([
  [0, '0 min'],
  [56, '56 min'],
  [60, '1 h'],
  [165, '2 h 45'],
  [605, '10 h 05'],
  [840, '14 h'],
  [1_439, '23 h 59'],
  [1_440, '1 d'],
  [2_745, '1 d 21 h'],
  [2_880, '2 d'],
  [4_560, '3 d 4 h'],
])('%i minutes read %s', (minutes, text) => {
  expect(minutesText(minutes)).toBe(text)
})

test('durations are in the language of the page', () => {
  i18n.loadAndActivate({ locale: 'nl', messages: {} })
  expect([minutesText(566), minutesText(4_560)]).toEqual(['9 u 26', '3 d 4 u'])
  i18n.loadAndActivate({ locale: 'fr', messages: {} })
  expect(minutesText(4_560)).toBe('3 j 4 h')
})
