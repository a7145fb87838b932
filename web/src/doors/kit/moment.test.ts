import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { momentText } from './moment.ts'

test('an instant is in the format of the reader’s language: German has the month as a number', () => {
  const [de, en] = ['de', 'en'].map((locale) => setupI18n({ locale, messages: { [locale]: {} } }))
  expect(momentText(de!, '2026-11-30T11:40:00Z', 'Europe/Berlin')).toBe('Mo., 30.11., 12:40')
  expect(momentText(en!, '2026-11-30T11:40:00Z', 'Europe/Berlin')).toContain('Nov 30')
})
