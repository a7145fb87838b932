import { chargeStatuses } from '@cartage/contract/charges/app/charge'
import { unavailabilityReasons } from '@cartage/contract/unavailabilities/endpoints'
import { resourceValidityReasons } from '@cartage/contract/validities/reasons'
import { expect, test } from 'vitest'
import { chargeWord } from '../charges/state-words.rules.ts'
import { inLanguage } from '../http/language.ts'
import { translations } from '../languages/catalogue.ts'
import { stateWord } from '../orders/state-words.rules.ts'
import { settingKinds } from '../setting-kinds.ts'
import { kindWord } from '../tenants/settings/words.rules.ts'
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
  for (const code of chargeStatuses) expect(inLanguage(chargeWord(code), 'de')).not.toMatch(/_|^[A-Z]+$/)
  const naming = settingKinds.flatMap(({ kind, references = [] }) =>
    references.length > 0 ? [kind, ...references.map((other) => other.kind)] : [],
  )
  for (const kind of naming) expect(inLanguage(kindWord(kind), 'fr')).not.toBe(kind)
  expect(inLanguage(absenceWord('DRIVER_SICKNESS'), 'nl')).toBe('Ziekte')
  expect(inLanguage(stateWord('QUOTE'), 'nl')).toBe('een offerte')
  expect(absenceWord('DRIVER_TELEPORTED')).toBe('DRIVER_TELEPORTED')
})
