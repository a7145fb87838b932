import { expect, test } from 'vitest'
import { chooseHit, type GeocoderHit, isUncertain } from './rules.ts'

const westphalia: GeocoderHit = {
  ...{ latitude: 52.06, longitude: 8.36, precision: 'TOWN', country: 'DE', postal_code: '33790' },
}
const saale: GeocoderHit = { ...westphalia, latitude: 51.48, longitude: 11.97, postal_code: '06108' }
const house: GeocoderHit = { ...westphalia, precision: 'HOUSE' }

test('PLACE-9: of distant places with the same score none is used, unless the postal code decides', () => {
  expect(chooseHit([saale, westphalia], 'DE', null)).toBeUndefined()
  expect(chooseHit([saale, westphalia], 'DE', 'D-33790')).toMatchObject({ latitude: 52.06, radius_km: 8 })
  expect(chooseHit([saale, house], 'DE', null)).toMatchObject({ latitude: 52.06, radius_km: 0.2 })
  expect(chooseHit([westphalia, { ...westphalia, longitude: 8.37 }], 'DE', null)).toMatchObject({ longitude: 8.36 })
})

test('PLACE-9: a place in a country other than the written one is not used', () => {
  expect(chooseHit([{ ...house, country: 'AT' }], 'DE', null)).toBeUndefined()
  expect(chooseHit([{ ...house, country: 'AT' }], undefined, null)).toMatchObject({ latitude: 52.06 })
})

const estimate = { radius_km: 5, candidates: [], disagrees: false }
test.each([
  ['an unknown town', null, { city: 'Nowhere' }, true],
  ['only a region', 'REGION', { city: 'Nowhere' }, true],
  ['several towns without a street', 'AMBIGUOUS', { city: 'Halle' }, false],
  ['several towns with a street', 'AMBIGUOUS', { city: 'Halle', address: 'Am Güterbahnhof 3' }, true],
  ['one town', 'TOWN', { city: 'Hamburg', address: 'Speicherstadt 1' }, false],
  ['a choice of a person', 'CHOSEN', { city: 'Halle', address: 'Am Güterbahnhof 3' }, false],
  ['no location data', null, {}, false],
] as const)('PLACE-9: whether the geocoder is used for %s', (_, source, given, expected) => {
  const address = { address: null, postal_code: null, city: null, country: 'DE', ...given }
  expect(isUncertain(source && { ...estimate, source }, address)).toBe(expected)
})
