import { readTariffTable } from '@cartage/contract/rates/app/bench'
import { describe, expect, test } from 'vitest'
import { readTable, type TableRows } from './import.rules.ts'

const given = (rows: string[][], more: Partial<TableRows> = {}): TableRows => {
  return { shape: 'MATRIX', decimal_separator: 'POINT', currency: 'EUR', rows, ...more }
}
const faultsOf = (rows: string[][], more: Partial<TableRows> = {}) =>
  readTable(given(rows, more), undefined).faults.map(({ row, message }) => `${row}: ${message}`)

describe('PRICE-24: a file is read as a tariff table', () => {
  test('a matrix and a list of the same prices are the same table', () => {
    const matrix = [
      ['zone', '0', '1.000'],
      ['1', '14,20', '1.234,50'],
      ['2', '€ 15', '9,6'],
    ]
    const list = [
      ['zone', 'from', 'price'],
      ['1', '1000', '1234,5'],
      ['1', '0', '14,2'],
      ['2', '0', '15'],
      ['2', '1000', '9,60'],
    ]
    const expected = {
      currency: 'EUR',
      breaks: ['0', '1000'],
      rows: [
        { key: ['1'], prices: ['14.2', '1234.5'] },
        { key: ['2'], prices: ['15', '9.6'] },
      ],
    }
    expect(readTable(given(matrix, { decimal_separator: 'COMMA' }), undefined).doc).toEqual(expected)
    expect(readTable(given(list, { decimal_separator: 'COMMA', shape: 'LIST' }), undefined).doc).toEqual(expected)
  })

  test.each([
    [
      'quantities that do not rise',
      [
        ['', '500', '0'],
        ['1', '2', '1'],
      ],
      '1: The quantities of the first row must rise.',
    ],
    [
      'an empty cell',
      [
        ['', '0', '500'],
        ['1', '2', ''],
      ],
      '2: A cell is empty: every zone needs a price for every quantity.',
    ],
    [
      'a zone twice',
      [
        ['', '0'],
        ['1', '2'],
        ['1', '3'],
      ],
      '3: Zone 1 has two prices from 0.',
    ],
    [
      'a comma in a file with points',
      [
        ['', '0'],
        ['1', '2,50'],
      ],
      '2: 2,50 is not a number with a decimal point.',
    ],
    [
      'a price below zero',
      [
        ['', '0'],
        ['1', '-2'],
      ],
      '2: -2 is not a number with a decimal point.',
    ],
  ])('%s is reported with its row', (_, rows, expected) => {
    expect(faultsOf(rows)).toContain(expected)
  })

  test('a hole in a list is reported', () => {
    const rows = [
      ['z', 'f', 'p'],
      ['1', '0', '1'],
      ['1', '500', '2'],
      ['2', '0', '1'],
    ]
    expect(faultsOf(rows, { shape: 'LIST' })).toEqual(['4: Zone 2 has no price from 500.'])
  })

  test('a price that changed by more than a quarter is reported', () => {
    const before = readTable(
      given([
        ['', '0', '500'],
        ['1', '100', '100'],
      ]),
      undefined,
    ).doc!
    const { doc, warnings } = readTable(
      given([
        ['', '0', '500'],
        ['1', '126', '125'],
      ]),
      before,
    )
    expect(doc).not.toBeNull()
    expect(warnings.map(({ message }) => String(message))).toEqual(['Zone 1 from 0: the price goes from 100 to 126.'])
  })
})

test('LIMIT-15: a table with more prices than can be read at once is refused by the contract, by rows and by columns', () => {
  const body = (rows: number, columns: number) => ({
    ...{ shape: 'MATRIX', decimal_separator: 'POINT', currency: 'EUR' },
    rows: Array.from({ length: rows }, () => Array.from({ length: columns }, () => '1')),
  })
  expect(readTariffTable.body.safeParse(body(20_001, 3)).success).toBe(true)
  expect(readTariffTable.body.safeParse(body(401, 251)).success).toBe(true)
  expect(readTariffTable.body.safeParse(body(20_001, 10)).error?.issues[0]?.message).toMatch(/at most 100,000 prices/)
  expect(readTariffTable.body.safeParse(body(501, 300)).error?.issues[0]?.message).toMatch(/at most 100,000 prices/)
})
