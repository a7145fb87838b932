import { chargeStatuses } from '@cartage/contract/charges/app/charge'
import { unavailabilityReasons } from '@cartage/contract/unavailabilities/endpoints'
import { resourceValidityReasons } from '@cartage/contract/validities/reasons'
import { expect, test } from 'vitest'
import { chargeLabel } from '../charges/state-labels.rules.ts'
import { inLanguage } from '../http/language.ts'
import { translations } from '../languages/catalogue.ts'
import { stateLabel } from '../orders/state-labels.rules.ts'
import { settingKinds } from '../setting-kinds.ts'
import { kindLabel } from '../tenants/settings/labels.rules.ts'
import { absenceLabel } from '../unavailabilities/labels.rules.ts'
import { paperLabel } from './labels.rules.ts'

test('FIT-9: every reason of an absence and every certificate has a label, in each language', () => {
  for (const language of translations) {
    for (const [codes, wordOf] of [
      [unavailabilityReasons, absenceLabel],
      [resourceValidityReasons, paperLabel],
    ] as const) {
      const coded = codes.filter((code) => /_|^[A-Z]+$/.test(inLanguage(wordOf(code), language)))
      expect([language, coded]).toEqual([language, []])
    }
  }
  for (const code of chargeStatuses) expect(inLanguage(chargeLabel(code), 'de')).not.toMatch(/_|^[A-Z]+$/)
  const naming = settingKinds.flatMap(({ kind, references = [] }) =>
    references.length > 0 ? [kind, ...references.map((other) => other.kind)] : [],
  )
  for (const kind of naming) expect(inLanguage(kindLabel(kind), 'fr')).not.toBe(kind)
  expect(inLanguage(absenceLabel('DRIVER_SICKNESS'), 'nl')).toBe('Ziekte')
  expect(inLanguage(stateLabel('QUOTE'), 'nl')).toBe('een offerte')
  expect(absenceLabel('DRIVER_TELEPORTED')).toBe('DRIVER_TELEPORTED')
})
