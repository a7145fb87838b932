import { describe, expect, test } from 'vitest'
import { countryCode, countryKey } from './countries.ts'
import { locationKey } from './locations/rules.ts'

describe('SEARCH-8: a country is the same country in every spelling', () => {
  test.each([
    ['BE', ['be', 'BEL', 'Belgium', 'België', 'BELGIQUE', 'Belgien', 'Belgie\u0308', ' belgië ', 'Belçika']],
    ['NL', ['NLD', 'Nederland', 'The Netherlands', 'Pays-Bas', 'Niederlande']],
    ['DE', ['DEU', 'Deutschland', 'Duitsland', 'Allemagne', 'Germany']],
    ['GB', ['UK', 'XI', 'GBR', 'United Kingdom', 'Royaume-Uni', 'Verenigd Koninkrijk']],
    ['GR', ['EL', 'GRC', 'Griekenland', 'ΕΛΛΆΔΑ']],
    ['TR', ['TUR', 'Türkiye', 'Turkey', 'TURKIYE']],
    ['CZ', ['CZE', 'Czech Republic', 'Tsjechië']],
  ] as const)('%s', (code, texts) => {
    for (const text of [code, ...texts]) expect(countryCode(text), text).toBe(code)
  })

  test('a text that is not a country is compared as a text', () => {
    for (const text of ['', ' ', 'Atlantis', 'B', null, undefined]) expect(countryCode(text)).toBeUndefined()
    expect(countryKey('Atlantis ')).toBe(countryKey('ATLANTIS'))
  })

  test('locations in the same country match', () => {
    const key = (country: string) => locationKey({ name: 'Kaai 7', city: 'Gent', country }).toString('hex')
    const keys = ['BE', 'BEL', 'Belgium', 'België', 'Belgique'].map(key)
    expect(new Set(keys).size).toBe(1)
    expect(key('NL')).not.toBe(key('BE'))
  })
})
