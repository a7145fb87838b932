import { expect, test } from 'vitest'
import { themeChoiceFrom, themeFor } from './theme.ts'

test('the theme follows the device until the user chooses', () => {
  expect(themeFor('system', true)).toBe('dark')
  expect(themeFor('system', false)).toBe('light')
  expect(themeFor('light', true)).toBe('light')
  expect(themeFor('dark', false)).toBe('dark')
})

test('an unknown stored choice counts as none', () => {
  expect(themeChoiceFrom(null)).toBe('system')
  expect(themeChoiceFrom('sepia')).toBe('system')
  expect(themeChoiceFrom('dark')).toBe('dark')
})
