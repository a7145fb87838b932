import { describe, expect, test } from 'vitest'
import { countryCode } from '../countries.ts'
import { companyWarnings, isVatNumber, phoneText } from './checks.rules.ts'

describe('countries', () => {
  test.each([
    ['BE', 'BE'],
    ['be', 'BE'],
    ['BEL', 'BE'],
    ['Belgium', 'BE'],
    ['België', 'BE'],
    ['Allemagne', 'DE'],
    ['UK', 'GB'],
    ['EL', 'GR'],
    ['XI', 'GB'],
    ['XK', 'XK'],
    [' nl ', 'NL'],
  ])('%s is %s', (text, code) => {
    expect(countryCode(text)).toBe(code)
  })

  test.each(['', 'ZZ', 'Atlantis', null, undefined])('%s is not a country', (text) => {
    expect(countryCode(text)).toBeUndefined()
  })
})

describe('VAT numbers', () => {
  test.each([
    'BE0411905847',
    'BE 0411.905.847',
    'be-0411-905-847',
    'EL094259216',
    'GR094259216',
    'GB980780684',
    'UK980780684',
    'XI980780684',
    'CHE-116.281.710 MWST',
    'NL004495445B01',
    'DE136695976',
    'FR40303265045',
  ])('%s can be valid', (text) => {
    expect(isVatNumber(text)).toBe(true)
  })

  test.each(['BE0411905848', 'BE041190584', 'DE136695977', 'XI980780685', 'NL004495445B', 'EL123'])(
    '%s cannot be valid',
    (text) => {
      expect(isVatNumber(text)).toBe(false)
    },
  )

  test('a number without prefix is read with the country of the company', () => {
    expect(isVatNumber('0411905847', 'BE')).toBe(true)
    expect(isVatNumber('0411905848', 'BE')).toBe(false)
    expect(isVatNumber('094259216', 'GR')).toBe(true)
    expect(isVatNumber('0411905847')).toBeUndefined()
  })

  test('numbers of a country without rules here are unknown', () => {
    expect(isVatNumber('US123456789')).toBeUndefined()
    expect(isVatNumber('123456789', 'US')).toBeUndefined()
  })
})

describe('phone numbers', () => {
  test.each([
    ['+32 475/12.34.56', '+32475123456'],
    ['+44 20 7946 0018', '+442079460018'],
    ['+32475123456', '+32475123456'],
    ['+32 2 555 12 12 ext. 7', '+32 2 555 12 12 ext. 7'],
    ['0475 12 34 56', '0475 12 34 56'],
    ['+1', '+1'],
    ['', ''],
    [null, null],
  ])('COMP-10: %s is stored as %s', (sent, kept) => {
    expect(phoneText(sent)).toBe(kept)
  })
})

describe('warnings', () => {
  const clean = { country: 'BE', currency: 'EUR', contacts: [] }
  const codes = (members: Partial<Parameters<typeof companyWarnings>[0]>) =>
    companyWarnings({ ...clean, ...members }).map(({ field, code }) => `${field}: ${code}`)

  test('are empty for valid data', () => {
    const bank_accounts = [{ iban_code: 'be68 5390 0754 7034', bic_code: 'gkccbebb' }, { iban_code: null }, {}]
    const contacts = [{ phone_number: '+32475123456' }, { phone_number: null }]
    expect(codes({ vat_number: 'BE0411905847', bank_accounts, contacts })).toEqual([])
  })

  test('list the suspicious members', () => {
    expect(codes({ country: 'Nowhere' })).toEqual(['billing_location.country: country_unknown'])
    expect(codes({ currency: 'ZZZ' })).toEqual(['currency: currency_unknown'])
    expect(codes({ bank_accounts: [{}, { iban_code: 'BE00539007547034' }] })).toEqual([
      'bank_accounts.1.iban_code: iban_invalid',
    ])
    expect(codes({ contacts: [{ phone_number: '0032475123456' }] })).toEqual([
      'contacts.0.phone_number: phone_number_not_international',
    ])
    expect(codes({ contacts: [{ phone_number: 'ask Ann' }] })).toEqual([
      'contacts.0.phone_number: phone_number_invalid',
    ])
  })
})
