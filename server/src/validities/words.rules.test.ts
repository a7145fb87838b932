import { unavailabilityReasons } from '@cartage/contract/unavailabilities/endpoints'
import { resourceValidityReasons } from '@cartage/contract/validities/reasons'
import { expect, test } from 'vitest'
import { inLanguage, translations } from '../http/language.ts'
import { stateWord } from '../orders/state-words.rules.ts'
import { absenceWord } from '../unavailabilities/words.rules.ts'
import { paperWord } from './words.rules.ts'

test('FIT-9: every reason of an absence and every paper is said in words, in each language', () => {
  for (const language of translations) {
    for (const [codes, wordOf] of [
      [unavailabilityReasons, absenceWord],
      [resourceValidityReasons, paperWord],
    ] as const) {
      const coded = codes.filter((code) => /_|^[A-Z]+$/.test(inLanguage(wordOf(code), language)))
      expect([language, coded]).toEqual([language, []])
    }
  }
  expect(inLanguage(absenceWord('DRIVER_SICKNESS'), 'nl')).toBe('Ziekte')
  expect(inLanguage(stateWord('QUOTE'), 'nl')).toBe('een offerte')
  expect(absenceWord('DRIVER_TELEPORTED')).toBe('DRIVER_TELEPORTED')
})
