import { i18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { factLabelOf } from './fact.labels.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

test.each([
  ['Enter pickup.country.', 'Enter Pickup country.'],
  ['Line freight: way.km_direct is not known.', 'Line freight: Direct distance (km) is not known.'],
  ['It would hold if delivery.zone.BE were 2.', 'It would hold if Delivery zone BE were 2.'],
  ['Card KLANT-A, valid from 1 Jan 2025, is used.', 'Card KLANT-A, valid from 1 Jan 2025, is used.'],
  ['A fixed price of 12.50.', 'A fixed price of 12.50.'],
])('%s reads as %s', (sentence, labels) => {
  expect(factLabelOf(sentence)).toBe(labels)
})
