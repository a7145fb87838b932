import { factTable } from '@cartage/contract/rates/app/facts'
import { expect, test } from 'vitest'
import { countries, currencies, isUnit, isVatex, paymentMeans, registerSchemes, unitFaults } from './codes.rules.ts'

test('BOOK-4: units are from the code lists, packagings with an X in front', () => {
  const known = ['C62', 'KMT', 'HUR', 'MIN', 'DAY', 'KGM', 'DTN', 'TNE', 'LM', 'MTK', 'MTQ', 'LTR', 'E48', 'XPX', 'X1A']
  expect(known.filter((code) => !isUnit(code))).toEqual([])
  const unknown = ['PLT', 'KM', 'H87X', 'PX', 'XX', 'B36', 'c62', '']
  expect(unknown.filter(isUnit)).toEqual([])
  expect(unitFaults('PLT')).toMatchObject([{ path: 'unit', detail: 'unit_unknown' }])
})

test('BOOK-4: every quantity of a price has a unit that documents allow', () => {
  expect(factTable.filter(({ unit }) => unit && !isUnit(unit)).map(({ name }) => name)).toEqual([])
})

test('BOOK-4: countries, currencies, means of payment, registers and exemptions are from the code lists', () => {
  expect(['BE', 'GR', 'XI', '1A'].every((code) => countries.has(code))).toBe(true)
  expect(['UK', 'EL', 'XK'].some((code) => countries.has(code))).toBe(false)
  expect(['EUR', 'GBP', 'MRU', 'XAF'].every((code) => currencies.has(code))).toBe(true)
  expect(['EUX', 'HRK', 'GGP'].some((code) => currencies.has(code))).toBe(false)
  expect(['1', '30', '58', '97', 'ZZZ'].every((code) => paymentMeans.has(code))).toBe(true)
  expect(['0', '71', '79', '99'].some((code) => paymentMeans.has(code))).toBe(false)
  expect(['0002', '0106', '0208'].every((code) => registerSchemes.has(code))).toBe(true)
  expect(['208', '0092', '0181', '0299'].some((code) => registerSchemes.has(code))).toBe(false)
  expect(['VATEX-EU-146-1E', 'vatex-eu-ae', 'VATEX-EU-79-C'].every(isVatex)).toBe(true)
  expect(['VATEX-EU-135-1', 'VATEX-EU-X', 'VATEX-FR-X'].some(isVatex)).toBe(false)
})
